"""GGUF files that are damaged or made to harm: one plain sentence, soon, and nothing built on the way."""

import struct
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from advisor.answer.which_model.file_subject import describe_file
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.open.model_file import open_model_file
from advisor.catalog.reading.regular_file import ModelFileError
from advisor.facts.values.reason import Reason
from tests.fakes.model_files import FakeTensor, Raw, gguf_bytes, write_gguf, write_sparse
from tests.fakes.small_models import HIDDEN, METADATA, small_tensors
from tests.fakes.systems.special_files import link, named_pipe

CATALOG = load_catalog()
"""Read once: the fuzzed tests open hundreds of files."""

MOST_PROCESSOR_S, MOST_BYTES = 60.0, 64_000_000
SMALL = {key: METADATA[key] for key in METADATA if not key.startswith("tokenizer")}


def refusal(path: Path, catalog: Catalog = CATALOG) -> Reason:
    """What is said of a file, which must be said soon and with little memory."""
    tracemalloc.start()
    started = time.process_time()
    try:
        with pytest.raises(ModelFileError) as caught:
            open_model_file(path, catalog)
        took_s, peak = time.process_time() - started, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert took_s < MOST_PROCESSOR_S
    assert peak < MOST_BYTES
    assert_one_line(caught.value.reason)
    return caught.value.reason


def assert_one_line(reason: Reason) -> None:
    """Nothing of a file breaks the line in which it is named."""
    assert all(len(str(one)) <= 200 and "\n" not in str(one) for one in reason.parameters.values())


def header(tensors: int = 0, entries: int = 0, body: bytes = b"", version: int = 3) -> bytes:
    return b"GGUF" + struct.pack("<IQQ", version, tensors, entries) + body


def text(value: bytes) -> bytes:
    return struct.pack("<Q", len(value)) + value


def entry(kind: int, body: bytes, key: bytes = b"a.b") -> bytes:
    return text(key) + struct.pack("<I", kind) + body


HEADERS: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "begins_unlike_gguf"),
    "one byte": (b"G", "begins_unlike_gguf"),
    "another file": (b"PK\x03\x04" + b"\0" * 100, "begins_unlike_gguf"),
    "magic only": (b"GGUF", "header_without_end"),
    "version 1": (header(version=1), "gguf_version_unknown"),
    "version 9": (header(version=9), "gguf_version_unknown"),
    "tensors without end": (header(tensors=2**63), "announces_too_much"),
    "entries without end": (header(entries=2**64 - 1), "announces_too_much"),
    "more entries than there are": (header(entries=3), "header_without_end"),
    "a key longer than the file": (header(entries=1, body=struct.pack("<Q", 2**62)), "header_without_end"),
    "a key that is no text": (header(entries=1, body=entry(4, b"\0" * 4, key=b"\xff\xfe")), "entry_nameless"),
    "a key of nothing": (header(entries=1, body=entry(4, b"\0" * 4, key=b"")), "entry_nameless"),
    "a type that does not exist": (header(entries=1, body=entry(99, b"\0" * 4)), "entry_type_unknown"),
    "a key twice": (header(entries=2, body=2 * entry(4, b"\1\0\0\0")), "entry_twice"),
    "a text longer than the file": (header(entries=1, body=entry(8, struct.pack("<Q", 2**40))), "header_without_end"),
    "a list longer than the file": (
        header(entries=1, body=entry(9, struct.pack("<IQ", 4, 2**60))),
        "header_without_end",
    ),
    "texts without end": (header(entries=1, body=entry(9, struct.pack("<IQ", 8, 2**60))), "entry_lists_too_much"),
    "lists in lists": (header(entries=1, body=entry(9, struct.pack("<IQ", 9, 2**60) * 50)), "entry_lists_no_values"),
    "a list of nonsense": (header(entries=1, body=entry(9, struct.pack("<IQ", 77, 1))), "entry_lists_no_values"),
}


@pytest.mark.parametrize("name", HEADERS)
def test_a_damaged_header_is_one_sentence(name: str, tmp_path: Path) -> None:
    raw, code = HEADERS[name]
    path = tmp_path / "m.gguf"
    path.write_bytes(raw)
    assert refusal(path).code == code


def test_texts_of_nothing_in_a_hole_of_forty_gigabytes_end_soon(tmp_path: Path) -> None:
    endless = header(entries=1, body=entry(9, struct.pack("<IQ", 8, 4_500_000_000)))
    refused = refusal(write_sparse(tmp_path / "m.gguf", endless, 40_000_000_000))
    assert (refused.code, refused.parameters["texts"]) == ("entry_lists_too_much", 4_500_000_000)
    many = header(entries=4_000, body=b"")
    refusal(write_sparse(tmp_path / "n.gguf", many, 40_000_000_000))


def test_numbers_beyond_a_hole_are_skipped_not_read(tmp_path: Path) -> None:
    body = entry(9, struct.pack("<IQ", 10, 4_000_000_000))
    path = write_sparse(tmp_path / "m.gguf", header(0, 2, body), 40_000_000_000)
    assert refusal(path).code == "entry_nameless"


@pytest.mark.parametrize("kind", ["texts", "numbers"])
def test_entries_full_of_nothing_take_no_memory(kind: str, tmp_path: Path) -> None:
    body = struct.pack("<Q", 60_000) + b" " * 60_000 if kind == "texts" else struct.pack("<IQ8000x", 10, 1000)
    form = 8 if kind == "texts" else 9
    entries = b"".join(entry(form, body, key=f"a.{number}".encode()) for number in range(1500))
    path = tmp_path / "m.gguf"
    path.write_bytes(header(entries=1500, body=entries))
    assert refusal(path).code == "holds_no_weights"


TENSORS: dict[str, tuple[list[FakeTensor], list[int] | None, dict[str, Any], str]] = {
    "no tensors": ([], None, {}, "holds_no_weights"),
    "a name twice": ([FakeTensor("a.weight", (32,)), FakeTensor("a.weight", (32,))], None, {}, "tensors_of_one_name"),
    "no dimension": ([FakeTensor("a.weight", (), size_bytes=4)], None, {}, "tensor_dimensions"),
    "nine dimensions": ([FakeTensor("a.weight", (1,) * 9)], None, {}, "tensor_dimensions"),
    "a dimension of zero": ([FakeTensor("a.weight", (32, 0))], None, {}, "tensor_size_impossible"),
    "more than any": ([FakeTensor("a.weight", (2**40, 2**40), size_bytes=4)], None, {}, "tensor_size_impossible"),
    "an overflow": ([FakeTensor("a.weight", (2**32, 2**32, 2), size_bytes=4)], None, {}, "tensor_size_impossible"),
    "half a block": ([FakeTensor("a.weight", (33, 4), "Q4_0", size_bytes=72)], None, {}, "tensor_breaks_blocks"),
    "beyond the end": ([FakeTensor("a.weight", (32,))], [2**62], {}, "tensors_cut_short"),
    "overlapping": ([FakeTensor("a.weight", (32,)), FakeTensor("b.weight", (32,))], [0, 32], {}, "tensor_misplaced"),
    "between the steps": ([FakeTensor("a.weight", (32,))], [4], {}, "tensors_cut_short"),
    "steps of three": ([FakeTensor("a.weight", (32,))], None, {"general.alignment": 3}, "alignment_no_power_of_two"),
    "steps of nothing": ([FakeTensor("a.weight", (32,))], None, {"general.alignment": 0}, "alignment_no_power_of_two"),
    "steps of text": ([FakeTensor("a.weight", (32,))], None, {"general.alignment": "32"}, "alignment_no_power_of_two"),
}  # fmt: skip


@pytest.mark.parametrize("name", TENSORS)
def test_tensors_that_cannot_be_are_one_sentence(name: str, tmp_path: Path) -> None:
    tensors, offsets, metadata, code = TENSORS[name]
    path = write_gguf(tmp_path / "m.gguf", {**SMALL, **metadata}, tensors, offsets=offsets)
    assert refusal(path).code == code


ONE_LAYER = [FakeTensor("token_embd.weight", (HIDDEN, 96)), FakeTensor("blk.0.attn_q.weight", (HIDDEN, HIDDEN))]
LACKING: dict[str, tuple[list[FakeTensor], dict[str, Any], int]] = {
    "one huge tensor": ([FakeTensor("blk.0.w", (64, 64), "odd", size_bytes=40_000_000)], {}, 31),
    "none of a layer": ([FakeTensor("x.w", (64, 64), "odd", size_bytes=40_000_000)], {}, 32),
    "the last ones": ([*small_tensors(30)], {}, 2),
    "one between": ([one for one in small_tensors(32) if not one.name.startswith("blk.7.")], {}, 1),
    "an unknown kind": (ONE_LAYER, {"general.architecture": "odd", "odd.block_count": 32}, 31),
    "pruned, and one more": (
        small_tensors(29),
        {"llama.attention.head_count": [4] * 29 + [0] * 3, "llama.feed_forward_length": [128] * 30 + [0] * 2},
        1,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LACKING)
def test_layers_without_weights_are_refused(name: str, tmp_path: Path) -> None:
    tensors, keys, count = LACKING[name]
    path = write_gguf(tmp_path / "m.gguf", {**SMALL, "llama.block_count": 32, **keys}, tensors)
    refused = refusal(path)
    assert (refused.code, refused.parameters["count"]) == ("layers_without_weights", count)


def test_layers_that_do_nothing_need_no_weights(tmp_path: Path) -> None:
    pruned = {"llama.attention.head_count": [4] * 30 + [0] * 2, "llama.feed_forward_length": [128] * 30 + [0] * 2}
    path = write_gguf(tmp_path / "m.gguf", {**SMALL, "llama.block_count": 32, **pruned}, small_tensors(30))
    assert open_model_file(path, CATALOG).layers == 32


def test_layers_of_an_unknown_kind_may_have_other_names(tmp_path: Path) -> None:
    named = [FakeTensor(f"stage.{layer}.w", (64, 64)) for layer in range(4)]
    path = write_gguf(tmp_path / "m.gguf", {"general.architecture": "odd", "odd.block_count": 4}, named)
    weights = open_model_file(path, CATALOG).weights
    assert weights is not None
    assert weights.layer_bytes == ()


def test_the_most_tensors_a_header_can_list_take_less_than_a_second(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "m.gguf", SMALL, [FakeTensor(f"blk.{n % 2}.t{n}", (32,)) for n in range(1 << 14)])
    started = time.process_time()
    file = open_model_file(path, CATALOG)
    assert time.process_time() - started < MOST_PROCESSOR_S
    assert file.weights is not None


def test_a_name_that_would_break_the_line_is_printed_harmlessly(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "m.gguf", SMALL, [FakeTensor("a\n\x1b[31m", (33, 4), "Q4_0", size_bytes=72)])
    assert refusal(path).parameters["tensor"] == "a??[31m"


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda path: path.mkdir(), "folder_without_model"),
        (named_pipe, "model_file_not_ordinary"),
        (lambda path: link(path, path), "model_file_unreadable"),
        (lambda path: link(path, "/dev/zero"), "model_file_not_ordinary"),
        (lambda path: link(path, "nowhere"), "model_file_missing"),
        (lambda path: None, "model_file_missing"),
    ],
)
def test_what_is_no_file_is_one_sentence(make: Callable[[Path], None], code: str, tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    make(path)
    assert refusal(path).code == code


@pytest.mark.parametrize("name", ["a\0b.gguf", "a" * 300 + ".gguf"])
def test_a_name_no_file_can_have_is_one_sentence(name: str) -> None:
    assert refusal(Path(name))


HEAD, FILE_BYTES = gguf_bytes(SMALL, small_tensors())


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    changes=st.lists(st.tuples(st.integers(0, len(HEAD) - 1), st.integers(0, 255)), max_size=6),
    cut=st.none() | st.integers(0, FILE_BYTES),
)
def test_a_changed_byte_is_read_or_refused(changes: list[tuple[int, int]], cut: int | None, tmp_path: Path) -> None:
    raw = bytearray(HEAD)
    for place, value in changes:
        raw[place] = value
    read_or_refused(write_sparse(tmp_path / "m.gguf", bytes(raw), FILE_BYTES if cut is None else cut))


WORDS = st.sampled_from([2**64 - 1, 2**63, 2**62, 2**32, 2**31, 2**20, 0, 1])


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.integers(4, len(HEAD) - 8), word=WORDS, width=st.sampled_from("IQ"))
def test_an_absurd_number_anywhere_is_read_or_refused(place: int, word: int, width: str, tmp_path: Path) -> None:
    raw = bytearray(HEAD)
    struct.pack_into(f"<{width}", raw, place, word & (2 ** (8 * struct.calcsize(width)) - 1))
    read_or_refused(write_sparse(tmp_path / "m.gguf", bytes(raw), FILE_BYTES))


KEYS = [key for key in SMALL if key.startswith("llama.")] + [
    "llama.attention.sliding_window", "llama.attention.key_length", "llama.expert_count", "llama.expert_used_count",
    "llama.attention.kv_lora_rank", "llama.rope.dimension_count", "llama.nextn_predict_layers", "llama.ssm.inner_size",
    "llama.ssm.conv_kernel", "llama.full_attention_interval", "llama.attention.sliding_window_pattern",
    "llama.attention.shared_kv_layers", "llama.shortconv.l_cache", "llama.ssm.time_step_rank", "llama.ssm.group_count",
]  # fmt: skip
VALUES = (
    st.integers(0, 2**32 - 1)
    | st.integers(0, 9)
    | st.floats(width=32)
    | st.booleans()
    | st.text(max_size=9).filter(lambda one: one.isascii())
    | st.lists(st.integers(-9, 2**31 - 1), min_size=1, max_size=5)
    | st.just(Raw(11, struct.pack("<q", -1)))
)


@pytest.mark.broad
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changed=st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=8))
def test_metadata_of_any_kind_is_read_or_refused(changed: dict[str, Any], tmp_path: Path) -> None:
    read_or_refused(
        write_gguf(tmp_path / "m.gguf", {**SMALL, **changed}, [FakeTensor("a", (HIDDEN,)), *small_tensors()])
    )


def read_or_refused(path: Path) -> None:
    """Whatever the file says: a description whose figures make sense, or one sentence, within a second."""
    started, refused = time.process_time(), None
    try:
        described = describe_file(open_model_file(path, CATALOG), CATALOG)
    except ModelFileError as error:
        refused = error.reason
    if refused is not None:
        assert_one_line(refused)
    else:
        assert described.weights_bytes is None or 0 < described.weights_bytes <= path.stat().st_size
        assert described.kv_bytes_per_token is None or described.kv_bytes_per_token >= 0
        assert described.model_dump_json()
    assert time.process_time() - started < MOST_PROCESSOR_S


@pytest.mark.parametrize(
    "changed",
    [
        {"llama.block_count": 2**31 - 1, "llama.attention.head_count_kv": 0},
        {"llama.block_count": 2**31 - 1, "llama.attention.sliding_window": 5},
        {"llama.nextn_predict_layers": 7},
    ],
)
def test_layers_that_no_model_has_are_not_known(changed: dict[str, Any], tmp_path: Path) -> None:
    file = open_model_file(write_gguf(tmp_path / "m.gguf", {**METADATA, **changed}, small_tensors()), CATALOG)
    assert file.layers is None
    read_or_refused(Path(file.path))
