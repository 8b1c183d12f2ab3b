"""The rules of the house that a syntax tree can see, for every file of the product and of tools/."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from advisor.facts.values import units
from tests.each import each

REPOSITORY = Path(__file__).parents[2]
PACKAGE = REPOSITORY / "advisor"
PRODUCT = {file.relative_to(PACKAGE).as_posix(): file for file in sorted(PACKAGE.rglob("*.py"))}
TOOLS = {file.relative_to(REPOSITORY).as_posix(): file for file in sorted((REPOSITORY / "tools").rglob("*.py"))}
FILES = PRODUCT | TOOLS

FACTORS = {2**power for power in (20, 30, 40)} | {10**power for power in (6, 9, 12)}
PRODUCT_FACTORS = {1000, 1024, 1e-3, 1e-6, 1e-9}
"""Factors only where they multiply or divide: alone they are counts of tokens and tolerances, `1024 * MIB` a count."""
UNIT_NAMES = set(vars(units))
UNIT_TEXT = re.compile(r"GiB|GB/s|TFLOPS")
COLOR = re.compile(r"#[0-9a-fA-F]{6}\b")
SYSTEM_PATH = re.compile(r"(^|[\s'\"=(])/(proc|sys|run)(/|$)")
MACHINE_ROOMS = ("probe/", "bench/", "run/")
MACHINE_MODULES = {"ctypes", "pynvml", "subprocess", "winreg", "wgpu", "psutil"}
COLOR_FILES = ("present/words/palette.py",)
QCOLOR_FILES = ("charts/color.py", "ui/look/theme.py")
LONGEST_FILE_LINES = 400
LONGEST_FUNCTION_LINES = 60
LONGEST_MAIN_WINDOW_LINES = 200


class Source(NamedTuple):
    """A file as the rules see it."""

    name: str
    lines: int
    nodes: list[ast.AST]


def texts(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    """Line and value of each string that is not a docstring or a text standing alone as a comment."""
    comments = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in comments:
            yield node.lineno, node.value


def is_number(node: ast.AST, *values: float) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value in values


def is_unit_factor(node: ast.AST) -> bool:
    """Whether a node is `2**30`, `1 << 30`, `10**9`, `1e9`, or a product or quotient with 1000 or 1024."""
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Pow):
            return (is_number(node.left, 2) and is_number(node.right, 10, 20, 30, 40)) or (
                is_number(node.left, 10) and is_number(node.right, 3, 6, 9, 12)
            )
        if isinstance(node.op, ast.LShift):
            return is_number(node.left, 1) and is_number(node.right, 10, 20, 30, 40)
        if isinstance(node.op, ast.Mult | ast.Div | ast.FloorDiv):
            sides = (node.left, node.right)
            counts_units = any(getattr(side, "id", "") in UNIT_NAMES for side in sides)
            return not counts_units and any(is_number(side, *PRODUCT_FACTORS) for side in sides)
    return is_number(node, *FACTORS)


def imported(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    """Line and top-level name of each import from outside."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.partition(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.lineno, node.module.partition(".")[0]


def inside_token_counts(nodes: list[ast.AST]) -> set[int]:
    """The nodes of functions that write or split counts of tokens, where a thousand is no unit."""
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef) and "tokens" in node.name]
    return {id(node) for function in functions for node in ast.walk(function)}


def unit_factors_stand_in_one_file(file: Source) -> None:
    exempt = inside_token_counts(file.nodes)
    found = [ast.dump(node) for node in file.nodes if is_unit_factor(node) and id(node) not in exempt]
    assert file.name == "facts/values/units.py" or not found, "take the factor from facts/values/units.py"


def units_are_written_where_people_read(file: Source) -> None:
    found = [(line, text) for line, text in texts(file.nodes) if UNIT_TEXT.search(text)]
    assert file.name.startswith("present/") or not found, "texts with units come from present/"


def colors_stand_in_the_palette(file: Source) -> None:
    found = [(line, text) for line, text in texts(file.nodes) if COLOR.search(text)]
    assert file.name in COLOR_FILES or not found, "name a role of the palette"


def qt_colors_are_made_from_the_palette_in_one_place(file: Source) -> None:
    calls = [node.func for node in file.nodes if isinstance(node, ast.Call)]
    found = [call.lineno for call in calls if getattr(call, "id", getattr(call, "attr", "")) == "QColor"]
    assert file.name in QCOLOR_FILES or not found, "ask the theme for the color of a role"


def the_machine_is_touched_in_three_rooms(file: Source) -> None:
    found = [(line, module) for line, module in imported(file.nodes) if module in MACHINE_MODULES]
    assert file.name.startswith(MACHINE_ROOMS) or not found, "only probe, bench and run touch the machine"


def system_files_are_read_by_the_probe(file: Source) -> None:
    found = [(line, text) for line, text in texts(file.nodes) if SYSTEM_PATH.search(text)]
    assert file.name.startswith("probe/") or not found, "files of the system are read in probe/, below the given root"


def nothing_beside_the_product_is_imported(file: Source) -> None:
    found = [(line, module) for line, module in imported(file.nodes) if module in ("tools", "tests")]
    assert not found, "the wheel holds neither tools/ nor tests/"


def files_and_functions_stay_short(file: Source) -> None:
    limit = LONGEST_MAIN_WINDOW_LINES if file.name == "ui/window/main_window.py" else LONGEST_FILE_LINES
    assert file.lines <= limit
    functions = [node for node in file.nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    long = [node.name for node in functions if (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION_LINES]
    assert not long


def names_say_what_is_inside(file: Source) -> None:
    words = {word for part in Path(file.name).with_suffix("").parts for word in part.split("_")}
    assert not words & {"utils", "util", "helpers", "helper", "common", "manager", "base", "misc"}


RULES = (unit_factors_stand_in_one_file, files_and_functions_stay_short, names_say_what_is_inside)
RULES_OF_THE_PRODUCT = (
    units_are_written_where_people_read,
    colors_stand_in_the_palette,
    qt_colors_are_made_from_the_palette_in_one_place,
    the_machine_is_touched_in_three_rooms,
    system_files_are_read_by_the_probe,
    nothing_beside_the_product_is_imported,
)


@each("name", FILES)
def test_a_file_keeps_the_rules_of_the_house(name: str) -> None:
    text = FILES[name].read_text(encoding="utf-8")
    file = Source(name, len(text.splitlines()), list(ast.walk(ast.parse(text))))
    for rule in RULES if name in TOOLS else RULES + RULES_OF_THE_PRODUCT:
        rule(file)
