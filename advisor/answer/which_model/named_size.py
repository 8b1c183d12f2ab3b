"""Parameters that the name of a model states: `350M`, `35B-A3B`, `8x7B`, `E4B`."""

import re
from typing import NamedTuple

from advisor.facts.values.units import GIGA

_UNITS = {"m": GIGA // 1000, "b": GIGA, "t": 1000 * GIGA}
_NUMBER = r"((?=[\d.]*[1-9])\d{1,4}(?:\.\d{1,6})?)"
_TOTAL = rf"(?<![a-z0-9.]){_NUMBER}[ _-]?([bmt])(?![a-z0-9])|(?<=[a-z]){_NUMBER}(b)(?![a-z0-9])"
_ACTIVE = rf"(?<![a-z0-9.])a{_NUMBER}([bm])(?![a-z0-9])"
_EFFECTIVE = rf"(?<![a-z0-9.])e{_NUMBER}(b)(?![a-z0-9])"
_EXPERTS = rf"(?<![a-z0-9.])([1-9]\d?)x{_NUMBER}(b)(?![a-z0-9])"
"""Compiled when a name is first read: most answers are about models that are known."""
_MORE_THAN_EXPERTS = 0.81
"""All over experts x size: attention is shared (Mixtral 8x7B 46.7 of 56, 8x22B 140.6 of 176, a 4x8B 24.9 of 32)."""
_ACTIVE_EXPERTS = 1.8
"""Active over the size of one expert where two work on each token (Mixtral 12.9 of 7, 39.1 of 22)."""
_STORED = 1.75
"""All over effective parameters where tables per layer are only looked up (Gemma 3n E4B 6.9, Gemma 4 E2B 4.6)."""


class NamedSize(NamedTuple):
    """Parameters, all and active ones; `active` is None where the name says nothing of them.

    `is_rough` where the name counts otherwise and all of them follow from a rule of thumb.
    """

    total: float
    active: float | None = None
    is_rough: bool = False


def named_size(name: str) -> NamedSize | None:
    """What a name states of a model's parameters; None without any.

    Of several sizes the largest counts: a small one beside it is a vision tower or a draft.
    """
    text = name.lower().replace("\\", "/").rsplit("/", 1)[-1]
    experts, effective, active = (re.search(one, text) for one in (_EXPERTS, _EFFECTIVE, _ACTIVE))
    if experts is not None:
        each = float(experts[2]) * _UNITS[experts[3]]
        return NamedSize(int(experts[1]) * each * _MORE_THAN_EXPERTS, each * _ACTIVE_EXPERTS, is_rough=True)
    if effective is not None:
        effectively = float(effective[1]) * _UNITS[effective[2]]
        return NamedSize(effectively * _STORED, effectively, is_rough=True)
    totals = [float(a or c) * _UNITS[b or d] for a, b, c, d in re.findall(_TOTAL, text)]
    if not totals:
        return None
    used = float(active[1]) * _UNITS[active[2]] if active is not None else None
    total = max(totals)
    return NamedSize(total, used if used is not None and used < total else None)
