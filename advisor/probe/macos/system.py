"""macOS itself, and what its chip has for neural networks."""

from advisor.facts.machine.machine import System
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import reason
from advisor.probe.macos.power import power_plan_fact, power_source_fact
from advisor.probe.macos.sysctl import read_sysctl
from advisor.probe.shared.host import Host


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
