"""Which lines of a window or a report are longer than a reader takes in at a glance."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from advisor.catalog.cards.catalog import load_catalog
from advisor.present.report.parts import Block, Figures, Report, Section, Words
from advisor.present.words.processor_name import short_name

MOST_OF_TITLE, MOST_OF_LINE = 8, 20
"""Words. The name of a thing is one, and so is what a price cites as its source."""
_TITLES = ("title", "heading")
_BACKENDS = ("CUDA 12", "CUDA 13")


def long_lines(root: QWidget) -> Iterator[str]:
    """The visible lines that are too long, each with how many words it has."""
    for widget in root.findChildren(QWidget):
        if isinstance(widget, QLabel | QAbstractButton) and widget.isVisible():
            is_title = not isinstance(widget, QLabel) or widget.objectName() in _TITLES
            yield from too_long(re.sub(r"<[^>]*>", " ", widget.text()), is_title=is_title)


def long_lines_of_first_page(report: Report) -> Iterator[str]:
    """The same of the first page of a report."""
    yield from too_long(report.title, is_title=True)
    yield from _of_blocks((*report.lead, *report.summary))


def too_long(text: str, *, is_title: bool = False) -> Iterator[str]:
    """The lines of a text that are too long."""
    most = MOST_OF_TITLE if is_title else MOST_OF_LINE
    for line in text.split("\n"):
        if len(line.split()) > most and (count := len(_names().sub("name", line.strip("• ")).split())) > most:
            yield f"{count} words: {line}"


def _of_blocks(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Section):
            yield from too_long(block.title, is_title=True)
            yield from _of_blocks(block.blocks)
        elif isinstance(block, Words):
            yield from too_long(block.text)
        elif isinstance(block, Figures):
            yield from (line for one in block.figures for line in too_long(f"{one.span}\n{one.meaning}"))


@cache
def _names() -> re.Pattern[str]:
    """What counts as one word, as it is written and without its maker."""
    catalog = load_catalog()
    kinds = (catalog.models, catalog.other_models, catalog.gpus, catalog.cpus, catalog.computers)
    written = {card.name for cards in kinds for card in cards.values()}
    cited = {card.source for card in catalog.prices.values()}
    names = {*written, *map(short_name, written), *cited, *_BACKENDS}
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?:\d+ x )?(?:{known})|\d+ x ")  # how many there are belongs to the name behind it
