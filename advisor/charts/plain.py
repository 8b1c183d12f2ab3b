"""What strangers wrote is shown as it is: Qt takes a text that looks like HTML for HTML, which may load files."""

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import Qt as Rich
from PySide6.QtWidgets import QLabel


def plain_tip(text: str) -> str:
    """A text for a tooltip, which knows no other way: what Qt would take for HTML is written as HTML."""
    if not Rich.mightBeRichText(text):
        return text
    return Rich.convertFromPlainText(text, Qt.WhiteSpaceMode.WhiteSpaceNormal)


_BEFORE_UNIT = re.compile(r"(?<=\d) (?=[^\W\d]{1,3}\b)")
_IN_UNIT = re.compile(r"(?<=[^\W\d]/)(?=[^\W\d]{1,3}\b)")


def unbroken(text: str) -> str:
    """The text with each figure on one line with its unit, "8.8 s", and "tokens/s" whole: units have three letters."""
    return _IN_UNIT.sub("\N{WORD JOINER}", _BEFORE_UNIT.sub("\N{NO-BREAK SPACE}", text))


_BEFORE_WORD = re.compile(r"(?<=\d) (?=[^\W\d])")


def unbroken_amounts(text: str) -> str:
    """The text with each figure on one line with what it counts, be that no unit: "2 slots", "16 GB"."""
    return _BEFORE_WORD.sub("\N{NO-BREAK SPACE}", text)


def plain_label(text: str = "", name: str = "") -> QLabel:
    """A text; `name` picks its size and color from the style sheet."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setObjectName(name)
    return label
