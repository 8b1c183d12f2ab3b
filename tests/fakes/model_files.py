"""Small model files: GGUF and safetensors headers written by the book, weights left as a hole in the file."""

import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from advisor.facts.cards.quant import BlockType

TYPES = {"F32": 0, "F16": 1, "Q4_0": 2, "Q8_0": 8, "Q4_K": 12, "Q6_K": 14, "BF16": 30, "MXFP4": 39, "odd": 141}
BLOCKS = {
    "F32": BlockType(block_weights=1, block_bytes=4),
    "F16": BlockType(block_weights=1, block_bytes=2),
    "BF16": BlockType(block_weights=1, block_bytes=2),
    "Q4_0": BlockType(block_weights=32, block_bytes=18),
    "Q8_0": BlockType(block_weights=32, block_bytes=34),
    "Q4_K": BlockType(block_weights=256, block_bytes=144),
    "Q6_K": BlockType(block_weights=256, block_bytes=210),
    "MXFP4": BlockType(block_weights=32, block_bytes=17),
}
_ALIGNMENT = 32


class FakeTensor(NamedTuple):
    """`dimensions` begin with the contiguous one; `size_bytes` is needed for types without a block."""

    name: str
    dimensions: tuple[int, ...]
    type_name: str = "F32"
    size_bytes: int | None = None


class Raw(NamedTuple):
    """An entry of the metadata in its own type: the number of the type and the bytes behind it."""

    kind: int
    body: bytes


def gguf_bytes(
    metadata: Mapping[str, Any],
    tensors: Sequence[FakeTensor],
    *,
    version: int = 3,
    order: str = "<",
    offsets: Sequence[int] | None = None,
) -> tuple[bytes, int]:
    """The header of a GGUF file, and how many bytes the whole file has."""
    sizes = [_size_bytes(tensor) for tensor in tensors]
    starts, end = list(offsets or ()), 0
    for size in sizes:
        if offsets is None:
            starts.append(end)
        end += -(-size // _ALIGNMENT) * _ALIGNMENT
    head = b"GGUF" + struct.pack(f"{order}IQQ", version, len(tensors), len(metadata))
    head += b"".join(_text(key, order) + _value(value, order) for key, value in metadata.items())
    for tensor, start in zip(tensors, starts, strict=True):
        head += _text(tensor.name, order) + struct.pack(f"{order}I", len(tensor.dimensions))
        head += struct.pack(f"{order}{len(tensor.dimensions)}Q", *tensor.dimensions)
        head += struct.pack(f"{order}IQ", TYPES[tensor.type_name], start)
    head += b"\0" * (-len(head) % _ALIGNMENT)
    return head, len(head) + end


def write_gguf(path: Path, metadata: Mapping[str, Any], tensors: Sequence[FakeTensor], **options: Any) -> Path:
    """A GGUF file whose weights are a hole."""
    head, file_bytes = gguf_bytes(metadata, tensors, **options)
    return write_sparse(path, head, file_bytes)


def write_safetensors(path: Path, tensors: Mapping[str, tuple[str, Sequence[int], int]]) -> Path:
    """A safetensors file of tensors given as type, shape and bytes; its weights are a hole."""
    listed: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    end = 0
    for name, (dtype, shape, size_bytes) in tensors.items():
        listed[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [end, end + size_bytes]}
        end += size_bytes
    return write_header(path, json.dumps(listed).encode(), data_bytes=end)


def write_header(path: Path, header: bytes, *, data_bytes: int = 0) -> Path:
    """A safetensors file with this very header."""
    head = struct.pack("<Q", len(header)) + header
    return write_sparse(path, head, len(head) + data_bytes)


def write_sparse(path: Path, head: bytes, file_bytes: int) -> Path:
    """A file of so many bytes, only whose beginning takes room."""
    with path.open("wb") as file:
        file.write(head)
        file.truncate(file_bytes)
    return path


def _size_bytes(tensor: FakeTensor) -> int:
    if tensor.size_bytes is not None:
        return tensor.size_bytes
    block = BLOCKS[tensor.type_name]
    elements = 1
    for dimension in tensor.dimensions:
        elements *= dimension
    return elements // block.block_weights * block.block_bytes


def _text(text: str, order: str) -> bytes:
    raw = text.encode()
    return struct.pack(f"{order}Q", len(raw)) + raw


def _value(value: Any, order: str) -> bytes:
    """A value in the type that writers choose for it."""
    match value:
        case Raw(kind, body):
            return struct.pack(f"{order}I", kind) + body
        case bool():
            return struct.pack(f"{order}I?", 7, value)
        case int():
            return struct.pack(f"{order}II", 4, value)
        case float():
            return struct.pack(f"{order}If", 6, value)
        case str():
            return struct.pack(f"{order}I", 8) + _text(value, order)
        case [str(), *_]:
            return struct.pack(f"{order}IIQ", 9, 8, len(value)) + b"".join(_text(one, order) for one in value)
        case [bool(), *_]:
            return struct.pack(f"{order}IIQ{len(value)}?", 9, 7, len(value), *value)
    return struct.pack(f"{order}IIQ{len(value)}i", 9, 5, len(value), *value)
