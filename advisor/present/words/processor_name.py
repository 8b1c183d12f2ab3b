"""Names of processors and their instruction sets as people say them: "Ryzen 7 7700", "AVX-512"."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from advisor.present.words.words import capital, is_wide, joined, say, to_say

_NOISE = (
    r"\((?:R|TM|C)\)",
    r"[®™]",
    r"\b(?:AMD|Intel|NVIDIA|GeForce|Core)\b(?=.*\d)",
    r"\b\d+(?:th|nd|rd|st) Gen\b",
    r"\b\d+-Core\b",
    r"\bProcessor\b",
    r"\bCPU\b(?=.)",
    r"@.*$",
    r"\bw(?:ith|/) Radeon.*$",
)
CHARACTER_WIDTH, BOLD_WIDTH = 0.56, 0.6
"""Estimated width of a character as a share of the font size."""


@lru_cache(maxsize=256)
def short_name(name: str) -> str:
    """A processor's name without maker, marks and clock; unchanged where nothing would remain."""
    short = name
    for noise in _NOISE:
        short = re.sub(noise, " ", short)
    return re.sub(r"\s+", " ", short).strip(" ,-") or name


def graphics_name(name: str, cpu_name: str) -> str:
    """The short name of a graphics processor; one that is called as the CPU around it is told by what it is."""
    short = short_name(name)
    return capital(say("integrated graphics")) if short == short_name(cpu_name) else short


def names_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Short names by id, equal ones told apart by it: "RTX 3090 (gpu1)"."""
    short = {one: short_name(name) for one, name in names.items()}
    counts = Counter(short.values())
    return {one: f"{name} ({one})" if counts[name] > 1 else name for one, name in short.items()}


def grouped(words: str, number: int) -> str:
    """Words for several equal things: "8 x H100 80GB HBM3"; unchanged for one."""
    return words if number == 1 else f"{number} x {words}"


def text_width(text: str, *, size: float, bold: bool = False) -> float:
    """Estimated width of a text in the unit of `size`."""
    usual = BOLD_WIDTH if bold else CHARACTER_WIDTH
    return size * sum(1.0 if is_wide(letter) else usual for letter in text)


def elided(text: str, *, width: float, size: float, bold: bool = False) -> str:
    """The text, cut with an ellipsis where it would be wider than `width`."""
    if text_width(text, size=size, bold=bold) <= width:
        return text
    while len(text) > 1 and text_width(f"{text}…", size=size, bold=bold) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


_NAMES = {
    "avx": "AVX",
    "avx2": "AVX2",
    "avx512f": "AVX-512",
    "avx512_vnni": "VNNI",
    "avx_vnni": "VNNI",
    "avx512_bf16": "BF16",
    "amx_tile": "AMX",
    "amx_int8": "AMX",
    "asimd": "NEON",
    "asimddp": to_say("dot product"),
    "i8mm": "I8MM",
    "sve": "SVE",
    "sme": "SME",
}
_OLDER = {"AVX": "AVX2", "AVX2": "AVX-512"}
"""Left out where its successor is there."""


def instruction_words(flags: tuple[str, ...]) -> str:
    """Names of the instruction sets among the system's flags: "AVX-512, VNNI"; empty where none matters."""
    found = set(flags)
    names = dict.fromkeys(name for flag, name in _NAMES.items() if flag in found)
    return joined((say(name) for name in names if _OLDER.get(name) not in names), ", ")
