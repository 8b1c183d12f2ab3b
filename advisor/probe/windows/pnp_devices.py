"""Display devices as the plug-and-play manager of Windows knows them: nothing here touches a card.

The properties are those of https://learn.microsoft.com/windows-hardware/drivers/install/device-properties; link speed
is the PCIe generation in spite of its name.
"""

import re
import struct
from collections.abc import Iterable
from typing import Annotated

from pydantic import Field, ValidationError

from advisor.facts.machine.machine import Link
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.record import Record
from advisor.probe.shared.link import Port, card_port, joined_link
from advisor.probe.shared.pci import Address
from advisor.probe.source.root import Unavailable

Number = Annotated[int, Field(ge=0, le=0xFFFFFFFF)]
_GENERATIONS, _WIDTHS = range(1, 8), (1, 2, 4, 8, 12, 16, 32)
_POWER = struct.Struct("<II")
_WORKING = 1
_DEEPEST = 4
_SOURCE = "plug-and-play manager"
_STAND_INS = ("basicdisplay", "basicrender")
_AMD_PROCESSOR = 0x1022


class PnpFunction(Record):
    """One PCI function or bridge: the instance id or its first parts, where it sits, the four numbers of its link."""

    id: str
    bus: Number | None = None
    slot: Number | None = None
    speed_now: Number | None = None
    speed_max: Number | None = None
    width_now: Number | None = None
    width_max: Number | None = None

    @property
    def ids(self) -> tuple[int, int] | None:
        """Vendor and device number in the instance id."""
        match = re.match(r"PCI\\VEN_([0-9A-F]{4})&DEV_([0-9A-F]{4})", self.id, re.IGNORECASE)
        return (int(match[1], 16), int(match[2], 16)) if match else None

    @property
    def subsystem_id(self) -> str | None:
        """Vendor and number of the board, `1458:2336` of `SUBSYS_23361458`; None where the maker left it empty."""
        match = re.search(r"&SUBSYS_([0-9A-F]{4})([0-9A-F]{4})", self.id, re.IGNORECASE)
        return f"{match[2]}:{match[1]}".lower() if match and match[0][-8:] != "00000000" else None

    @property
    def address(self) -> Address | None:
        """Bus, device and function; Windows numbers no domains, so 0. The slot holds the device in its upper half."""
        if self.ids is None or self.bus is None or self.slot is None:
            return None
        device, function = self.slot >> 16, self.slot & 0xFFFF
        return (0, self.bus, device, function) if self.bus < 256 and device < 32 and function < 8 else None

    @property
    def port(self) -> Port:
        """The link, implausible numbers left out."""
        return Port(
            self.speed_now if self.speed_now in _GENERATIONS else None,
            self.speed_max if self.speed_max in _GENERATIONS else None,
            self.width_now if self.width_now in _WIDTHS else None,
            self.width_max if self.width_max in _WIDTHS else None,
        )


class PnpDisplay(PnpFunction):
    """A display device with its driver, its problem code (0 for none), its power data and the bridges above it."""

    name: str | None = None
    service: str | None = None
    driver_version: str | None = None
    problem: Number | None = None
    power_data: str | None = None
    class_code: str | None = None
    parents: tuple[PnpFunction, ...] = ()

    @property
    def asleep(self) -> bool:
        """Whether the card was last seen in a power state below D0."""
        return is_asleep(self.power_data)

    @property
    def driver(self) -> str | None:
        """The service that drives the card, None for none and for the stand-in that only shows a picture."""
        return None if (self.service or "").lower() in ("", *_STAND_INS) else self.service


class PnpAnswer(Record):
    """All display devices, the names of accelerators for AI (NPUs), and every PCI function.

    The functions tell whether a GPU shares its place with parts of a processor.
    """

    displays: tuple[PnpDisplay, ...]
    functions: tuple[PnpFunction, ...] = ()
    accelerators: tuple[str, ...] = ()


def parse_pnp(raw: bytes) -> PnpAnswer | Unavailable:
    """The recorded answer; remote, software and auxiliary displays are left out."""
    try:
        answer = PnpAnswer.model_validate_json(raw)
    except ValidationError:
        return Unavailable("display_devices_damaged")
    return answer.changed(displays=tuple(display for display in answer.displays if _is_hardware(display)))


def is_asleep(power_data: str | None) -> bool:
    """Whether the most recent power state in hexadecimal power data (CM_POWER_DATA) lies below D0."""
    try:
        state: int = _POWER.unpack_from(bytes.fromhex(power_data or ""))[1]
    except (struct.error, ValueError):
        return False
    return _WORKING < state <= _DEEPEST


def class_code(compatible_ids: Iterable[str]) -> str | None:
    """The PCI class among compatible ids: `0300` where one ends with `CC_0300`."""
    match = re.search(r"CC_([0-9A-F]{4})", " ".join(compatible_ids), re.IGNORECASE)
    return match[1].upper() if match else None


def _is_hardware(display: PnpDisplay) -> bool:
    bus = display.id.partition("\\")[0].upper()
    microsoft = display.ids is not None and display.ids[0] == 0x1414
    auxiliary = display.class_code == "0380" and display.address is not None and display.address[3] > 0
    return bus in ("PCI", "ACPI") and not microsoft and not auxiliary


def is_in_amd_processor(display: PnpDisplay, functions: Iterable[PnpFunction]) -> bool:
    """Whether parts of an AMD processor are functions of the same PCI device, or the GPU sits on the root bus."""
    place = display.address
    if place is None:
        return False
    beside = [one for one in functions if one.address and one.address[:3] == place[:3]]
    return place[1] == 0 or any(one.ids and one.ids[0] == _AMD_PROCESSOR for one in beside)


def pnp_link(display: PnpDisplay) -> Fact[Link]:
    """The link between a card and its slot, its most limited by the port above it."""
    if display.asleep:
        return unknown("asleep_link")
    if display.ids is None:
        return unknown("no_link_off_pci")
    chain = (display, *display.parents)
    own = card_port(display.ids[0], [one.ids[0] if one.ids else None for one in chain])
    if own is None:
        return unknown("bridges_not_known")
    link = joined_link([one.port for one in chain[own:]])
    if link is None:
        return unknown("windows_reports_no_link")
    return known(link, origin="detected", source=f"{_SOURCE}: PciDevice link properties of {chain[own].id}")
