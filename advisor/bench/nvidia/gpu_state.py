"""What NVIDIA's management library says of one card: clocks, power, heat, what slows it, and its link."""

import ctypes
import time
from contextlib import suppress
from typing import Any

from advisor.facts.machine.measurement import DeviceState
from advisor.facts.values.reason import reason
from advisor.facts.values.units import KILO, MEGA

_LIBRARY_OF_WSL = "/usr/lib/wsl/lib/libnvidia-ml.so.1"
_BETWEEN_S = 0.1
_PERCENT = 100
_SM_CLOCK, _MEMORY_CLOCK = 1, 2
_CORE_SENSOR = 0
_SLOWED = {
    0x02: reason("clocks_set"),
    0x04: reason("at_power_limit"),
    0x08: reason("hardware_slowdown"),
    0x10: reason("kept_in_step"),
    0x20: reason("heat"),
    0x40: reason("heat"),
    0x80: reason("power_brake"),
}
"""Bits of the library's answer; 0x01 (idle) and 0x100 (display) are left out: they slow no work."""


class GpuState:
    """Reads by the bindings, of which any call may be refused or missing: that costs its own figure only."""

    def __init__(self, nvml: Any) -> None:
        self._nvml = nvml
        self._handle: Any = None
        self._under_load: DeviceState | None = None
        self._next_s = 0.0
        self._worked = False
        self.driver: str | None = None

    def open(self, pci_address: str) -> None:
        """Start the library and find the card; without it nothing is known, and nothing fails."""
        with suppress(OSError):
            ctypes.CDLL(_LIBRARY_OF_WSL)
        self._ask("nvmlInit")
        self._handle = self._ask("nvmlDeviceGetHandleByPciBusId", pci_address.encode())
        version = self._ask("nvmlSystemGetDriverVersion")
        self.driver = version.decode("utf-8", "replace") if isinstance(version, bytes) else version

    def now(self) -> DeviceState:
        """The state at this moment."""
        reasons = self._number("nvmlDeviceGetCurrentClocksThrottleReasons") or 0
        return DeviceState(
            clock_hz=_times(self._number("nvmlDeviceGetClockInfo", _SM_CLOCK), MEGA),
            memory_clock_hz=_times(self._number("nvmlDeviceGetClockInfo", _MEMORY_CLOCK), MEGA),
            temperature_c=self._number("nvmlDeviceGetTemperature", _CORE_SENSOR),
            power_w=_times(self._number("nvmlDeviceGetPowerUsage"), 1 / KILO),
            power_limit_w=_times(self._number("nvmlDeviceGetEnforcedPowerLimit"), 1 / KILO),
            throttle_reasons=tuple(dict.fromkeys(words for bit, words in _SLOWED.items() if int(reasons) & bit)),
            link_generation=self._whole("nvmlDeviceGetCurrPcieLinkGeneration"),
            link_width=self._whole("nvmlDeviceGetCurrPcieLinkWidth"),
        )

    def watch(self) -> None:
        """Remember the state; to be called while the card works, for it falls asleep soon after."""
        if time.monotonic() >= self._next_s:
            self._under_load, self._worked = self.now(), True
            self._next_s = time.monotonic() + _BETWEEN_S

    def forget(self) -> None:
        """The next look is a new one, however soon."""
        self._under_load, self._next_s = None, 0.0

    def latest(self) -> DeviceState:
        """The last state under load since this was asked; else the state now, with what others take of the card."""
        remembered, self._under_load = self._under_load, None
        if remembered is not None:
            return remembered
        state = self.now()
        rates = self._ask("nvmlDeviceGetUtilizationRates", self._handle) if not self._worked else None
        busy = getattr(rates, "gpu", None)
        if not isinstance(busy, int) or not 0 <= busy <= _PERCENT:
            return state
        return state.changed(busy_share=busy / _PERCENT)

    def most_link(self) -> tuple[int | None, int | None]:
        """The highest generation and width that card and slot have together."""
        return self._whole("nvmlDeviceGetMaxPcieLinkGeneration"), self._whole("nvmlDeviceGetMaxPcieLinkWidth")

    def _whole(self, call: str) -> int | None:
        number = self._number(call)
        return int(number) if number else None

    def _number(self, call: str, *arguments: int) -> float | None:
        """A number that can be; the library marks what it does not know by the highest one."""
        number = self._ask(call, self._handle, *arguments)
        return float(number) if isinstance(number, int | float) and 0 <= number <= KILO * MEGA else None

    def _ask(self, call: str, *arguments: Any) -> Any:
        """What a call returns; None where there is no library, no card, no such call, or no answer."""
        if self._nvml is None or (arguments and arguments[0] is None):
            return None
        try:
            return getattr(self._nvml, call)(*arguments)
        except Exception:
            return None


def _times(number: float | None, factor: float) -> float | None:
    return None if number is None else number * factor
