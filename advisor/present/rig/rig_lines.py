"""The rig in a few lines: its processors with their memories."""

from collections import Counter

from advisor.facts.rig.rig import Processor, Rig
from advisor.predict.memory.fit import granted_bytes
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import capacity
from advisor.present.words.words import say


def rig_lines(rig: Rig) -> tuple[str, ...]:
    """The processors with their memories, graphics with memory of their own first, equal ones together.

    "2 x RTX 3090 · 24.0 GiB VRAM". Graphics that share main memory stand below it.
    """
    is_shared = rig.processors[1:] != () and all(one.pool == "unified" for one in rig.processors[1:])
    order = sorted(rig.processors, key=lambda one: 0 if one.pool == "vram" else 1 if one.kind == "cpu" else 2)
    counts = Counter(_line(one, is_shared=is_shared) for one in order)
    return tuple(f"{number} x {line}" if number > 1 else line for line, number in counts.items())


def _line(one: Processor, *, is_shared: bool) -> str:
    granted = granted_bytes(one)
    size_bytes = one.memory_total_bytes.value if granted is None else granted
    if size_bytes is None:
        return short_name(one.name)
    size = capacity(size_bytes)
    if one.kind == "cpu":
        memory = say("{size} shared memory", size=size) if is_shared else say("{size} RAM", size=size)
    else:
        memory = say("{size} VRAM", size=size) if one.pool == "vram" else say("uses up to {size} of it", size=size)
    return " · ".join((short_name(one.name), memory))
