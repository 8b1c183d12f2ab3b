"""The verdict of an answer: the same light, title and figures on the page, on paper and in the picture."""

from typing import TYPE_CHECKING, Literal

from advisor.facts.values.frozen import frozen
from advisor.present.words.words import joined, say, to_say

if TYPE_CHECKING:
    from advisor.facts.answers.usability import Usability

ActionKind = Literal["try", "measure", "run", "see"]
"""Another setting of a knob, a measurement of this computer, the steps to run it, the list of what fits."""

NO_FIGURE = "\u2013"
"""What stands where there can be no figure."""
MOST_TITLE_WORDS = 8

ACTION_WORDS: dict[ActionKind, str] = {
    "measure": to_say("Measure"),
    "run": to_say("How to run it"),
    "see": to_say("See what fits"),
}


@frozen
class Figure:
    """One large figure: what it is called, its value and unit, its range or its whole, and what it means."""

    name: str
    value: str
    unit: str = ""
    span: str = ""
    meaning: str = ""

    @property
    def amount(self) -> str:
        """Value and unit."""
        return f"{self.value} {self.unit}".strip()

    @property
    def text(self) -> str:
        """All of it on one line; empty where there is nothing to tell."""
        span = say(" ({remarks})", remarks=self.span) if self.span else ""
        told = "" if self.value == NO_FIGURE else f"{self.amount}{span}"
        said = joined((told, self.meaning), ", ")
        return say("{name}: {figure}", name=self.name, figure=said) if said else ""


@frozen
class Action:
    """What to do next; `try` turns a knob to a choice."""

    kind: ActionKind
    text: str
    knob: str = ""
    choice: str = ""


@frozen
class Verdict:
    """A light, the title with it, what was asked, speed, wait and memory, why, and what to do next.

    `actions` are what helps most first; who cannot do one takes the next. `aside`: what of the rig is not counted, or
    to be minded.
    """

    light: "Usability"
    light_word: str
    title: str
    asked: str
    figures: tuple[Figure, Figure, Figure]
    because: str
    actions: tuple[Action, ...]
    aside: str = ""

    def action(self, *, can_measure: bool) -> Action | None:
        """The one to offer first; only this computer can be measured."""
        return next((one for one in self.actions if one.kind != "measure" or can_measure), None)

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it as text."""
        said = (self.title, self.asked, *(one.text for one in self.figures), self.because, self.aside)
        return tuple(filter(None, said))


def verdict_title(light: str, model: str) -> str:
    """The light and the model in at most eight words; a longer name is cut."""
    room = MOST_TITLE_WORDS - len(light.split())
    words = model.split()
    name = model if len(words) <= room else " ".join(words[:room]) + "…"
    return say("{light}: {model}", light=light, model=name)
