"""Reads the header of one safetensors file: the list of tensors, never the weights.

Source: https://github.com/huggingface/safetensors, README "Format", and safetensors/src/tensor.rs. The reader is our
own because the published one maps the whole file and trusts a header of up to 100 MB.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from advisor.catalog.reading.header_reader import HeaderReader
from advisor.catalog.reading.regular_file import MOST_BYTES, ModelFileError, json_object, regular_file
from advisor.catalog.reading.stored_weights import MOST_WEIGHTS, StoredTensor
from advisor.facts.values.plain_text import plain_text
from advisor.facts.values.units import BITS_PER_BYTE, MIB

_BITS = {
    **dict.fromkeys(("F64", "I64", "U64", "C64"), 64),
    **dict.fromkeys(("F32", "I32", "U32"), 32),
    **dict.fromkeys(("F16", "BF16", "I16", "U16"), 16),
    **dict.fromkeys(("F8_E4M3", "F8_E5M2", "F8_E8M0", "F8_E4M3FNUZ", "F8_E5M2FNUZ", "I8", "U8", "BOOL"), 8),
    **dict.fromkeys(("F6_E2M3", "F6_E3M2"), 6),
    "F4": 4,
}
_LENGTH_BYTES = 8
_MOST_TOGETHER_BYTES = 48 * MIB
"""Of all files together: a model of a trillion weights in 4 bits, with scales, lists 210,000 tensors in half of it."""
_MOST_DIMENSIONS = 16
_METADATA = "__metadata__"


class SafetensorsPart(NamedTuple):
    """What the header of one safetensors file lists, and types of numbers that are not known here."""

    tensors: tuple[StoredTensor, ...]
    unknown_types: tuple[str, ...]
    header_bytes: int


def read_safetensors(path: Path, *, most_bytes: int = MOST_BYTES) -> SafetensorsPart:
    """The header of the file at `path`. Numbers of an unlisted type are sized by the stated offsets.

    A header longer than `most_bytes` is refused, and one longer than any model's in any case.

    Raises:
        ModelFileError: no such file, or it is no safetensors file, damaged, or cut short.
    """
    with regular_file(path) as (file, file_bytes):
        if file_bytes < _LENGTH_BYTES:
            raise ModelFileError("ends_before_header", path=path)
        header_bytes = HeaderReader(file, file_bytes, path).whole("Q")
        if header_bytes > min(MOST_BYTES, most_bytes, file_bytes - _LENGTH_BYTES):
            raise ModelFileError("header_too_long", path=path, size_bytes=header_bytes)
        file.seek(_LENGTH_BYTES)
        listed = json_object(file.read(header_bytes), path)
    listed.pop(_METADATA, None)
    return _part(path, listed, data_bytes=file_bytes - _LENGTH_BYTES - header_bytes, header_bytes=header_bytes)


def read_parts(files: Iterable[Path]) -> Iterator[tuple[Path, SafetensorsPart]]:
    """The headers of all files of a model, one after the other, within one bound for all.

    Raises:
        ModelFileError: as `read_safetensors` does.
    """
    left_bytes = _MOST_TOGETHER_BYTES
    for path in files:
        part = read_safetensors(path, most_bytes=left_bytes)
        left_bytes -= part.header_bytes
        yield path, part


def _part(path: Path, listed: Mapping[str, Any], *, data_bytes: int, header_bytes: int) -> SafetensorsPart:
    placed: list[tuple[int, int]] = []
    tensors: list[StoredTensor] = []
    unknown: dict[str, None] = {}
    for name, entry in listed.items():
        dtype, shape, (start, end) = _entry(path, name, entry)
        elements = 1
        for dimension in shape:
            elements *= dimension
        if elements > MOST_WEIGHTS:
            raise ModelFileError("tensor_size_impossible", path=path, tensor=name[:80])
        bits = _BITS.get(dtype)
        if bits is None:
            unknown[dtype] = None
        elif -(-elements * bits // BITS_PER_BYTE) != end - start:
            raise ModelFileError("tensor_length_wrong", path=path, tensor=name[:80])
        if end > data_bytes:
            raise ModelFileError("tensors_cut_short", path=path)
        placed.append((start, end))
        tensors.append(StoredTensor(name, dtype, tuple(reversed(shape)), end - start))
    placed.sort()
    if any(start < before for (_, before), (start, _) in pairwise(placed)):
        raise ModelFileError("tensors_in_one_place", path=path)
    return SafetensorsPart(tuple(tensors), tuple(unknown), header_bytes)


def _entry(path: Path, name: str, entry: Any) -> tuple[str, list[int], tuple[int, int]]:
    """Type, shape and place of one tensor as listed."""
    fields = entry if isinstance(entry, dict) else {}
    dtype, shape, offsets = fields.get("dtype"), _counts(fields.get("shape")), _counts(fields.get("data_offsets"))
    if not isinstance(dtype, str) or shape is None or offsets is None or len(offsets) != 2 or offsets[0] > offsets[1]:
        raise ModelFileError("tensor_not_described", path=path, tensor=name[:80])
    return dtype if dtype in _BITS else plain_text(dtype), shape, (offsets[0], offsets[1])


def _counts(numbers: Any) -> list[int] | None:
    """A short list of counts; None for anything else."""
    if not isinstance(numbers, list) or len(numbers) > _MOST_DIMENSIONS:
        return None
    return numbers if set(map(type, numbers)) <= {int} and min(numbers, default=0) >= 0 else None
