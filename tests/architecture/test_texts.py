"""Every text that people see can be translated: it stands in say() or to_say(), whole, and is said when it is shown.

What a text is, a syntax tree can only guess: words with a space between them, or one that begins with a capital.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.each import each

REPOSITORY = Path(__file__).parents[2]
ROOMS = ("present", "advice", "ui", "charts", "report")
FILES = {
    file.relative_to(REPOSITORY / "advisor").as_posix(): file
    for room in ROOMS
    for file in sorted((REPOSITORY / "advisor" / room).rglob("*.py"))
}
SAYING = {"say": 1, "to_say": 1, "say_count": 2, "to_say_count": 2}
"""What takes texts, and how many."""
UNREAD = {
    *("startswith", "endswith", "removeprefix", "removesuffix", "partition", "rpartition", "split", "strip", "rstrip"),
    *("lstrip", "count", "index", "find", "join", "compile", "search", "sub", "fullmatch", "glob", "read_text"),
    *("getattr", "hasattr", "cast", "TypeVar", "setObjectName", "setProperty", "findChild", "findChildren", "field"),
    *("setStyleSheet", "setStyle", "QKeySequence", "setFormat", "get", "ValueError", "_NothingError", "fromString"),
    *("NotImplementedError", "setFamily", "QFont", "Path", "command", "debug", "info", "exception"),
}
"""What is handed to these is a name, a pattern or a sign."""
NAMES = re.compile(
    r"""^(?:Rig\ Advisor|Ollama|LM\ Studio|llama\.cpp|Windows|Linux|macOS|NVIDIA|Vulkan|Metal|Python|Fusion|Inter
    |English|DejaVu.*|Modelfile|Letter)$""",
    re.VERBOSE,
)
"""Names are the same in every language."""
NO_SENTENCE = re.compile(r"[{};]\s*\n|</?\w+|^\s*[\w-]+:\s*[^ ]+;|\\[bdswS(]|\(\?|://|^[\w.*/\\-]+$|^%|^--?\w|^\*\.")
"""Style sheets, HTML, patterns, addresses, keys and options."""
WORD = re.compile(r"[^\W\d_]{2,}")
UNITS = {
    *("GiB", "MiB", "KiB", "GB", "TFLOPS", "TOPS", "GHz", "MHz", "MT", "ns", "ms", "min", "tokens", "kWh", "px", "pt"),
    *("PCIe", "CPU", "GPU", "USD", "x", "Ctrl", "Shift", "UTF", "PDF", "JSON", "PNG", "SVG"),
}
ALL = frozenset({"*"})
EXEMPT: dict[str, frozenset[str]] = {
    "advice/new_card.py": frozenset({"new_card", "named_card"}),  # what stands in a card's file
    "ui/start/display.py": ALL,  # said on the terminal, before there is a window
    "ui/start/application.py": frozenset({"start_trouble", "open_window"}),  # the same, and names
    "ui/look/style_sheet.py": ALL,
    "ui/settings/licenses.py": ALL,  # names and licenses as their packages write them
    "ui/start/fault_watch.py": ALL,  # the log and the reports are English
    "ui/start/qt_messages.py": ALL,
    "ui/start/fault_dialog.py": frozenset({"end_start"}),
    "ui/state/session.py": frozenset({"tell_what_was_left_out"}),
    "ui/work/unexpected.py": ALL,  # an error in its own words
    "ui/window/picture_sharing.py": frozenset({"_app"}),
    "ui/upgrade/rig_table.py": frozenset({"_SPARED"}),  # columns by their names
    "ui/models/ranking_table.py": frozenset({"_SPARED"}),
    "present/rank/fleet_rows.py": frozenset({"_NETWORK_NAMES"}),
    "present/rank/rows.py": frozenset({"FALLING_COLUMNS", "LIGHT_COLUMN", "SPEED_COLUMN", "MEMORY_COLUMN", "subject"}),
    "present/words/palette.py": ALL,  # roles of colors
    "present/words/font_names.py": ALL,
    "present/words/processor_name.py": ALL,  # patterns of names
    "present/words/placement_text.py": frozenset({"PROGRAM"}),  # commands and files of other programs
    "present/run_it/guides.py": frozenset({"_PACKAGE_OF_MACOS", "_modelfile", "_environment", "_lm_studio_settings"}),
    "present/run_it/steps.py": frozenset({"_GET_VLLM"}),
    "present/rig/my_rig.py": frozenset({"_SAID_IN_ROW"}),  # how sentences of the rooms below begin
    "present/tasks/verdict.py": frozenset({"RAISE_LIMIT", "AMD_SHARE"}),
    "present/tasks/shown_task.py": frozenset({"_FOR_PROGRAMS"}),
    "present/findings/system.py": frozenset({"_SAVING"}),  # names of power plans
    "report/application.py": ALL,  # names of fonts
    "report/document.py": frozenset({"drawing", "table", "plain_table"}),  # kinds of parts of a PDF
}
"""Functions and constants whose words are not for translating."""


def is_text(words: str) -> bool:
    """Whether a person would read it."""
    found = [word for word in WORD.findall(words) if word not in UNITS]
    if not found or NO_SENTENCE.search(words) or NAMES.match(words.strip()):
        return False
    return " " in words.strip() or bool(re.match(r"[A-Z][a-z]{2}", words))


def literal(node: ast.AST) -> str | None:
    """What a string or the words of an f-string say."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "\N{OBJECT REPLACEMENT CHARACTER}".join(
            str(part.value) for part in node.values if isinstance(part, ast.Constant)
        )
    return None


def called(node: ast.AST) -> str:
    """The name of what is called."""
    function = node.func if isinstance(node, ast.Call) else node
    return str(getattr(function, "attr", getattr(function, "id", "")))


class Reader(ast.NodeVisitor):
    """Collects texts that are not said, sayings that cannot be collected, and those that are said too soon."""

    def __init__(self, exempt: frozenset[str] = frozenset()) -> None:
        self.found: list[str] = []
        self._exempt = exempt
        self._depth = 0

    def visit_Call(self, node: ast.Call) -> None:
        name = called(node)
        if name in ("tr", "_tr", "translate") and node.args and literal(node.args[-1]) is not None:
            self.found.append(f"{node.lineno}: say() instead of {name}()")
        if name in SAYING and isinstance(node.func, ast.Name):
            texts, rest = node.args[: SAYING[name]], node.args[SAYING[name] :]
            if any(isinstance(text, ast.JoinedStr) for text in texts):
                self.found.append(f"{node.lineno}: hand values to say() by name, it is looked up before they come in")
            if name.startswith("say") and not self._depth:
                self.found.append(f"{node.lineno}: to_say() for what is made while the module is loaded")
            unsaid = [text for text in texts if literal(text) is None]
            for part in (*unsaid, *rest, *(keyword.value for keyword in node.keywords)):
                self.visit(part)
        elif name not in UNREAD:
            self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        self._look(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self._look(node)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)

    def visit_Expr(self, node: ast.Expr) -> None:
        if literal(node.value) is None:
            self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> None:
        for value in node.values:
            self.visit(value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)

    def visit_Compare(self, node: ast.Compare) -> None:
        """What is compared is no text that is shown."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name in self._exempt:
            return
        for default in (*node.args.defaults, *(one for one in node.args.kw_defaults if one)):
            self.visit(default)
        self._inside(node.body)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._inside([node.body])

    def visit_Assign(self, node: ast.Assign) -> None:
        names = {getattr(part, "id", "") for target in node.targets for part in ast.walk(target)}
        if not names & self._exempt:
            self.visit(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None and getattr(node.target, "id", "") not in self._exempt:
            self.visit(node.value)

    def visit_match_case(self, node: ast.match_case) -> None:
        for statement in node.body:
            self.visit(statement)

    def _inside(self, body: list[ast.stmt] | list[ast.expr]) -> None:
        self._depth += 1
        for part in body:
            self.visit(part)
        self._depth -= 1

    def _look(self, node: ast.expr) -> None:
        words = literal(node)
        if words is not None and is_text(words):
            self.found.append(f"{node.lineno}: {words!r} is not said")


TABLES = "present/words/reasons/"
"""What stands in a table of reasons is collected from there."""


@each("name", [name for name in FILES if EXEMPT.get(name) != ALL and not name.startswith(TABLES)])
def test_texts_of_a_file_can_be_translated(name: str) -> None:
    reader = Reader(EXEMPT.get(name, frozenset()))
    reader.visit(ast.parse(FILES[name].read_text(encoding="utf-8")))
    assert not reader.found, "texts that people see go through present/words/words.py"


def texts_of(code: str) -> Iterator[str]:
    reader = Reader()
    reader.visit(ast.parse(code))
    yield from reader.found


@pytest.mark.parametrize(
    "code",
    [
        "def f(x): return f'{x} of them fit'",
        "def f(label): label.setText('Not known')",
        "def f(x): return say(f'{x} of them fit')",
        "def f(x): return say_count('One fits', f'{x} of them fit', x)",
        "WORDS = {'fits': say('Fits')}",
        "def f(self): return self.tr('Fits')",
        "def f(x): return say('{part} fits', part='some of it' if x else 'all of it')",
    ],
)
def test_a_text_that_cannot_be_translated_is_found(code: str) -> None:
    assert list(texts_of(code))


@pytest.mark.parametrize(
    "code",
    [
        "def f(x): return say('{count} of them fit', count=x)",
        "def f(x): return say_count('One fits', '{count} of them fit', x)",
        "WORDS = {'fits': to_say('Fits')}\ndef f(x): return say(WORDS[x])",
        "def f(x): return f'{x:.1f} GiB, {x}'",
        "def f(x):\n    'What it does'\n    return x == 'Not known'",
    ],
)
def test_what_can_be_translated_is_no_fault(code: str) -> None:
    assert not list(texts_of(code))
