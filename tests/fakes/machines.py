"""Machines for tests, built like detection builds them."""

from typing import Any

from advisor.facts.machine.machine import Cache, CoreKind, Cpu, Gpu, Link, Machine, Memory, MemoryModule, System
from advisor.facts.values.fact import known, unknown
from advisor.facts.values.reason import told
from advisor.facts.values.units import GIB, MEGA, MIB


def seen(value: object) -> Any:
    """A detected fact."""
    return known(value, origin="detected", source="test")


def machine(
    *,
    cpu_name: str = "AMD Ryzen 7 7700 8-Core Processor",
    cores: int = 8,
    memory_gib: float = 31.2,
    available_gib: float = 26.0,
    module_slots: tuple[str, ...] = ("DIMM_A2",),
    slots: int = 4,
    gpus: tuple[Gpu, ...] = (),
    unified: bool = False,
    **cpu_fields: Any,
) -> Machine:
    """A desktop; with the defaults one 32 GiB DDR5-5600 module and no graphics card."""
    modules = tuple(
        MemoryModule(
            slot=slot,
            bytes=32 * GIB // max(1, len(module_slots)),
            type="DDR5",
            rated_transfers_per_s=5600 * MEGA,
            configured_transfers_per_s=5600 * MEGA,
            channel=slot[5:6] or None,
        )
        for slot in module_slots
    )
    channels = len({module.channel for module in modules})
    fields: dict[str, Any] = {
        "name": seen(cpu_name),
        "vendor": seen("amd"),
        "architecture": seen("x86_64"),
        "sockets": seen(1),
        "cores": seen(cores),
        "threads": seen(2 * cores),
        "core_kinds": seen((CoreKind(name="core", cores=cores, threads=2 * cores, max_hz=5300 * MEGA),)),
        "flags": seen(("avx2", "avx512f", "avx512_vnni")),
        "caches": seen((Cache(level=3, kind="unified", total_bytes=32 * MIB, instances=1),)),
        "numa_nodes": seen(1),
        "hypervisor": unknown("no_hypervisor"),
    }
    return Machine(
        cpu=Cpu(**{**fields, **cpu_fields}),
        memory=Memory(
            installed_bytes=seen(32 * GIB) if modules else unknown(told("the firmware lists no modules")),
            usable_bytes=seen(int(memory_gib * GIB)),
            available_bytes=seen(int(available_gib * GIB)),
            limit_bytes=unknown(told("no limit set")),
            modules=seen(modules) if modules else unknown(told("the firmware lists no modules")),
            channels=seen(channels) if modules else unknown(told("the firmware lists no modules")),
            theoretical_bytes_per_s=known(channels * 44.8e9, origin="detected", source="test")
            if modules
            else unknown(told("channels are unknown")),
            unified=seen(unified),
        ),
        gpus=gpus,
        os=System(
            name=seen("Debian GNU/Linux"), version=seen("12"), kernel=seen("6.1.0"), container=unknown("no_container")
        ),
    )


def unheard_of(found: Machine | None = None) -> Machine:
    """A computer whose processor nobody knows and that tells neither cores nor memory: its speed stays unknown."""
    found = found or machine(module_slots=())
    return found.changed(cpu=found.cpu.changed(name=seen("A Processor of Nobody"), cores=unknown("not_read_here")))


def nvidia_card(
    *,
    name: str | None = "NVIDIA GeForce RTX 4070 SUPER",
    pci_id: str | None = "10de:2783",
    total_gib: float | None = 11.99,
    free_gib: float | None = 10.6,
    **fields: Any,
) -> Gpu:
    """A graphics card as NVML describes it."""
    nothing = unknown(told("not supported"))
    return Gpu(
        **{
            "name": seen(name) if name else nothing,
            "vendor": seen("nvidia"),
            "driver": seen("580.95.05"),
            "pci_id": seen(pci_id) if pci_id else nothing,
            "pci_address": seen("0000:01:00.0"),
            "card": unknown("not_matched_yet"),
            "memory_total_bytes": seen(int(total_gib * GIB)) if total_gib else nothing,
            "memory_free_bytes": seen(int(free_gib * GIB)) if free_gib else nothing,
            "memory_kind": seen("dedicated"),
            "link": seen(Link(generation_now=4, generation_max=4, width_now=16, width_max=16)),
            "power_limit_w": seen(220.0),
            "compute_capability": seen("8.9"),
            "mig": seen(False),
            "state": seen("active"),
            **fields,
        }
    )
