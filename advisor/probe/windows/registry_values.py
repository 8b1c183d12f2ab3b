"""What the Windows registry tells: names of processor and system, and memory sizes of display drivers."""

from typing import Annotated

from pydantic import Field, ValidationError

from advisor.facts.values.record import Record
from advisor.probe.shared.gpu_memory import sane_bytes
from advisor.probe.shared.host import Host
from advisor.probe.source.unavailable import Unavailable

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
