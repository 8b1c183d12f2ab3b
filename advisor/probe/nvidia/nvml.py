"""NVIDIA's management library. It runs in a child process of its own: it may hang, crash, or keep a card awake."""

import ctypes
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from advisor.facts.machine.machine import Link
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.message import Done, Failure, Message, Progress, Result
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import BITS_PER_BYTE, KILO, MEGA
from advisor.probe.shared.gpu_memory import sane_bytes
from advisor.probe.shared.link import lower
from advisor.probe.shared.nvidia_answer import (
    MemorySlice,
    NvidiaAnswer,
    NvidiaDevice,
    sane_generation,
    sane_power_w,
    sane_width,
)

_PACKAGES = "nv*.inf_*"
_NAME = "nvml.dll"


def driver_store() -> Path:
    """The folder in which Windows keeps the packages of its drivers."""
    return Path(os.environ.get("SYSTEMROOT", r"C:\Windows"), "System32", "DriverStore", "FileRepository")


def libraries_in(store: Path) -> tuple[Path, ...]:
    """The libraries beside NVIDIA's drivers, the newest first; old packages stay when a driver is updated."""
    found = [(library.stat().st_mtime_ns, library) for library in store.glob(f"{_PACKAGES}/{_NAME}")]
    return tuple(library for _, library in sorted(found, reverse=True))


def load_beside_driver(nvml: Any, store: Path) -> bool:
    """Give the bindings the first of these libraries that loads; False where there is none."""
    with suppress(OSError):
        for library in libraries_in(store):
            with suppress(OSError):
                nvml.nvmlLib = ctypes.CDLL(str(library))
                return True
    return False


T = TypeVar("T")
LIMIT_S = 15.0
MOST_DEVICES = 256
"""More than any machine has; a library that says more is broken."""
_LIBRARY_OF_WSL = "/usr/lib/wsl/lib/libnvidia-ml.so.1"
"""Loaded first where it is: that of a distribution does not fit the driver of the host."""
_SOURCE = "NVML"
_NO_OWN_POOL = reason("no_own_memory")
_IMPLAUSIBLE = reason("nvidia_answer_implausible")
_HIGHEST_MHZ, _WIDEST_BITS, _MOST_CORES = 40_000, 32_768, 100_000
_MOST_NVLINKS = 36
_MODES = {0: "None", 1: "HMM", 2: "ATS"}
_REASONS = {
    "LIBRARY_NOT_FOUND": reason("no_nvidia_library"),
    "LIB_RM_VERSION_MISMATCH": reason("nvidia_driver_updated"),
    "DRIVER_NOT_LOADED": reason("nvidia_driver_not_loaded"),
    "NO_PERMISSION": reason("nvidia_without_permission"),
    "NOT_SUPPORTED": reason("not_supported_by_card"),
    "FUNCTION_NOT_FOUND": reason("nvidia_driver_too_old"),
    "GPU_IS_LOST": reason("card_fell_off_bus"),
    "INSUFFICIENT_POWER": reason("card_lacks_power_cable"),
}
_NO_POOL = _REASONS["NOT_SUPPORTED"]


def reason_of(error_name: str) -> Reason:
    """Plain words for an error of the library, by its name without the prefix."""
    return _REASONS.get(error_name, reason("nvidia_library_error", error=error_name.lower().replace("_", " ")))


def nvml_messages() -> Iterator[Message]:
    """The messages of the child process: one result of kind `nvml`, or the reason why there is none."""
    yield Progress(per_mille=0, phase=reason("asking_nvidia_driver"), limit_s=LIMIT_S)
    import pynvml

    with suppress(OSError):
        ctypes.CDLL(_LIBRARY_OF_WSL)
    try:
        open_library(pynvml)
    except pynvml.NVMLError as error:
        name = _error_name(pynvml, error)
        yield Failure(code="nvml_" + name.lower(), sentence=reason_of(name))
        yield Done()
        return
    try:
        count = _ask(pynvml, "nvmlDeviceGetCount", kind=int)
        if count.value is None or not 0 <= count.value <= MOST_DEVICES:
            yield Failure(code="nvml", sentence=count.reason or _IMPLAUSIBLE)
        else:
            yield Result(kind="nvml", body=read_nvml(pynvml).model_dump(mode="json"))
    finally:
        with suppress(pynvml.NVMLError):
            pynvml.nvmlShutdown()
    yield Done()


def open_library(nvml: Any) -> None:
    """Open the library where the bindings look for it, else beside the driver. Raises the bindings' NVMLError."""
    try:
        nvml.nvmlInit()
    except nvml.NVMLError as error:
        if _error_name(nvml, error) != "LIBRARY_NOT_FOUND" or not load_beside_driver(nvml, driver_store()):
            raise
        nvml.nvmlInit()


def read_nvml(nvml: Any) -> NvidiaAnswer:
    """All devices that answer, through an opened library; one that fell off the bus costs only itself."""
    version = _ask(nvml, "nvmlSystemGetDriverVersion", kind=(str, bytes))
    count = _ask(nvml, "nvmlDeviceGetCount", kind=int).value or 0
    indexes = range(count if count <= MOST_DEVICES else 0)
    handles = [_ask(nvml, "nvmlDeviceGetHandleByIndex", index) for index in indexes]
    answering = [handle.value for handle in handles if handle.value is not None]
    return NvidiaAnswer(
        driver_version=_of(version, _text).value, devices=tuple(_device(nvml, handle) for handle in answering)
    )


def _device(nvml: Any, handle: Any) -> NvidiaDevice:
    pci = _ask(nvml, "nvmlDeviceGetPciInfo", handle)
    memory = _memory(nvml, handle)
    stated = _of(memory, lambda info: int(info.total))
    no_pool = stated.reason == _NO_POOL or (stated.value is not None and sane_bytes(stated.value) is None)
    total_bytes = _of(stated, sane_bytes)
    free = _of(memory, lambda info: int(info.free) if 0 <= info.free <= (total_bytes.value or 0) else None)
    mode = _ask(nvml, "nvmlDeviceGetAddressingMode", handle, kind=int)
    mig = _of(_ask(nvml, "nvmlDeviceGetMigMode", handle), lambda modes: bool(modes[0]))
    if mig.reason == _NO_POOL:
        mig = known(False, origin="detected", source=reason("card_not_dividable", source=_SOURCE))
    power = _ask(nvml, "nvmlDeviceGetPowerManagementLimit", handle)
    capability = _ask(nvml, "nvmlDeviceGetCudaComputeCapability", handle)
    return NvidiaDevice(
        pci_address=_of(pci, lambda info: _text(info.busId)).value,
        pci_id=_of(pci, lambda info: f"{info.pciDeviceId & 0xFFFF:04x}:{info.pciDeviceId >> 16:04x}"),
        name=_of(_ask(nvml, "nvmlDeviceGetName", handle), _text),
        total_bytes=unknown(_NO_OWN_POOL) if no_pool and not stated.value else total_bytes,
        free_bytes=unknown(_NO_OWN_POOL) if no_pool and not stated.value else free,
        no_own_memory=no_pool,
        addressing_mode=_MODES.get(mode.value) if mode.value is not None else None,
        mig=mig,
        slices=_slices(nvml, handle) if mig.value else (),
        link=_link(nvml, handle),
        power_limit_w=_of(power, lambda milliwatts: sane_power_w(milliwatts / KILO)),
        compute_capability=_of(capability, lambda pair: f"{int(pair[0])}.{int(pair[1])}"),
        subsystem_id=_of(pci, lambda i: f"{i.pciSubSystemId & 0xFFFF:04x}:{i.pciSubSystemId >> 16:04x}"),
        theoretical_bytes_per_s=_bandwidth(nvml, handle),
        fp32_flop_per_s=_fp32(nvml, handle),
        nvlinks=_nvlinks(nvml, handle),
    )


def _bandwidth(nvml: Any, handle: Any) -> Fact[float]:
    """Bytes per second of the card's memory: highest clock, two transfers a clock, over its whole width."""
    width = _ask(nvml, "nvmlDeviceGetMemoryBusWidth", handle, kind=int)
    return _clocked(
        nvml, handle, nvml.NVML_CLOCK_MEM, width, most=_WIDEST_BITS, how="clock_of_bits", per_unit=BITS_PER_BYTE
    )


def _fp32(nvml: Any, handle: Any) -> Fact[float]:
    """Operations per second of the shaders: cores x highest clock x one multiplication and addition."""
    cores = _ask(nvml, "nvmlDeviceGetNumGpuCores", handle, kind=int)
    return _clocked(nvml, handle, nvml.NVML_CLOCK_SM, cores, most=_MOST_CORES, how="clock_of_cores")


def _clocked(
    nvml: Any, handle: Any, kind: int, count: Fact[int], *, most: int, how: ReasonCode, per_unit: int = 1
) -> Fact[float]:
    """2 x the highest clock of a kind x so many units / units for one; nothing where one of both cannot be."""
    clock = _ask(nvml, "nvmlDeviceGetMaxClockInfo", handle, kind, kind=int)
    if not clock.value or not count.value:
        return unknown(clock.reason or count.reason or _IMPLAUSIBLE)
    if not (0 < clock.value <= _HIGHEST_MHZ and 0 < count.value <= most):
        return unknown(_IMPLAUSIBLE)
    per_s = float(2 * clock.value * MEGA * count.value / per_unit)
    return known(
        per_s, origin="detected", source=reason(how, source=_SOURCE, clock_mhz=clock.value, number=count.value)
    )


def _nvlinks(nvml: Any, handle: Any) -> Fact[int]:
    """How many links to other cards are active; a card that knows no links has none."""
    states: list[int] = []
    for index in range(_MOST_NVLINKS):
        state = _ask(nvml, "nvmlDeviceGetNvLinkState", handle, index, kind=int)
        if state.value is None:
            if not states and state.reason not in (_NO_POOL, reason_of("INVALID_ARGUMENT")):
                return unknown(state.reason or _IMPLAUSIBLE)
            break
        states.append(state.value)
    return known(states.count(1), origin="detected", source=f"{_SOURCE} NvLinkState")


def _memory(nvml: Any, handle: Any) -> Fact[Any]:
    """Version 2 of the memory record tells reserved from used; old drivers have version 1 only."""
    newer = _ask(nvml, "nvmlDeviceGetMemoryInfo", handle, nvml.nvmlMemory_v2)
    if newer.value is not None or newer.reason != _REASONS["FUNCTION_NOT_FOUND"]:
        return newer
    return _ask(nvml, "nvmlDeviceGetMemoryInfo", handle)


def _slices(nvml: Any, handle: Any) -> tuple[MemorySlice, ...]:
    most = _ask(nvml, "nvmlDeviceGetMaxMigDeviceCount", handle, kind=int)
    found = []
    for index in range(min(most.value or 0, MOST_DEVICES)):
        part = _ask(nvml, "nvmlDeviceGetMigDeviceHandleByIndex", handle, index)
        info = _memory(nvml, part.value) if part.value is not None else part
        total_bytes = _of(info, lambda memory: sane_bytes(int(memory.total))).value
        free_bytes = _of(info, lambda memory: int(memory.free)).value
        if total_bytes:
            free_bytes = free_bytes if free_bytes is not None and 0 <= free_bytes <= total_bytes else None
            found.append(MemorySlice(total_bytes=total_bytes, free_bytes=free_bytes))
    return tuple(found)


def _link(nvml: Any, handle: Any) -> Fact[Link]:
    """`MaxPcieLinkGeneration` is limited by the slot already, `GpuMaxPcieLinkGeneration` is the card alone."""
    system = _ask(nvml, "nvmlDeviceGetMaxPcieLinkGeneration", handle, kind=int)

    def number(call: str) -> int | None:
        value: int | None = _ask(nvml, call, handle, kind=int).value
        return value

    link = Link(
        generation_now=sane_generation(number("nvmlDeviceGetCurrPcieLinkGeneration")),
        generation_max=lower(
            sane_generation(number("nvmlDeviceGetGpuMaxPcieLinkGeneration")), sane_generation(system.value)
        ),
        width_now=sane_width(number("nvmlDeviceGetCurrPcieLinkWidth")),
        width_max=sane_width(number("nvmlDeviceGetMaxPcieLinkWidth")),
    )
    if link.generation_max is None and link.width_max is None:
        return unknown(system.reason or reason("driver_reports_no_link"))
    return known(link, origin="detected", source=_SOURCE)


def _ask(nvml: Any, call: str, *arguments: Any, kind: type | tuple[type, ...] = object) -> Fact[Any]:
    """What a call returns, of the given kind. A broken library may raise anything: it costs this fact only."""
    function = getattr(nvml, call, None)
    if function is None:
        return unknown(_REASONS["FUNCTION_NOT_FOUND"])
    try:
        value = function(*arguments)
    except nvml.NVMLError as error:
        return unknown(reason_of(_error_name(nvml, error)))
    except Exception as error:
        return unknown("nvidia_library_failed", error=type(error).__name__)
    if value is None or not isinstance(value, kind):
        return unknown(reason("no_answer") if value is None else _IMPLAUSIBLE)
    return Fact[Any](value=value, origin="detected", source=_SOURCE)


def _of(fact: Fact[Any], convert: Callable[[Any], T | None]) -> Fact[T]:
    """The fact converted; unknown where the answer cannot be what it should be."""
    if fact.value is None:
        return fact
    try:
        value = convert(fact.value)
    except (AttributeError, TypeError, ValueError, IndexError):
        value = None
    return unknown(_IMPLAUSIBLE) if value is None else known(value, origin="detected", source=_SOURCE)


def _text(value: bytes | str) -> str | None:
    text = value.decode("utf-8", errors="replace") if isinstance(value, bytes) else value
    return text if isinstance(text, str) and text else None


def _error_name(nvml: Any, error: Any) -> str:
    names = (name for name in dir(nvml) if name.startswith("NVML_ERROR_") and getattr(nvml, name) == error.value)
    return next(names, f"NVML_ERROR_{error.value}").removeprefix("NVML_ERROR_")
