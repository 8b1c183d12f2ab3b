"""Whether this processor can run Qt, asked before Qt is loaded: where it cannot, Qt ends the whole program.

Imports nothing but Python: the built app asks before anything else.
"""

import ctypes
import os
import sys

_FEATURES_OF_LEAF_1 = 0
_ECX = 2
_SSE4_2, _POPCNT = 20, 23
"""Bits of the register, as the processor's CPUID instruction sets them."""


def is_too_old() -> bool:
    """Whether this processor lacks the SSE4.2 or POPCNT instructions; False where nobody says."""
    if sys.platform != "linux" or os.uname().machine != "x86_64":
        return False  # macOS asks for newer processors itself, and arm64 has all that Qt wants
    features = _features()
    return features is not None and not all(features >> bit & 1 for bit in (_SSE4_2, _POPCNT))


def _features() -> int | None:
    """What the C library read of the processor when the program was loaded; an older one does not tell."""
    try:
        worker = ctypes.CDLL(None)["__x86_get_cpuid_feature_leaf"]
    except (AttributeError, OSError):
        return None
    worker.restype = ctypes.POINTER(ctypes.c_uint32)
    worker.argtypes = [ctypes.c_uint32]
    return int(worker(_FEATURES_OF_LEAF_1)[_ECX])
