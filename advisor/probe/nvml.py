"""NVIDIA's management library. It runs in a child process of its own: it may hang, crash, or keep a card awake."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, TypeVar

from advisor.facts.fact import Fact, known, unknown
from advisor.facts.machine import Link
from advisor.facts.message import Done, Failure, Message, Progress, Result
from advisor.facts.units import KILO
from advisor.probe.link import lower
from advisor.probe.nvidia_answer import MemorySlice, NvidiaAnswer, NvidiaDevice

T = TypeVar("T")
LIMIT_S = 15.0
MOST_DEVICES = 256
"""More than any machine has; a library that says more is broken."""
_SOURCE = "NVML"
_MODES = {0: "None", 1: "HMM", 2: "ATS"}
_REASONS = {
    "LIBRARY_NOT_FOUND": "the NVIDIA driver's library is not installed",
    "LIB_RM_VERSION_MISMATCH": "the NVIDIA driver was updated: restart the computer",
    "DRIVER_NOT_LOADED": "the NVIDIA driver is not loaded",
    "NO_PERMISSION": "no permission to ask the NVIDIA driver",
    "NOT_SUPPORTED": "not supported by this card",
    "FUNCTION_NOT_FOUND": "this NVIDIA driver is too old to tell",
    "GPU_IS_LOST": "the card fell off the bus: restart the computer",
    "INSUFFICIENT_POWER": "the card lacks its power cable",
}
_NO_POOL = _REASONS["NOT_SUPPORTED"]


def reason_of(error_name: str) -> str:
    """Plain words for an error of the library, by its name without the prefix."""
    return _REASONS.get(error_name, f"NVIDIA library: {error_name.lower().replace('_', ' ')}")


def nvml_messages() -> Iterator[Message]:
    """The messages of the child process: one result of kind `nvml`, or the reason why there is none."""
    yield Progress(per_mille=0, phase="asking the NVIDIA driver", limit_s=LIMIT_S)
    import pynvml

    try:
        pynvml.nvmlInit()
    except pynvml.NVMLError as error:
        name = _error_name(pynvml, error)
        yield Failure(code="nvml_" + name.lower(), sentence=reason_of(name))
        yield Done()
        return
    try:
        answer = read_nvml(pynvml)
    except pynvml.NVMLError as error:
        yield Failure(code="nvml", sentence=reason_of(_error_name(pynvml, error)))
    else:
        yield Result(kind="nvml", body=answer.model_dump(mode="json"))
    finally:
        with suppress(pynvml.NVMLError):
            pynvml.nvmlShutdown()
    yield Done()


def read_nvml(nvml: Any) -> NvidiaAnswer:
    """All devices that answer, through an opened library; one that fell off the bus costs only itself."""
    version = _ask(nvml, "nvmlSystemGetDriverVersion")
    count = min(nvml.nvmlDeviceGetCount(), MOST_DEVICES)
    handles = [_ask(nvml, "nvmlDeviceGetHandleByIndex", index) for index in range(count)]
    answering = [handle.value for handle in handles if handle.value is not None]
    return NvidiaAnswer(driver_version=version.value, devices=tuple(_device(nvml, handle) for handle in answering))


def _device(nvml: Any, handle: Any) -> NvidiaDevice:
    pci = _ask(nvml, "nvmlDeviceGetPciInfo", handle)
    memory = _memory(nvml, handle)
    total_bytes: Fact[int] = _of(memory, lambda info: int(info.total))
    no_pool = total_bytes.reason == _NO_POOL or total_bytes.value == 0
    mode = _ask(nvml, "nvmlDeviceGetAddressingMode", handle)
    mig = _of(_ask(nvml, "nvmlDeviceGetMigMode", handle), lambda modes: bool(modes[0]))
    if mig.reason == _REASONS["NOT_SUPPORTED"]:
        mig = known(False, origin="detected", source=f"{_SOURCE}: the card cannot be divided")
    power = _ask(nvml, "nvmlDeviceGetPowerManagementLimit", handle)
    capability = _ask(nvml, "nvmlDeviceGetCudaComputeCapability", handle)
    return NvidiaDevice(
        pci_address=_text(pci.value.busId) if pci.value is not None else None,
        pci_id=_of(pci, lambda info: f"{info.pciDeviceId & 0xFFFF:04x}:{info.pciDeviceId >> 16:04x}"),
        name=_of(_ask(nvml, "nvmlDeviceGetName", handle), _text),
        total_bytes=unknown("the card reports no memory of its own") if no_pool else total_bytes,
        free_bytes=unknown("the card reports no memory of its own") if no_pool else _of(memory, lambda i: int(i.free)),
        no_own_memory=no_pool,
        addressing_mode=_MODES.get(mode.value) if mode.value is not None else None,
        mig=mig,
        slices=_slices(nvml, handle) if mig.value else (),
        link=_link(nvml, handle),
        power_limit_w=_of(power, lambda milliwatts: milliwatts / KILO),
        compute_capability=_of(capability, lambda pair: f"{pair[0]}.{pair[1]}"),
    )


def _memory(nvml: Any, handle: Any) -> Fact[Any]:
    """Version 2 of the memory record tells reserved from used; old drivers have version 1 only."""
    newer = _ask(nvml, "nvmlDeviceGetMemoryInfo", handle, nvml.nvmlMemory_v2)
    if newer.value is not None or newer.reason != _REASONS["FUNCTION_NOT_FOUND"]:
        return newer
    return _ask(nvml, "nvmlDeviceGetMemoryInfo", handle)


def _slices(nvml: Any, handle: Any) -> tuple[MemorySlice, ...]:
    most = _ask(nvml, "nvmlDeviceGetMaxMigDeviceCount", handle)
    found = []
    for index in range(most.value or 0):
        part = _ask(nvml, "nvmlDeviceGetMigDeviceHandleByIndex", handle, index)
        info = _memory(nvml, part.value) if part.value is not None else part
        if info.value is not None and info.value.total:
            found.append(MemorySlice(total_bytes=int(info.value.total), free_bytes=int(info.value.free)))
    return tuple(found)


def _link(nvml: Any, handle: Any) -> Fact[Link]:
    """`MaxPcieLinkGeneration` is limited by the slot already, `GpuMaxPcieLinkGeneration` is the card alone."""
    card = _ask(nvml, "nvmlDeviceGetGpuMaxPcieLinkGeneration", handle)
    system = _ask(nvml, "nvmlDeviceGetMaxPcieLinkGeneration", handle)
    link = Link(
        generation_now=_ask(nvml, "nvmlDeviceGetCurrPcieLinkGeneration", handle).value or None,
        generation_max=lower(card.value or None, system.value or None),
        width_now=_ask(nvml, "nvmlDeviceGetCurrPcieLinkWidth", handle).value or None,
        width_max=_ask(nvml, "nvmlDeviceGetMaxPcieLinkWidth", handle).value or None,
    )
    if link.generation_max is None and link.width_max is None:
        return unknown(system.reason or "the driver reports no link")
    return known(link, origin="detected", source=_SOURCE)


def _ask(nvml: Any, call: str, *arguments: Any) -> Fact[Any]:
    function = getattr(nvml, call, None)
    if function is None:
        return unknown(_REASONS["FUNCTION_NOT_FOUND"])
    try:
        value = function(*arguments)
    except nvml.NVMLError as error:
        return unknown(reason_of(_error_name(nvml, error)))
    except UnicodeDecodeError:
        return unknown("the NVIDIA library answered with bytes that are no text")
    return unknown("no answer") if value is None else Fact[Any](value=value, origin="detected", source=_SOURCE)


def _of(fact: Fact[Any], convert: Callable[[Any], T]) -> Fact[T]:
    if fact.value is None:
        return fact
    return known(convert(fact.value), origin="detected", source=_SOURCE)


def _text(value: bytes | str) -> str:
    return value.decode("utf-8", errors="replace") if isinstance(value, bytes) else value


def _error_name(nvml: Any, error: Any) -> str:
    names = (name for name in dir(nvml) if name.startswith("NVML_ERROR_") and getattr(nvml, name) == error.value)
    return next(names, f"NVML_ERROR_{error.value}").removeprefix("NVML_ERROR_")
