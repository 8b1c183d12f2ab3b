"""Whether asking the NVIDIA library is worth a child process: only where something of NVIDIA's is there."""

import os
from collections.abc import Mapping

from advisor.probe.shared.pci import BUS
from advisor.probe.source.reading import number_in
from advisor.probe.source.root import Root

DRIVER = ("/proc/driver/nvidia", "/dev/nvidiactl", "/dev/nvmap", "/dev/dxg")
_LIBRARY = "libnvidia-ml.so.1"
_FOLDERS = (
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/usr/lib64",
    "/usr/lib",
    "/usr/lib/wsl/lib",
    "/run/opengl-driver/lib",
)
NVIDIA = 0x10DE


def nvidia_is_likely(root: Root, environment: Mapping[str, str]) -> bool:
    """Whether a device, a driver or its library is there."""
    named = environment.get("LD_LIBRARY_PATH", "").split(os.pathsep)
    libraries = (f"{folder}/{_LIBRARY}" for folder in (*filter(None, named), *_FOLDERS))
    if any(root.exists(path) for path in (*DRIVER, *libraries)):
        return True
    return any(number_in(root, f"{BUS}/{name}/vendor") == NVIDIA for name in root.listdir(BUS))
