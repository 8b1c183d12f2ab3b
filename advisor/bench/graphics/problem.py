"""Faults of graphics drivers, said in plain sentences."""

import re
import sys
from typing import Any

from advisor.bench.part import CannotMeasure
from advisor.facts.values.reason import Reason, reason

_SHOWN_LETTERS = 200
_PREAMBLE = re.compile(r"Validation Error|Caused by:|In wgpu\w+")


def gpu_faults() -> tuple[type[Exception], ...]:
    """What calls of the graphics library raise when the card, its driver or the library fails."""
    usual = (CannotMeasure, MemoryError, OSError, RuntimeError, ValueError)
    library = sys.modules.get("wgpu")
    return usual if library is None else (*usual, library.GPUError, library.GPUPipelineError)


def plain(error: Exception, step: Reason) -> Reason:
    """The reason for whoever runs the measurement; `step` is what went on, as its progress said."""
    if isinstance(error, CannotMeasure):
        return error.reason
    text = " ".join(_PREAMBLE.sub(" ", str(error)).split())
    return reason("gpu_fault", fault=_meaning(error, text), step=step)


def _meaning(error: Any, text: str) -> Reason:
    lowered = text.lower()
    if isinstance(error, MemoryError) or "out of memory" in lowered or "not enough memory" in lowered:
        return reason("gpu_out_of_memory")
    if "lost" in lowered:
        return reason("gpu_dropped")
    if "request device failed" in lowered:
        return reason("gpu_not_opened")
    return reason("gpu_driver_refused", error=text[:_SHOWN_LETTERS].rstrip(". "))
