"""Main memory as people write it: `32`, `2x16 DDR5-6000`, `one stick of 32 GB at 4800`."""

import re
from math import isfinite
from typing import NamedTuple

LEAST_GIB, MOST_GIB = 0.5, 65536
_MOST_STICKS = 128
_SLOWEST_MT_PER_S, _FASTEST_MT_PER_S = 200, 20_000

_COUNTS = {"a": 1, "one": 1, "single": 1, "two": 2, "dual": 2, "both": 2, "three": 3, "four": 4, "quad": 4, "eight": 8}
_COUNT = rf"(?P<count>\d{{1,3}}|{'|'.join(_COUNTS)})"
_STICK = r"(?:sticks?|modules?|dimms?|so-?dimms?)"
_SIZE = r"(?P<size>\d{1,6}(?:\.\d{1,3})?)"
_UNIT = r"(?:\s*gi?b?)?(?![\w.])"
_TYPE = re.compile(r"(?<!\w)(?P<type>(?:lp)?ddr\d)(?P<x>x?)(?:[\s-]*(?P<rate>\d{3,5})(?!\d))?", re.IGNORECASE)
_RATE = re.compile(r"(?<!\w)(?P<rate>\d{3,5})\s*(?:mt/?s|mhz)(?!\w)", re.IGNORECASE)
_KIT = re.compile(rf"(?<!\w){_COUNT}\s*(?:x|{_STICK}\s+of)\s*{_SIZE}{_UNIT}", re.IGNORECASE)
_STICKS = re.compile(rf"(?<!\w){_COUNT}[\s-]*(?:x\s*)?(?:{_STICK}|channels?)(?!\w)", re.IGNORECASE)
_TOTAL = re.compile(rf"(?<!\w){_SIZE}{_UNIT}", re.IGNORECASE)
_BARE_RATE = re.compile(r"(?<!\w)(?P<rate>\d{3,5})(?!\w)")
_NO_MATTER = re.compile(
    r"(?:\b(?:a|the|its|ram|memory|of|with|in|at|and|only|just|each|set|to|running|mt/?s|mhz|without|no|xmp|expo)\b"
    rf"|\b{_STICK}(?!\w)|[\s,;()@+&])*",
    re.IGNORECASE,
)


class NamedMemory(NamedTuple):
    """What was said of main memory; None, or no sticks, for what was not.

    `sticks_gib` are the sizes of its sticks where both were said, `sticks` is how many there are.
    """

    gib: float | None = None
    sticks: int | None = None
    type: str | None = None
    mt_per_s: int | None = None
    sticks_gib: tuple[float, ...] = ()

    def __str__(self) -> str:
        """As an option takes it: `32`, `2x16 DDR5-6000`."""
        sizes = dict.fromkeys(self.sticks_gib)
        size = " + ".join(f"{self.sticks_gib.count(one)}x{one:g}" for one in sizes) or (
            f"{self.gib:g}" if self.gib else ""
        )
        rate = "-".join(filter(None, (self.type, f"{self.mt_per_s}" if self.mt_per_s else "")))
        return " ".join(filter(None, (size, rate)))

    @property
    def is_only_a_size(self) -> bool:
        """Whether nothing was said of its sticks and their speed."""
        return not (self.sticks or self.type or self.mt_per_s)

    def filled_from(self, other: "NamedMemory") -> "NamedMemory":
        """The same, with what another place says where this one is silent."""
        gib, sticks = self.gib or other.gib, self.sticks or other.sticks
        sizes = self.sticks_gib or other.sticks_gib
        if not sizes and gib and sticks:
            sizes = (gib / sticks,) * sticks
        return NamedMemory(gib, sticks, self.type or other.type, self.mt_per_s or other.mt_per_s, sizes)


def named_memory(text: str) -> NamedMemory | None:
    """What a text says of main memory; None where it says something else, or what cannot be true."""
    left = text.strip().replace("\u00d7", "x")
    left, typed = _taken(left, _TYPE)
    left, rated = _taken(left, _RATE)
    kits = [(_number(one["count"]), float(one["size"])) for one in _KIT.finditer(left)]
    left = _KIT.sub(" ", left)
    left, counted = _taken(left, _STICKS)
    left, total = _taken(left, _TOTAL)
    left, bare = _taken(left, _BARE_RATE) if total or kits else (left, None)
    if total and kits and bare is None and _SLOWEST_MT_PER_S <= float(total["size"]) != sum(n * s for n, s in kits):
        bare, total = _BARE_RATE.fullmatch(total["size"]), None
    if not _NO_MATTER.fullmatch(left):
        return None
    rates = [int(one["rate"]) for one in (typed, rated, bare) if one is not None and one["rate"]]
    sizes = tuple(size for count, size in kits[:_MOST_STICKS] for _ in range(min(count, _MOST_STICKS + 1)))
    told = NamedMemory(
        gib=sum(sizes) or (float(total["size"]) if total else None),
        sticks=len(sizes) or (_number(counted["count"]) if counted else None),
        type=f"{typed['type']}{typed['x']}".upper() if typed else None,
        mt_per_s=rates[0] if rates else None,
        sticks_gib=sizes,
    ).filled_from(NamedMemory())
    is_one_size = total is None or not sizes or float(total["size"]) == sum(sizes)
    return told if is_one_size and len(rates) <= 1 and _is_plausible(told) else None


def _taken(text: str, pattern: re.Pattern[str]) -> tuple[str, re.Match[str] | None]:
    """The text without the first place that the pattern knows, and that."""
    found = pattern.search(text)
    return (f"{text[: found.start()]} {text[found.end() :]}", found) if found else (text, None)


def _number(word: str) -> int:
    return _COUNTS.get(word.lower()) or int(word)


def _is_plausible(told: NamedMemory) -> bool:
    """Whether there can be such memory, and anything was said of it."""
    sizes = [one for one in (told.gib, *told.sticks_gib) if one is not None]
    return (
        any(told)
        and all(isfinite(one) and LEAST_GIB <= one <= MOST_GIB for one in sizes)
        and (told.sticks is None or 1 <= told.sticks <= _MOST_STICKS)
        and (told.mt_per_s is None or _SLOWEST_MT_PER_S <= told.mt_per_s <= _FASTEST_MT_PER_S)
    )
