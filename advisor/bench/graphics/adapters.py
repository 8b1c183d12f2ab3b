"""The graphics processors that a driver offers. To be called in a child process: a faulty driver can crash it."""

import os
import sys
import tempfile
from collections.abc import Mapping
from typing import Any, Literal

from advisor.bench.card import Adapter
from advisor.bench.part import CannotMeasure

GraphicsBackend = Literal["Vulkan", "Metal", "DX12"]
"""The system's interface behind which an adapter is found."""

_SOFTWARE_VENDORS = (0x10005, 0x1414)
"""Mesa's software devices and Microsoft's Basic Render Driver."""

_Kind = Literal["discrete", "integrated", "software", "other"]
_KINDS: dict[str, _Kind] = {"DiscreteGPU": "discrete", "IntegratedGPU": "integrated", "CPU": "software"}

_opened: dict[GraphicsBackend, tuple[Any, ...]] = {}


def graphics_backends() -> tuple[GraphicsBackend, ...]:
    """The backends of this system in the order to try them, each in a child of its own.

    A later one is for the case that no earlier one offers an adapter that is hardware.
    """
    if sys.platform == "darwin":
        return ("Metal",)
    return ("Vulkan", "DX12") if sys.platform == "win32" else ("Vulkan",)


def list_adapters(backend: GraphicsBackend | None = None) -> tuple[Adapter, ...]:
    """What the driver lists behind one backend, the usual one of this system by default; empty without a driver.

    Raises:
        CannotMeasure: the graphics library cannot be loaded, or has another backend in this process.
    """
    chosen = backend or graphics_backends()[0]
    return tuple(described(handle.info, index, chosen) for index, handle in enumerate(_handles(chosen)))


def open_adapter(index: int, backend: GraphicsBackend | None = None) -> tuple[Any, Adapter]:
    """The library's handle of an adapter of the list, and what the list says about it.

    Raises:
        CannotMeasure: there is no adapter at this place.
    """
    chosen = backend or graphics_backends()[0]
    handles = _handles(chosen)
    if index >= len(handles):
        raise CannotMeasure("no_adapter_through", backend=chosen)
    return handles[index], described(handles[index].info, index, chosen)


def described(info: Mapping[str, Any], index: int, backend: GraphicsBackend) -> Adapter:
    """The library's description of an adapter as a record."""
    vendor_id = int(info["vendor_id"])
    return Adapter(
        index=index,
        name=str(info["device"]),
        vendor_id=vendor_id,
        device_id=int(info["device_id"]),
        kind="software" if vendor_id in _SOFTWARE_VENDORS else _KINDS.get(info["adapter_type"], "other"),
        driver=str(info["description"]),
        backend=backend,
    )


def _handles(backend: GraphicsBackend) -> tuple[Any, ...]:
    """One list for the whole process, so that places in it stay the same."""
    if backend not in _opened:
        if _opened:
            raise CannotMeasure("one_backend_only")
        _opened[backend] = _enumerated(backend)
    return _opened[backend]


def _enumerated(backend: GraphicsBackend) -> tuple[Any, ...]:
    if sys.platform == "linux":
        os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())
    try:
        import wgpu
        from wgpu.backends.wgpu_native import extras
    except (ImportError, OSError, RuntimeError) as error:
        raise CannotMeasure("no_graphics_library") from error
    extras.set_instance_extras(backends=[backend], flags=["Default", "AutomaticTimestampNormalization"])
    return tuple(wgpu.gpu.enumerate_adapters_sync())
