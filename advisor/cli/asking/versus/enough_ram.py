"""The RAM beside cards of which nobody told it: the usual, or more where the model that is named does well only so."""

from collections.abc import Callable

from advisor.catalog.hardware.named_memory import NamedMemory
from advisor.cli.asking.sentence.chips import Way
from advisor.cli.asking.steps import Held
from advisor.cli.asking.versus.row import Row

_SIZES_GIB = (64, 128)
"""What people put into a PC at home for a large model (a judgment)."""

Answered = Callable[[Way, NamedMemory, str], Row]


def enough_ram(usual: NamedMemory | None, held: Held, answered: Answered) -> NamedMemory | None:
    """The least with which most of what is held against each other does well; None where no RAM is assumed at all."""
    if usual is None or not usual.gib or not held.models:
        return usual
    sizes = [usual, *(usual._replace(gib=float(size)) for size in _SIZES_GIB if size > usual.gib)]
    useful = dict[NamedMemory, int]()
    for ram in sizes:
        rows = [answered(ways[0], ram, one.name) for ways in held.computers for one in held.models]
        useful[ram] = sum(one.is_useful for one in rows)
        if all(one.answer.usability != "wont_run" for one in rows):
            break
    return max(useful, key=lambda ram: (useful[ram], -(ram.gib or 0.0)))


def assumed_words(ram: NamedMemory, usual: NamedMemory | None) -> str:
    """How much RAM is assumed, and why it is more than the usual."""
    kind = f"{ram.type} " if ram.type else ""
    why = "" if ram == usual else ", for with less it does not run"
    return f"{ram.gib:g} GB of {kind}RAM (--ram){why}"
