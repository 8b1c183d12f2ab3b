"""Computers named by their parts, as people name them, made from the catalog's cards like detection would read them."""

from collections.abc import Mapping
from typing import Any

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import family_of, find_cpu
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.cards.card import GpuCard
from advisor.facts.machine.machine import Cache, CoreKind, Gpu, Link, Machine, MemoryModule
from advisor.facts.machine.measurement import Measurements
from advisor.facts.rig.rig import Rig
from advisor.facts.values.fact import known, unknown
from advisor.facts.values.reason import told
from advisor.facts.values.units import GB, GIB, MEGA, MIB
from advisor.predict.memory.fit import apple_share
from tests.fakes.machines import machine, nvidia_card, seen
from tests.fakes.measurements import measurement, measurements

_FLAGS = {
    "sse4": ("sse4_2",),
    "avx": ("avx",),
    "avx2": ("avx", "avx2"),
    "avx_vnni": ("avx", "avx2", "avx_vnni"),
    "avx512": ("avx", "avx2", "avx512f"),
    "avx512_vnni": ("avx", "avx2", "avx512f", "avx512_vnni"),
    "amx": ("avx", "avx2", "avx512f", "avx512_vnni", "amx_int8"),
    "neon": ("asimd",),
}
_CHIPS = {
    "Ryzen AI Max+ 395": ("AMD RYZEN AI MAX+ 395 w/ Radeon 8060S", "amd", 16, 0.88),
    "GB10": ("Cortex-X925", "other", 20, 0.93),
    "Jetson Orin Nano Super": ("Cortex-A78AE", "other", 6, 0.93),
    "Jetson Orin NX 16GB": ("Cortex-A78AE", "other", 8, 0.93),
    "Jetson AGX Orin 64GB": ("Cortex-A78AE", "other", 12, 0.95),
}
"""Chips other than Apple's: the processor's name, vendor, cores, and the share of memory that its graphics may take."""
_APPLE_CORES = {"M1": 4, "M1 Max": 8, "M2 Ultra": 16, "M3 Pro": 6, "M3 Ultra": 24, "M4": 4, "M4 Pro": 10, "M4 Max": 12}


def named_rig(parts: Mapping[str, Any], catalog: Catalog) -> tuple[Machine, Rig]:
    """The computer of those parts and its rig.

    Raises:
        LookupError: a part that the catalog does not know.
    """
    found = _of_chip(parts, catalog) if "chip" in parts else _of_parts(parts, catalog)
    machine = known_machine(found, (), catalog)
    return machine, assemble_rig(machine, _measured(parts), catalog)


def _measured(parts: Mapping[str, Any]) -> Measurements | None:
    rate_gb = parts.get("measured_gb_s")
    return measurements(measurement(value=rate_gb * GB)) if rate_gb else None


def _sticks(parts: Mapping[str, Any], channels: int) -> tuple[MemoryModule, ...]:
    count = parts.get("sticks", 0)
    return tuple(
        MemoryModule(
            slot=f"DIMM_{'ABCDEFGHIJKLMNOPQRSTUVWX'[index % channels]}{index // channels + 1}",
            bytes=parts["ram_gib"] * GIB // count,
            type=parts["ram_type"],
            rated_transfers_per_s=parts.get("rated_mt", parts["ram_mt"]) * MEGA,
            configured_transfers_per_s=parts["ram_mt"] * MEGA,
            channel="ABCDEFGHIJKLMNOPQRSTUVWX"[index % channels],
        )
        for index in range(count)
    )


def _of_parts(parts: Mapping[str, Any], catalog: Catalog) -> Machine:
    found = find_cpu(parts["cpu"], catalog)
    if found is None:
        raise LookupError(parts["cpu"])
    cpu, sockets = found[0], parts.get("sockets", 1)
    card = catalog.cpus.get(cpu.card or "")
    fast = parts.get("cores") or (cpu.cores.value or 4) * sockets
    slow = 0 if "cores" in parts else cpu.slow_cores * sockets
    family = family_of(parts["cpu"], catalog.cpu_families)
    simd = catalog.cpu_families[family].simd if family else "avx2"
    is_arm = simd in ("neon", "neon_dotprod", "i8mm")
    of_socket = parts.get("channels") or (card and card.memory_channels) or 2
    channels = min(parts.get("sticks", 0), of_socket * sockets) or None
    sticks = _sticks(parts, channels or 1)
    paper = (
        channels * parts["ram_mt"] * MEGA * 8.0 if channels else ((card and card.bandwidth_gb_per_s) or 0) * GB or None
    )
    kinds = [CoreKind(name="performance", cores=fast, threads=2 * fast, max_hz=None)]
    kinds += [CoreKind(name="efficiency", cores=slow, threads=slow, max_hz=None)] if slow else []
    is_virtual = parts["form"] == "virtual machine"
    return _machine(
        parts,
        sticks,
        channels,
        None if is_virtual else paper,
        gpus=_gpus(parts, catalog),
        cpu_name=parts["cpu"],
        cores=fast + slow,
        vendor=seen(cpu.vendor),
        architecture=seen("aarch64" if is_arm else "x86_64"),
        core_kinds=seen(tuple(kinds)),
        flags=seen(_FLAGS.get(simd, ("asimd", "asimddp"))),
        caches=seen((Cache(level=3, kind="unified", total_bytes=int(card.l3_mib * MIB * sockets), instances=sockets),))
        if card and card.l3_mib
        else unknown("no_third_level_cache"),
        sockets=seen(sockets),
        numa_nodes=seen(sockets),
        **({"hypervisor": seen("kvm")} if is_virtual else {}),
    )


def _of_chip(parts: Mapping[str, Any], catalog: Catalog) -> Machine:
    """A computer whose processor and graphics share their memory."""
    chip, gib = parts["chip"], parts["ram_gib"]
    card = catalog.gpus[_card_id(chip, catalog)]
    is_apple = card.vendor == "apple"
    short = chip.split(" (")[0]
    apple = (f"Apple {short}", "apple", _APPLE_CORES.get(short, 10), apple_share(gib * GIB))
    name, vendor, cores, share = apple if is_apple else _CHIPS[chip]
    gpu = _shared(f"Apple {chip}" if is_apple else chip, card, gib * share, kind="unified")
    is_x86 = vendor == "amd"
    return _machine(
        parts,
        (),
        None,
        (card.bandwidth_gb_per_s or 0) * GB,
        gpus=(gpu,),
        unified=True,
        cpu_name=name,
        cores=cores,
        vendor=seen(vendor),
        architecture=seen("x86_64" if is_x86 else "aarch64"),
        core_kinds=seen((CoreKind(name="core", cores=cores, threads=cores, max_hz=None),)),
        flags=seen(_FLAGS["avx512_vnni"] if is_x86 else () if is_apple else ("asimd", "asimddp")),
    )


def _machine(
    parts: Mapping[str, Any],
    sticks: tuple[MemoryModule, ...],
    channels: int | None,
    bytes_per_s: float | None,
    *,
    gpus: tuple[Gpu, ...],
    **fields: Any,
) -> Machine:
    gib = parts["ram_gib"]
    found = machine(
        memory_gib=gib - min(0.8, gib / 16), available_gib=gib - min(3.0, gib / 4), module_slots=(), gpus=gpus, **fields
    )
    nothing = unknown(told("no modules are listed"))
    memory = found.memory.changed(
        installed_bytes=seen(gib * GIB),
        modules=seen(sticks) if sticks else nothing,
        channels=seen(channels) if channels else nothing,
        theoretical_bytes_per_s=known(bytes_per_s, origin="detected", source="test") if bytes_per_s else nothing,
    )
    system = found.os.changed(power_source=seen("mains"))
    if parts.get("chip", "").startswith("M"):
        system = system.changed(name=seen("macOS"))
    return found.changed(memory=memory, os=system)


def _card_id(name: str, catalog: Catalog) -> str:
    card_id = catalog.gpus.find(name)
    if card_id is None:
        raise LookupError(name)
    return card_id


def _gpus(parts: Mapping[str, Any], catalog: Catalog) -> tuple[Gpu, ...]:
    shows = parts["form"] in ("desktop", "laptop")
    return tuple(
        _gpu(name, catalog, parts, busy_gib=0.8 if shows and index == 0 else 0.3)
        for index, name in enumerate(parts.get("gpus", ()))
    )


def _gpu(name: str, catalog: Catalog, parts: Mapping[str, Any], *, busy_gib: float) -> Gpu:
    card = catalog.gpus[_card_id(name, catalog)]
    if card.memory_kind != "dedicated":
        return _shared(name, card, parts["ram_gib"] / 2, kind=card.memory_kind)
    gib = (card.memory_gib or 0) * 0.995
    generation, width = card.link_generation or 4, card.link_width or 16
    link = Link(generation_now=generation, generation_max=generation, width_now=width, width_max=width)
    pci_id = ":".join(card.pci_ids[0].split(":")[:2]) if card.pci_ids else None
    return nvidia_card(
        name=name,
        pci_id=pci_id,
        total_gib=gib,
        free_gib=gib - busy_gib,
        vendor=seen(card.vendor),
        power_limit_w=seen(card.power_w) if card.power_w else unknown("not_told"),
        compute_capability=unknown("not_told"),
        link=seen(link),
        theoretical_bytes_per_s=seen(card.bandwidth_gb_per_s * GB) if card.bandwidth_gb_per_s else unknown("not_told"),
    )


def _shared(name: str, card: GpuCard, gib: float, *, kind: str) -> Gpu:
    """Graphics that share the memory of the processor."""
    nothing = unknown("not_told")
    return nvidia_card(
        name=name,
        pci_id=None,
        total_gib=gib,
        free_gib=gib - min(1.0, gib / 8),
        vendor=seen(card.vendor),
        memory_kind=seen(kind),
        link=nothing,
        power_limit_w=nothing,
        compute_capability=nothing,
    )
