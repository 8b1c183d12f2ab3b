"""The calls of NVIDIA's driver that the tests need, each with its values as Python has them and its errors in words."""

import ctypes
import sys
from collections.abc import Callable, Iterable
from typing import Any

from advisor.bench.part import CannotMeasure
from advisor.facts.values.reason import reason
from advisor.facts.values.units import MILLISECOND

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
    "cuEventSynchronize": (_HANDLE,),
    "cuEventElapsedTime": (ctypes.POINTER(_FLOAT), _HANDLE, _HANDLE),
}
"""Every argument's type is set: without it a 64-bit handle is cut to 32 on Windows."""
MULTIPROCESSORS, INTEGRATED, L2_CACHE_BYTES, CAPABILITY_MAJOR, CAPABILITY_MINOR = 16, 18, 38, 75, 76
"""Numbers of attributes of a device."""
_TEXT_BYTES = 256
_VERSION_STEP = 1000
"""12090 is version 12.9."""
_SENTENCES = {
    "CUDA_ERROR_OUT_OF_MEMORY": reason("card_memory_too_little"),
    "CUDA_ERROR_NO_DEVICE": reason("nvidia_shows_no_card"),
    "CUDA_ERROR_NOT_INITIALIZED": reason("nvidia_driver_not_started"),
    "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH": reason("cuda_driver_updated"),
    "CUDA_ERROR_SYSTEM_NOT_READY": reason("fabric_not_ready"),
    "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE": reason("compatibility_package_unsuited"),
    "CUDA_ERROR_STUB_LIBRARY": reason("stub_library"),
    "CUDA_ERROR_DEVICE_UNAVAILABLE": (reason("card_held")),
    "CUDA_ERROR_UNSUPPORTED_PTX_VERSION": reason("cuda_driver_too_old"),
    "CUDA_ERROR_NO_BINARY_FOR_GPU": reason("kernel_not_for_card"),
    "CUDA_ERROR_INVALID_PTX": reason("kernel_refused"),
    "CUDA_ERROR_JIT_COMPILER_NOT_FOUND": reason("no_ptx_compiler"),
    "CUDA_ERROR_JIT_COMPILATION_DISABLED": reason("compiling_switched_off"),
    "CUDA_ERROR_LAUNCH_TIMEOUT": reason("kernel_stopped"),
    "CUDA_ERROR_ECC_UNCORRECTABLE": reason("memory_error_uncorrected"),
    "CUDA_ERROR_HARDWARE_STACK_ERROR": reason("hardware_fault"),
    "CUDA_ERROR_ILLEGAL_ADDRESS": reason("kernel_outside_memory"),
    "CUDA_ERROR_LAUNCH_FAILED": reason("card_stopped"),
    "CUDA_ERROR_OPERATING_SYSTEM": reason("system_refused_driver"),
    "CUDA_ERROR_NOT_PERMITTED": reason("not_permitted"),
    "CUDA_ERROR_UNKNOWN": reason("nvidia_driver_failed"),
}
Parameter = ctypes.c_uint32 | ctypes.c_uint64


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


class CudaRefused(CannotMeasure):
    """A call that the driver answered with an error; `name` is NVIDIA's name of it."""

    def __init__(self, name: str, call: str) -> None:
        words = name.removeprefix("CUDA_ERROR_").lower().replace("_", " ")
        super().__init__(_SENTENCES.get(name, reason("nvidia_call_failed", call=call, error=words)))
        self.name = name


class Cuda:
    """One card's driver interface over the library that `load` gives; handles are numbers, text is text."""

    def __init__(self, load: Callable[[], Any]) -> None:
        self._load = load
        self._library: Any = None

    def open(self) -> None:
        """Load the library and start the driver."""
        self._library = self._load()
        self._call("cuInit", 0)

    def version(self) -> str:
        """The version of CUDA that the driver knows."""
        number = self._int("cuDriverGetVersion")
        major, minor = divmod(number, _VERSION_STEP)
        return f"CUDA {major}.{minor // 10}"

    def devices(self) -> range:
        """Places of the cards this program may see."""
        return range(self._int("cuDeviceGetCount"))

    def device(self, place: int) -> int:
        """The number by which the driver calls the card at this place."""
        return self._int("cuDeviceGet", place)

    def name(self, device: int) -> str:
        """What the driver calls the card; a slice of a divided one has "MIG" in its name."""
        return self._text("cuDeviceGetName", device)

    def pci_address(self, device: int) -> str:
        """As `0000:01:00.0`."""
        return self._text("cuDeviceGetPCIBusId", device)

    def attribute(self, device: int, number: int) -> int:
        """One of the numbers above."""
        return self._int("cuDeviceGetAttribute", number, device)

    def open_device(self, device: int) -> int:
        """The handle of the card's context."""
        return self._handle("cuDevicePrimaryCtxRetain", device)

    def use(self, context: int) -> None:
        """Make the context that of this thread."""
        self._call("cuCtxSetCurrent", context)

    def free_bytes(self) -> int:
        """Memory of the card that nobody uses."""
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        self._call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
        return free.value

    def load_kernels(self, text: bytes) -> int:
        """The handle of the compiled module."""
        return self._handle("cuModuleLoadData", text)

    def kernel(self, module: int, entry: str) -> int:
        """The handle of one kernel of the module."""
        return self._handle("cuModuleGetFunction", module, entry.encode())

    def allocate(self, size_bytes: int) -> int:
        """The address of new memory of the card."""
        address = ctypes.c_uint64()
        self._call("cuMemAlloc_v2", ctypes.byref(address), size_bytes)
        return address.value

    def allocate_pinned(self, size_bytes: int) -> int:
        """The address of new main memory that the system never moves, so that the card itself can copy from it."""
        return self._handle("cuMemHostAlloc", size_bytes, 0)

    def copy_to_device(self, target: int, source: int, size_bytes: int) -> None:
        """Begin to copy; the events tell when it ended."""
        self._call("cuMemcpyHtoDAsync_v2", target, source, size_bytes, None)

    def copy_to_host(self, target: int, source: int, size_bytes: int) -> None:
        """Begin to copy; the events tell when it ended."""
        self._call("cuMemcpyDtoHAsync_v2", target, source, size_bytes, None)

    def copy_within(self, target: int, source: int, size_bytes: int) -> None:
        """Begin to copy; the events tell when it ended."""
        self._call("cuMemcpyDtoDAsync_v2", target, source, size_bytes, None)

    def launch(self, kernel: int, blocks: int, threads: int, *parameters: Parameter) -> None:
        """Begin to run a kernel."""
        addresses = (ctypes.c_void_p * len(parameters))(*(ctypes.addressof(value) for value in parameters))
        self._call("cuLaunchKernel", kernel, blocks, 1, 1, threads, 1, 1, 0, None, addresses, None)

    def event(self) -> int:
        """A new mark in the card's queue of work."""
        return self._handle("cuEventCreate", 0)

    def mark(self, event: int) -> None:
        """Put the mark behind all work given so far."""
        self._call("cuEventRecord", event, None)

    def wait(self, event: int) -> None:
        """Until the card has done all work before the mark."""
        self._call("cuEventSynchronize", event)

    def between_s(self, begin: int, end: int) -> float:
        """The card's own time from one mark to the other."""
        milliseconds = ctypes.c_float()
        self._call("cuEventElapsedTime", ctypes.byref(milliseconds), begin, end)
        return milliseconds.value * MILLISECOND

    def _int(self, call: str, *arguments: int) -> int:
        number = ctypes.c_int()
        self._call(call, ctypes.byref(number), *arguments)
        return number.value

    def _handle(self, call: str, *arguments: Any) -> int:
        handle = ctypes.c_void_p()
        self._call(call, ctypes.byref(handle), *arguments)
        return handle.value or 0

    def _text(self, call: str, device: int) -> str:
        text = ctypes.create_string_buffer(_TEXT_BYTES)
        self._call(call, text, len(text), device)
        return text.value.decode("utf-8", "replace")

    def _call(self, call: str, *arguments: Any) -> None:
        code = getattr(self._library, call)(*arguments)
        if code:
            name = ctypes.c_char_p()
            if self._library.cuGetErrorName(code, ctypes.byref(name)) or not name.value:
                raise CudaRefused(f"error {code}", call)
            raise CudaRefused(name.value.decode("ascii", "replace"), call)
