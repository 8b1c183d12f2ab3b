"""What a computer can take: cards, memory sticks, and what stands in the way; unknown is said, not assumed."""

import re
from typing import Literal

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import cpu_card_id, family_of, family_rate
from advisor.facts.cards.card import CpuCard, CpuFamily
from advisor.facts.cards.memory_kit import USUAL_MT_PER_S
from advisor.facts.machine.machine import Machine, MemoryModule
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.frozen import frozen
from advisor.facts.values.units import GIGA, MEGA
from advisor.predict.rates.rates import is_server

Hindrance = Literal["virtual", "apple", "soldered", "mobile"]
"""Why nothing can be put in: a virtual machine, an Apple chip, soldered memory, a processor of laptops."""

SOLDERED = ("LPDDR", "HBM")

_STANDARD_MT_PER_S = {kind: rate for kind, rate in USUAL_MT_PER_S.items() if kind != "DDR5"}
"""What sticks of a type reach by JEDEC, for processors that take two types and whose card states that of the newer."""
_OF_DESKTOPS = 2
"""Memory channels of desktops, of all processors since DDR3 but those of workstations and servers."""

_MOBILE = (
    r"\bi[3579]-\d{3,5}(U|UE|H|HQ|HK|HX|HS|P|PE|Y|M|MQ|QM|G\d|G\dE?)\b",
    r"\bUltra ?[579]? (Processor )?[579]? ?\d{3}(U|H|V|HX)\b",
    r"\bCore(\(TM\))? [3579] (Processor )?\d{3}(U|H|HX)\b",
    r"\bRyzen( [3579])?( PRO)? \d{4}(U|H|HS|HX|HX3D|C|Z)\b",
    r"\bRyzen AI [579]",
    r"\bi[357] CPU +[MLUQ] +\d{3}\b|\bCortex-[AX]\d|\bRaspberry Pi\b",
    r"\bm[357]-\d|\b(N\d{2,3}|[NJ]\d{4})\b|\bCeleron.*\d{4}U\b|\bAtom|Snapdragon|Oryon",
)
"""Names of processors that are soldered into laptops and small computers, by the letters their makers end them with."""


@frozen
class UpgradeLimits:
    """What can go in. `hindrance` says why no card can; sticks can go into many laptops even so.

    `has_airflow`: cards without a fan are cooled, in a server or where one works already.
    `most_transfers_per_s` is the highest rate that the processor is made for, None where that is not known.
    `die_bytes_per_s` is what its cores take in together, however fast the memory is. `may_be_soldered`: its memory is
    that of a laptop, and that it has sticks is assumed.
    """

    cards: bool
    sticks: bool
    hindrance: Hindrance | None
    modules: tuple[MemoryModule, ...] = ()
    channels: int | None = None
    most_channels: int | None = None
    most_transfers_per_s: int | None = None
    die_bytes_per_s: float | None = None
    has_airflow: bool = False
    may_be_soldered: bool = False

    @property
    def transfers_per_s(self) -> int | None:
        """What the sticks run at together; None where that is not known of each."""
        return min((one.configured_transfers_per_s or 0 for one in self.modules), default=0) or None


def upgrade_limits(machine: Machine, rig: Rig, catalog: Catalog) -> UpgradeLimits:
    """What can be put into a machine, by its kind; its slots and its power supply no system tells."""
    cpu = rig.processors[0]
    card_id, family_id = cpu_card_id(cpu.name, catalog), family_of(cpu.name, catalog.cpu_families)
    card = catalog.cpus[card_id] if card_id else None
    family = catalog.cpu_families[family_id] if family_id else None
    hindrance = _hindrance(machine, rig, card, family)
    modules = tuple(one for one in machine.memory.modules.value or () if not (one.type or "").startswith(SOLDERED))
    cores = cpu.cores.value
    if card is not None and card.memory_mt_per_s:
        most_mt_per_s = _most_mt_per_s(modules, card.memory_type, card.memory_mt_per_s)
    else:
        stated = (family.memory_type, family_rate(cpu.name, family)) if family is not None else (None, None)
        most_mt_per_s = _most_mt_per_s(modules, *stated)
    die_bytes_per_s = None
    if family is not None and family.die_read_gb_per_s and family.die_cores and cores is not None:
        die_bytes_per_s = -(-cores // family.die_cores) * family.die_read_gb_per_s * GIGA
    return UpgradeLimits(
        cards=hindrance is None,
        sticks=bool(modules) and hindrance in (None, "mobile"),
        hindrance=hindrance,
        modules=modules,
        channels=machine.memory.channels.value or None,
        most_channels=_most_channels(cpu, modules, hindrance, is_known=card is not None or family is not None),
        most_transfers_per_s=most_mt_per_s * MEGA if most_mt_per_s else None,
        die_bytes_per_s=die_bytes_per_s,
        may_be_soldered=hindrance == "mobile" and machine.memory.modules.origin == "estimated",
        has_airflow=is_server(cpu) or cpu.sockets > 1 or any(_is_passive(one, catalog) for one in rig.processors),
    )


def _most_channels(
    cpu: Processor, modules: tuple[MemoryModule, ...], hindrance: Hindrance | None, *, is_known: bool
) -> int | None:
    """Those of its processor; of a desktop with few sticks whose processor nobody told, those of all desktops."""
    if cpu.memory_channels:
        return cpu.memory_channels * cpu.sockets
    is_desktop = hindrance is None and not is_known and 0 < len(modules) <= _OF_DESKTOPS and not is_server(cpu)
    return _OF_DESKTOPS if is_desktop else None


def _most_mt_per_s(modules: tuple[MemoryModule, ...], made_for: str | None, mt_per_s: int | None) -> int | None:
    """The highest rate of sticks like those that are there: another type needs another board."""
    types = {one.type for one in modules if one.type}
    if mt_per_s is None or not types or not made_for or made_for in types:
        return mt_per_s
    return min(_STANDARD_MT_PER_S.get(one, 0) for one in types) or None


def _is_passive(one: Processor, catalog: Catalog) -> bool:
    """Whether it is a board of servers."""
    card = catalog.gpus.get(one.card) if one.card else None
    return card is not None and not card.has_fan


def _hindrance(machine: Machine, rig: Rig, card: CpuCard | None, family: CpuFamily | None) -> Hindrance | None:
    """The strongest reason why no card can go in."""
    cpu = rig.processors[0]
    if machine.cpu.hypervisor.value:
        return "virtual"
    if cpu.vendor == "apple" or any(one.vendor == "apple" for one in rig.processors):
        return "apple"
    if cpu.pool == "unified" and any(one.pool == "unified" and one.kind == "gpu" for one in rig.processors):
        return "soldered"
    types = [one.type or "" for one in machine.memory.modules.value or ()]
    if not types:
        types = [stated for stated in ((card and card.memory_type), (family and family.memory_type)) if stated][:1]
    mobile = any(re.search(pattern, cpu.name) for pattern in _MOBILE) or any(one.is_laptop for one in rig.processors)
    if mobile or machine.os.power_source.value == "battery" or (family is not None and "laptop" in family.name.lower()):
        return "mobile"
    if any(one.startswith(SOLDERED) for one in types):
        return "soldered"
    return None
