"""Faults of graphics drivers, said in plain sentences."""

import re
import sys
from typing import Any

from advisor.bench.part import CannotMeasure

_SHOWN_LETTERS = 200
_PREAMBLE = re.compile(r"Validation Error|Caused by:|In wgpu\w+")


def gpu_faults() -> tuple[type[Exception], ...]:
    """What calls of the graphics library raise when the card, its driver or the library fails."""
    usual = (CannotMeasure, MemoryError, OSError, RuntimeError, ValueError)
    library = sys.modules.get("wgpu")
    return usual if library is None else (*usual, library.GPUError, library.GPUPipelineError)


def plain(error: Exception, step: str) -> str:
    """One sentence for whoever runs the measurement; `step` is what went on, as its progress said."""
    if isinstance(error, CannotMeasure):
        return str(error)
    text = " ".join(_PREAMBLE.sub(" ", str(error)).split())
    return f"{_meaning(error, text)} Step: {step[:1].lower()}{step[1:]}."


def _meaning(error: Any, text: str) -> str:
    lowered = text.lower()
    if isinstance(error, MemoryError) or "out of memory" in lowered or "not enough memory" in lowered:
        return "The graphics card ran out of memory."
    if "lost" in lowered:
        return "The graphics driver gave up and dropped the card."
    if "request device failed" in lowered:
        return "The graphics driver refused to open the card."
    return f"The graphics driver refused the test ({text[:_SHOWN_LETTERS].rstrip('. ')})."
