"""One opened graphics processor: what it allows, and the few things the measurements ask of it."""

from collections.abc import Sequence
from typing import Any

from advisor.bench.card import Adapter
from advisor.bench.graphics.adapters import GraphicsBackend, open_adapter
from advisor.bench.graphics.shader import grid
from advisor.bench.part import CannotMeasure

_WANTED_FEATURES = ("timestamp-query", "shader-f16", "mappable-primary-buffers")
_WANTED_LIMITS = (
    "max-buffer-size",
    "max-storage-buffer-binding-size",
    "max-compute-workgroups-per-dimension",
)

Binding = tuple[Any, int, int]
"""A buffer, the first byte, and the number of bytes."""


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
