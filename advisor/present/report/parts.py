"""The parts a report is made of, for every form in which it is written: PDF, Markdown, JSON."""

from typing import TYPE_CHECKING, Literal, Union

from advisor.facts.values.frozen import frozen
from advisor.present.words.series import Chart, RigPicture, Table
from advisor.present.words.verdict import Figure
from advisor.present.words.words import say

if TYPE_CHECKING:
    from advisor.facts.answers.usability import Usability

Style = Literal["plain", "soft", "note"]
"""How a paragraph is set: as text, as a caption, or as small print."""


@frozen
class Words:
    """A paragraph; `strong` stands in front of it."""

    text: str
    strong: str = ""
    style: Style = "plain"


@frozen
class Rows:
    """A table; `shares` are the widths of its columns in percent."""

    table: Table
    shares: tuple[int, ...]


@frozen
class Facts:
    """Facts with where they come from, as a table of three columns.

    `short` tells the same in two, each value with its origin where that is not the usual one, which `usual` names.
    """

    table: Table
    short: tuple[tuple[str, str], ...]
    usual: str


@frozen
class Figures:
    """The large figures of a verdict, side by side."""

    figures: tuple[Figure, ...]

    @property
    def table(self) -> Table:
        """The same as a table."""
        columns = (say("Figure"), say("Value"), say("Range"), say("Meaning"))
        return Table(columns, tuple((one.name, one.amount, one.span, one.meaning) for one in self.figures))


@frozen
class Drawn:
    """A chart or the picture of the rig with its title; it says in words what it shows."""

    series: Chart | RigPicture


@frozen
class Beside:
    """Two things side by side, the left one on this share of the width."""

    left: "Block"
    right: "Block"
    left_share: float = 0.5


@frozen
class Section:
    """A heading and what belongs to it; `mark` is how a list of contents calls it, where that is not the heading."""

    title: str
    blocks: "tuple[Block, ...]"
    mark: str = ""


Block = Union[Words, Rows, Facts, Figures, Drawn, Beside, Section]  # noqa: UP007 - a type that names itself cannot be built with |


@frozen
class Report:
    """A whole report: `summary` stands on one page, `details` follow it. `foot` stands below every page.

    `light` is that of the title, where it is a verdict. `in_words` says at the end what the summary's drawing shows.
    `subject` and `keywords` are for those who look for the document, `date` is when it was made.
    """

    title: str
    lead: tuple[Words, ...]
    summary: tuple[Section, ...]
    details: tuple[Section, ...]
    in_words: Section
    foot: str
    subject: str
    keywords: tuple[str, ...]
    date: str
    version: str
    light: "Usability | None" = None
