"""The running Mac answers: sysctl and the kernel's memory counts by C, the registry and power by Apple's own tools.

Nothing here was run on a Mac yet. Documented at https://developer.apple.com/documentation/kernel/1387446-sysctlbyname
and in mach/host_info.h, mach/vm_statistics.h, ioreg(8), pmset(1), system_profiler(8).
"""

import ctypes
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from advisor.probe.macos.registry import ARGUMENTS, trimmed
from advisor.probe.macos.system import ARGUMENTS as POWER_ARGUMENTS
from advisor.probe.source.root import Unavailable

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


PROFILER = ("/usr/sbin/system_profiler", "-json", "SPDisplaysDataType", "SPHardwareDataType", "SPMemoryDataType")
_TOOLS = {
    **{call: ("/usr/sbin/ioreg", *arguments) for call, arguments in ARGUMENTS.items()},
    **{call: ("/usr/bin/pmset", *arguments) for call, arguments in POWER_ARGUMENTS.items()},
}
_TOOL_LIMIT_S = 2.0
_PROFILER_LIMIT_S = 14.0
_MOST_LEVELS = 8
_HOST_VM_INFO64 = 4


class _VmStatistics64(ctypes.Structure):
    """`struct vm_statistics64` of mach/vm_statistics.h."""

    _fields_ = (
        *((name, ctypes.c_uint32) for name in ("free_count", "active_count", "inactive_count", "wire_count")),
        *((name, ctypes.c_uint64) for name in ("zero_fill_count", "reactivations", "pageins", "pageouts", "faults")),
        *((name, ctypes.c_uint64) for name in ("cow_faults", "lookups", "hits", "purges")),
        *((name, ctypes.c_uint32) for name in ("purgeable_count", "speculative_count")),
        *((name, ctypes.c_uint64) for name in ("decompressions", "compressions", "swapins", "swapouts")),
        *((name, ctypes.c_uint32) for name in ("compressor_page_count", "throttled_count")),
        *((name, ctypes.c_uint32) for name in ("external_page_count", "internal_page_count")),
        ("total_uncompressed_pages_in_compressor", ctypes.c_uint64),
    )


def macos_call(name: str) -> bytes | Unavailable:
    """The answer of the running system; `name` comes without `macos/`."""
    if sys.platform != "darwin":
        return Unavailable("not_macos")
    call = f"macos/{name}"
    if call in _TOOLS:
        raw = _output(_TOOLS[call], _TOOL_LIMIT_S)
        return trimmed(raw) if call in ARGUMENTS and not isinstance(raw, Unavailable) else raw
    if name == "sysctl":
        return "\n".join(sysctl_lines(ctypes.CDLL(None))).encode()
    return memory_counts(ctypes.CDLL(None)) if name == "memory" else Unavailable("no_such_call", name=call)


def ask_profiler() -> bytes | Unavailable:
    """What the system profiler says; it may stall for many seconds, so a child process asks it."""
    return _output(PROFILER, _PROFILER_LIMIT_S) if sys.platform == "darwin" else Unavailable("not_macos")


def _output(command: Sequence[str], limit_s: float) -> bytes | Unavailable:
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=limit_s, stdin=subprocess.DEVNULL)
    except OSError as error:
        return Unavailable("command_not_started", command=command[0], error=str(error.strerror))
    except subprocess.TimeoutExpired:
        return Unavailable("command_too_late", command=command[0], limit_s=limit_s)
    return done.stdout if done.returncode == 0 and done.stdout else Unavailable("command_silent", command=command[0])


def sysctl_lines(library: Any) -> Iterator[str]:
    """The values of all names that this system knows, as the tool `sysctl` prints them."""
    levels = range(_MOST_LEVELS)
    of_levels = (f"hw.perflevel{level}.{name}" for level in levels for name in OF_LEVEL)
    for name in (*NAMES, *of_levels):
        raw = _sysctl(library, name)
        if raw is not None:
            yield f"{name}: {rendered(raw, is_text=name in TEXTS or name.endswith('.name'))}"


def rendered(raw: bytes, *, is_text: bool) -> str:
    """A value as the tool `sysctl` prints it: a text, one number of 4 bytes, or numbers of 8."""
    if is_text:
        return " ".join(raw.rstrip(b"\0").decode(errors="replace").split())
    width = 8 if len(raw) % 8 == 0 else 4
    numbers = (int.from_bytes(raw[start : start + width], "little") for start in range(0, len(raw), width))
    return " ".join(map(str, numbers))


def _sysctl(library: Any, name: str) -> bytes | None:
    size = ctypes.c_size_t(0)
    if library.sysctlbyname(name.encode(), None, ctypes.byref(size), None, ctypes.c_size_t(0)) != 0 or not size.value:
        return None
    buffer = ctypes.create_string_buffer(size.value)
    if library.sysctlbyname(name.encode(), buffer, ctypes.byref(size), None, ctypes.c_size_t(0)) != 0:
        return None
    return buffer.raw[: size.value]


def memory_counts(library: Any) -> bytes | Unavailable:
    """The kernel's counts of pages, one line each."""
    found = _VmStatistics64()
    count = ctypes.c_uint32(ctypes.sizeof(found) // ctypes.sizeof(ctypes.c_uint32))
    port = ctypes.c_uint32(library.mach_host_self())
    if library.host_statistics64(port, ctypes.c_int(_HOST_VM_INFO64), ctypes.byref(found), ctypes.byref(count)) != 0:
        return Unavailable("memory_counts_not_told")
    names = ("free_count", "speculative_count", "external_page_count", "purgeable_count", "wire_count")
    return "\n".join(f"{name}: {getattr(found, name)}" for name in names).encode()
