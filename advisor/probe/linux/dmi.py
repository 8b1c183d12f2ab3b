"""Memory devices as the firmware lists them: what udev copied for everyone to read, or captured text of `dmidecode`."""

import re

from advisor.facts.values.units import GIB, KIB, MIB, TIB
from advisor.probe.shared.memory_rate import MemoryDevice, is_main_memory, stated
from advisor.probe.source.reading import pairs, positive, whole_number
from advisor.probe.source.root import Root, Unavailable

PATH = "/run/udev/data/+dmi:id"


def parse_udev_dmi(text: str) -> tuple[MemoryDevice, ...]:
    """The populated devices, by number."""
    fields: dict[int, dict[str, str]] = {}
    for number, key, value in re.findall(r"^E:MEMORY_DEVICE_(\d{1,9})_([A-Z_]+)=(.*)$", text, re.MULTILINE):
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


COMMANDS = (("dmidecode",), ("dmidecode", "-t", "17"), ("dmidecode", "-t", "memory"))
_FACTORS = {"kB": KIB, "KB": KIB, "MB": MIB, "GB": GIB, "TB": TIB}


def parse_dmidecode(text: str) -> tuple[MemoryDevice, ...]:
    """The populated devices in their order."""
    found = []
    for block in re.split(r"\n\s*\n|(?=^Handle 0x)", text, flags=re.MULTILINE):
        if not re.search(r"^Memory Device\s*$", block, re.MULTILINE):
            continue
        field = pairs(block)
        size_bytes = _size_bytes(field.get("Size", ""))
        if size_bytes is None or not is_main_memory(field.get("Type")):
            continue
        configured = field.get("Configured Memory Speed") or field.get("Configured Clock Speed")
        found.append(
            MemoryDevice(
                slot=field.get("Locator", ""),
                bank=field.get("Bank Locator", ""),
                bytes=size_bytes,
                type=stated(field.get("Type")),
                form=stated(field.get("Form Factor")),
                rated_mt_per_s=_leading_number(field.get("Speed")),
                configured_mt_per_s=_leading_number(configured),
                data_bits=_leading_number(field.get("Data Width")),
            )
        )
    return tuple(found)


def _size_bytes(text: str) -> int | None:
    match = re.fullmatch(r"(\d{1,9}) (kB|KB|MB|GB|TB)", text.strip())
    return positive(int(match[1]) * _FACTORS[match[2]]) if match else None


def _leading_number(text: str | None) -> int | None:
    match = re.match(r"\d{1,9}", text or "")
    return positive(int(match[0])) if match else None
