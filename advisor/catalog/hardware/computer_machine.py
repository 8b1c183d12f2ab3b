"""A computer of the catalog as a machine: as detection would tell it, with nothing measured and no program open."""

import re
from typing import Any

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import family_of, find_cpu
from advisor.catalog.cards.processor import channels_bytes_per_s
from advisor.catalog.hardware.carded_gpu import carded_gpu
from advisor.facts.cards.card import Simd, Vector
from advisor.facts.cards.computer import ComputerCard
from advisor.facts.cards.memory_kit import SERVER_CHANNELS, largest_stick_gib
from advisor.facts.machine.machine import Cache, CoreKind, Cpu, Machine, Memory, MemoryModule, System
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.os_name import OsName, idle_bytes
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB, GIGA, MEGA, MIB

_NOT_STATED = unknown("not_stated_on_card")
_FLAGS: dict[Simd, tuple[str, ...]] = {
    "sse4": ("sse4_1", "sse4_2"),
    "avx": ("avx",),
    "avx2": ("avx", "avx2"),
    "avx_vnni": ("avx", "avx2", "avx_vnni"),
    "avx512": ("avx", "avx2", "avx512f"),
    "avx512_vnni": ("avx", "avx2", "avx512f", "avx512_vnni"),
    "amx": ("avx", "avx2", "avx512f", "avx512_vnni", "amx_int8"),
    "neon": ("asimd",),
    "neon_dotprod": ("asimd", "asimddp"),
    "i8mm": ("asimd", "asimddp", "i8mm"),
    "sve": ("asimd", "asimddp", "sve"),
    "rvv": ("v",),
}
"""What systems list of a processor with these instructions."""
_OF_VECTOR: dict[Vector, Simd] = {"none": "sse4", "neon": "neon", "avx512_vnni": "avx512_vnni"}
_ARM = ("neon", "neon_dotprod", "i8mm", "sve")
_SYSTEMS: dict[OsName, str] = {"macos": "macOS", "windows": "Windows 11", "linux": "Linux"}


def computer_machine(computer_id: str, catalog: Catalog) -> Machine:
    """The machine of a card; what that and the cards it names leave out is unknown."""
    return machine_of(catalog.computers[computer_id], catalog.source_of(computer_id), catalog)


def machine_of(computer: ComputerCard, source: str, catalog: Catalog) -> Machine:
    """The same of a computer that is no card; `source` is what its facts are from."""
    host, gib = processor_name(computer, catalog) or "", computer.memory_gib
    gpus = (carded_gpu(computer.gpu, catalog, host=host, memory_gib=gib),) if computer.gpu else ()
    is_unified = any(one.memory_kind.value == "unified" for one in gpus)
    name = _stated(_SYSTEMS[computer.os] if computer.os else None, source)
    return Machine(
        cpu=_cpu(computer, source, catalog),
        memory=_memory(computer, source, catalog, is_unified=is_unified),
        gpus=gpus * computer.gpu_count,
        os=System(name=name, version=_NOT_STATED, kernel=_NOT_STATED, container=unknown("no_container")),
    )


def processor_name(computer: ComputerCard, catalog: Catalog) -> str | None:
    """What its processor is called: stated, or as the chip is whose memory it shares; None where neither is known."""
    if computer.cpu is not None:
        return catalog.cpus[computer.cpu].name
    chip = catalog.gpus[computer.gpu] if computer.gpu else None
    if computer.processor is not None or chip is None or chip.memory_kind != "unified":
        return computer.processor
    own = re.sub(r" \d+GB$", "", chip.name.partition(" (")[0])
    return f"Apple {own}" if chip.vendor == "apple" else own


def _cpu(computer: ComputerCard, source: str, catalog: Catalog) -> Cpu:
    name = processor_name(computer, catalog)
    found = find_cpu(name, catalog) if name else None
    one = found[0] if found else None
    card = catalog.cpus[computer.cpu] if computer.cpu else None
    own = None if one is None else one.cores.value
    total = computer.cores or (own + one.slow_cores if one is not None and own else None)
    simd = _simd(name, one, catalog)
    kinds: tuple[CoreKind, ...] = ()
    if own and one is not None and one.slow_cores:
        threads = card.threads - one.slow_cores if card is not None and card.threads else own
        fast = CoreKind(name="P", cores=own, threads=threads, max_hz=None)
        kinds = (fast, CoreKind(name="E", cores=one.slow_cores, threads=one.slow_cores, max_hz=None))
    l3_bytes = round(card.l3_mib * MIB) if card is not None and card.l3_mib else None
    caches = l3_bytes and (Cache(level=3, kind="unified", total_bytes=l3_bytes, instances=1),)
    return Cpu(
        name=_stated(name, source),
        vendor=_stated(one.vendor if one is not None else None, source),
        architecture=_stated(None if simd is None else "aarch64" if simd in _ARM else "x86_64", source),
        sockets=_stated(computer.sockets, source),
        cores=_stated(total, source) if one is None or total != own else one.cores,
        threads=_stated(card.threads if card is not None else None, source),
        core_kinds=_stated(kinds or None, source),
        flags=_stated(None if simd is None else _FLAGS[simd], source),
        caches=_stated(caches or None, source),
        numa_nodes=_stated(computer.sockets, source),
        hypervisor=unknown("no_hypervisor"),
    )


def _simd(name: str | None, one: Processor | None, catalog: Catalog) -> Simd | None:
    """The widest instructions of its family; where that is not known what its card says of few ones."""
    family_id = family_of(name or "", catalog.cpu_families)
    if family_id is not None:
        return catalog.cpu_families[family_id].simd
    return _OF_VECTOR[one.vector] if one is not None and one.vector else None


def _memory(computer: ComputerCard, source: str, catalog: Catalog, *, is_unified: bool) -> Memory:
    installed = None if computer.memory_gib is None else round(computer.memory_gib * GIB)
    rate, card = memory_gb_per_s(computer), catalog.gpus[computer.gpu] if computer.gpu and is_unified else None
    rate = rate or (card.bandwidth_gb_per_s if card is not None else None)
    left = installed and installed - idle_bytes(computer.os or "windows", installed)
    idle = reason("minus_what_is_used", source=source)
    return Memory(
        installed_bytes=_stated(installed, source),
        usable_bytes=_stated(installed, source),
        available_bytes=_NOT_STATED if left is None else known(left, origin="estimated", source=idle),
        limit_bytes=unknown("no_memory_limit"),
        modules=_stated(_modules(computer) or None, source),
        channels=_stated(computer.memory_channels, source),
        theoretical_bytes_per_s=_stated(rate and rate * GIGA, source),
        unified=known(is_unified, origin="datasheet", source=source),
    )


def memory_gb_per_s(computer: ComputerCard) -> float | None:
    """The rate of its main memory in GB/s: stated, else channels x transfers; None where neither is."""
    if computer.memory_gb_per_s or not (computer.memory_channels and computer.memory_mt_per_s):
        return computer.memory_gb_per_s
    rate = channels_bytes_per_s(computer.memory_channels, transfers_per_s=computer.memory_mt_per_s * MEGA)
    return rate * computer.sockets / GIGA


def _modules(computer: ComputerCard) -> tuple[MemoryModule, ...]:
    """Equal sticks, dealt to the channels in turn; twice as many where none is sold that large."""
    count, rate = computer.memory_modules or 0, computer.memory_mt_per_s
    if not count or computer.memory_gib is None:
        return ()
    channels = computer.memory_channels or count
    largest = largest_stick_gib(computer.memory_type or "", is_server=channels > SERVER_CHANNELS)
    count *= 2 if largest is not None and computer.memory_gib / count > largest else 1
    return tuple(
        MemoryModule(
            slot=str(number + 1),
            bytes=round(computer.memory_gib * GIB / count),
            type=computer.memory_type,
            rated_transfers_per_s=rate and rate * MEGA,
            configured_transfers_per_s=rate and rate * MEGA,
            channel=str(number % channels + 1),
        )
        for number in range(count)
    )


def _stated(value: Any, source: str) -> Fact[Any]:
    return _NOT_STATED if value is None else known(value, origin="datasheet", source=source)
