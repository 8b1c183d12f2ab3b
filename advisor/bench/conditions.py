"""What may disturb a measurement, in plain words: battery, other programs, limits on the CPUs."""

import time
from contextlib import suppress

import psutil

from advisor.bench.host import Host, is_one_processor_group

_BUSY_SHARE = 0.10
_BUSY_KINDS = ("user", "nice", "system", "irq", "softirq", "steal")


def on_battery() -> bool:
    """Whether this is a machine with a battery that is not on mains now; False where the system does not say."""
    battery = None
    with suppress(OSError, RuntimeError, ValueError, AttributeError, psutil.Error):
        battery = psutil.sensors_battery()
    return battery is not None and battery.power_plugged is False


class OtherLoad:
    """The share of all CPUs that other programs and other virtual machines took since this was made."""

    def __init__(self) -> None:
        self._began_s = time.monotonic()
        self._others_s = _others_s()

    def share(self) -> float | None:
        """0 to 1 of all CPUs, None where the system does not say."""
        now_s = _others_s()
        capacity_s = (time.monotonic() - self._began_s) * (psutil.cpu_count() or 1)
        if now_s is None or self._others_s is None or capacity_s <= 0:
            return None
        return min(1.0, max(0.0, (now_s - self._others_s) / capacity_s))


def condition_warnings(host: Host, load: OtherLoad, *, battery: bool) -> tuple[str, ...]:
    """One sentence for each condition that makes the figure less than this machine can do."""
    warnings = []
    if battery:
        warnings.append("Measured on battery: repeat on mains for the full speed.")
    share = load.share()
    if share is not None and share > _BUSY_SHARE:
        warnings.append(f"Other programs kept {share:.0%} of the processor busy.")
    if host.allowed_cpus < host.online_cpus:
        warnings.append(f"This program may use only {host.allowed_cpus} of {host.online_cpus} CPUs.")
    if host.cpu_quota is not None and host.cpu_quota < host.allowed_cpus:
        warnings.append(f"A limit of {host.cpu_quota:g} CPUs applies to this program.")
    if is_one_processor_group(host.online_cpus):
        warnings.append("Windows shows this program one processor group of 64 CPUs; the figure covers that group.")
    return tuple(warnings)


def _others_s() -> float | None:
    """CPU seconds that were not idle and not ours, since some moment."""
    try:
        all_cpus, own = psutil.cpu_times(), psutil.Process().cpu_times()
    except (OSError, RuntimeError, psutil.Error):
        return None
    return float(sum(getattr(all_cpus, kind, 0.0) for kind in _BUSY_KINDS) - own.user - own.system)
