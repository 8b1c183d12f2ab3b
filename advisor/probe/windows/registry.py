"""Where the registry is read: names of processor and system, and what display drivers wrote about their cards.

Keys: https://learn.microsoft.com/windows-hardware/drivers/display/setting-hardware-information-in-the-registry
"""

import sys
from collections.abc import Iterator
from contextlib import suppress

from advisor.probe.source.unavailable import Unavailable
from advisor.probe.windows.registry_values import Registry, Value, Values

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
