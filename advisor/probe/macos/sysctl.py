"""The text of `sysctl`: one `name: value` line each, as macOS prints it and as our reader writes it.

Names and meanings: https://developer.apple.com/documentation/kernel/1387446-sysctlbyname
"""

from typing import TypeVar

from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import Reason, reason
from advisor.probe.shared.host import Host
from advisor.probe.source.reading import MOST_CPUS, pairs, whole_number
from advisor.probe.source.root import Unavailable

CALL = "macos/sysctl"
COMMANDS = (("sysctl", "-a"), ("sysctl", "hw", "machdep"))
"""Texts of the tool itself, as people capture it."""

_MOST_LEVELS = 8
T = TypeVar("T")


@frozen
class Sysctl:
    """Values by name. `missing` says why there are none at all."""

    values: dict[str, str]
    missing: Reason | None = None

    def text(self, name: str) -> str | None:
        """A value that says something."""
        return self.values.get(name) or None

    def number(self, name: str) -> int | None:
        """A whole number above zero; zero is how macOS says that it does not know."""
        value = whole_number(self.values.get(name))
        return value if value is not None and value > 0 else None

    def count(self, name: str) -> int | None:
        """A number of processors or the like, None beyond what a machine can have."""
        value = self.number(name)
        return value if value is not None and value <= MOST_CPUS else None

    def is_on(self, name: str) -> bool | None:
        """Whether a switch is 1; None where it is neither 1 nor 0."""
        return {"1": True, "0": False}.get(self.values.get(name, ""))

    def numbers(self, name: str) -> tuple[int, ...]:
        """A list of whole numbers; empty when any of them is none."""
        found = [whole_number(word) for word in self.values.get(name, "").split()]
        return tuple(number for number in found if number is not None) if None not in found else ()

    @property
    def levels(self) -> tuple[str, ...]:
        """Names of the performance levels that hold cores, the fastest first: `hw.perflevel0`."""
        names = (f"hw.perflevel{level}" for level in range(min(self.count("hw.nperflevels") or 0, _MOST_LEVELS)))
        return tuple(name for name in names if self.count(f"{name}.physicalcpu") and self.count(f"{name}.logicalcpu"))

    @property
    def is_apple_silicon(self) -> bool:
        """Whether the processor is Apple's own, also where this program runs translated for Intel."""
        vendor = self.text("machdep.cpu.brand_string") or ""
        return bool(self.is_on("hw.optional.arm64")) or self.is_translated or vendor.startswith("Apple ")

    @property
    def is_translated(self) -> bool:
        """Whether this program was built for Intel and runs translated (Rosetta).

        https://developer.apple.com/documentation/apple-silicon/about-the-rosetta-translation-environment
        """
        named = (self.text("machdep.cpu.brand_string") or "").startswith("VirtualApple")
        return self.is_on("sysctl.proc_translated") is True or named

    @property
    def is_virtual(self) -> bool:
        """Whether macOS runs in a virtual machine."""
        return self.is_on("kern.hv_vmm_present") is True or self.model.startswith("VirtualMac")

    @property
    def model(self) -> str:
        """The model identifier: `Mac16,5`, `VirtualMac2,1`; empty when it is not told."""
        return self.text("hw.model") or ""

    def fact(self, value: T | None, name: str) -> Fact[T]:
        """A fact read from `name`, or why there is none."""
        if value is None:
            return unknown(self.missing or reason("missing_or_silent", name=name))
        return known(value, origin="detected", source=f"sysctl {name}")


def parse_sysctl(text: str) -> dict[str, str]:
    """Values by name; macOS writes `name: value`, other systems and old ones `name = value`."""
    found = pairs(text)
    return found or pairs(text, "=")


def read_sysctl(host: Host) -> Sysctl:
    """The values of this machine: what the system answers, else captured text of the tool."""
    answer = host.call(CALL)
    if not isinstance(answer, Unavailable):
        return Sysctl(parse_sysctl(answer.decode(errors="replace").replace("\0", "")))
    for command in COMMANDS:
        text = host.output(*command)
        if not isinstance(text, Unavailable):
            return Sysctl(parse_sysctl(text))
    return Sysctl({}, missing=answer.reason)
