"""One line of what is held against each other."""

from collections.abc import Sequence
from typing import NamedTuple

from advisor.answer.which_model.published_forms import loses_much, loss_steps
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.answers.usability import Usability
from advisor.facts.answers.worth import Price
from advisor.present.words.light import LIGHT_WORDS
from advisor.present.words.verdict import Verdict

_USEFUL: tuple[Usability, ...] = ("great", "fine")
LIGHTS: tuple[Usability, ...] = ("great", "fine", "slow", "unknown", "wont_run")
NEAR = 1.25
"""Below this two speeds whose ranges hold each other are called equal, and the cheaper is taken (a judgment)."""
_WORSE_FILE = 0.6
"""What is left of the use of a speed for each step of a smaller file (a judgment)."""
_POOR: tuple[Usability, ...] = ("slow", "wont_run")


class Row(NamedTuple):
    """One model in one file on one computer: the words of the command, the answer and the price of the computer.

    `lacking` is the file that was meant where no program runs it on that computer, which is answered in another.
    `ease` is the part of its use that is left after what is a nuisance about it. `poor` is the same in a file of two
    bits, in place of which it is answered in a better one.
    """

    name: str
    words: tuple[str, ...]
    answer: AskAnswer
    verdict: Verdict
    price: Price | None
    assumed: tuple[str, ...]
    lacking: str = ""
    ease: float = 1.0
    poor: "Row | None" = None

    @property
    def is_fast_enough(self) -> bool:
        """Whether it does the work in time, whatever its file answers."""
        return self.answer.usability in _USEFUL

    @property
    def is_useful(self) -> bool:
        """Whether it does the work well: with a file of two bits nothing does."""
        return self.is_fast_enough and not loses_much(file_of(self))

    @property
    def light(self) -> str:
        """Its light in a sentence; of what is fast enough with a file of two bits alone what is poor."""
        is_poor = self.is_fast_enough and not self.is_useful
        light = self.verdict.light_word.lower()
        return f"fast enough, but {file_of(self)} answers much worse" if is_poor else light

    @property
    def rate(self) -> float:
        """The middle of its speed; 0 where it does not run."""
        return self.answer.rate_per_s.middle if self.answer.rate_per_s else 0.0


def light_filled(one: Row) -> str:
    """Its light in a word with all of a long context filled; empty where that is no worse."""
    _, _, filled = one.verdict.title.partition("; ")
    return filled.partition(" with all ")[0] if " with all " in filled else ""


def is_useful_filled(one: Row) -> bool:
    """Whether it does the work well with all of its context filled, too."""
    return light_filled(one) not in {LIGHT_WORDS[light].lower() for light in _POOR}


def bytes_of(one: Row) -> int:
    """All the memory that it takes; 1 where none is known."""
    return sum(one.answer.need_bytes.values()) or 1


def file_of(one: Row) -> str:
    """Its file in words."""
    return one.answer.settings.quant or "another"


def called(one: Row, rows: Sequence[Row]) -> str:
    """What of it differs from the others: its computer, its model, its file."""
    models = {row.answer.model for row in rows}
    if len({row.name for row in rows}) > 1:
        return f"{one.answer.model} on {one.name}" if len(models) > 1 else one.name
    return one.answer.model if len(models) > 1 else f"{one.answer.model} as {file_of(one)}"


def use_of(one: Row) -> float:
    """Its speed, less where it takes a file that answers noticeably worse, as the small memory of a fast card does."""
    return one.ease * one.rate * _WORSE_FILE ** loss_steps(one.answer.settings.quant or "")


def as_sold(one: Row, other: Row) -> str:
    """That a new thing is held against a used one, in brackets; empty where both are sold alike."""
    mine, theirs = (each.price.condition if each.price is not None else None for each in (one, other))
    if mine is None or theirs is None or (mine == "used") == (theirs == "used"):
        return ""
    return " (used against new)" if mine == "used" else " (new against used)"
