"""Instruction sets of a processor that matter for models, by the names people know."""

from advisor.present.words.words import say, to_say

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
    return ", ".join(say(name) for name in names if _OLDER.get(name) not in names)
