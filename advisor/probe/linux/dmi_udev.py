"""/run/udev/data/+dmi:id: memory devices as udev copied them from the firmware, readable by everyone."""

import re

from advisor.probe.shared.memory_device import MemoryDevice, is_main_memory, stated
from advisor.probe.source.reading import positive, whole_number
from advisor.probe.source.root import Root
from advisor.probe.source.unavailable import Unavailable

PATH = "/run/udev/data/+dmi:id"


def parse_udev_dmi(text: str) -> tuple[MemoryDevice, ...]:
    """The populated devices, by number."""
    fields: dict[int, dict[str, str]] = {}
    for number, key, value in re.findall(r"^E:MEMORY_DEVICE_(\d+)_([A-Z_]+)=(.*)$", text, re.MULTILINE):
        fields.setdefault(int(number), {})[key] = value
    found = []
    for _, field in sorted(fields.items()):
        size_bytes = positive(whole_number(field.get("SIZE")))
        if size_bytes is None or field.get("PRESENT") == "0" or not is_main_memory(field.get("TYPE")):
            continue
        found.append(
            MemoryDevice(
                slot=field.get("LOCATOR", "").strip(),
                bank=field.get("BANK_LOCATOR", "").strip(),
                bytes=size_bytes,
                type=stated(field.get("TYPE")),
                form=stated(field.get("FORM_FACTOR")),
                rated_mt_per_s=positive(whole_number(field.get("SPEED_MTS"))),
                configured_mt_per_s=positive(whole_number(field.get("CONFIGURED_SPEED_MTS"))),
                data_bits=positive(whole_number(field.get("DATA_WIDTH"))),
            )
        )
    return tuple(found)


def read_udev_dmi(root: Root) -> tuple[MemoryDevice, ...] | Unavailable:
    """The populated devices, or why there are none."""
    text = root.read_text(PATH)
    if isinstance(text, Unavailable):
        return text
    devices = parse_udev_dmi(text)
    return devices or Unavailable("lists_no_memory_device", source=PATH)
