"""All graphics processors of a Windows machine, as facts."""

from advisor.facts.machine.machine import Gpu, Link
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import Reason, reason
from advisor.probe.nvidia.nvidia import answered_gpu, ask_driver
from advisor.probe.shared.gpu_memory import GpuMemory, Kind, no_memory, sane_bytes, unified_fact
from advisor.probe.shared.gpu_memory import Graphics as MemoryHints
from advisor.probe.shared.host import Host
from advisor.probe.shared.main_pool import MainPool
from advisor.probe.shared.nvidia_answer import NvidiaDevice
from advisor.probe.shared.pci import VENDORS, PciDevice, State, address_text, parse_address
from advisor.probe.source.root import Root, Unavailable
from advisor.probe.windows.d3dkmt import Adapter
from advisor.probe.windows.graphics import Graphics, Listed, list_graphics
from advisor.probe.windows.pnp_devices import PnpDisplay, pnp_link
from advisor.probe.windows.registry import Registry, ask_registry

_NVIDIA, _STRIX_HALO = 0x10DE, (0x1002, 0x1586)
_PNP = "plug-and-play manager"
_VENDORS = {**VENDORS, 0x4D4F4351: "qualcomm", 0x5143: "qualcomm"}
_NO_MATCH = reason("not_matched_yet")
_KERNEL = "D3DKMT segment sizes"


def windows_gpus(
    root: Root, host: Host, pool: MainPool, architecture: str | None
) -> tuple[tuple[Gpu, ...], MemoryHints]:
    """Every GPU in order of address, and what they tell of main memory."""
    listed = list_graphics(host, architecture)
    asked = ask_registry(host)
    registry = Registry() if isinstance(asked, Unavailable) else asked
    cards = tuple(_pci(one) for one in listed.devices if one.vendor_id == _NVIDIA)
    answer = ask_driver(host, cards) if cards else Unavailable("no_nvidia_card_listed")
    silent = answer.reason if isinstance(answer, Unavailable) else reason("nvidia_lists_it_not")
    told = {} if isinstance(answer, Unavailable) else {_place(own): own for own in answer.devices}
    version = None if isinstance(answer, Unavailable) else answer.driver_version
    found: list[Gpu] = []
    carve_outs: list[int] = []
    for one in listed.devices:
        own = told.pop(one.address[1:], None) if one.address and one.vendor_id == _NVIDIA else None
        memory = _memory(one, listed, pool, registry)
        carve_outs.append(memory.carve_out_bytes or 0)
        plain = _gpu(one, memory, _name(one, registry), silent)
        found.append(_with_driver(plain, answered_gpu(own, pool, device=None, version=version)) if own else plain)
    found += [answered_gpu(own, pool, device=None, version=version) for own in told.values()]
    gpus = tuple(found)
    return gpus, MemoryHints(carve_out_bytes=max(carve_outs, default=0) or None, unified=unified_fact(gpus))


def _place(own: NvidiaDevice) -> tuple[int, ...] | int:
    """Bus, device and function: Windows tells no domain. A device without an address stands for itself."""
    address = parse_address(own.pci_address or "")
    return address[1:] if address else id(own)


def _pci(one: Graphics) -> PciDevice:
    display = one.display
    return PciDevice(
        address=one.address or (0, 0, 0, 0),
        folder=display.id if display else "",
        vendor_id=one.vendor_id or 0,
        device_id=one.ids[1] if one.ids else 0,
        bound=display.driver if display else None,
        runtime_status="suspended" if display and display.asleep else None,
    )


def _with_driver(plain: Gpu, own: Gpu) -> Gpu:
    """The driver's own answer, with what only the system tells: its ids, and the link where the driver has none."""
    return own.changed(
        pci_id=plain.pci_id,
        pci_address=plain.pci_address,
        subsystem_id=plain.subsystem_id if plain.subsystem_id.value else own.subsystem_id,
        link=own.link if own.link.value else plain.link,
        memory_total_bytes=own.memory_total_bytes if own.memory_total_bytes.value else plain.memory_total_bytes,
        memory_free_bytes=own.memory_free_bytes if own.memory_total_bytes.value else plain.memory_free_bytes,
        state=plain.state if plain.state.value == "no_driver" else own.state,
    )


def _unknown_vendor(one: Graphics) -> Reason:
    return reason("vendor_unknown", vendor=f"{one.vendor_id:x}") if one.vendor_id else reason("no_vendor_number")


def _gpu(one: Graphics, memory: GpuMemory, name: Fact[str], silent: Reason) -> Gpu:
    nvidia = one.vendor_id == _NVIDIA
    why = silent if nvidia else reason("nvidia_only")
    vendor = _VENDORS.get(one.vendor_id or 0)
    on_pci = one.address is not None and one.ids is not None
    board = one.display.subsystem_id if one.display else None
    return Gpu(
        name=name,
        vendor=known(vendor, origin="detected", source=_listed_by(one)) if vendor else unknown(_unknown_vendor(one)),
        driver=_driver(one),
        pci_id=known(f"{one.ids[0]:04x}:{one.ids[1]:04x}", origin="detected", source=_listed_by(one))
        if on_pci and one.ids
        else unknown("gpu_not_on_pci"),
        pci_address=known(address_text(one.address), origin="detected", source=_listed_by(one))
        if one.address
        else unknown("gpu_not_on_pci"),
        card=unknown(_NO_MATCH),
        memory_total_bytes=memory.total_bytes,
        memory_free_bytes=memory.free_bytes,
        memory_kind=memory.kind,
        link=_link(one),
        power_limit_w=unknown(silent if nvidia else reason("windows_without_power_limit")),
        compute_capability=unknown(silent if nvidia else reason("windows_names_no_target")),
        mig=unknown(why),
        state=_state(one.display),
        subsystem_id=known(board, origin="detected", source=_listed_by(one)) if board else unknown("not_told"),
    )


def _listed_by(one: Graphics) -> str:
    return f"{_PNP}: {one.display.id}" if one.display else "D3DKMT list of adapters"


def _name(one: Graphics, registry: Registry) -> Fact[str]:
    if one.undriven:
        return unknown("no_driver_gives_name")
    if one.adapter and one.adapter.name:
        return known(one.adapter.name, origin="detected", source="D3DKMT adapter registry info")
    if one.display and one.display.name:
        return known(one.display.name, origin="detected", source=f"{_PNP}: {one.display.id}")
    stated = registry.video_values(one.display.id).get("DriverDesc") if one.display else None
    if isinstance(stated, str) and stated:
        return known(stated, origin="detected", source="registry Control\\Video DriverDesc")
    return unknown("no_driver_gives_name")


def _driver(one: Graphics) -> Fact[str]:
    display, version = one.display, one.adapter.driver_version if one.adapter else None
    if display is None:
        return known(version, origin="detected", source="D3DKMT driver version") if version else unknown("not_told")
    if display.service is None:
        return unknown("no_driver_bound_to_device")
    text = " ".join(part for part in (display.service, display.driver_version or version) if part)
    return known(text, origin="detected", source=f"{_PNP}: {display.id}")


def _link(one: Graphics) -> Fact[Link]:
    if one.integrated:
        return unknown("no_link_of_integrated")
    return pnp_link(one.display) if one.display else unknown("d3dkmt_without_link")


def _state(display: PnpDisplay | None) -> Fact[State]:
    if display is None:
        return known("active", origin="estimated", source=reason("d3dkmt_lists_it"))
    if display.driver is None or display.problem:
        if display.problem:
            held = reason("device_problem", source=_PNP, problem=display.problem)
        elif display.service:
            held = reason("driver_named", source=_PNP, driver=display.service)
        else:
            held = reason("driver_missing", source=_PNP)
        return known("no_driver", origin="detected", source=held)
    if display.asleep:
        return known("asleep", origin="detected", source=f"{_PNP}: power data")
    if display.power_data:
        return known("active", origin="detected", source=f"{_PNP}: power data")
    return known("active", origin="estimated", source=reason("driver_bound_state_untold", source=_PNP))


def _memory(one: Graphics, listed: Listed, pool: MainPool, registry: Registry) -> GpuMemory:
    if one.integrated is None:
        return no_memory(reason("card_or_integrated_not_told"))
    kind: Fact[Kind] = known(_kind(one), origin="detected" if one.certain else "estimated", source=one.basis)
    if one.undriven:
        return no_memory(reason("no_driver_tells_size"), kind)
    if not one.integrated:
        return _own_memory(one, listed, kind, registry)
    if one.adapter is None:
        return no_memory(listed.no_adapters or reason("d3dkmt_lists_it_not"), kind)
    return _shared_memory(one.adapter, pool, kind)


def _kind(one: Graphics) -> Kind:
    if not one.integrated:
        return "dedicated"
    return "unified" if one.ids == _STRIX_HALO else "shared"


def _own_memory(one: Graphics, listed: Listed, kind: Fact[Kind], registry: Registry) -> GpuMemory:
    """Dedicated video memory; what the driver may use of main memory is never counted."""
    adapter = one.adapter
    total_bytes, source = sane_bytes(adapter.dedicated_bytes) if adapter else None, _KERNEL
    if total_bytes is None and one.display:
        total_bytes, source = registry.video_memory_bytes(one.display.id), "registry HardwareInformation.qwMemorySize"
    if total_bytes is None:
        stated = adapter.dedicated_bytes if adapter else None
        missing = listed.no_adapters or reason("d3dkmt_lists_it_not")
        return no_memory(missing if stated is None else reason("implausible_size", size=stated, source=_KERNEL), kind)
    total = known(total_bytes, origin="detected", source=source)
    return GpuMemory(total, _free(one, adapter, total_bytes), kind)


def _free(one: Graphics, adapter: Adapter | None, total_bytes: int) -> Fact[int]:
    if one.display and one.display.asleep:
        return unknown("asleep_free_memory")
    free_bytes = adapter.dedicated_free_bytes if adapter else None
    if free_bytes is None or free_bytes > total_bytes:
        return unknown("windows_11_22h2_tells")
    return known(free_bytes, origin="detected", source="D3DKMT usage of local memory")


def _shared_memory(adapter: Adapter, pool: MainPool, kind: Fact[Kind]) -> GpuMemory:
    """Graphics in the processor have two pools that one program cannot join: the carve-out, and a share of the rest."""
    carved_bytes, shared_bytes = adapter.dedicated_bytes, adapter.shared_bytes
    total_bytes = max(carved_bytes or 0, shared_bytes or 0)
    if sane_bytes(total_bytes) is None:
        return GpuMemory(*(unknown("d3dkmt_without_pool"),) * 2, kind, carved_bytes or None)
    is_carved = total_bytes == carved_bytes
    part = reason("larger_pool_set_apart" if is_carved else "larger_pool_shared", source=_KERNEL)
    total = known(total_bytes, origin="estimated", source=part)
    free: Fact[int] = unknown("available_memory_unknown")
    if is_carved:
        free = unknown("windows_11_22h2_tells")
        if adapter.dedicated_free_bytes is not None:
            free = known(adapter.dedicated_free_bytes, origin="detected", source="D3DKMT usage of local memory")
    elif pool.available.value is not None:
        now_bytes = min(total_bytes, pool.available.value)
        free = known(
            now_bytes, origin="estimated", source=reason("available_memory", source=pool.available.source or "")
        )
    return GpuMemory(total, free, kind, carved_bytes or None)
