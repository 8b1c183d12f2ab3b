"""Instruction sets of a Mac by the names Linux gives them, from what macOS has switched on.

Keys: https://developer.apple.com/documentation/kernel/1387446-sysctlbyname/determining_instruction_set_characteristics
"""

from advisor.facts.values.fact import Fact, unknown
from advisor.facts.values.reason import reason
from advisor.probe.macos.sysctl import Sysctl

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
