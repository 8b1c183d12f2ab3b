"""One line of what is held against each other."""

from typing import NamedTuple

from advisor.facts.answers.ask import AskAnswer
from advisor.facts.answers.usability import Usability
from advisor.facts.answers.worth import Price
from advisor.present.words.verdict import Verdict

_USEFUL: tuple[Usability, ...] = ("great", "fine")
LIGHTS: tuple[Usability, ...] = ("great", "fine", "slow", "unknown", "wont_run")


class Row(NamedTuple):
    """One model in one file on one computer: the words of the command, the answer and the price of the computer.

    `lacking` is the file that was meant where no program runs it on that computer, which is answered in another.
    `ease` is the part of its use that is left after what is a nuisance about it.
    """

    name: str
    words: tuple[str, ...]
    answer: AskAnswer
    verdict: Verdict
    price: Price | None
    assumed: tuple[str, ...]
    lacking: str = ""
    ease: float = 1.0

    @property
    def is_useful(self) -> bool:
        """Whether it does the work well."""
        return self.answer.usability in _USEFUL

    @property
    def rate(self) -> float:
        """The middle of its speed; 0 where it does not run."""
        return self.answer.rate_per_s.middle if self.answer.rate_per_s else 0.0
