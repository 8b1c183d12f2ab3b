"""NVIDIA's driver library: where it lies, and the exact signature of each function of it that is called."""

import ctypes
import sys
from collections.abc import Iterable

from advisor.bench.part import CannotMeasure

_LIBRARIES_OF_LINUX = ("/usr/lib/wsl/lib/libcuda.so.1", "libcuda.so.1")
"""Under WSL that of the host comes first: one of a distribution does not fit its driver."""
_LIBRARIES_OF_WINDOWS = ("nvcuda.dll",)

_INT, _UINT, _SIZE, _FLOAT = ctypes.c_int, ctypes.c_uint, ctypes.c_size_t, ctypes.c_float
_HANDLE, _TEXT = ctypes.c_void_p, ctypes.c_char_p
_ADDRESS = ctypes.c_uint64
_TO_INT, _TO_SIZE, _TO_HANDLE = ctypes.POINTER(_INT), ctypes.POINTER(_SIZE), ctypes.POINTER(_HANDLE)

_SIGNATURES = {
    "cuInit": (_UINT,),
    "cuDriverGetVersion": (_TO_INT,),
    "cuGetErrorName": (_INT, ctypes.POINTER(_TEXT)),
    "cuDeviceGetCount": (_TO_INT,),
    "cuDeviceGet": (_TO_INT, _INT),
    "cuDeviceGetName": (_TEXT, _INT, _INT),
    "cuDeviceGetPCIBusId": (_TEXT, _INT, _INT),
    "cuDeviceGetAttribute": (_TO_INT, _INT, _INT),
    "cuDevicePrimaryCtxRetain": (_TO_HANDLE, _INT),
    "cuCtxSetCurrent": (_HANDLE,),
    "cuMemGetInfo_v2": (_TO_SIZE, _TO_SIZE),
    "cuModuleLoadData": (_TO_HANDLE, _TEXT),
    "cuModuleGetFunction": (_TO_HANDLE, _HANDLE, _TEXT),
    "cuMemAlloc_v2": (ctypes.POINTER(_ADDRESS), _SIZE),
    "cuMemHostAlloc": (_TO_HANDLE, _SIZE, _UINT),
    "cuMemcpyHtoDAsync_v2": (_ADDRESS, _HANDLE, _SIZE, _HANDLE),
    "cuMemcpyDtoHAsync_v2": (_HANDLE, _ADDRESS, _SIZE, _HANDLE),
    "cuMemcpyDtoDAsync_v2": (_ADDRESS, _ADDRESS, _SIZE, _HANDLE),
    "cuLaunchKernel": (_HANDLE, *(_UINT,) * 7, _HANDLE, _TO_HANDLE, _TO_HANDLE),
    "cuEventCreate": (_TO_HANDLE, _UINT),
    "cuEventRecord": (_HANDLE, _HANDLE),
    "cuEventQuery": (_HANDLE,),
    "cuEventSynchronize": (_HANDLE,),
    "cuEventElapsedTime": (ctypes.POINTER(_FLOAT), _HANDLE, _HANDLE),
}
"""Every argument's type is set: without it a 64-bit handle is cut to 32 on Windows."""


def load_library(names: Iterable[str] | None = None) -> ctypes.CDLL:
    """The first of these libraries that loads and has all functions.

    Raises:
        CannotMeasure: there is none, or it is too old.
    """
    if names is None:
        names = _LIBRARIES_OF_WINDOWS if sys.platform == "win32" else _LIBRARIES_OF_LINUX
    for name in names:
        try:
            library = ctypes.CDLL(name)
        except OSError:
            continue
        return _typed(library)
    raise CannotMeasure("no_cuda")


def _typed(library: ctypes.CDLL) -> ctypes.CDLL:
    for name, arguments in _SIGNATURES.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise CannotMeasure("cuda_without_function", name=name) from None
        function.argtypes = arguments
        function.restype = _INT
    return library
