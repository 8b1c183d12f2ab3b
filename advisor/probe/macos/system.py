"""macOS itself, how the Mac is powered and slowed (texts of pmset(1)), and what its chip has for neural networks."""

import re
from typing import Literal

from advisor.facts.machine.machine import System
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import reason
from advisor.probe.macos.sysctl import read_sysctl
from advisor.probe.shared.host import Host
from advisor.probe.source.reading import pairs, told, whole_number
from advisor.probe.source.root import Unavailable

BATTERY, THERMAL, SETTINGS = "macos/battery", "macos/thermal", "macos/power"
ARGUMENTS = {BATTERY: ("-g", "batt"), THERMAL: ("-g", "therm"), SETTINGS: ("-g",)}
_FULL_SPEED = 100


def parse_power_source(text: str) -> Literal["mains", "battery"] | None:
    """Where the power comes from now; None where it is neither."""
    match = re.search(r"drawing from '(AC|Battery) Power'", text)
    if match is None:
        return None
    return "mains" if match[1] == "AC" else "battery"


def parse_power_plan(text: str) -> str | None:
    """The energy mode by macOS's own words; None where this Mac has none."""
    modes = dict(re.findall(r"^\s*(lowpowermode|highpowermode|powermode)\s+(\d)\b", text, re.MULTILINE))
    if modes.get("powermode") == "2" or modes.get("highpowermode") == "1":
        return "High Power Mode"
    if modes.get("powermode") == "1" or modes.get("lowpowermode") == "1":
        return "Low Power Mode"
    return "Automatic" if modes else None


def parse_throttled(text: str) -> bool | None:
    """Whether the processor is held below its full speed; None where macOS has recorded nothing."""
    limit = whole_number(pairs(text, "=").get("CPU_Speed_Limit"))
    return limit < _FULL_SPEED if limit is not None and 0 < limit <= _FULL_SPEED else None


def power_source_fact(host: Host) -> Fact[Literal["mains", "battery"]]:
    """Mains or battery."""
    return told(
        _text(host, BATTERY), parse_power_source, source="pmset -g batt", silent=reason("source_silent", source="pmset")
    )


def power_plan_fact(host: Host) -> Fact[str]:
    """The energy mode."""
    return told(_text(host, SETTINGS), parse_power_plan, source="pmset -g", silent=reason("no_energy_modes"))


def throttled_fact(host: Host) -> Fact[bool]:
    """Whether heat slows the processor now."""
    silent = reason("no_speed_limit_recorded")
    return told(_text(host, THERMAL), parse_throttled, source="pmset -g therm CPU_Speed_Limit", silent=silent)


def _text(host: Host, call: str) -> str | Unavailable:
    answer = host.call(call)
    if not isinstance(answer, Unavailable):
        return answer.decode(errors="replace").replace("\0", "")
    captured = host.output("pmset", *ARGUMENTS[call])
    return answer if isinstance(captured, Unavailable) else captured


def macos_system(host: Host) -> System:
    """Name, version, kernel and power."""
    sysctl = read_sysctl(host)
    version = sysctl.text("kern.osproductversion")
    return System(
        name=sysctl.fact(None if sysctl.missing else "macOS", "kern.osproductversion"),
        version=sysctl.fact(version, "kern.osproductversion"),
        kernel=sysctl.fact(sysctl.text("kern.osrelease"), "kern.osrelease"),
        container=unknown("macos_without_containers"),
        power_source=power_source_fact(host),
        power_plan=power_plan_fact(host),
    )


def macos_npus(host: Host) -> Fact[tuple[str, ...]]:
    """The Neural Engine, which every chip that Apple made for Macs has; a virtual machine is not given it."""
    sysctl = read_sysctl(host)
    if sysctl.missing:
        return unknown(sysctl.missing)
    if sysctl.is_apple_silicon and not sysctl.is_virtual:
        return known(("Apple Neural Engine",), origin="estimated", source=reason("every_apple_chip_has_one"))
    return unknown("macos_lists_no_npu")
