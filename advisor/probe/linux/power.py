"""What feeds the machine and which plan rules its clocks, from sysfs.

https://docs.kernel.org/power/power_supply_class.html, https://docs.kernel.org/userspace-api/sysfs-platform_profile.html
"""

from typing import Literal

from advisor.facts.values.fact import Fact, known, unknown
from advisor.probe.source.reading import number_in, text_or_none
from advisor.probe.source.root import Root

SUPPLIES = "/sys/class/power_supply"
_PLANS = (
    "/sys/firmware/acpi/platform_profile",
    "/sys/devices/system/cpu/cpu0/cpufreq/energy_performance_preference",
    "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
)
"""The firmware's profile, else the processor's preference, else the kernel's rule for clocks."""
_PLUGS = ("Mains", "USB", "Wireless")

Source = Literal["mains", "battery"]


def power_source_fact(root: Root) -> Fact[Source]:
    """Mains when a plug has power; battery when none has, or the battery of the system itself is drained."""
    plugged, drained = [], []
    for name in root.listdir(SUPPLIES):
        place = f"{SUPPLIES}/{name}"
        kind = text_or_none(root, f"{place}/type")
        if kind in _PLUGS:
            plugged.append((name, number_in(root, f"{place}/online")))
        elif kind == "Battery" and text_or_none(root, f"{place}/scope") != "Device":
            drained.append((name, text_or_none(root, f"{place}/status")))
    powered = next((name for name, online in plugged if online and online > 0), None)
    if powered:
        return known("mains", origin="detected", source=f"{SUPPLIES}/{powered}/online")
    empty = next((name for name, status in drained if status == "Discharging"), None)
    if empty:
        return known("battery", origin="detected", source=f"{SUPPLIES}/{empty}/status")
    return unknown("no_power_source", folder=SUPPLIES)


def power_plan_fact(root: Root) -> Fact[str]:
    """The system's own word for its plan."""
    for path in _PLANS:
        plan = text_or_none(root, path)
        if plan:
            return known(plan, origin="detected", source=path)
    return unknown("no_power_plan", path=_PLANS[0])
