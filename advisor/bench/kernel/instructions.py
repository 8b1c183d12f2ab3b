"""The mask of instructions that kernel and caller agree on, and what a system tells where a program cannot ask."""

import ctypes
import sys
from contextlib import suppress

PORTABLE, AVX, AVX2, AVX512, AVX512_VNNI, AVX_VNNI, DOTPROD, I8MM = (1 << place for place in range(8))

_AT_HWCAP, _AT_HWCAP2 = 16, 26
_ASIMDDP_PLACE, _I8MM_PLACE = 20, 13
"""Of the bits in these two."""
_PF_ARM_V82_DP, _PF_ARM_V82_I8MM = 43, 66


def told_by_system() -> int:
    """DOTPROD and I8MM as far as the system says that an arm64 processor has them; 0 where it does not."""
    with suppress(OSError, AttributeError):
        if sys.platform == "win32":
            present = ctypes.WinDLL("kernel32").IsProcessorFeaturePresent
            return _both(present(_PF_ARM_V82_DP), present(_PF_ARM_V82_I8MM))
        system = ctypes.CDLL(None)
        if sys.platform == "darwin":
            return _both(_sysctl(system, "hw.optional.arm.FEAT_DotProd"), _sysctl(system, "hw.optional.arm.FEAT_I8MM"))
        system.getauxval.restype, system.getauxval.argtypes = ctypes.c_ulong, [ctypes.c_ulong]
        first, second = system.getauxval(_AT_HWCAP), system.getauxval(_AT_HWCAP2)
        return _both(first >> _ASIMDDP_PLACE & 1, second >> _I8MM_PLACE & 1)
    return 0


def vector_word(isa: int) -> str:
    """The widest vectors of this mask, as methods name them."""
    return _first(isa, ((AVX512, "avx512"), (AVX2, "avx2"), (AVX, "avx"), (PORTABLE, "128bit")))


def byte_product_word(isa: int) -> str:
    """How this mask multiplies bytes, as methods name it."""
    best = ((AVX512_VNNI, "avx512vnni"), (AVX512, "avx512"), (AVX_VNNI, "avxvnni"), (AVX2, "avx2"))
    return _first(isa, (*best, (I8MM, "i8mm"), (DOTPROD, "dotprod"), (PORTABLE, "128bit")))


def _first(isa: int, words: tuple[tuple[int, str], ...]) -> str:
    return next(word for bit, word in words if isa & bit)


def _both(dotprod: int, i8mm: int) -> int:
    return (DOTPROD if dotprod else 0) | (I8MM if i8mm else 0)


def _sysctl(system: ctypes.CDLL, name: str) -> int:
    value, length = ctypes.c_int(0), ctypes.c_size_t(ctypes.sizeof(ctypes.c_int))
    failed = system.sysctlbyname(name.encode(), ctypes.byref(value), ctypes.byref(length), None, ctypes.c_size_t(0))
    return 0 if failed else value.value
