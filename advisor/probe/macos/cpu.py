"""The processor of a Mac, assembled from sysctl; the registry names the chip where sysctl does not.

Instruction sets have the names that Linux gives them. Keys:
https://developer.apple.com/documentation/kernel/1387446-sysctlbyname/determining_instruction_set_characteristics
"""

import re

from advisor.facts.machine.machine import Cpu, Gap
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import reason
from advisor.probe.macos.caches import caches_fact, core_kinds_fact
from advisor.probe.macos.registry import read_registry
from advisor.probe.macos.sysctl import Sysctl, read_sysctl
from advisor.probe.macos.system import throttled_fact
from advisor.probe.shared.host import Host

_FEATURE = "hw.optional.arm.FEAT_"
_ARM = {
    "FP16": ("fphp", "asimdhp"),
    "DotProd": ("asimddp",),
    "FHM": ("asimdfhm",),
    "I8MM": ("i8mm",),
    "BF16": ("bf16",),
    "SME": ("sme",),
    "SME2": ("sme2",),
}
_X86 = {
    "sse4_1": ("sse4_1", "SSE4.1"),
    "sse4_2": ("sse4_2", "SSE4.2"),
    "ssse3": ("supplementalsse3", "SSSE3"),
    "avx": ("avx1_0", "AVX1.0"),
    "avx2": ("avx2_0", "AVX2"),
    "f16c": ("f16c", "F16C"),
    "fma": ("fma", "FMA"),
    "avx512f": ("avx512f", "AVX512F"),
    "avx512bw": ("avx512bw", "AVX512BW"),
    "avx512vl": ("avx512vl", "AVX512VL"),
    "avx512dq": ("avx512dq", "AVX512DQ"),
    "avx512cd": ("avx512cd", "AVX512CD"),
    "avx512_vbmi": ("avx512vbmi", "AVX512VBMI"),
    "avx512_vbmi2": ("avx512vbmi2", "AVX512VBMI2"),
    "avx512_vnni": ("avx512vnni", "AVX512VNNI"),
}
"""The key below `hw.optional`, and the word in the lists of machdep.cpu."""


def flags_fact(sysctl: Sysctl) -> Fact[tuple[str, ...]]:
    """The instruction sets that matter to AI work, sorted."""
    if sysctl.missing:
        return unknown(sysctl.missing)
    return _arm_flags(sysctl) if sysctl.is_apple_silicon else _x86_flags(sysctl)


def _arm_flags(sysctl: Sysctl) -> Fact[tuple[str, ...]]:
    if not any(name.startswith(_FEATURE) for name in sysctl.values):
        return unknown(reason("translated") if sysctl.is_translated else reason("macos_11_lists_too_few"))
    found = {flag for name, flags in _ARM.items() if sysctl.is_on(_FEATURE + name) for flag in flags}
    if sysctl.is_on("hw.optional.arm.AdvSIMD") or sysctl.is_on("hw.optional.neon"):
        found |= {"asimd"}
    return sysctl.fact(tuple(sorted(found)), "hw.optional.arm")


def _x86_flags(sysctl: Sysctl) -> Fact[tuple[str, ...]]:
    """The system's switch decides where it has one: a listed set may be masked until it is first used."""
    lists = (sysctl.text("machdep.cpu.features"), sysctl.text("machdep.cpu.leaf7_features"))
    words = {word.upper() for listed in lists for word in (listed or "").split()}
    switches = {flag: sysctl.is_on(f"hw.optional.{key}") for flag, (key, _) in _X86.items()}
    if not words and not any(switch is not None for switch in switches.values()):
        return sysctl.fact(None, "machdep.cpu.features")
    listed = {flag: word.upper() in words for flag, (_, word) in _X86.items()}
    found = (flag for flag, switch in switches.items() if (listed[flag] if switch is None else switch))
    return sysctl.fact(tuple(sorted(found)), "hw.optional and machdep.cpu.features")


CHIP = re.compile(r"Apple [A-Z]\d+( (Pro|Max|Ultra))?")
"""A chip by its full name; `Apple processor` and `Apple Paravirtual device` name none."""

_GUESTS = (("VirtualMac", "Apple"), ("VMware", "VMware"), ("Parallels", "Parallels"), ("VirtualBox", "VirtualBox"))


def macos_cpu(host: Host) -> Cpu:
    """Everything about the processor."""
    sysctl = read_sysctl(host)
    virtual = sysctl.is_virtual
    sockets = sysctl.fact(sysctl.count("hw.packages"), "hw.packages")
    threads = sysctl.count("hw.activecpu") or sysctl.count("hw.logicalcpu") or sysctl.count("machdep.cpu.thread_count")
    return Cpu(
        name=name_fact(host, sysctl),
        vendor=_vendor(sysctl),
        architecture=_architecture(sysctl),
        sockets=known(
            sockets.value, origin="estimated", source=reason("as_hypervisor_shows", source=sockets.source or "")
        )
        if virtual and sockets.value
        else sockets,
        cores=sysctl.fact(sysctl.count("hw.physicalcpu") or sysctl.count("machdep.cpu.core_count"), "hw.physicalcpu"),
        threads=sysctl.fact(threads, "hw.activecpu"),
        core_kinds=core_kinds_fact(sysctl),
        flags=flags_fact(sysctl),
        caches=caches_fact(sysctl),
        numa_nodes=unknown(sysctl.missing or reason("macos_without_numa")),
        hypervisor=hypervisor_fact(sysctl),
        throttled=throttled_fact(host),
    )


def name_fact(host: Host, sysctl: Sysctl) -> Fact[str]:
    """The name the system gives; where that is a stand-in, the chip whose graphics the registry names."""
    named = sysctl.text("machdep.cpu.brand_string")
    if named and not sysctl.is_translated and named != "Apple processor":
        return sysctl.fact(" ".join(named.split()), "machdep.cpu.brand_string")
    models = [gpu.model for gpu in read_registry(host).gpus if gpu.model and CHIP.fullmatch(gpu.model)]
    if models and sysctl.is_apple_silicon:
        return known(models[0], origin="detected", source=reason("graphics_on_same_chip"))
    if named and not sysctl.is_translated:
        return sysctl.fact(named, "machdep.cpu.brand_string")
    why = reason("translated_hides_name") if named else None
    return unknown(why) if why else sysctl.fact(None, "machdep.cpu.brand_string")


def hypervisor_fact(sysctl: Sysctl) -> Fact[str]:
    """The hypervisor by the model it gives its guests; unknown with its reason on a real Mac."""
    if sysctl.missing:
        return unknown(sysctl.missing)
    if not sysctl.is_virtual:
        return unknown("no_hypervisor")
    named = next((name for start, name in _GUESTS if sysctl.model.startswith(start)), "some hypervisor")
    return sysctl.fact(named, "kern.hv_vmm_present, hw.model")


def macos_cpu_gaps(host: Host) -> tuple[Gap, ...]:
    """What a program in translation cannot reach."""
    if not read_sysctl(host).is_translated:
        return ()
    why = reason("translated_build")
    return (Gap(fact="cpu", reason=reason(why)),)


def _architecture(sysctl: Sysctl) -> Fact[str]:
    if sysctl.is_apple_silicon:
        return sysctl.fact("aarch64", "hw.optional.arm64")
    wide = sysctl.is_on("hw.cpu64bit_capable") or "EM64T" in (sysctl.text("machdep.cpu.extfeatures") or "").split()
    return sysctl.fact("x86_64" if wide and _is_x86(sysctl) else None, "machdep.cpu.extfeatures")


def _is_x86(sysctl: Sysctl) -> bool:
    return (sysctl.text("machdep.cpu.vendor") or "") in ("GenuineIntel", "AuthenticAMD")


def _vendor(sysctl: Sysctl) -> Fact[str]:
    if sysctl.is_apple_silicon:
        return sysctl.fact("Apple", "hw.optional.arm64")
    return sysctl.fact(sysctl.text("machdep.cpu.vendor"), "machdep.cpu.vendor")
