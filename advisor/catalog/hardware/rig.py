"""Assembles the rig: detected facts, corrections, catalog cards and measurements, by fixed rules of precedence.

Typed beats measured, measured beats driver for rates, driver beats card for sizes; a name table never overrides a
driver (docs/detection.md 1.1).
"""

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import design_of, lacks_resizable_bar, most_channels
from advisor.catalog.cards.processor import gpu_processor, processor_of, slow_cores
from advisor.catalog.hardware.detected_gpu import detected_gpu
from advisor.catalog.hardware.judged_rate import Judge, core_figures, together
from advisor.catalog.hardware.machine_cards import in_its_host
from advisor.catalog.hardware.usual_rate import usual_memory_rate
from advisor.facts.cards.card import Vector
from advisor.facts.machine.machine import Cpu, Machine, Memory
from advisor.facts.machine.measurement import Measurements
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.os_name import OsName
from advisor.facts.values.reason import reason

LAST_LEVEL = 3


def assemble_rig(machine: Machine, measurements: Measurements | None, catalog: Catalog, *, name: str = "") -> Rig:
    """The processors of a machine (see `known_machine`) as prediction needs them: the CPU first, then each GPU.

    Several cards of one kind stay several processors. A GPU that no driver serves is listed with what is known,
    and blocked; a sleeping one wakes when it is used.
    """
    judge = Judge(measurements and in_its_host(measurements, machine))
    cpu = _cpu(machine.cpu, machine.memory, _paper(machine, catalog), judge)
    if cpu.best_bytes_per_s.value is None:
        cpu = cpu.changed(bandwidth_bytes_per_s=usual_memory_rate(machine, catalog))
    elif cpu.bandwidth_bytes_per_s.value is None and cpu.read_bytes_per_s.is_poor:
        usual = usual_memory_rate(machine, catalog).value
        cpu = cpu.changed(read_bytes_per_s=cpu.read_bytes_per_s.changed(on_paper=usual))
    cpu = cpu.changed(
        memory_channels=most_channels(cpu.name, catalog),
        design=design_of(cpu.name, catalog),
        lacks_resizable_bar=lacks_resizable_bar(cpu.name, catalog),
    )
    gpus = tuple(detected_gpu(f"gpu{index}", gpu, cpu, catalog, judge) for index, gpu in enumerate(machine.gpus))
    os = os_of(machine)
    return Rig(
        name=name or machine.cpu.name.value or "this computer",
        processors=tuple(one.changed(os=os) for one in (cpu, *gpus)),
        own_runs=measurements.own_runs if measurements else (),
        judgements=tuple(judge.judgements),
    )


def os_of(machine: Machine) -> OsName | None:
    """The system whose driver runs the graphics card: in WSL that is Windows. None where it is not known."""
    name = (machine.os.name.value or "").lower()
    if "windows" in name or "WSL" in (machine.cpu.hypervisor.value or ""):
        return "windows"
    if not name:
        return None
    return "macos" if "macos" in name else "linux"


def _paper(machine: Machine, catalog: Catalog) -> Fact[float]:
    """The theoretical rate of main memory; where nothing tells it but it is one with graphics, that of their card."""
    told = machine.memory.theoretical_bytes_per_s
    if told.value is not None:
        return told
    card_ids = (gpu.card.value for gpu in machine.gpus if gpu.memory_kind.value == "unified")
    stated = (gpu_processor(one, catalog).bandwidth_bytes_per_s for one in card_ids if one is not None)
    return next((fact for fact in stated if fact.value is not None), told)


def _cpu(cpu: Cpu, memory: Memory, paper: Fact[float], judge: Judge) -> Processor:
    is_virtual = cpu.hypervisor.value is not None
    rates = judge.rate("memory_read", device="cpu", paper=paper, is_virtual=is_virtual)
    fast = _fast_cores(cpu)
    kinds = [kind.name for kind in cpu.core_kinds.value or ()]
    core = core_figures(judge, kinds=kinds, cores=fast.value, paper=rates.paper)
    return processor_of(
        reason("not_measured_by_this_version"),
        id="cpu",
        name=cpu.name.value or "Processor",
        kind="cpu",
        vendor=cpu.vendor.value or "other",
        architecture=cpu.architecture.value,
        pool="unified" if memory.unified.value else "ram",
        memory_total_bytes=_smaller(memory.usable_bytes, memory.limit_bytes),
        memory_free_bytes=_smaller(memory.available_bytes, memory.limit_bytes),
        bandwidth_bytes_per_s=rates.paper,
        read_bytes_per_s=rates.read,
        cores=fast,
        slow_cores=slow_cores(cpu.cores.value, fast),
        sockets=(cpu.sockets.value or 1) if cpu.sockets.origin in ("detected", "datasheet") else 1,
        vector=_vector(cpu),
        core=core,
        last_cache_bytes=_last_cache(cpu),
        fp32_flop_per_s=together(judge, "fma_fp32", kinds=kinds),
        int8_op_per_s=together(judge, "int8_dot", kinds=kinds),
    )


def _fast_cores(cpu: Cpu) -> Fact[int]:
    """The cores a program uses by itself: on x86, of several kinds the fastest."""
    kinds = cpu.core_kinds
    if cpu.cores.origin == "user" or cpu.architecture.value != "x86_64":
        return cpu.cores
    if not kinds.value or len(kinds.value) == 1 or not kinds.value[0].cores:
        return cpu.cores
    return known(
        kinds.value[0].cores,
        origin=kinds.origin or "detected",
        source=reason("fastest_kind", source=kinds.source or ""),
    )


def _last_cache(cpu: Cpu) -> Fact[int]:
    """All caches of the third level together; a virtual machine tells those of its host, whoever uses them."""
    if cpu.hypervisor.value is not None:
        return unknown("caches_of_host")
    shared = [cache.total_bytes for cache in cpu.caches.value or () if cache.level == LAST_LEVEL]
    if not shared:
        return unknown(cpu.caches.reason or reason("no_third_level_cache"))
    return known(sum(shared), origin=cpu.caches.origin or "detected", source=cpu.caches.source or reason("the_system"))


def _vector(cpu: Cpu) -> Vector | None:
    """The vector instructions that the flags tell of; None for the usual ones, and where no flags are known."""
    flags, family = cpu.flags.value or (), cpu.architecture.value
    if family == "aarch64":
        return "neon" if "asimd" in flags and "asimddp" not in flags else None
    if family == "x86_64" and "avx512_vnni" in flags:
        return "avx512_vnni"
    if family == "x86_64":
        return "none" if flags and "avx" not in flags else None
    return "none" if family == "riscv64" and flags and "v" not in flags else None


def _smaller(first: Fact[int], second: Fact[int]) -> Fact[int]:
    facts = [fact for fact in (first, second) if fact.value is not None]
    return min(facts, key=lambda fact: fact.value or 0) if facts else first
