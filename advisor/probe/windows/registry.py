"""Where the registry is read: names of processor and system, and what display drivers wrote about their cards.

Keys: https://learn.microsoft.com/windows-hardware/drivers/display/setting-hardware-information-in-the-registry
"""

import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated

from pydantic import Field, ValidationError

from advisor.facts.values.record import Record
from advisor.probe.shared.gpu_memory import sane_bytes
from advisor.probe.shared.host import Host
from advisor.probe.source.root import Unavailable

Value = Annotated[int, Field(ge=0, lt=1 << 64)] | str
Values = dict[str, Value]
_SIZE = "HardwareInformation.qwMemorySize"


class Registry(Record):
    """Values below some keys: the first processor, the system, and each display driver by its video id or a number.

    `video_ids` has the video id of each device by its instance id, which is how a device finds its driver's values:
    the order of drivers in the registry is not that of any list of devices.
    """

    processor: Values = Field(default_factory=dict)
    system: Values = Field(default_factory=dict)
    environment: Values = Field(default_factory=dict)
    video_ids: dict[str, str] = Field(default_factory=dict)
    video: dict[str, Values] = Field(default_factory=dict)

    def video_values(self, instance_id: str) -> Values:
        """What the driver of a device wrote for itself; nothing where the device has no video id."""
        ids = {device.upper(): video.upper() for device, video in self.video_ids.items()}
        wanted = ids.get(instance_id.upper())
        return next((values for video, values in self.video.items() if video.upper() == wanted), {})

    def video_memory_bytes(self, instance_id: str) -> int | None:
        """The card's memory. Only the wide value is read: the older ones are cut at 32 bits."""
        size = self.video_values(instance_id).get(_SIZE)
        return sane_bytes(size) if isinstance(size, int) else None


def parse_registry(raw: bytes) -> Registry | Unavailable:
    """The recorded values."""
    try:
        return Registry.model_validate_json(raw)
    except ValidationError:
        return Unavailable("registry_values_damaged")


def ask_registry(host: Host) -> Registry | Unavailable:
    """The values, or why there are none."""
    raw = host.call("windows/registry")
    return raw if isinstance(raw, Unavailable) else parse_registry(raw)


def stated_text(values: Values, key: str) -> str | None:
    """A text value without outer white space, None where there is none."""
    value = values.get(key)
    return value.strip() or None if isinstance(value, str) else None


_PROCESSOR = r"HARDWARE\DESCRIPTION\System\CentralProcessor\0"
_SYSTEM = r"SOFTWARE\Microsoft\Windows NT\CurrentVersion"
_ENVIRONMENT = r"SYSTEM\CurrentControlSet\Control\Session Manager\Environment"
_DEVICES = r"SYSTEM\CurrentControlSet\Enum"
_VIDEO = r"SYSTEM\CurrentControlSet\Control\Video"
_BUSES = ("PCI", "ACPI")
_PROCESSOR_VALUES = ("ProcessorNameString", "VendorIdentifier", "Identifier", "~MHz")
_SYSTEM_VALUES = ("ProductName", "DisplayVersion", "ReleaseId", "CurrentBuild", "UBR")
_VIDEO_VALUES = (
    "DriverDesc", "DriverVersion", "MatchingDeviceId", "HardwareInformation.qwMemorySize",
    "HardwareInformation.MemorySize",
)  # fmt: skip
_LONGEST_NUMBER_BYTES = 8


def plain_value(value: object) -> Value | None:
    """A registry value as text or number: short binary is a little-endian number, a list of texts its first."""
    if isinstance(value, bytes):
        return int.from_bytes(value, "little") if 0 < len(value) <= _LONGEST_NUMBER_BYTES else None
    if isinstance(value, list):
        return plain_value(value[0]) if value else None
    return value if isinstance(value, str) or (isinstance(value, int) and value >= 0) else None


def read_registry() -> bytes | Unavailable:
    """All values that are wanted; what is not there is left out."""
    if sys.platform == "win32":
        return _wanted().model_dump_json().encode()
    return Unavailable("no_registry")


if sys.platform == "win32":
    import winreg

    def _wanted() -> Registry:
        found = dict(_video_ids())
        # the ids are drawn by chance for each computer: a number tells the same
        numbers = {video: str(number) for number, video in enumerate(dict.fromkeys(found.values()))}
        return Registry(
            processor=_values(_PROCESSOR, _PROCESSOR_VALUES),
            system=_values(_SYSTEM, _SYSTEM_VALUES),
            environment=_values(_ENVIRONMENT, ("PROCESSOR_ARCHITECTURE",)),
            video_ids={place: numbers[video] for place, video in found.items()},
            video={number: _values(rf"{_VIDEO}\{video}\0000", _VIDEO_VALUES) for video, number in numbers.items()},
        )

    def _values(key: str, names: tuple[str, ...]) -> Values:
        found: Values = {}
        with suppress(OSError), winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, key) as opened:
            for name in names:
                with suppress(OSError):
                    value = plain_value(winreg.QueryValueEx(opened, name)[0])
                    if value is not None:
                        found[name] = value
        return found

    def _below(key: str) -> Iterator[str]:
        with suppress(OSError), winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, key) as opened:
            for index in range(winreg.QueryInfoKey(opened)[0]):
                yield winreg.EnumKey(opened, index)

    def _video_ids() -> Iterator[tuple[str, str]]:
        """Instance id and video id of every device that has one."""
        for bus in _BUSES:
            for device in _below(rf"{_DEVICES}\{bus}"):
                for instance in _below(rf"{_DEVICES}\{bus}\{device}"):
                    place = rf"{bus}\{device}\{instance}"
                    video = _values(rf"{_DEVICES}\{place}\Device Parameters", ("VideoID",)).get("VideoID")
                    if isinstance(video, str):
                        yield place, video
