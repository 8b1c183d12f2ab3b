"""How many memory channels are in use: from slot names, else from the number of modules and the platform.

Most channels of a platform are those of the makers' pages, by the processor's name, and always an estimate.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from advisor.facts.values.fact import Fact, Origin, Source, known, unknown
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import BITS_PER_BYTE
from advisor.probe.shared.memory_rate import MemoryDevice, is_soldered


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


MODULE_BITS = 64
_ACCEPTED_BITS = {8: 8, 16: 16, 32: 32, 64: 64, 72: 64, 80: 64}
"""Data widths that occur on real devices, with what remains of them without error correction."""
_NAMES = (
    r"(Controller\s?\d+.*?Channel\s?[A-Z0-9])",
    r"(Node\s?\d+_Channel\s?\d+)",
    r"(P\d+ CHANNEL [A-Z])",
    r"Channel[-_ ]?([A-L]|\d)(?![A-Z0-9])",
    r"Channel([A-L])",
    r"CHAN[-_ ]([A-Z0-9])",
    r"DIMM[_ ]?([A-H])\d?(?![A-Z0-9])",
    r"\bCH[_ ]([A-Z0-9])",
)
_SERVER_SAFE = 5
"""The first patterns spell out a channel; later ones may be socket letters on servers."""


_FEW = 2


class Bus(NamedTuple):
    """The memory bus in use in bits, where that is from and how far to trust it."""

    bits: int
    source: Source
    origin: Origin


def names_channels(platform: Platform | None, devices: Sequence[MemoryDevice]) -> bool:
    """Whether letters of slots are channels: on clients, and on unknown machines with as few modules as those have."""
    return platform.client if platform else len(devices) <= _FEW


def channel_of(device: MemoryDevice, *, client: bool = True) -> str | None:
    """The channel that the slot name, or else the bank name, spells out."""
    for text in (device.slot, device.bank):
        if re.match(r"A1_(DIMM|BANK)", text, re.IGNORECASE):
            continue
        for pattern in _NAMES if client else _NAMES[:_SERVER_SAFE]:
            match = re.search(pattern, text, re.IGNORECASE)
            if match:
                return re.sub(r"\s+", " ", match[1]).upper()
    return None


def channel_names(devices: Sequence[MemoryDevice], *, client: bool = True) -> tuple[str, ...] | None:
    """The channel of each device; None when one has none, or two devices have the same names."""
    if len({(device.slot, device.bank) for device in devices}) < len(devices):
        return None
    names = [channel_of(device, client=client) for device in devices]
    return tuple(name for name in names if name) if all(names) else None


def module_bus(devices: Sequence[MemoryDevice], platform: Platform | None, sockets: int | None) -> Bus | None:
    """The bus of modules in slots, 64 bits a channel."""
    most = platform.channels * (sockets or 1) if platform else None
    names = channel_names(devices, client=names_channels(platform, devices))
    if len(devices) == 1:
        return Bus(MODULE_BITS, reason("one_module"), "detected")
    if names:
        count = len(set(names))
        if most is None or count <= most:
            return Bus(MODULE_BITS * count, reason("slot_names"), "detected")
    if most is not None:
        count = min(len(devices), most)
        return Bus(MODULE_BITS * count, reason("modules_on_platform", modules=len(devices), channels=most), "estimated")
    if len(devices) == 2:
        return Bus(MODULE_BITS * 2, reason("two_modules"), "estimated")
    return None


def soldered_bus(devices: Sequence[MemoryDevice], platform: Platform | None) -> Bus | None:
    """The bus of LPDDR chips, whose data widths often lie."""
    if platform and platform.soldered_bits:
        return Bus(platform.soldered_bits, reason("width_of_platform"), "estimated")
    widths = [_ACCEPTED_BITS.get(device.data_bits or 0) for device in devices]
    total = sum(width for width in widths if width)
    if all(widths) and total in (MODULE_BITS, 2 * MODULE_BITS):
        return Bus(total, reason("sum_of_chip_widths"), "estimated")
    return None


def memory_bus(
    devices: Sequence[MemoryDevice], platform: Platform | None, sockets: int | None, driver_bits: int | None
) -> Bus | None:
    """The bus: what a graphics driver reports of it, else the rules for modules or for soldered memory."""
    if driver_bits:
        return Bus(driver_bits, reason("width_of_gpu_node", source="/sys/class/kfd"), "detected")
    if not devices:
        return None
    if any(is_soldered(device) for device in devices):
        return soldered_bus(devices, platform)
    return module_bus(devices, platform, sockets)


def channels_fact(bus: Bus | None, why: Reason) -> Fact[int]:
    """Channels of 64 bits."""
    if bus is None:
        return unknown(why)
    return known(bus.bits // MODULE_BITS, origin=bus.origin, source=bus.source)


def bus_bytes(bus: Bus) -> float:
    """Bytes that one transfer over the whole bus moves."""
    return bus.bits / BITS_PER_BYTE
