"""Memory modules of published firmware listings: each kind of listing yields the rule it was chosen for."""

import gzip
import re

from advisor.probe.linux.dmi import parse_dmidecode, parse_udev_dmi
from advisor.probe.shared.memory_channels import Bus, memory_bus, platform_of
from advisor.probe.shared.memory_rate import RANGES, MemoryDevice, effective_rate, memory_type
from tests.each import each
from tests.fakes.trees import rows, shared

ROWS = rows("linuxhw-dmi-sample/MANIFEST.csv")


def listing(row: dict[str, str]) -> str:
    file = shared("linuxhw-dmi-sample") / row["file"]
    return gzip.decompress(file.read_bytes()).decode("utf-8", errors="replace")


def bus_of(text: str, devices: tuple[MemoryDevice, ...]) -> Bus | None:
    versions = re.findall(r"^Processor Information.*?^\tVersion: (.*?)$", text, re.MULTILINE | re.DOTALL)
    name = next((version for version in versions if version.strip() not in ("", "Unknown")), None)
    return memory_bus(devices, platform_of(name), len(versions) or None, None)


def as_udev(devices: tuple[MemoryDevice, ...]) -> str:
    """The same devices as udev would write them."""
    lines = []
    for number, device in enumerate(devices):
        fields = {
            "SIZE": device.bytes,
            "LOCATOR": device.slot,
            "BANK_LOCATOR": device.bank,
            "TYPE": device.type,
            "FORM_FACTOR": device.form,
            "SPEED_MTS": device.rated_mt_per_s,
            "CONFIGURED_SPEED_MTS": device.configured_mt_per_s,
            "DATA_WIDTH": device.data_bits,
        }
        lines += [f"E:MEMORY_DEVICE_{number}_{key}={value}" for key, value in fields.items() if value is not None]
    return "\n".join(lines)


@each("row", ROWS)
def test_each_listing_by_its_rule(row: dict[str, str]) -> None:
    text = listing(row)
    devices = parse_dmidecode(text)
    bus = bus_of(text, devices)
    bucket = row["bucket"]
    assert parse_udev_dmi(as_udev(devices)) == devices
    assert bool(devices) == (bucket != "none_populated")
    for device in devices:
        rate, bounds = effective_rate(device), RANGES.get(memory_type(device)[0] or "")
        if rate and bounds:
            assert bounds.lowest <= rate.mt_per_s <= bounds.highest
        if bucket in ("ddr3_half_rate", "ddr4_half_rate") and rate and device.configured_mt_per_s:
            assert rate.mt_per_s == 2 * device.configured_mt_per_s
        if bucket.startswith(("ddr5", "lpddr")) and device.configured_mt_per_s:
            assert rate is not None
            assert rate.mt_per_s == device.configured_mt_per_s
    if bucket.endswith("_single"):
        assert bus is not None
        assert bus.bits == 64
    if bucket == "ddr4_desktop_dual":
        assert bus is not None
        assert bus.bits == 128
    if bucket in ("ddr5_quad", "ddr5_equal", "ddr5_xmp_above_rated"):
        assert bus is not None
        assert bus.bits <= 128, "a client with four modules has two channels"
    if bucket.startswith("lpddr") and bus:
        assert bus.bits in (64, 128, 256)
        assert bus.origin == "estimated"
