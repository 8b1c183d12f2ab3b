"""The operating system, its kernel, and the container around this process if there is one."""

import re

from advisor.facts.machine.machine import System
from advisor.facts.values.fact import Fact, known, unknown
from advisor.probe.linux.power import power_plan_fact, power_source_fact
from advisor.probe.source.reading import pairs, text_or_none
from advisor.probe.source.root import Root

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
