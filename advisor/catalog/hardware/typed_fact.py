"""Which facts of a machine a person can put right, and what can be true of each (docs/detection.md 1.3)."""

import re
from collections import Counter
from typing import Any, Literal

from advisor.facts.machine.machine import Link, MemoryModule
from advisor.facts.values.frozen import frozen
from advisor.facts.values.units import EIB, GB, GIB, KIB, MEGA, MIB, TB

Kind = Literal["text", "words", "count", "capacity", "bandwidth", "power", "modules", "link", "memory_kind"]
LONGEST_TEXT = 200
MEMORY_KINDS = ("dedicated", "shared", "unified")
LINK_WIDTHS = (1, 2, 4, 8, 12, 16, 32)
_NEWEST_GENERATION = 8
_SLOWEST_MT_PER_S, _FASTEST_MT_PER_S = 200, 20_000
_MOST_STICKS = 128

_LINK = re.compile(r"(?:pcie)?\s*(\d)(?:\.0)?\s*x\s*(\d{1,2})", re.IGNORECASE)
_STICKS = re.compile(
    r"(?:(?P<count>\d{1,3})\s*x\s*)?(?P<gib>\d{1,5}(?:\.\d+)?)\s*(?:gi?b)?\s*"
    r"(?P<type>(?:lp)?ddr\d)?(?P<x>x?)(?:(?:\s*-\s*|\s+at\s+|\s+)(?P<rate>\d{3,5})\s*(?:mt/s|mhz)?)?",
    re.IGNORECASE,
)


@frozen
class TypedFact:
    """What kind of value a fact has, and between what a number lies."""

    kind: Kind
    lowest: float = 0
    highest: float = 0


_GPU_BYTES = TypedFact("capacity", GIB // 10, 1000 * GIB)
_GPU_FREE = TypedFact("capacity", 0, 1000 * GIB)
_RAM = TypedFact("capacity", 16 * MIB, EIB // KIB)
_RATE = TypedFact("bandwidth", GB, 40 * TB)
_TEXT = TypedFact("text")

TYPED_FACTS: dict[str, TypedFact] = {
    "cpu.name": _TEXT,
    "cpu.cores": TypedFact("count", 1, 4096),
    "cpu.flags": TypedFact("words"),
    "cpu.hypervisor": _TEXT,
    "memory.usable_bytes": _RAM,
    "memory.available_bytes": TypedFact("capacity", 0, EIB // KIB),
    "memory.limit_bytes": _RAM,
    "memory.modules": TypedFact("modules"),
    "memory.channels": TypedFact("count", 1, 64),
    "memory.theoretical_bytes_per_s": _RATE,
    "gpus.name": _TEXT,
    "gpus.driver": _TEXT,
    "gpus.memory_total_bytes": _GPU_BYTES,
    "gpus.memory_free_bytes": _GPU_FREE,
    "gpus.memory_kind": TypedFact("memory_kind"),
    "gpus.theoretical_bytes_per_s": _RATE,
    "gpus.link": TypedFact("link"),
    "gpus.power_limit_w": TypedFact("power", 1, 3000),
    "os.name": _TEXT,
}
"""By path; that of a graphics card without the card."""


PART_OF = {"available_bytes": "usable_bytes", "memory_free_bytes": "memory_total_bytes"}
"""What is free, and all of it that there is: the part is never more, by the names of the facts."""


def typed_fact(path: str) -> TypedFact | None:
    """What may be typed for a fact, None where there is no such fact."""
    part, _, name = path.rpartition(".")
    return TYPED_FACTS.get(f"{part.partition('.')[0]}.{name}")


def typed_value(path: str, value: float | str) -> Any:
    """The value of the fact as a machine holds it, None where it cannot be true."""
    typed = typed_fact(path)
    if typed is None:
        return None
    if typed.kind in ("count", "capacity", "bandwidth", "power"):
        return _number(typed, value)
    if not isinstance(value, str) or not 0 < len(value.strip()) <= LONGEST_TEXT:
        return None
    if typed.kind == "words":
        return tuple(re.findall(r"[\w.]+", value.lower())) or None
    if typed.kind == "memory_kind":
        return value if value in MEMORY_KINDS else None
    readers = {"modules": modules_in, "link": link_in}
    return readers.get(typed.kind, str.strip)(value)


def link_in(text: str) -> Link | None:
    """The link in words such as `4.0 x16`."""
    found = _LINK.fullmatch(text.strip())
    generation, width = (int(found[1]), int(found[2])) if found else (0, 0)
    if width not in LINK_WIDTHS or not 1 <= generation <= _NEWEST_GENERATION:
        return None
    return Link(generation_now=None, generation_max=generation, width_now=width, width_max=None)


def modules_in(text: str) -> tuple[MemoryModule, ...] | None:
    """The memory sticks in words such as `2 x 16 DDR5-6000, 1 x 8 DDR4-3200`: how many, GiB, type and MT/s."""
    sticks: list[MemoryModule] = []
    for part in text.split(","):
        found = _STICKS.fullmatch(part.strip())
        if not found:
            return None
        count, size_bytes = int(found["count"] or 1), int(float(found["gib"]) * GIB)
        rate = int(found["rate"]) if found["rate"] else None
        is_plausible = rate is None or _SLOWEST_MT_PER_S <= rate <= _FASTEST_MT_PER_S
        if not 1 <= count <= _MOST_STICKS or not size_bytes or not is_plausible:
            return None
        kind = f"{found['type']}{found['x']}".upper() if found["type"] else None
        sticks += [_stick(len(sticks) + number, size_bytes, kind, rate) for number in range(1, count + 1)]
    return tuple(sticks) if len(sticks) <= _MOST_STICKS else None


def modules_text(modules: tuple[MemoryModule, ...]) -> str:
    """The words that `modules_in` reads."""
    kinds = Counter((stick.bytes, stick.type, stick.configured_transfers_per_s) for stick in modules)
    parts = []
    for (size_bytes, kind, rate), count in kinds.items():
        speed = f"{'-' if kind else ' '}{rate // MEGA}" if rate else ""
        parts.append(f"{count} x {size_bytes / GIB:g}" + (f" {kind}" if kind else "") + speed)
    return ", ".join(parts)


def _number(typed: TypedFact, value: float | str) -> float | None:
    if isinstance(value, str) or not typed.lowest <= value <= typed.highest:
        return None
    whole = typed.kind in ("count", "capacity")
    if typed.kind == "count" and value != int(value):
        return None
    return int(value) if whole else float(value)


def _stick(number: int, size_bytes: int, kind: str | None, mt_per_s: int | None) -> MemoryModule:
    rate = mt_per_s * MEGA if mt_per_s else None
    return MemoryModule(
        slot=str(number),
        bytes=size_bytes,
        type=kind,
        rated_transfers_per_s=None,
        configured_transfers_per_s=rate,
        channel=None,
    )
