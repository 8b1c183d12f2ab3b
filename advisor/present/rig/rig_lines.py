"""The rig in a few lines: its processors with their memories."""

from collections import Counter

from advisor.facts.rig.rig import Processor, Rig
from advisor.predict.memory.fit import budget_bytes, granted_bytes
from advisor.present.words.processor_name import graphics_name, short_name
from advisor.present.words.quantity import capacity
from advisor.present.words.words import say


def rig_lines(rig: Rig) -> tuple[str, ...]:
    """The processors with their memories, graphics with memory of their own first, equal ones together.

    "2 x RTX 3090 · 24.0 GiB VRAM each". Graphics that share main memory stand below it.
    """
    is_shared = rig.processors[1:] != () and all(one.pool == "unified" for one in rig.processors[1:])
    order = sorted(rig.processors, key=lambda one: 0 if one.pool == "vram" else 1 if one.kind == "cpu" else 2)
    counts = Counter((_name(one, rig), _memory(one, rig.processors[0], is_shared=is_shared)) for one in order)
    return tuple(_line(name, memory, number) for (name, memory), number in counts.items())


def _line(name: str, memory: str, number: int) -> str:
    if number > 1:
        name, memory = f"{number} x {name}", say("{memory} each", memory=memory) if memory else ""
    return " · ".join(filter(None, (name, memory)))


def _name(one: Processor, rig: Rig) -> str:
    cpu = rig.processors[0]
    return short_name(one.counted_name) if one is cpu else graphics_name(one.name, cpu.name)


def _memory(one: Processor, host: Processor, *, is_shared: bool) -> str:
    granted = granted_bytes(one)
    size_bytes = one.memory_total_bytes.value if granted is None else granted
    if size_bytes is None:
        return ""
    size = capacity(size_bytes)
    if one.kind == "cpu":
        return say("{size} shared memory", size=size) if is_shared else say("{size} RAM", size=size)
    if one.pool == "vram":
        return say("{size} VRAM", size=size)
    left = budget_bytes(one)
    if granted is None and left is not None and 0 < left < size_bytes and size_bytes == host.memory_total_bytes.value:
        return say("about {size} left for models", size=capacity(left))
    return say("uses up to {size} of it", size=size)
