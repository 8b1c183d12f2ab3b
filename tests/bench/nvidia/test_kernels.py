"""The texts of the kernels against what is counted as their work; and which card runs which."""

import re

import pytest

from advisor.bench.names import MATRIX_NAMES
from advisor.bench.nvidia.kernels import (
    CHAINS,
    GROUP_UNROLLED,
    MATRIX_KERNELS,
    MATRIX_UNROLLED,
    READ_BYTES_PER_BLOCK,
    THREADS,
    VECTOR_KERNELS,
    VECTOR_UNROLLED,
    MatrixKernel,
    VectorKernel,
    is_lower_bound,
    matrix_kernels,
    method_of,
    vector_kernels,
    why_without,
)
from advisor.present.words.reasons.in_words import in_words
from tests.benchmarks.write_ptx import FOLDER, texts

TYPES = {"f16": "f16.f16", "bf16": "bf16.bf16", "s8": "s8.s8", "e4m3": "e4m3.e4m3"}


def kernel_text(file: str, entry: str) -> str:
    text = (FOLDER / f"{file}.ptx").read_text(encoding="ascii")
    return text.partition(f".entry {entry}(")[2].partition(".visible")[0]


def loop_of(text: str) -> list[str]:
    return text.partition("LOOP:")[2].partition("@%p1 bra LOOP")[0].splitlines()


def test_the_files_are_what_the_writer_writes() -> None:
    written = dict(texts())
    assert {file.stem: file.read_text(encoding="ascii") for file in FOLDER.glob("*.ptx")} == written


@pytest.mark.parametrize("kernel", MATRIX_KERNELS, ids=method_of)
def test_matrix_instructions_of_a_loop_are_those_counted(kernel: MatrixKernel) -> None:
    body = [line for line in loop_of(kernel_text(kernel.file, kernel.entry)) if "mma" in line and kernel.shape in line]
    m, n, k = (int(size) for size in re.findall(r"\d+", kernel.shape))
    if kernel.instruction == "wgmma":
        check_group(kernel, body)
        assert kernel.work_per_loop == 2 * len(body) * 2 * m * n * k, "two groups of a block"
        return
    assert len(body) == CHAINS * MATRIX_UNROLLED
    words = f"mma.sync.aligned.{kernel.shape}.row.col.{kernel.accumulator}.{TYPES[kernel.operand]}.{kernel.accumulator}"
    assert all(line.split()[0] == words for line in body)
    sums = [re.findall(r"%d\d+", line) for line in body]
    assert all(group[: len(group) // 2] == group[len(group) // 2 :] for group in sums), "each adds to itself"
    chains = {tuple(group) for group in sums}
    assert len(chains) == CHAINS
    assert len({register for group in chains for register in group}) == sum(len(set(group)) for group in chains)
    assert kernel.work_per_loop == 8 * len(body) * 2 * m * n * k, "eight warps of a block"


def check_group(kernel: MatrixKernel, body: list[str]) -> None:
    words = f"wgmma.mma_async.sync.aligned.{kernel.shape}.{kernel.accumulator}.{TYPES[kernel.operand]}"
    assert len(body) == GROUP_UNROLLED
    assert all(line.split()[0] == words for line in body)
    sums = re.findall(r"%d\d+", body[0])
    elements = 64 * 256 // (2 if kernel.accumulator == "f16" else 1)
    assert len(set(sums)) == len(sums) == elements // 128


@pytest.mark.parametrize("kernel", VECTOR_KERNELS, ids=method_of)
def test_multiply_adds_of_a_loop_are_those_counted(kernel: VectorKernel) -> None:
    body = [line for line in loop_of(kernel_text(kernel.file, kernel.entry)) if "fma.rn" in line]
    assert len(body) == CHAINS * VECTOR_UNROLLED
    assert len({line.split()[1] for line in body}) == CHAINS
    assert kernel.work_per_loop == THREADS * len(body) * 2 * (2 if "f16x2" in kernel.entry else 1)


def test_bytes_of_a_block_are_those_counted() -> None:
    loads = re.findall(r"ld\.global\.v4\.u32 .*\[%a1\+(\d+)\]", kernel_text("stream_sm_50", "read"))
    assert [int(place) for place in loads] == [number * THREADS * 16 for number in range(16)]
    assert len(loads) * THREADS * 16 == READ_BYTES_PER_BLOCK


def test_work_cannot_be_left_out_and_needs_no_local_memory() -> None:
    for file in FOLDER.glob("*.ptx"):
        text = file.read_text(encoding="ascii")
        assert ".local" not in text
        for entry in text.split(".visible .entry ")[1:]:
            assert entry.startswith("fill") or re.search(r"@%p2? bra END;\n.*\n.*\n +st\.global", entry), entry[:20]


@pytest.mark.parametrize(
    ("capability", "operations"),
    [
        ((7, 0), {}),
        ((7, 5), {"fp16_acc32": 2048, "fp16_acc16": 2048, "int8": 2048}),
        ((8, 0), {"fp16_acc32": 4096, "fp16_acc16": 4096, "bf16": 4096, "int8": 8192}),
        ((8, 9), {"fp16_acc32": 4096, "fp16_acc16": 4096, "bf16": 4096, "int8": 8192, "fp8": 8192}),
        ((10, 0), {"fp16_acc32": 4096, "fp16_acc16": 4096, "bf16": 4096, "int8": 8192}),
        ((12, 0), {"fp16_acc32": 4096, "fp16_acc16": 4096, "bf16": 4096, "int8": 8192, "fp8": 8192}),
    ],
)
def test_a_card_runs_each_kind_once(capability: tuple[int, int], operations: dict[str, int]) -> None:
    kernels = matrix_kernels(capability)
    found = {kernel.name.removeprefix("gpu_matrix_"): kernel.operations for kernel in kernels}
    assert found == operations
    assert len(kernels) == len(found)
    for name in MATRIX_NAMES:
        if name.removeprefix("gpu_matrix_") not in operations:
            assert in_words(why_without(name, capability)).startswith("This card")


def test_what_older_and_newer_cards_lack_is_said() -> None:
    assert "7.5" in in_words(why_without("gpu_matrix_int8", (6, 1)))
    assert "8.0" in in_words(why_without("gpu_matrix_bf16", (7, 5)))
    assert "8.9" in in_words(why_without("gpu_matrix_fp8", (8, 6)))
    assert "does not use" in in_words(why_without("gpu_matrix_fp8", (10, 0)))
    low = {
        card: [is_lower_bound(kernel, card) for kernel in matrix_kernels(card)] for card in ((8, 9), (10, 3), (12, 0))
    }
    assert [(any(each), all(each)) for each in low.values()] == [(False, False), (True, True), (False, False)]


def test_hopper_has_two_ways_of_which_only_that_of_a_warp_is_a_lower_bound() -> None:
    kernels = matrix_kernels((9, 0))
    variants = {name: [kernel.instruction for kernel in kernels if kernel.name == name] for name in MATRIX_NAMES}
    assert variants == {name: ["mma", "wgmma"] for name in MATRIX_NAMES} | {"gpu_matrix_fp8": ["wgmma"]}
    assert all(is_lower_bound(kernel, (9, 0)) == (kernel.instruction == "mma") for kernel in kernels)
    assert all(kernel.instruction == "mma" for card in ((8, 9), (10, 0), (12, 0)) for kernel in matrix_kernels(card))


def test_older_cards_compute_less() -> None:
    assert [len(vector_kernels(each)) for each in ((5, 0), (5, 2), (5, 3), (12, 0))] == [1, 1, 2, 2]
