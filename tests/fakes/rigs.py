"""Ten very different rigs, built like detection builds them: what questions about money are asked of."""

from typing import Any

from advisor.facts.machine.machine import CoreKind, Gpu, Link, Machine, MemoryModule
from advisor.facts.machine.measurement import Measurements
from advisor.facts.values.fact import known, unknown
from advisor.facts.values.reason import told
from advisor.facts.values.units import GB, GIB, MEGA
from tests.fakes.machines import machine, nvidia_card, seen
from tests.fakes.measurements import measurement, measurements


def modules(count: int, each_gib: int, kind: str, rate_mt: int, *, rated_mt: int | None = None) -> Any:
    """Equal modules, each in a channel of its own."""
    return tuple(
        MemoryModule(
            slot=f"DIMM_{'ABCDEFGHIJKLMNOP'[index]}1",
            bytes=each_gib * GIB,
            type=kind,
            rated_transfers_per_s=(rated_mt or rate_mt) * MEGA,
            configured_transfers_per_s=rate_mt * MEGA,
            channel="ABCDEFGHIJKLMNOP"[index],
        )
        for index in range(count)
    )


def computer(
    name: str,
    cores: int,
    *,
    vendor: str,
    sticks: tuple[MemoryModule, ...] = (),
    channels: int | None = None,
    gib: int | None = None,
    rate_gb: float | None = None,
    gpus: tuple[Gpu, ...] = (),
    unified: bool = False,
    threads_per_core: int = 2,
    **cpu_fields: Any,
) -> Machine:
    """A machine of that processor and memory; 3 GiB of it are taken by the system."""
    threads = threads_per_core * cores
    installed = gib or sum(one.bytes for one in sticks) // GIB
    lanes = channels or len(sticks)
    found = machine(
        cpu_name=name,
        cores=cores,
        memory_gib=installed - 0.8,
        available_gib=installed - min(3.0, installed / 4),
        module_slots=(),
        gpus=gpus,
        unified=unified,
        vendor=seen(vendor),
        threads=seen(threads),
        core_kinds=seen((CoreKind(name="core", cores=cores, threads=threads, max_hz=None),)),
        **{"flags": seen(("avx", "avx2")), **cpu_fields},
    )
    rate = rate_gb * GB if rate_gb else lanes * (sticks[0].configured_transfers_per_s or 0) * 8.0 if sticks else None
    memory = found.memory.changed(
        installed_bytes=seen(installed * GIB),
        modules=seen(sticks) if sticks else unknown(told("no modules are listed")),
        channels=seen(lanes) if lanes else unknown(told("no modules are listed")),
        theoretical_bytes_per_s=known(float(rate), origin="detected", source="test") if rate else unknown("not_told"),
    )
    return found.changed(memory=memory)


def graphics(name: str, vendor: str, *, gib: float | None = None, kind: str = "unified", **fields: Any) -> Gpu:
    """A graphics part that shares the memory of the processor."""
    nothing = unknown("not_told")
    return nvidia_card(
        name=name,
        pci_id=None,
        total_gib=gib,
        free_gib=gib and gib - 2,
        vendor=seen(vendor),
        memory_kind=seen(kind),
        link=nothing,
        power_limit_w=nothing,
        compute_capability=nothing,
        **fields,
    )


def _card(name: str, gib: float, *, watts: float, busy_gib: float = 1.0) -> Gpu:
    return nvidia_card(
        name=name,
        pci_id=None,
        total_gib=gib,
        free_gib=gib - busy_gib,
        power_limit_w=seen(watts),
        link=seen(Link(generation_now=4, generation_max=4, width_now=16, width_max=16)),
    )


def laptop() -> Machine:
    """A laptop with graphics inside its processor and soldered memory."""
    soldered = modules(2, 8, "LPDDR4X", 4267)
    return computer(
        "11th Gen Intel(R) Core(TM) i7-1165G7 @ 2.80GHz",
        4,
        vendor="intel",
        sticks=soldered,
        gpus=(graphics("Iris Xe Graphics 96EU", "intel", gib=7.6, kind="shared"),),
    )


def office_pc() -> Machine:
    """An office computer with one memory stick and no card."""
    sticks = modules(1, 16, "DDR4", 2400)
    return computer("Intel(R) Core(TM) i5-7500 CPU @ 3.40GHz", 4, vendor="intel", sticks=sticks, threads_per_core=1)


def gaming_pc() -> Machine:
    """A gaming computer with a card of 12 GB."""
    sticks = modules(2, 16, "DDR4", 3200)
    card = _card("NVIDIA GeForce RTX 3060", 12.0, watts=170)
    return computer("AMD Ryzen 5 5600 6-Core Processor", 6, vendor="amd", sticks=sticks, gpus=(card,))


def big_desktop() -> Machine:
    """A desktop with the fastest card of its day."""
    sticks = modules(2, 32, "DDR5", 5600)
    card = _card("NVIDIA GeForce RTX 4090", 24.0, watts=450)
    return computer("13th Gen Intel(R) Core(TM) i9-13900K", 8, vendor="intel", sticks=sticks, gpus=(card,))


def old_server() -> Machine:
    """A server of 2016 with two sockets, four channels each, and no card."""
    sticks = modules(8, 32, "DDR4", 2400)
    name = "Intel(R) Xeon(R) CPU E5-2690 v4 @ 2.60GHz"
    return computer(name, 28, vendor="intel", sticks=sticks, sockets=seen(2), numa_nodes=seen(2))


def mac() -> Machine:
    """A Mac with an M2 Max and 64 GB."""
    part = graphics("Apple M2 Max (38-core GPU)", "apple", gib=48)
    fields: Any = {"flags": seen(()), "threads_per_core": 1}
    return computer("Apple M2 Max", 8, vendor="apple", gib=64, rate_gb=400, gpus=(part,), unified=True, **fields)


def spark() -> Machine:
    """A DGX Spark."""
    part = graphics("NVIDIA GB10", "nvidia", gib=119)
    fields: Any = {"architecture": seen("aarch64"), "flags": seen(("asimd", "asimddp")), "threads_per_core": 1}
    return computer("Cortex-X925", 20, vendor="other", gib=128, rate_gb=273, gpus=(part,), unified=True, **fields)


def strix_halo() -> Machine:
    """A small computer with a Ryzen AI Max+ 395 and 128 GB."""
    soldered = modules(8, 16, "LPDDR5", 8000)
    part = graphics("AMD Radeon 8060S Graphics", "amd", gib=110)
    name = "AMD RYZEN AI MAX+ 395 w/ Radeon 8060S"
    return computer(name, 16, vendor="amd", sticks=soldered, channels=4, gpus=(part,), unified=True)


def raspberry_pi() -> Machine:
    """A Raspberry Pi 5 with 8 GB."""
    fields: Any = {"architecture": seen("aarch64"), "flags": seen(("asimd", "asimddp")), "threads_per_core": 1}
    return computer("Raspberry Pi 5", 4, vendor="other", gib=8, rate_gb=17.1, **fields)


def virtual_machine() -> Machine:
    """A rented virtual machine without a card; its memory is measured, as nothing tells how fast it is."""
    return computer("AMD EPYC 7763 64-Core Processor", 4, vendor="amd", gib=16, hypervisor=seen("kvm"))


def measured(rate_gb: float) -> Measurements:
    """The read rate of main memory."""
    return measurements(measurement(value=rate_gb * GB))


RIGS: dict[str, tuple[Machine, Measurements | None]] = {
    "laptop": (laptop(), None),
    "office PC": (office_pc(), None),
    "gaming PC": (gaming_pc(), None),
    "4090 desktop": (big_desktop(), None),
    "old server": (old_server(), None),
    "Mac M2 Max": (mac(), None),
    "DGX Spark": (spark(), None),
    "Strix Halo": (strix_halo(), None),
    "Raspberry Pi": (raspberry_pi(), None),
    "virtual machine": (virtual_machine(), measured(20.0)),
}
"""By name, with what was measured there."""
