"""The operating system, its kernel, the container around this process if there is one, and how the machine is powered.

https://docs.kernel.org/power/power_supply_class.html, https://docs.kernel.org/userspace-api/sysfs-platform_profile.html
"""

import re
from typing import Literal

from advisor.facts.machine.machine import System
from advisor.facts.values.fact import Fact, known, unknown
from advisor.probe.source.reading import number_in, pairs, text_or_none
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


_PATHS = ("/etc/os-release", "/usr/lib/os-release")
_SIGNS = (("/.dockerenv", "docker"), ("/run/.containerenv", "podman"))
_GROUPS = ((r"docker", "docker"), (r"kubepods", "kubernetes"), (r"lxc", "lxc"), (r"libpod", "podman"))


def parse_os_release(text: str) -> dict[str, str]:
    """Values by key, quotes removed."""
    return {key: value.strip("\"'") for key, value in pairs(text, "=").items()}


def parse_version(text: str) -> str | None:
    """The release in /proc/version."""
    match = re.match(r"Linux version (\S+)", text)
    return match[1] if match else None


def detect_system(root: Root) -> System:
    """Name, version, kernel, container, and how the machine is powered."""
    found = next(((path, text) for path in _PATHS if (text := text_or_none(root, path))), None)
    fields = parse_os_release(found[1]) if found else {}
    path = found[0] if found else _PATHS[0]
    return System(
        name=_stated(fields.get("NAME"), path),
        version=_stated(fields.get("VERSION_ID"), path),
        kernel=_kernel(root),
        container=_container(root),
        power_source=power_source_fact(root),
        power_plan=power_plan_fact(root),
    )


def _stated(value: str | None, path: str) -> Fact[str]:
    return known(value, origin="detected", source=path) if value else unknown("missing_or_silent", name=path)


def _kernel(root: Root) -> Fact[str]:
    path = "/proc/sys/kernel/osrelease"
    release = text_or_none(root, path)
    if release:
        return known(release, origin="detected", source=path)
    release = parse_version(text_or_none(root, "/proc/version") or "")
    return _stated(release, "/proc/version")


def _container(root: Root) -> Fact[str]:
    stated = text_or_none(root, "/run/systemd/container")
    if stated:
        return known(stated, origin="detected", source="/run/systemd/container")
    for path, name in _SIGNS:
        if root.exists(path):
            return known(name, origin="detected", source=path)
    groups = text_or_none(root, "/proc/self/cgroup") or ""
    for pattern, name in _GROUPS:
        if re.search(pattern, groups):
            return known(name, origin="estimated", source="/proc/self/cgroup")
    return unknown("no_container")
