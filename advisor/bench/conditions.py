"""What may disturb a measurement, in plain words: battery, other programs, limits on the CPUs."""

import time

import psutil

from advisor.bench.host import Host, is_one_processor_group

_BUSY_SHARE = 0.10
_BUSY_KINDS = ("user", "nice", "system", "irq", "softirq", "steal")


def on_battery() -> bool:
    """Whether this is a machine with a battery that is not on mains now."""
    battery = psutil.sensors_battery() if hasattr(psutil, "sensors_battery") else None
    return battery is not None and battery.power_plugged is False


class OtherLoad:
    """The share of all CPUs that other programs and other virtual machines took since this was made."""

    def __init__(self) -> None:
        self._began_s = time.monotonic()
        self._busy_s = _busy_s()
        self._own_s = _own_s()

    def share(self) -> float:
        """0 to 1 of all CPUs."""
        capacity_s = (time.monotonic() - self._began_s) * (psutil.cpu_count() or 1)
        others_s = (_busy_s() - self._busy_s) - (_own_s() - self._own_s)
        return min(1.0, max(0.0, others_s / capacity_s)) if capacity_s > 0 else 0.0


def condition_warnings(host: Host, load: OtherLoad, *, battery: bool) -> tuple[str, ...]:
    """One sentence for each condition that makes the figure less than this machine can do."""
    warnings = []
    if battery:
        warnings.append("Measured on battery: repeat on mains for the full speed.")
    share = load.share()
    if share > _BUSY_SHARE:
        warnings.append(f"Other programs kept {share:.0%} of the processor busy.")
    if host.allowed_cpus < host.online_cpus:
        warnings.append(f"This program may use only {host.allowed_cpus} of {host.online_cpus} CPUs.")
    if host.cpu_quota is not None and host.cpu_quota < host.allowed_cpus:
        warnings.append(f"A limit of {host.cpu_quota:g} CPUs applies to this program.")
    if is_one_processor_group(host.online_cpus):
        warnings.append("Windows shows this program one processor group of 64 CPUs; the figure covers that group.")
    return tuple(warnings)


def _busy_s() -> float:
    times = psutil.cpu_times()
    return sum(getattr(times, kind, 0.0) for kind in _BUSY_KINDS)


def _own_s() -> float:
    times = psutil.Process().cpu_times()
    return times.user + times.system
