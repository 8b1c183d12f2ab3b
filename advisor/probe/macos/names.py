"""The names of sysctl that are read, the same list for the reader and for what a capture needs."""

_FEATURES = ("FP16", "DotProd", "FHM", "I8MM", "BF16", "SME", "SME2")
_SWITCHES = (
    *("sse4_1", "sse4_2", "supplementalsse3", "avx1_0", "avx2_0", "f16c", "fma", "avx512f", "avx512bw", "avx512vl"),
    *("avx512dq", "avx512cd", "avx512vbmi", "avx512vbmi2", "avx512vnni", "neon", "arm64", "arm.AdvSIMD"),
)
TEXTS = (
    *("machdep.cpu.brand_string", "machdep.cpu.vendor", "machdep.cpu.features", "machdep.cpu.leaf7_features"),
    *("machdep.cpu.extfeatures", "hw.model", "kern.osproductversion", "kern.osversion", "kern.osrelease"),
)
NAMES = (
    *TEXTS,
    *("hw.memsize", "hw.memsize_usable", "hw.pagesize", "hw.packages", "hw.physicalcpu", "hw.logicalcpu"),
    *("hw.activecpu", "hw.cpu64bit_capable", "hw.cacheconfig", "hw.l1dcachesize", "hw.l1icachesize"),
    *("hw.l2cachesize", "hw.l3cachesize", "hw.nperflevels", "kern.hv_vmm_present", "sysctl.proc_translated"),
    "iogpu.wired_limit_mb",
    *(f"hw.optional.{name}" for name in _SWITCHES),
    *(f"hw.optional.arm.FEAT_{name}" for name in _FEATURES),
)
OF_LEVEL = (
    *("physicalcpu", "logicalcpu", "name", "l1dcachesize", "l1icachesize", "l2cachesize", "cpusperl2"),
    *("l3cachesize", "cpusperl3"),
)
"""Names below `hw.perflevelN`."""
