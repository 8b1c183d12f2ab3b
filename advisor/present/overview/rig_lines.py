"""What page Overview says of the rig itself: its processors with their memories, and whether it is set up well."""

from collections import Counter

from advisor.facts.rig.rig import Processor, Rig
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import capacity
from advisor.present.words.view import FindingPanel, MyRigView
from advisor.present.words.words import say, say_count, to_say

_MEMORY = {"vram": to_say("{size} VRAM"), "ram": to_say("{size} RAM"), "unified": to_say("{size} shared memory")}


def health(view: MyRigView) -> FindingPanel:
    """Whether the rig is set up well: what slows it down, the worst by its name."""
    slow = [one for one in view.findings if one.tone == "warning"]
    if not slow:
        return FindingPanel("good", say("Good"), say("Set up well"), say("Nothing found that slows this rig down."))
    title = say_count("{count} thing slows this rig down", "{count} things slow this rig down", len(slow))
    return FindingPanel("warning", slow[0].word, title, slow[0].title, slow[0].evidence)


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
