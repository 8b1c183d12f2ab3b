"""NVIDIA graphics: joins what the PCI bus lists with what the driver answers, by address."""

from advisor.facts.machine.machine import MOST_GPUS, Gpu
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import Reason, reason
from advisor.probe.nvidia.nvidia_smi import COMMANDS, parse_nvidia_smi
from advisor.probe.shared.gpu_memory import NVIDIA_OWN_MEMORY, GpuMemory, Kind, no_memory
from advisor.probe.shared.host import Host
from advisor.probe.shared.id_tables import board_names
from advisor.probe.shared.link import link_fact
from advisor.probe.shared.main_pool import MainPool
from advisor.probe.shared.nvidia_answer import NvidiaAnswer, NvidiaDevice
from advisor.probe.shared.pci import (
    Address,
    PciDevice,
    address_text,
    driver_fact,
    parse_address,
    pci_id_fact,
    revision_fact,
    state_fact,
    subsystem_fact,
    vendor_fact,
)
from advisor.probe.source.reading import pairs, text_or_none
from advisor.probe.source.root import Root, Unavailable

_ASLEEP = reason("asleep_nvidia")
_ANSWER = reason("nvidia_driver_answer")
_NO_MATCH = reason("not_matched_yet")


def ask_driver(host: Host, devices: tuple[PciDevice, ...]) -> NvidiaAnswer | Unavailable:
    """The driver's answer, by library or captured text; not asked while an NVIDIA card sleeps."""
    if any(device.asleep for device in devices):
        return Unavailable(_ASLEEP)
    answer = host.nvml()
    if isinstance(answer, NvidiaAnswer):
        return _bounded(answer)
    for command in COMMANDS:
        text = host.output(*command)
        if not isinstance(text, Unavailable):
            return _bounded(parse_nvidia_smi(text))
    return answer


def _bounded(answer: NvidiaAnswer | Unavailable) -> NvidiaAnswer | Unavailable:
    """The answer with one device more than a computer has at most."""
    if isinstance(answer, Unavailable) or len(answer.devices) <= MOST_GPUS:
        return answer
    return answer.changed(devices=answer.devices[: MOST_GPUS + 1])


def nvidia_gpus(
    root: Root, host: Host, devices: tuple[PciDevice, ...], pool: MainPool, architecture: str | None
) -> dict[Address | int, Gpu]:
    """All NVIDIA devices by address; those the driver alone knows come with their address, else a number."""
    answer = ask_driver(host, devices)
    listed = () if isinstance(answer, Unavailable) else answer.devices
    told = {parse_address(own.pci_address or "") or index: own for index, own in enumerate(listed)}
    version = None if isinstance(answer, Unavailable) else answer.driver_version
    found: dict[Address | int, Gpu] = {}
    for device in devices:
        own = told.pop(device.address, None)
        if own:
            found[device.address] = answered_gpu(own, pool, device=device, version=version)
        else:
            why = answer.reason if isinstance(answer, Unavailable) else reason("nvidia_lists_it_not")
            found[device.address] = _silent(root, device, why, architecture)
    for key, own in told.items():
        found[key] = answered_gpu(own, pool, device=None, version=version)
    return found


def answered_gpu(own: NvidiaDevice, pool: MainPool, *, device: PciDevice | None, version: str | None) -> Gpu:
    """A card as the driver describes it."""
    memory = nvidia_memory(own, pool)
    address = parse_address(own.pci_address or "")
    driver = f"nvidia {version}" if version else "nvidia"
    return Gpu(
        name=own.name,
        vendor=known("nvidia", origin="detected", source=_ANSWER),
        driver=driver_fact(device, version)
        if device and device.bound
        else known(driver, origin="detected", source=_ANSWER),
        pci_id=pci_id_fact(device) if device else own.pci_id,
        pci_address=known(address_text(address), origin="detected", source=_ANSWER)
        if address
        else unknown("nvidia_gives_no_address"),
        card=unknown(_NO_MATCH),
        memory_total_bytes=memory.total_bytes,
        memory_free_bytes=memory.free_bytes,
        memory_kind=memory.kind,
        link=unknown("no_link_in_main_memory") if own.unified else own.link,
        power_limit_w=own.power_limit_w,
        compute_capability=own.compute_capability,
        mig=own.mig,
        state=known("active", origin="detected", source=_ANSWER),
        subsystem_id=own.subsystem_id,
        theoretical_bytes_per_s=unknown("works_in_main_memory") if own.unified else own.theoretical_bytes_per_s,
        fp32_flop_per_s=own.fp32_flop_per_s,
        nvlinks=own.nvlinks,
    )


def nvidia_memory(own: NvidiaDevice, pool: MainPool) -> GpuMemory:
    """The card's memory, main memory where it has none of its own, the largest slice where it is divided."""
    source = own.total_bytes.source or _ANSWER
    if own.unified:
        return GpuMemory(pool.usable, pool.available, known("unified", origin="detected", source=source))
    kind: Fact[Kind] = known("dedicated", origin="detected", source=source)
    if not own.mig.value:
        return GpuMemory(own.total_bytes, own.free_bytes, kind)
    if not own.slices:
        return no_memory(reason("no_usable_slice"), kind)
    largest = max(own.slices, key=lambda part: part.total_bytes)
    of_largest, free = reason("largest_slice", source=source), unknown("slice_silent")
    if largest.free_bytes is not None:
        free = known(largest.free_bytes, origin="detected", source=of_largest)
    return GpuMemory(known(largest.total_bytes, origin="detected", source=of_largest), free, kind)


def _silent(root: Root, device: PciDevice, why: Reason, architecture: str | None) -> Gpu:
    """A card the driver does not speak for: what the bus says, and the reason for the rest."""
    path = f"/proc/driver/nvidia/gpus/{device.address_text}/information"
    name = pairs(text_or_none(root, path) or "").get("Model")
    x86, subsystem = architecture == "x86_64", subsystem_fact(root, device)
    chip, board = board_names(root, device, subsystem.value)
    listed = unknown(why) if chip.value is None else chip
    return Gpu(
        name=known(name, origin="detected", source=path) if name else listed,
        vendor=vendor_fact(device),
        driver=driver_fact(device),
        pci_id=pci_id_fact(device),
        pci_address=known(device.address_text, origin="detected", source="/sys/bus/pci/devices"),
        card=unknown(_NO_MATCH),
        memory_total_bytes=unknown(why),
        memory_free_bytes=unknown(why),
        memory_kind=known("dedicated", origin="estimated", source=NVIDIA_OWN_MEMORY) if x86 else unknown(why),
        link=link_fact(root, device),
        power_limit_w=unknown(why),
        compute_capability=unknown(why),
        mig=unknown(why),
        state=state_fact(device),
        subsystem_id=subsystem,
        board=board,
        pci_revision=revision_fact(device),
    )
