"""The processor of a Windows machine."""

import struct
from collections.abc import Callable

from pydantic import TypeAdapter, ValidationError

from advisor.facts.machine.machine import CoreKind, Cpu
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import reason
from advisor.probe.shared.caches import caches_fact
from advisor.probe.shared.core_kinds import Group, ranked, split_without_level3
from advisor.probe.shared.host import Host
from advisor.probe.shared.hypervisor import parse_cloud, parse_dmi
from advisor.probe.shared.smbios import parse_windows_smbios
from advisor.probe.source.root import Unavailable
from advisor.probe.windows.cim import ask_cim, text_of
from advisor.probe.windows.processor_information import ProcessorInformation, parse_processor_information
from advisor.probe.windows.registry import ask_registry, stated_text

_SOURCE = "GetLogicalProcessorInformationEx"
_ARCHITECTURES = {0x8664: "x86_64", 0xAA64: "aarch64", 0x014C: "i686", 0x01C4: "armv7l"}
_STATED_ARCHITECTURES = {"AMD64": "x86_64", "ARM64": "aarch64"}
_MACHINES = struct.Struct("<HH")
FLAGS = {
    36: "ssse3", 37: "sse4_1", 38: "sse4_2", 39: "avx", 40: "avx2", 41: "avx512f", 19: "asimd", 43: "asimddp",
    46: "sve", 47: "sve2", 66: "i8mm", 67: "asimdhp", 68: "bf16", 70: "sme", 71: "sme2",
}  # fmt: skip
"""Instruction sets by the numbers of IsProcessorFeaturePresent (winnt.h). Windows lists none finer than these."""
_FEATURES = TypeAdapter(tuple[int, ...])


def windows_cpu(host: Host) -> Cpu:
    """Everything about the processor that the system tells."""
    raw = host.call("windows/topology")
    information = raw if isinstance(raw, Unavailable) else parse_processor_information(raw)
    hypervisor = _hypervisor(host)
    virtual = hypervisor.value is not None
    architecture = _architecture(host)
    return Cpu(
        name=_registry_text(host, "ProcessorNameString", "Name"),
        vendor=_registry_text(host, "VendorIdentifier", "Manufacturer"),
        architecture=architecture,
        sockets=_count(information, lambda found: len(found.topology.packages), estimated=virtual),
        cores=_count(information, lambda found: len(found.topology.cores)),
        threads=_count(information, lambda found: len(found.topology.online)),
        core_kinds=_core_kinds(information),
        flags=_flags(host, architecture.value),
        caches=unknown(information.reason)
        if isinstance(information, Unavailable)
        else caches_fact(information.instances, virtual=virtual, source=f"{_SOURCE} RelationCache"),
        numa_nodes=_count(information, lambda found: len(found.nodes)),
        hypervisor=hypervisor,
    )


def parse_architecture(raw: bytes) -> str | None:
    """The native machine of IsWow64Process2, which comes second; the first is that of an emulated process."""
    return _ARCHITECTURES.get(_MACHINES.unpack(raw)[1]) if len(raw) == _MACHINES.size else None


def parse_features(raw: bytes, architecture: str | None) -> tuple[str, ...] | None:
    """Names of the instruction sets among a list of feature numbers; None when it is none."""
    try:
        present = set(_FEATURES.validate_json(raw))
    except ValidationError:
        return None
    x86 = (architecture or "") in ("x86_64", "i686")
    return tuple(sorted(name for number, name in FLAGS.items() if number in present and (35 < number < 42) == x86))


def _core_kinds(information: ProcessorInformation | Unavailable) -> Fact[tuple[CoreKind, ...]]:
    """The kinds by efficiency class, the fastest first; clocks say nothing about kinds here."""
    if isinstance(information, Unavailable):
        return unknown(information.reason)
    kinds = tuple(
        CoreKind(name=name, cores=information.topology.cores_of(cpus), threads=len(cpus), max_hz=None)
        for name, cpus in class_groups(information)
    )
    return known(kinds, origin="detected", source=f"{_SOURCE} EfficiencyClass")


def class_groups(information: ProcessorInformation) -> list[Group]:
    """The logical CPUs of each kind, the fastest first."""
    ranks = sorted(set(information.classes.values()), reverse=True)
    sets = [frozenset(cpu for cpu, own in information.classes.items() if own == rank) for rank in ranks]
    groups: list[Group] = [("all", sets[0])] if len(sets) == 1 else ranked(sets)
    return split_without_level3(groups, information.instances)


def _count(
    information: ProcessorInformation | Unavailable,
    count: Callable[[ProcessorInformation], int],
    *,
    estimated: bool = False,
) -> Fact[int]:
    if isinstance(information, Unavailable):
        return unknown(information.reason)
    number = count(information)
    if not number:
        return unknown("lists_none", source=_SOURCE)
    if estimated:
        return known(number, origin="estimated", source=reason("as_hypervisor_shows", source=_SOURCE))
    return known(number, origin="detected", source=_SOURCE)


def _registry_text(host: Host, key: str, cim_key: str) -> Fact[str]:
    """A value of the first processor's key; where the registry has none, CIM is asked."""
    registry = ask_registry(host)
    if not isinstance(registry, Unavailable):
        text = stated_text(registry.processor, key)
        if text:
            return known(text, origin="detected", source=f"registry CentralProcessor\\0 {key}")
    rows = ask_cim(host)
    text = None if isinstance(rows, Unavailable) else next((text_of(row, cim_key) for row in rows.processor), None)
    if text:
        return known(text, origin="detected", source=f"CIM Win32_Processor {cim_key}")
    return unknown(registry.reason if isinstance(registry, Unavailable) else reason("registry_without_key", key=key))


def _architecture(host: Host) -> Fact[str]:
    """The machine's own architecture: an emulated process is told another one as its own."""
    raw = host.call("windows/architecture")
    native = None if isinstance(raw, Unavailable) else parse_architecture(raw)
    if native:
        return known(native, origin="detected", source="IsWow64Process2 native machine")
    registry = ask_registry(host)
    if not isinstance(registry, Unavailable):
        stated = stated_text(registry.environment, "PROCESSOR_ARCHITECTURE")
        if stated in _STATED_ARCHITECTURES:
            source = "registry Session Manager\\Environment PROCESSOR_ARCHITECTURE"
            return known(_STATED_ARCHITECTURES[stated], origin="detected", source=source)
    return unknown(raw.reason if isinstance(raw, Unavailable) else reason("windows_machine_unknown"))


def _flags(host: Host, architecture: str | None) -> Fact[tuple[str, ...]]:
    raw = host.call("windows/features")
    if isinstance(raw, Unavailable):
        return unknown(raw.reason)
    flags = parse_features(raw, architecture) if architecture else None
    if flags is None:
        return unknown(reason("instruction_sets_damaged") if architecture else reason("architecture_unknown"))
    return known(flags, origin="detected", source="IsProcessorFeaturePresent")


def _hypervisor(host: Host) -> Fact[str]:
    raw = host.call("windows/smbios")
    firmware = raw if isinstance(raw, Unavailable) else parse_windows_smbios(raw)
    if isinstance(firmware, Unavailable):
        return unknown(firmware.reason)
    name = parse_dmi(firmware.words)
    if name:
        return known(name, origin="detected", source=reason("smbios_names"))
    cloud = parse_cloud(firmware.words)
    if cloud:
        return known(cloud, origin="estimated", source=reason("smbios_names_cloud"))
    return unknown("no_hypervisor")
