"""The design of a graphics chip by what its driver says of it, where no card in the catalog does."""

import re

from advisor.facts.machine.machine import Gpu

_NVIDIA = (("12.", "blackwell"), ("11.", "blackwell"), ("10.", "blackwell"), ("9.", "hopper"), ("8.9", "ada"))
_NVIDIA_OLDER = (
    ("8.", "ampere"),
    ("7.5", "turing"),
    ("7.", "volta"),
    ("6.0", "pascal-gp100"),
    ("6.", "pascal"),
    ("5.", "maxwell"),
)
"""CUDA C++ Programming Guide, compute capabilities: https://docs.nvidia.com/cuda/cuda-c-programming-guide/"""

_AMD = (
    (r"gfx120\d", "rdna4"),
    (r"gfx115\d", "rdna3.5"),
    (r"gfx110\d", "rdna3"),
    (r"gfx103\d", "rdna2"),
    (r"gfx101\d", "rdna1"),
    (r"gfx950", "cdna4"),
    (r"gfx94\d", "cdna3"),
    (r"gfx90a", "cdna2"),
    (r"gfx908", "cdna1"),
    (r"gfx90\w", "gcn5"),
    (r"gfx80\d", "gcn4"),
)
"""LLVM's list of AMD GPU processors: https://llvm.org/docs/AMDGPUUsage.html"""


def gpu_design(gpu: Gpu) -> str | None:
    """The architecture by compute capability or graphics target, None where the driver tells neither."""
    told = gpu.compute_capability.value
    if told is None:
        return None
    if told.startswith("gfx"):
        return next((design for pattern, design in _AMD if re.fullmatch(pattern, told)), None)
    return next((design for start, design in (*_NVIDIA, *_NVIDIA_OLDER) if told.startswith(start)), None)
