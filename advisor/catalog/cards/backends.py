"""Which backends run on a detected graphics processor with the driver it has."""

import re
from collections.abc import Iterable

from advisor.facts.cards.backend import Backend, BackendCard
from advisor.facts.machine.machine import Gpu
from advisor.facts.values.reason import Reason, reason

Verdict = tuple[bool | None, Reason | None]
"""Whether something is as a backend needs it, None where that cannot be told, and why not."""

_FINE: Verdict = (True, None)
_LINUX_DRIVERS = ("nvidia", "nouveau", "amdgpu", "radeon", "i915", "xe")
_STAND_INS = ("vfio-pci", "simple-framebuffer", "BasicDisplay")
"""Drivers that only show a picture, or hand the card to a virtual machine."""

_WINDOWS_VERSION = re.compile(r"\d+\.\d+\.\d*?(\d)\.(\d{2})(\d{2})")
"""A driver of NVIDIA on Windows: the last five digits of `32.0.15.6094` are 560.94."""
_VERSION = re.compile(r"\d{1,9}(?:\.\d{1,9})*")


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
    runs, why = _verdict(gpu, card)
    return Backend(
        name=card.name,
        backend=card.backend,
        runs=runs,
        reason=why,
        engines=card.engines,
        install=card.install,
        source=card.source,
    )


def _verdict(gpu: Gpu, card: BackendCard) -> Verdict:
    """The first thing in its way counts, then the first that is not known."""
    if gpu.state.value == "no_driver":
        return False, reason("no_driver_serves")
    verdicts = (
        _carried(gpu, card),
        _new_enough(driver_version(gpu), card.driver_at_least),
        _capable(gpu, card),
        _targeted(gpu, card),
    )
    for wanted in (False, None):
        for runs, why in verdicts:
            if runs is wanted:
                return runs, why
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
        return False, reason("driver_lacks_backend", driver=name)
    return _FINE if driver_version(gpu) else (None, reason("driver_backends_unknown", driver=name))


def _new_enough(has: str | None, needs: str | None) -> Verdict:
    if needs is None:
        return _FINE
    if has is None:
        return None, reason("driver_version_unknown")
    if _numbers(has) >= _numbers(needs):
        return _FINE
    return False, reason("driver_too_old", version=has, needs=needs)


def _capable(gpu: Gpu, card: BackendCard) -> Verdict:
    told = gpu.compute_capability.value
    if card.capability_at_least is None:
        return _FINE
    if not _numbers(told or ""):
        return None, reason("compute_capability_unknown")
    if _numbers(told or "") >= _numbers(card.capability_at_least):
        return _FINE
    return False, reason("compute_capability_too_low", has=told or "", needs=card.capability_at_least)


def _targeted(gpu: Gpu, card: BackendCard) -> Verdict:
    told = gpu.compute_capability.value
    if not card.targets:
        return _FINE
    if told is None:
        return None, reason("graphics_target_unknown")
    return _FINE if told in card.targets else (False, reason("no_build_for_target", target=told))


def _numbers(version: str) -> tuple[int, ...]:
    """The numbers that a version begins with, whatever a driver adds."""
    found = _VERSION.match(version)
    return tuple(int(part) for part in found[0].split(".")) if found else ()
