"""The light: one word for whether a model can be used for a kind of work on a rig."""

from math import sqrt
from typing import Literal

from advisor.facts.values.range import Range, Ranged

Usability = Literal["great", "fine", "slow", "unknown", "wont_run"]
"""From the best to the worst.

`great`: the middle of the range is at least twice what the work needs, the first word comes in time, the memory keeps
its reserve. `fine`: what the work needs is likely met (`likely_share`), as far as anybody notices. `slow`: it runs
below that, in its pace or, held by its model, in what it can do. `unknown`: it may run, and nobody knows how fast.
`wont_run`: it does not fit, or the work not into its context.
"""

USEFUL: frozenset[Usability] = frozenset(("great", "fine"))
"""With these the work can be done well."""

ENOUGH_SHARE = 1 / 1.1
"""From here on of what the work needs it is enough: nobody notices a tenth, and no line is known as well as that."""


def likely_share(share: Range) -> float:
    """What three of four computers like this reach of it: on the logarithm half-way from the bad end to the middle."""
    return sqrt(share.low * share.middle)


def is_likely_enough(share: Range) -> bool:
    """Whether what the work needs is likely met; `share` is how many times that is reached, 1 is enough."""
    return likely_share(share) >= ENOUGH_SHARE


USABILITIES: tuple[Usability, ...] = ("great", "fine", "slow", "unknown", "wont_run")

Holder = Literal["writing", "first_word", "first_prompt", "answer", "memory", "file", "context", "model", "load"]
"""What keeps a light from the next better one: the pace, the wait for the first word, for that of the first call of
many or for the whole answer, the room, a file of three bits or fewer that loses too much to be great, or of use, the
longest context of the model, the model itself that does too little, more work in a day than a day is long."""


class Light(Ranged):
    """A light with what it rests on.

    `share`: how many times what the work needs it reaches, 1 is enough; None where no line is drawn or no speed known.
    `answer_s`: from the request to the useful answer (prompt, thinking, answer), where the work is one; `needed_s`: how
    long that may take. `thinks`: whether the model thinks before; None where it cannot, or nobody looked. `held_by` is
    None for `great`, and where nothing is known; of what will not run it is "context" or None.
    """

    usability: Usability
    share: Range | None = None
    answer_s: Range | None = None
    needed_s: float | None = None
    thinks: bool | None = None
    held_by: Holder | None = None

    @property
    def place(self) -> int:
        """0 for the best; larger is worse."""
        return USABILITIES.index(self.usability)

    @property
    def is_useful(self) -> bool:
        """Whether the work can be done well."""
        return self.usability in USEFUL

    @property
    def is_too_weak(self) -> bool:
        """Whether it would be fast enough, but the model, or what its file leaves of it, does too little."""
        return is_too_weak(self.usability, self.held_by)


def is_too_weak(usability: Usability, held_by: Holder | None) -> bool:
    """The same of a light of which no more is known."""
    return usability == "slow" and held_by in ("model", "file")


UNKNOWN_LIGHT = Light(usability="unknown")
WONT_RUN = Light(usability="wont_run")
SHORT_CONTEXT = Light(usability="wont_run", held_by="context")


def is_just_enough(light: Light) -> bool:
    """Whether what the work needs is hardly reached: by less than a tenth."""
    return light.usability == "fine" and light.share is not None and light.share.middle * ENOUGH_SHARE < 1
