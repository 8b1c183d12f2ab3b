"""Kits of memory sticks as they are sold: `memory/ddr5/2x32` is two DDR5 sticks of 32 GiB for desktops."""

from itertools import product
from typing import Literal, NamedTuple, get_args

KitType = Literal["ddr3", "ddr4", "ddr5"]
KitForm = Literal["dimm", "sodimm", "rdimm"]
"""Sticks for desktops, for laptops and mini PCs, and registered ones for servers: none fits in place of another."""
_STICKS = (1, 2, 4, 8)
STICK_GIB = (4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256)
"""What single sticks come in."""

SERVER_CHANNELS = 4
"""Processors of servers drive more channels than this, and take registered sticks."""
LARGEST_GIB: dict[tuple[KitType, bool], int] = {
    ("ddr3", False): 8, ("ddr3", True): 32, ("ddr4", False): 32, ("ddr4", True): 128, ("ddr5", False): 64,
    ("ddr5", True): 256,
}  # fmt: skip
"""The largest stick that is sold of a type, and whether it is one of servers (JEDEC's densities, shops)."""

USUAL_MT_PER_S = {"DDR3": 1600, "DDR4": 3200, "DDR5": 4800}
"""What sticks of a type mostly run at where nobody told: what they reach by JEDEC, of DDR5 the first ones."""

_DUAL_RANK_GIB = 32
"""Sticks of DDR5 from this size on have two ranks: dmidecode tells two of a CP32G56C46U5 of 32 GB
(https://github.com/noonghunna/club-3090/issues/1130), one of an F5-6000J3636F16G of 16 GB
(https://github.com/cyring/CoreFreq/issues/378).
"""


def is_dual_rank(stick_gib: float) -> bool:
    """Whether a stick of DDR5 of this size has two ranks, as nearly all have."""
    return stick_gib >= _DUAL_RANK_GIB


def largest_stick_gib(type_name: str, *, is_server: bool) -> int | None:
    """The largest stick of a type such as "DDR4" that is sold; None for types that are soldered or not known."""
    kind = next((kind for kind in get_args(KitType) if kind == type_name.lower()), None)
    return None if kind is None else LARGEST_GIB[kind, is_server]


class MemoryKit(NamedTuple):
    """So many equal sticks of one type in one package."""

    type: KitType
    form: KitForm
    sticks: int
    stick_gib: int

    @property
    def id(self) -> str:
        """Its id, which a price names: the type, with the form where it is not that of desktops, and sticks x GiB."""
        form = "" if self.form == "dimm" else f"-{self.form}"
        return f"memory/{self.type}{form}/{self.sticks}x{self.stick_gib}"

    @property
    def gib(self) -> int:
        """GiB of all its sticks."""
        return self.sticks * self.stick_gib


MEMORY_KITS: dict[str, MemoryKit] = {
    kit.id: kit for kit in map(MemoryKit._make, product(get_args(KitType), get_args(KitForm), _STICKS, STICK_GIB))
}
"""All that can be named, by id."""
