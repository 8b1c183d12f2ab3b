"""One opened graphics processor: what it allows, and the few things the measurements ask of it."""

import re
import sys
from collections.abc import Iterable, Sequence
from string import Template
from typing import Any

from advisor.bench.card import Adapter
from advisor.bench.graphics.adapters import GraphicsBackend, open_adapter
from advisor.bench.part import CannotMeasure
from advisor.catalog.cards.folder import data_folder
from advisor.facts.values.reason import Reason, reason

_SHOWN_LETTERS = 200
_PREAMBLE = re.compile(r"Validation Error|Caused by:|In wgpu\w+")
LANES = 256
"""Invocations of one workgroup in all kernels but `launch`."""
_WANTED_FEATURES = ("timestamp-query", "shader-f16", "mappable-primary-buffers")
_WANTED_LIMITS = (
    "max-buffer-size",
    "max-storage-buffer-binding-size",
    "max-compute-workgroups-per-dimension",
)
Binding = tuple[Any, int, int]
"""A buffer, the first byte, and the number of bytes."""


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


def shader(name: str, **parts: str) -> str:
    """The kernel of that name; `parts` fill the gaps it has."""
    file = data_folder("resources") / "kernels" / f"{name}.wgsl"
    return Template(file.read_text("utf-8")).substitute(parts)


def dispatch(target: Any, pipeline: Any, bound: Any, groups: tuple[int, ...], times: int = 1) -> None:
    """Record so many runs of a kernel into a compute pass."""
    target.set_pipeline(pipeline)
    target.set_bind_group(0, bound)
    for _ in range(times):
        target.dispatch_workgroups(*groups)


def lines(statements: Iterable[str]) -> str:
    """Statements, one per line."""
    return "\n".join(f"            {statement}" for statement in statements)


def grid(groups: int, *, most_per_dimension: int) -> tuple[int, int]:
    """Workgroups in two dimensions, neither above the limit, that make exactly `groups`."""
    rows = -(-groups // most_per_dimension)
    while groups % rows:
        rows += 1
    return groups // rows, rows


class Gpu:
    """The device of one adapter with the adapter's own limits; without asking, it would have a browser's."""

    def __init__(self, handle: Any, adapter: Adapter) -> None:
        self.adapter = adapter
        limits = {name: handle.limits[name] for name in _WANTED_LIMITS}
        features = [name for name in _WANTED_FEATURES if name in handle.features]
        self.device = handle.request_device_sync(required_features=features, required_limits=limits)
        self.features = frozenset(features)
        self.most_groups = int(limits["max-compute-workgroups-per-dimension"])
        self.largest_buffer_bytes = int(min(limits["max-buffer-size"], limits["max-storage-buffer-binding-size"]))

    def buffer(self, size_bytes: int, *usages: str) -> Any:
        """A new buffer for these uses (`STORAGE`, `COPY_SRC` ...)."""
        import wgpu

        usage = 0
        for name in usages:
            usage |= getattr(wgpu.BufferUsage, name)
        return self.device.create_buffer(size=size_bytes, usage=usage)

    def pipeline(self, code: str) -> Any:
        """The compiled kernel."""
        module = self.device.create_shader_module(code=code)
        return self.device.create_compute_pipeline(layout="auto", compute={"module": module, "entry_point": "main"})

    def bind(self, pipeline: Any, bindings: Sequence[Binding]) -> Any:
        """These parts of buffers for the kernel's bindings 0, 1, 2 ..."""
        entries = [
            {"binding": place, "resource": {"buffer": buffer, "offset": first_byte, "size": size_bytes}}
            for place, (buffer, first_byte, size_bytes) in enumerate(bindings)
        ]
        return self.device.create_bind_group(layout=pipeline.get_bind_group_layout(0), entries=entries)

    def grid(self, groups: int) -> tuple[int, int]:
        """Workgroups in two dimensions within this processor's limit."""
        return grid(groups, most_per_dimension=self.most_groups)


def open_gpu(index: int, backend: GraphicsBackend | None, *, allow_software: bool) -> Gpu:
    """Open an adapter of the list.

    Raises:
        CannotMeasure: it is not there or computes on the processor.
    """
    handle, adapter = open_adapter(index, backend)
    if adapter.kind == "software" and not allow_software:
        raise CannotMeasure("software_adapter", name=adapter.name)
    return Gpu(handle, adapter)
