"""What may disturb a measurement: battery, other programs, heat, limits on the CPUs; as a record and in words."""

import functools
import re
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Literal

import psutil

from advisor.bench.host import Host, is_one_processor_group
from advisor.facts.machine.disturbance import BUSY_SHARE
from advisor.facts.machine.measurement import Conditions, DeviceState
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import MEGA, MICROSECOND, MILLISECOND

_DEVICES = "sys/bus/pci/devices"
_PROCESSORS = "sys/devices/system/cpu"
_GENERATIONS = {"2.5": 1, "5.0": 2, "5": 2, "8.0": 3, "8": 3, "16.0": 4, "16": 4, "32.0": 5, "32": 5, "64.0": 6}
"""Giga-transfers per second of a lane by generation of the link."""
_PERCENT = 100
_SLOWING_SHARE = 0.25
"""From here on others take so much that whatever is timed or made ready takes much longer."""
_BUSY_KINDS = ("user", "nice", "system", "irq", "softirq", "steal")
_PROCESSOR_SENSORS = ("coretemp", "k10temp", "zenpower", "cpu_thermal", "acpitz")
"""Names of the kernel's sensors that are in or beside the processor, the best first."""
_HIGHEST_CLOCK_HZ = 10_000 * MEGA
PowerSource = Literal["mains", "battery"]


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
        temperature_c=_times(_number(folder, "hwmon/hwmon*/temp1_input"), MILLISECOND),
        power_w=_times(_number(folder, "hwmon/hwmon*/power1_average", "hwmon/hwmon*/power1_input"), MICROSECOND),
        power_limit_w=_times(_number(folder, "hwmon/hwmon*/power1_cap"), MICROSECOND),
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


class OtherLoad:
    """The share of all CPUs that other programs and other virtual machines took since this was made."""

    def __init__(self) -> None:
        self._began_s = time.monotonic()
        self._others_s = _others_s()

    def is_slowing(self) -> bool:
        """Whether others took so much that ours took much longer."""
        return (self.share() or 0.0) > _SLOWING_SHARE

    def share(self) -> float | None:
        """0 to 1 of all CPUs, None where the system does not say."""
        now_s = _others_s()
        capacity_s = (time.monotonic() - self._began_s) * (psutil.cpu_count() or 1)
        if now_s is None or self._others_s is None or capacity_s <= 0:
            return None
        return min(1.0, max(0.0, (now_s - self._others_s) / capacity_s))


class Circumstances:
    """What holds for all figures of one child: make it first, say `sampling_begins` once all is prepared."""

    def __init__(
        self,
        host: Host,
        power_source: PowerSource | None = None,
        power_plan: str | None = None,
        notes: tuple[Reason, ...] = (),
        virtual_machine: str | None = None,
    ) -> None:
        self.on_battery = power_source == "battery"
        self._host = host
        self._notes = notes
        self._power_source = power_source
        self._power_plan = power_plan
        self._virtual_machine = virtual_machine
        self._load = OtherLoad()
        self._before: float | None = None
        self.is_busy = False
        """Whether others take so much of the processor that all takes longer: told once sampling begins."""

    def sampling_begins(self) -> None:
        """From here on the load of others is that during the measurement."""
        self.is_busy = self._load.is_slowing()
        self._before = self._load.share()
        self._load = OtherLoad()

    def conditions(self, before: DeviceState, after: DeviceState) -> Conditions:
        """The record of a figure whose last sample was taken just now."""
        return Conditions(
            power_source=self._power_source,
            power_plan=self._power_plan,
            others_before=self._before,
            others_during=self._load.share(),
            before=before,
            after=after,
            virtual_machine=self._virtual_machine,
        )

    def warnings(self, conditions: Conditions) -> tuple[Reason, ...]:
        """One sentence for each condition that makes the figure less than this machine can do."""
        found = (*_load_reasons(conditions), *_limit_reasons(self._host), *_state_reasons(conditions))
        return (*self._notes, *found)


def cpu_state() -> DeviceState:
    """Clock and heat of the processor, where the kernel tells them while it works: only Linux does."""
    if not sys.platform.startswith("linux"):
        return DeviceState()
    clock_hz = temperature_c = None
    with suppress(OSError, RuntimeError, ValueError, AttributeError, NotImplementedError, psutil.Error):
        told = psutil.cpu_freq()
        clock_hz = told.current * MEGA if told and 0 < told.current * MEGA < _HIGHEST_CLOCK_HZ else None
    with suppress(OSError, RuntimeError, ValueError, AttributeError, psutil.Error):
        sensors = psutil.sensors_temperatures()
        named = next((sensors[name] for name in _PROCESSOR_SENSORS if sensors.get(name)), [])
        temperature_c = max((one.current for one in named if 0 < one.current < 150), default=None)
    slowed = _slowed_at_first() < times_slowed()
    return DeviceState(
        clock_hz=clock_hz, temperature_c=temperature_c, throttle_reasons=(reason("heat_slowed_processor"),) * slowed
    )


@functools.cache
def _slowed_at_first() -> int:
    return times_slowed()


def _load_reasons(conditions: Conditions) -> Iterable[Reason]:
    if conditions.power_source == "battery":
        yield reason("measured_on_battery")
    shares = [share for share in (conditions.others_before, conditions.others_during) if share is not None]
    if max(shares, default=0.0) > BUSY_SHARE:
        yield reason("processor_busy", share=max(shares))


def _limit_reasons(host: Host) -> Iterable[Reason]:
    if host.allowed_cpus < host.online_cpus:
        yield reason("cpus_allowed", allowed=host.allowed_cpus, online=host.online_cpus)
    if is_one_processor_group(host.online_cpus):
        yield reason("one_processor_group")


def _state_reasons(conditions: Conditions) -> Iterable[Reason]:
    before, after = conditions.before, conditions.after
    reasons = dict.fromkeys((*before.throttle_reasons, *after.throttle_reasons))
    if reasons:
        yield reason("device_held_back", causes=tuple(reasons))
    if before.busy_share is not None and before.busy_share > BUSY_SHARE:
        yield reason("device_busy", share=before.busy_share)


def _others_s() -> float | None:
    """CPU seconds that were not idle and not ours, since some moment."""
    try:
        all_cpus, own = psutil.cpu_times(), psutil.Process().cpu_times()
    except (OSError, RuntimeError, psutil.Error):
        return None
    ours_s = own.user + own.system + own.children_user + own.children_system
    return float(sum(getattr(all_cpus, kind, 0.0) for kind in _BUSY_KINDS) - ours_s)
