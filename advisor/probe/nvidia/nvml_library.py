"""Where NVIDIA's library lies on Windows: some computers have it beside the driver only, where no search looks."""

import ctypes
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

_PACKAGES = "nv*.inf_*"
_NAME = "nvml.dll"


def driver_store() -> Path:
    """The folder in which Windows keeps the packages of its drivers."""
    return Path(os.environ.get("SYSTEMROOT", r"C:\Windows"), "System32", "DriverStore", "FileRepository")


def libraries_in(store: Path) -> tuple[Path, ...]:
    """The libraries beside NVIDIA's drivers, the newest first; old packages stay when a driver is updated."""
    found = [(library.stat().st_mtime_ns, library) for library in store.glob(f"{_PACKAGES}/{_NAME}")]
    return tuple(library for _, library in sorted(found, reverse=True))


def load_beside_driver(nvml: Any, store: Path) -> bool:
    """Give the bindings the first of these libraries that loads; False where there is none."""
    with suppress(OSError):
        for library in libraries_in(store):
            with suppress(OSError):
                nvml.nvmlLib = ctypes.CDLL(str(library))
                return True
    return False
