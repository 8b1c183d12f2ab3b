"""Which backends run on a detected graphics processor with the driver it has."""

import re
from collections.abc import Iterable

from advisor.facts.cards.backend import Backend, BackendCard
from advisor.facts.machine.machine import Gpu

Verdict = tuple[bool | None, str | None]
"""Whether something is as a backend needs it, None where that cannot be told, and why not."""

_FINE: Verdict = (True, None)
_LINUX_DRIVERS = ("nvidia", "nouveau", "amdgpu", "radeon", "i915", "xe")
_STAND_INS = ("vfio-pci", "simple-framebuffer", "BasicDisplay")
"""Drivers that only show a picture, or hand the card to a virtual machine."""

_WINDOWS_VERSION = re.compile(r"\d+\.\d+\.\d*?(\d)\.(\d{2})(\d{2})")
"""A driver of NVIDIA on Windows: the last five digits of `32.0.15.6094` are 560.94."""


def backends_of(gpu: Gpu, cards: Iterable[BackendCard]) -> tuple[Backend, ...]:
    """Every backend for chips of this maker, newest first, with whether it runs."""
    return tuple(_backend(gpu, card) for card in cards if gpu.vendor.value in card.vendors)


def driver_version(gpu: Gpu) -> str | None:
    """The version in the text of a driver (`nvidia 580.95.05`), None where it has none."""
    text = gpu.driver.value or ""
    windows = _WINDOWS_VERSION.fullmatch(text.split()[-1]) if text and gpu.vendor.value == "nvidia" else None
    if windows:
        return f"{windows[1]}{windows[2]}.{windows[3]}"
    found = re.search(r"\d+(\.\d+)+|\d{3,}", text)
    return found[0] if found else None


def _backend(gpu: Gpu, card: BackendCard) -> Backend:
    runs, reason = _verdict(gpu, card)
    return Backend(
        name=card.name,
        backend=card.backend,
        runs=runs,
        reason=reason,
        engines=card.engines,
        install=card.install,
        source=card.source,
    )


def _verdict(gpu: Gpu, card: BackendCard) -> Verdict:
    """The first thing in its way counts, then the first that is not known."""
    if gpu.state.value == "no_driver":
        return False, "no driver serves it"
    verdicts = (
        _carried(gpu, card),
        _new_enough("driver", driver_version(gpu), card.driver_at_least),
        _capable(gpu, card),
        _targeted(gpu, card),
    )
    for wanted in (False, None):
        for runs, reason in verdicts:
            if runs is wanted:
                return runs, reason
    return True, None


def _carried(gpu: Gpu, card: BackendCard) -> Verdict:
    """Whether the driver is one that has this backend; on other systems than Linux the maker's own driver has it."""
    if not card.drivers:
        return _FINE
    if gpu.driver.value is None:
        return None, gpu.driver.reason
    name = gpu.driver.value.split()[0]
    if name in card.drivers:
        return _FINE
    if name in _LINUX_DRIVERS or name in _STAND_INS:
        return False, f"driver {name} does not offer it"
    return _FINE if driver_version(gpu) else (None, f"what driver {name} offers is unknown")


def _new_enough(what: str, has: str | None, needs: str | None) -> Verdict:
    if needs is None:
        return _FINE
    if has is None:
        return None, f"the version of the {what} is unknown"
    return _FINE if _numbers(has) >= _numbers(needs) else (False, f"{what} {has} is older than {needs}")


def _capable(gpu: Gpu, card: BackendCard) -> Verdict:
    told = gpu.compute_capability.value
    if card.capability_at_least is None:
        return _FINE
    if told is None or not told[0].isdigit():
        return None, "the compute capability of the chip is unknown"
    if _numbers(told) >= _numbers(card.capability_at_least):
        return _FINE
    return False, f"the chip has compute capability {told}, it needs {card.capability_at_least}"


def _targeted(gpu: Gpu, card: BackendCard) -> Verdict:
    told = gpu.compute_capability.value
    if not card.targets:
        return _FINE
    if told is None:
        return None, "the graphics target of the chip is unknown"
    return _FINE if told in card.targets else (False, f"no build exists for {told}")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))
