"""Whether heat slows the processor.

https://docs.kernel.org/driver-api/thermal/sysfs-api.html; the counters are those of Intel's processors.
"""

import re

from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import reason
from advisor.probe.shared.topology import FOLDER, Topology
from advisor.probe.source.reading import number_in, text_or_none
from advisor.probe.source.root import Root

_COOLING = "/sys/class/thermal"
_OF_PROCESSOR = re.compile(r"Processor|cpufreq|cpu", re.IGNORECASE)
_COUNTERS = ("core_throttle_count", "package_throttle_count")


def throttled_fact(root: Root, topology: Topology) -> Fact[bool]:
    """True while the kernel cools by slowing; False where the processor never had to since the start."""
    for name in root.listdir(_COOLING):
        place = f"{_COOLING}/{name}"
        if name.startswith("cooling_device") and _OF_PROCESSOR.match(text_or_none(root, f"{place}/type") or ""):
            state = number_in(root, f"{place}/cur_state")
            if state and state > 0:
                return known(True, origin="detected", source=f"{place}/cur_state")
    folders = [f"{FOLDER}/cpu{cpu}/thermal_throttle" for cpu in sorted(topology.online)]
    counts = [number_in(root, f"{folder}/{counter}") for folder in folders for counter in _COUNTERS]
    told = [count for count in counts if count is not None]
    if not told:
        return unknown("kernel_silent")
    if any(told):
        return unknown("throttled_before")
    return known(False, origin="detected", source=reason("never_since_start", source=f"{FOLDER}/cpu*/thermal_throttle"))
