"""How many memory channels a platform has at most, by the processor's name; used only where firmware is silent.

Figures are those of the makers' platform pages; a match is always an estimate.
"""

import re
from typing import NamedTuple


class Platform(NamedTuple):
    """Most channels of modules for one socket, and the width of its soldered memory (None where unusual)."""

    channels: int
    soldered_bits: int | None
    client: bool


_CLIENT = Platform(2, 128, client=True)
_NARROW = Platform(1, 64, client=True)
_WORKSTATION = Platform(4, None, client=False)
_RULES: tuple[tuple[str, Platform], ...] = (
    (r"Ryzen AI Max", Platform(4, 256, client=True)),
    (r"EPYC 8\d{3}", Platform(6, None, client=False)),
    (r"EPYC 9\d{3}", Platform(12, None, client=False)),
    (r"EPYC 7\d{3}|EPYC 7\w\d{2}", Platform(8, None, client=False)),
    (r"Threadripper PRO", Platform(8, None, client=False)),
    (r"Threadripper", _WORKSTATION),
    (r"Xeon.* w[579]-3\d{3}", Platform(8, None, client=False)),
    (r"Xeon.* w[357]-2\d{3}|Xeon.* W-2\d{3}", _WORKSTATION),
    (r"Xeon.* E5-|Opteron.* 6[1-3]\d{2}", _WORKSTATION),
    (r"Xeon.* [XELW]5[56]\d{2}", Platform(3, None, client=False)),
    (r"Xeon.* E3-|Xeon.* [EW]-[12][1-4]\d{2}", Platform(2, None, client=True)),
    (r"Opteron", Platform(2, None, client=False)),
    (r"Xeon.* (Gold|Platinum|Silver|Bronze) \d[12]\d{2}", Platform(6, None, client=False)),
    (r"Xeon.* (Gold|Platinum|Silver|Bronze) \d[345]\d{2}", Platform(8, None, client=False)),
    (r"i[79]-(58[23]0K|59[36]0[KX]|68[05]0K|69[05]0[KX]|7[89]\d\dXE?|9[89]\d\dXE?|109\d\dXE?)\b", _WORKSTATION),
    (r"(Intel|Core|Processor).* (N\d{2,3}|i3-N\d{3})\b", _NARROW),
    (r"(Celeron|Pentium).* [NJ]\d{4}\b", Platform(2, None, client=True)),
    (r"(Ryzen [35]|Athlon.*) 7[0-9]20[UC]\b", _NARROW),
    (r"Snapdragon.* X", _CLIENT),
    (r"(Core|Ryzen|Athlon|Pentium)\b", _CLIENT),
)


def platform_of(cpu_name: str | None) -> Platform | None:
    """The platform of a processor, None when no rule knows it."""
    cleaned = re.sub(r"\((R|TM|r|tm)\)", "", cpu_name or "")
    return next((platform for pattern, platform in _RULES if re.search(pattern, cleaned, re.IGNORECASE)), None)
