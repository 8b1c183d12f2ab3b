"""Reads the header of one GGUF file: metadata and the list of tensors, never the weights.

Source: docs/gguf.md of ggml and ggml/src/gguf.cpp of llama.cpp. The reader is our own because the published ones map or
read whatever the file announces; this one bounds every count before it believes it, keeps no array of words, and needs
a quarter of a MiB however large the file is. Names of types by their number: `enum ggml_type` of ggml/include/ggml.h,
`enum llama_ftype` of include/llama.h; checked 2026-11-20.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from advisor.catalog.reading.header_reader import HeaderReader
from advisor.catalog.reading.regular_file import ModelFileError, regular_file
from advisor.catalog.reading.stored_weights import MOST_TENSORS, MOST_WEIGHTS, StoredTensor, stored_bytes
from advisor.facts.cards.quant import BlockType
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.reason import Parameter

TYPE_NAMES = {
    0: "F32",
    1: "F16",
    2: "Q4_0",
    3: "Q4_1",
    6: "Q5_0",
    7: "Q5_1",
    8: "Q8_0",
    9: "Q8_1",
    10: "Q2_K",
    11: "Q3_K",
    12: "Q4_K",
    13: "Q5_K",
    14: "Q6_K",
    15: "Q8_K",
    16: "IQ2_XXS",
    17: "IQ2_XS",
    18: "IQ3_XXS",
    19: "IQ1_S",
    20: "IQ4_NL",
    21: "IQ3_S",
    22: "IQ2_S",
    23: "IQ4_XS",
    24: "I8",
    25: "I16",
    26: "I32",
    27: "I64",
    28: "F64",
    29: "IQ1_M",
    30: "BF16",
    34: "TQ1_0",
    35: "TQ2_0",
    39: "MXFP4",
    40: "NVFP4",
    41: "Q1_0",
}

FILE_TYPES = {
    0: "F32",
    1: "F16",
    2: "Q4_0",
    3: "Q4_1",
    7: "Q8_0",
    8: "Q5_0",
    9: "Q5_1",
    10: "Q2_K",
    11: "Q3_K_S",
    12: "Q3_K_M",
    13: "Q3_K_L",
    14: "Q4_K_S",
    15: "Q4_K_M",
    16: "Q5_K_S",
    17: "Q5_K_M",
    18: "Q6_K",
    19: "IQ2_XXS",
    20: "IQ2_XS",
    21: "Q2_K_S",
    22: "IQ3_XS",
    23: "IQ3_XXS",
    24: "IQ1_S",
    25: "IQ4_NL",
    26: "IQ3_S",
    27: "IQ3_M",
    28: "IQ2_S",
    29: "IQ2_M",
    30: "IQ4_XS",
    31: "IQ1_M",
    32: "BF16",
    36: "TQ1_0",
    37: "TQ2_0",
    38: "MXFP4_MOE",
    39: "NVFP4",
}


MAGIC = b"GGUF"
Value = int | float | bool | str | tuple[int | float | bool, ...]
Metadata = Mapping[str, Value]

_VERSIONS = (2, 3)
_NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_TEXT, _ARRAY = 8, 9
_WIDTH_BYTES = {"B": 1, "b": 1, "H": 2, "h": 2, "I": 4, "i": 4, "f": 4, "?": 1, "Q": 8, "q": 8, "d": 8}

_MOST_KEYS = 4096
_LONGEST_KEY_BYTES = 512
_LONGEST_VALUE_BYTES = 1024
"""Texts that are kept: names. Longer ones, such as templates of conversations, are passed over."""
_MOST_TEXTS = 4_000_000
"""Words, merges and their like of one file together; the largest vocabularies have half a million of both."""
_PART_TEXTS = 10_000
"""The same in a further part of a split file, which has no words of its own."""
_LONGEST_KEPT = 4096
_MOST_KEPT = 100_000
"""Numbers of an array that is kept, with one entry per layer, and of all together. Longer ones belong to words."""
_LONGEST_NAME_BYTES = 256
_MOST_DIMENSIONS = 4
_ALIGNMENT = 32
_MOST_ALIGNMENT = 1 << 16


class GgufPart(NamedTuple):
    """What the header of one GGUF file says. `counts` are the lengths of its arrays, kept or not, by key."""

    metadata: Metadata
    counts: Mapping[str, int]
    tensors: tuple[StoredTensor, ...]
    unknown_types: tuple[str, ...]


def read_gguf(path: Path, blocks: Mapping[str, BlockType], *, is_first: bool = True) -> GgufPart:
    """The header of the file at `path`. Tensors of unlisted block types are sized by where the next one begins.

    `is_first` is False for further parts of a split file.

    Raises:
        ModelFileError: no such file, or it is no GGUF file, damaged, or cut short.
    """
    with regular_file(path) as (file, file_bytes):
        if file.read(len(MAGIC)) != MAGIC:
            raise ModelFileError("no_gguf_file", path=path)
        file.seek(0)
        header = HeaderReader(file, file_bytes, path)
        header.skip(len(MAGIC))
        version = header.whole("I")
        if version & 0xFFFF == 0:
            header.order, version = ">", int.from_bytes(version.to_bytes(4, "little"), "big")
        if version not in _VERSIONS:
            raise ModelFileError("gguf_version_unknown", path=path, version=version)
        return _Gguf(header, blocks, most_texts=_MOST_TEXTS if is_first else _PART_TEXTS).read()


class _Gguf:
    """The header behind its version number."""

    def __init__(self, header: HeaderReader, blocks: Mapping[str, BlockType], *, most_texts: int) -> None:
        self.header = header
        self.blocks = blocks
        self.metadata: dict[str, Value] = {}
        self.counts: dict[str, int] = {}
        self.texts_left = most_texts
        self.numbers_left = _MOST_KEPT

    def read(self) -> GgufPart:
        tensor_count, key_count = self.header.whole("Q"), self.header.whole("Q")
        if tensor_count > MOST_TENSORS or key_count > _MOST_KEYS:
            raise self._damaged("announces_too_much", tensors=tensor_count, entries=key_count)
        for _ in range(key_count):
            self._entry()
        listed = [self._listed() for _ in range(tensor_count)]
        tensors, unknown = self._placed(listed)
        return GgufPart(self.metadata, self.counts, tensors, unknown)

    def _entry(self) -> None:
        key = self.header.text(longest_bytes=_LONGEST_KEY_BYTES)
        if not key:
            raise self._damaged("entry_nameless")
        if key in self.metadata or key in self.counts:
            raise self._damaged("entry_twice", key=key[:80])
        kind = self.header.whole("I")
        if kind == _ARRAY:
            self._array(key)
            return
        value: Value | None
        if kind == _TEXT:
            value = self.header.text(longest_bytes=_LONGEST_VALUE_BYTES)
        elif kind in _NUMBERS:
            value = self.header.number(_NUMBERS[kind])
        else:
            raise self._damaged("entry_type_unknown", key=key[:80])
        if value is not None:
            self.metadata[key] = value

    def _array(self, key: str) -> None:
        kind, count = self.header.whole("I"), self.header.whole("Q")
        self.counts[key] = count
        if kind == _TEXT:
            self.texts_left -= count
            if self.texts_left < 0:
                raise self._damaged("entry_lists_too_much", key=key[:80], texts=count)
            self.header.skip_texts(count)
        elif kind in _NUMBERS and count <= min(_LONGEST_KEPT, self.numbers_left):
            self.numbers_left -= count
            self.metadata[key] = self.header.numbers(_NUMBERS[kind], count)
        elif kind in _NUMBERS:
            self.header.skip(count * _WIDTH_BYTES[_NUMBERS[kind]])
        else:
            raise self._damaged("entry_lists_no_values", key=key[:80])

    def _listed(self) -> tuple[str, tuple[int, ...], int, int]:
        """Name, dimensions, number of the block type and offset of one tensor."""
        name = self.header.text(longest_bytes=_LONGEST_NAME_BYTES)
        if not name:
            raise self._damaged("tensor_nameless")
        count = self.header.whole("I")
        if not 0 < count <= _MOST_DIMENSIONS:
            raise self._damaged("tensor_dimensions", tensor=name[:80], dimensions=count)
        dimensions = tuple(int(one) for one in self.header.numbers("Q", count))
        elements = 1
        for dimension in dimensions:
            elements *= dimension
        if not 0 < elements <= MOST_WEIGHTS:
            raise self._damaged("tensor_size_impossible", tensor=name[:80])
        return name, dimensions, self.header.whole("I"), self.header.whole("Q")

    def _placed(
        self, listed: list[tuple[str, tuple[int, ...], int, int]]
    ) -> tuple[tuple[StoredTensor, ...], tuple[str, ...]]:
        """The tensors with their bytes; they must lie one behind the other and within the file."""
        if len({name for name, *_ in listed}) < len(listed):
            raise self._damaged("tensors_of_one_name")
        alignment = self._alignment()
        data_bytes = max(0, self.header.file_bytes - -(-self.header.position // alignment) * alignment)
        by_offset = sorted(listed, key=lambda one: one[3])
        ends = [*(one[3] for one in by_offset), data_bytes][1:]
        tensors: dict[str, StoredTensor] = {}
        unknown: dict[str, None] = {}
        for (name, dimensions, number, offset), end in zip(by_offset, ends, strict=True):
            type_name = TYPE_NAMES.get(number, f"type {number}")
            block = self.blocks.get(type_name)
            if block is None:
                unknown[type_name] = None
            size_bytes = end - offset if block is None else stored_bytes(dimensions, block)
            if size_bytes is None:
                raise self._damaged("tensor_breaks_blocks", tensor=name[:80], type_name=type_name)
            if offset + size_bytes > data_bytes or size_bytes < 0:
                raise self._damaged("tensors_cut_short")
            if offset + size_bytes > end or offset % alignment:
                raise self._damaged("tensor_misplaced", tensor=name[:80])
            tensors[name] = StoredTensor(name, type_name, dimensions, size_bytes)
        return tuple(tensors[name] for name, *_ in listed), tuple(unknown)

    def _alignment(self) -> int:
        alignment = self.metadata.get("general.alignment", _ALIGNMENT)
        if type(alignment) is not int or not 0 < alignment <= _MOST_ALIGNMENT or alignment & (alignment - 1):
            raise self._damaged("alignment_no_power_of_two")
        return alignment

    def _damaged(self, why: ReasonCode, **parameters: Parameter) -> ModelFileError:
        return ModelFileError(why, path=self.header.path, **parameters)
