"""What strangers wrote is never taken for rich text: names may look like HTML, and HTML loads files and folders."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import Qt

from advisor.charts.plain import plain_tip
from tests.each import each

ADVISOR = Path(__file__).parents[2] / "advisor"
DOOR = "charts/plain.py"
FILES = {
    file.relative_to(ADVISOR).as_posix(): file
    for room in ("ui", "charts", "report")
    for file in sorted((ADVISOR / room).rglob("*.py"))
}
SHOWS = {"setToolTip": 0, "showText": 1, "setInformativeText": 0, "warning": 2, "information": 2, "critical": 2}
"""Of what takes a text that may be rich: which argument that is."""
RICH = {"setHtml", "insertHtml", "QTextEdit", "QTextBrowser", "QToolTip.setText", "QErrorMessage", "setWhatsThis"}


def name_of(call: ast.Call) -> str:
    return getattr(call.func, "attr", "") or getattr(call.func, "id", "")


def is_plain(text: ast.expr) -> bool:
    """Whether it went through the door, or is a text of ours without anything in it."""
    match text:
        case ast.Constant():
            return True
        case ast.IfExp(body=body, orelse=otherwise):
            return is_plain(body) and is_plain(otherwise)
        case ast.Call():
            return name_of(text) == "plain_tip" or (name_of(text) == "say" and not text.keywords)
    return False


def shown_past_the_door(tree: ast.AST) -> Iterator[str]:
    """Where a text is shown that may be rich."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = name_of(node)
            at = SHOWS.get(name)
            owner = node.func.value if isinstance(node.func, ast.Attribute) else None
            is_log = isinstance(owner, ast.Name) and owner.id == "LOG"
            if at is not None and not is_log and not is_plain(node.args[at]):
                yield ast.unparse(node)
            if name == "setItemData" and "ToolTipRole" in ast.unparse(node.args[2]) and not is_plain(node.args[1]):
                yield ast.unparse(node)
            if name in RICH or name == "QLabel":
                yield ast.unparse(node)
        elif isinstance(node, ast.match_case) and "ToolTipRole" in ast.unparse(node.pattern):
            answers = [one for line in node.body for one in ast.walk(line) if isinstance(one, ast.Return)]
            yield from (ast.unparse(one) for one in answers if one.value is None or not is_plain(one.value))
        elif isinstance(node, ast.ClassDef) and "QLabel" in map(ast.unparse, node.bases):
            calls = [name_of(one) for one in ast.walk(node) if isinstance(one, ast.Call)]
            yield from () if "setTextFormat" in calls else (f"class {node.name}",)


@each("name", sorted(set(FILES) - {DOOR}))
def test_no_text_that_may_be_rich_goes_around_the_door(name: str) -> None:
    assert list(shown_past_the_door(ast.parse(FILES[name].read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize(
    "text",
    ["<img src='file:///etc/hostname'>", "RTX <b>4090</b>\nfrom <i>a</i> file", "a &lt;b>"],
)
def test_a_tooltip_shows_what_looks_like_html_as_it_is(text: str) -> None:
    shown = plain_tip(text)
    assert Qt.mightBeRichText(shown)
    assert "<img" not in shown
    assert "<b>" not in shown
    assert plain_tip("a < b\n8 GB") == "a < b\n8 GB"
