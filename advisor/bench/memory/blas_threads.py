"""Keeps numpy's math library to one thread: the threads of a measurement are ours to count."""

import os
import sys

_NAMES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
ONE_THREAD = dict.fromkeys(_NAMES, "1")
"""Environment to be set before numpy is imported for the first time."""


def pin_blas_threads() -> bool:
    """Set the environment of this process; False when numpy was there before, so that it came too late."""
    early = "numpy" not in sys.modules or all(os.environ.get(name) == "1" for name in ONE_THREAD)
    os.environ.update(ONE_THREAD)
    return early
