"""The state of a card and of the processor from files."""

from pathlib import Path

import pytest

from advisor.bench.conditions import gpu_state, times_slowed
from advisor.facts.machine.measurement import DeviceState

FILES = {
    "current_link_speed": "16.0 GT/s PCIe",
    "current_link_width": "8",
    "gpu_busy_percent": "37",
    "hwmon/hwmon3/freq1_input": "2400000000",
    "hwmon/hwmon3/freq2_input": "1249000000",
    "hwmon/hwmon3/temp1_input": "64000",
    "hwmon/hwmon3/power1_average": "215000000",
    "hwmon/hwmon3/power1_cap": "303000000",
}


def test_amdgpu_tells_all(tmp_path: Path) -> None:
    for name, text in FILES.items():
        file = tmp_path / "sys/bus/pci/devices/0000:03:00.0" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{text}\n", encoding="ascii")
    found = gpu_state("0000:03:00.0", tmp_path)
    assert (found.clock_hz, found.memory_clock_hz) == (2.4e9, 1.249e9)
    assert (found.temperature_c, found.power_w, found.power_limit_w) == (
        pytest.approx(64.0),
        pytest.approx(215.0),
        pytest.approx(303.0),
    )
    assert (found.busy_share, found.link_generation, found.link_width) == (0.37, 4, 8)


@pytest.mark.parametrize("text", ["", "Unknown", "-1", "999999999999999999999"])
def test_nonsense_is_unknown(text: str, tmp_path: Path) -> None:
    folder = tmp_path / "sys/bus/pci/devices/0000:03:00.0"
    folder.mkdir(parents=True)
    for name in ("current_link_speed", "gpu_busy_percent"):
        (folder / name).write_text(text, encoding="ascii")
    assert gpu_state("0000:03:00.0", tmp_path) == DeviceState()


def test_no_files_no_state(tmp_path: Path) -> None:
    assert gpu_state(None, tmp_path) == gpu_state("0000:03:00.0", tmp_path) == DeviceState()


def test_heat_is_counted_over_all_cores(tmp_path: Path) -> None:
    assert times_slowed(tmp_path) == 0
    for cpu, count in enumerate(("3", "4", "?")):
        folder = tmp_path / f"sys/devices/system/cpu/cpu{cpu}/thermal_throttle"
        folder.mkdir(parents=True)
        (folder / "core_throttle_count").write_text(count, encoding="ascii")
    assert times_slowed(tmp_path) == 7
