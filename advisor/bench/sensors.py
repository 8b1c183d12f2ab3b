"""Clocks, heat, power and link of a card, and how often heat slowed the processor, as Linux tells them in files.

https://docs.kernel.org/gpu/amdgpu/thermal.html, https://docs.kernel.org/hwmon/sysfs-interface.html
"""

import re
from contextlib import suppress
from pathlib import Path

from advisor.facts.machine.measurement import DeviceState
from advisor.facts.values.units import MEGA, MICROSECOND, MILLISECOND

_DEVICES = "sys/bus/pci/devices"
_PROCESSORS = "sys/devices/system/cpu"
_GENERATIONS = {"2.5": 1, "5.0": 2, "5": 2, "8.0": 3, "8": 3, "16.0": 4, "16": 4, "32.0": 5, "32": 5, "64.0": 6}
"""Giga-transfers per second of a lane by generation of the link."""
_PERCENT = 100
_MILLI, _MICRO = MILLISECOND, MICROSECOND


def gpu_state(pci_address: str | None, root: Path = Path("/")) -> DeviceState:
    """The state now; what is not told, and all of it on other systems, is unknown."""
    if not pci_address:
        return DeviceState()
    folder = root / _DEVICES / pci_address.lower()
    speed = re.match(r"[\d.]+", _text(folder, "current_link_speed") or "")
    busy = _number(folder, "gpu_busy_percent")
    megahertz = _number(folder, "drm/card*/gt_act_freq_mhz")
    return DeviceState(
        clock_hz=_number(folder, "hwmon/hwmon*/freq1_input") or _times(megahertz, MEGA),
        memory_clock_hz=_number(folder, "hwmon/hwmon*/freq2_input"),
        temperature_c=_times(_number(folder, "hwmon/hwmon*/temp1_input"), _MILLI),
        power_w=_times(_number(folder, "hwmon/hwmon*/power1_average", "hwmon/hwmon*/power1_input"), _MICRO),
        power_limit_w=_times(_number(folder, "hwmon/hwmon*/power1_cap"), _MICRO),
        busy_share=None if busy is None or busy > _PERCENT else busy / _PERCENT,
        link_generation=_GENERATIONS.get(speed[0]) if speed else None,
        link_width=int(_number(folder, "current_link_width") or 0) or None,
    )


def times_slowed(root: Path = Path("/")) -> int:
    """How often heat slowed cores since the start, as the kernel counts on Intel's processors; 0 elsewhere."""
    found = 0
    for file in (root / _PROCESSORS).glob("cpu[0-9]*/thermal_throttle/core_throttle_count"):
        with suppress(OSError, ValueError):
            found += int(file.read_text(encoding="ascii"))
    return found


def _text(folder: Path, *patterns: str) -> str | None:
    for pattern in patterns:
        for file in sorted(folder.glob(pattern)):
            with suppress(OSError, ValueError):
                return file.read_text(encoding="ascii").strip()
    return None


def _number(folder: Path, *patterns: str) -> float | None:
    text = _text(folder, *patterns) or ""
    return float(text) if text.isdigit() else None


def _times(number: float | None, factor: float) -> float | None:
    return None if number is None else number * factor
