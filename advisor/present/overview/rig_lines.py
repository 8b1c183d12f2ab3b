"""What page Overview says of the rig itself: its processors with their memories."""

from collections import Counter

from advisor.facts.rig.rig import Processor, Rig
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import capacity
from advisor.present.words.words import say, to_say

_MEMORY = {"vram": to_say("{size} VRAM"), "ram": to_say("{size} RAM"), "unified": to_say("{size} shared memory")}


def rig_lines(rig: Rig) -> tuple[str, ...]:
    """The processors with their memories, the graphics first, equal ones together: "2 x RTX 3090 · 24.0 GiB VRAM".

    A memory that both share is named once.
    """
    order = sorted(rig.processors, key=lambda one: one.kind == "cpu")
    shared = [one for one in order if one.pool == "unified"]
    counts = Counter(_line(one, with_memory=one not in shared[1:]) for one in order)
    return tuple(f"{number} x {line}" if number > 1 else line for line, number in counts.items())


def _line(one: Processor, *, with_memory: bool) -> str:
    size = one.memory_total_bytes.value if with_memory else None
    memory = say(_MEMORY[one.pool], size=capacity(size)) if size else ""
    return " · ".join(filter(None, (short_name(one.name), memory)))
