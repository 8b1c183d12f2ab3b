"""The rules of the house for tests: short files in small folders, and nothing that asks for a speed."""

import ast
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import ALLOWED_SKIPS, pytest_collection_modifyitems
from tests.each import each

REPOSITORY = Path(__file__).parents[2]
FILES = {file.relative_to(REPOSITORY).as_posix(): file for file in sorted((REPOSITORY / "tests").rglob("*.py"))}
CLOCKS = {"monotonic", "perf_counter", "time"}
WAITING = ("tests/fakes/whole_window.py", "tests/journeys/conftest.py")
"""They end what hangs."""


def asks_a_clock(node: ast.AST) -> bool:
    called = [one.func for one in ast.walk(node) if isinstance(one, ast.Call)]
    return any(isinstance(one, ast.Attribute) and one.attr in CLOCKS for one in called)


@each("name", [name for name in FILES if "/benchmarks/" not in name])
def test_no_test_has_a_limit_of_time(name: str) -> None:
    tree = ast.parse(FILES[name].read_text(encoding="utf-8"))
    judged = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Assert) and asks_a_clock(node.test)]
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    given = [
        (word.value.lineno, word.arg)
        for call in calls
        for word in call.keywords
        if isinstance(word.value, ast.Constant)
    ]
    limits = [line for line, word in given if word == "timeout"]
    assert name in WAITING or not judged, "a busy computer is slow: compare two times, or wait for what happens"
    assert not limits, "wait for HANG_S of tests/fakes/patience.py"


@pytest.mark.parametrize("room", ["advisor", "tests", "tools"])
def test_no_folder_is_flat_and_long(room: str) -> None:
    files = Counter(file.parent for file in (REPOSITORY / room).rglob("*.py"))
    assert {folder.as_posix(): number for folder, number in files.items() if number > 25} == {}


@each("name", FILES)
def test_a_file_of_tests_stays_short(name: str) -> None:
    assert len(FILES[name].read_text(encoding="utf-8").splitlines()) <= 400


def reasons_of_skips(tree: ast.Module) -> list[str]:
    """How each reason in a file begins that a test is left out for."""
    constants = {
        one.targets[0].id: one.value
        for one in tree.body
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name)
    }
    reasons: list[str] = []
    for call in [node for node in ast.walk(tree) if isinstance(node, ast.Call)]:
        name = ast.unparse(call.func)
        told = call.args[0] if call.args else None
        if name in ("pytest.mark.skip", "pytest.mark.skipif"):
            told = next(word.value for word in call.keywords if word.arg == "reason")
        elif name not in ("pytest.skip", "pytest.importorskip"):
            continue
        told = constants.get(told.id) if isinstance(told, ast.Name) else told
        told = told.values[0] if isinstance(told, ast.JoinedStr) else told
        assert isinstance(told, ast.Constant), ast.unparse(call)
        reason = str(told.value)
        reasons.append(f"could not import '{reason}'" if name == "pytest.importorskip" else reason)
    return reasons


def test_what_may_be_left_out_elsewhere_is_on_the_list() -> None:
    """Or it would fail on systems that nobody tried."""
    told = {name: reasons_of_skips(ast.parse(file.read_text(encoding="utf-8"))) for name, file in FILES.items()}
    unlisted = [(name, one) for name, reasons in told.items() for one in reasons if not one.startswith(ALLOWED_SKIPS)]
    assert unlisted == []


@pytest.mark.parametrize(
    ("places", "word", "mark", "left"),
    [
        (["tests"], "", "", ["plain"]),
        (["tests/journeys"], "", "", ["plain", "broad"]),
        (["tests"], "start", "", ["plain", "broad"]),
        (["tests"], "", "broad", ["plain", "broad"]),  # pytest itself picks those with the mark
    ],
)
def test_all_tests_are_those_that_are_not_broad(places: list[str], word: str, mark: str, left: list[str]) -> None:
    def item(name: str) -> Any:
        return SimpleNamespace(name=name, get_closest_marker=lambda mark: mark if name == mark else None)

    items = [item("plain"), item("broad")]
    config: Any = SimpleNamespace(
        args=places,
        getini=lambda _: ["tests"],
        option=SimpleNamespace(keyword=word, markexpr=mark),
        hook=SimpleNamespace(pytest_deselected=lambda items: None),
    )
    pytest_collection_modifyitems(config, items)
    assert [one.name for one in items] == left
