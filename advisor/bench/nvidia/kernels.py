"""The kernels of the NVIDIA test: what each counts as work and which cards can run it.

Their text lies in resources/kernels, written by tests/benchmarks/write_ptx.py from the shapes stated here.
"""

import re
from typing import Literal

from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import Reason, reason

THREADS = 256
"""Threads of a block, of every kernel."""
WARP = 32
_GROUP = 4 * WARP
BLOCKS_PER_PROCESSOR = 4
"""Blocks at a time on each multiprocessor: 1024 threads, so that a thread may have 64 registers."""
CHAINS = 8
"""Independent chains of dependent operations of each warp or thread."""
MATRIX_UNROLLED = 4
GROUP_UNROLLED = 8
"""Instructions of a warp group (four warps) in the loop: each adds to the same sums; the other group fills the gaps."""
VECTOR_UNROLLED = 32
READ_BYTES_PER_THREAD = 16 * 16
"""16 loads of 16 bytes."""
READ_BYTES_PER_BLOCK = THREADS * READ_BYTES_PER_THREAD

Capability = tuple[int, int]
OLDEST_MATRIX_CARD: Capability = (7, 5)
_LOWER_BOUND_MAJORS = (9, 10, 11)
_NO_FP8_MAJORS = _LOWER_BOUND_MAJORS
"""There the assembler turns this fp8 instruction into conversions and fp16 ones: its rate says nothing of fp8."""
_FP8 = "gpu_matrix_fp8"
_SHAPE = re.compile(r"m(\d+)n(\d+)k(\d+)")
_WORDS = {"f16": "fp16", "f32": "fp32", "bf16": "bf16", "s8": "int8", "s32": "int32", "e4m3": "fp8"}


@frozen
class MatrixKernel:
    """One matrix instruction of a shape with operands and accumulator of these types.

    `mma` is that of one warp, with operands in registers; `wgmma` that of four, with operands in shared memory.
    """

    name: str
    file: str
    shape: str
    operand: str
    accumulator: str
    instruction: Literal["mma", "wgmma"] = "mma"

    @property
    def entry(self) -> str:
        """Its name in the file."""
        return f"{self.instruction}_{self.shape}_{self.operand}_{self.accumulator}"

    @property
    def unit(self) -> str:
        """Of its rate: whole numbers make no FLOP."""
        return "op_per_s" if self.accumulator == "s32" else "flop_per_s"

    @property
    def words(self) -> Reason:
        """Operands and accumulator, for people."""
        return reason("kernel_numbers", operand=_WORDS[self.operand], accumulator=_WORDS[self.accumulator])

    @property
    def operations(self) -> int:
        """Of one instruction: a multiplication and an addition for each pair of elements."""
        m, n, k = self.sizes
        return 2 * m * n * k

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Rows, columns and depth of the product."""
        match = _SHAPE.fullmatch(self.shape)
        if match is None:
            raise ValueError(f"no shape: {self.shape}")
        m, n, k = (int(size) for size in match.groups())
        return m, n, k

    @property
    def instructions_per_loop(self) -> int:
        """In the text of the loop."""
        return GROUP_UNROLLED if self.instruction == "wgmma" else CHAINS * MATRIX_UNROLLED

    @property
    def work_per_loop(self) -> int:
        """Of one block."""
        threads = _GROUP if self.instruction == "wgmma" else WARP
        return THREADS // threads * self.instructions_per_loop * self.operations


@frozen
class VectorKernel:
    """Fused multiply-adds in the shaders; `lanes` numbers in one register."""

    name: str
    file: str
    entry: str
    lanes: int
    words: Reason
    unit: str = "flop_per_s"

    @property
    def work_per_loop(self) -> int:
        """Of one block."""
        return THREADS * CHAINS * VECTOR_UNROLLED * self.lanes * 2


RateKernel = MatrixKernel | VectorKernel

HOPPER_FILE = "matrix_sm_90a"
MATRIX_FILES: dict[str, Capability] = {
    "matrix_sm_75": (7, 5),
    "matrix_sm_80": (8, 0),
    "matrix_sm_89": (8, 9),
    HOPPER_FILE: (9, 0),
}
"""The oldest card of each; the last runs on no newer one."""
STREAM_FILE = "stream_sm_50"
VECTOR_FILES: dict[str, Capability] = {STREAM_FILE: (5, 0), "half_sm_53": (5, 3)}
_FIRST_GENERATION = "matrix_sm_75"

MATRIX_KERNELS = (
    MatrixKernel("gpu_matrix_fp16_acc32", "matrix_sm_75", "m16n8k8", "f16", "f32"),
    MatrixKernel("gpu_matrix_fp16_acc16", "matrix_sm_75", "m16n8k8", "f16", "f16"),
    MatrixKernel("gpu_matrix_int8", "matrix_sm_75", "m8n8k16", "s8", "s32"),
    MatrixKernel("gpu_matrix_fp16_acc32", "matrix_sm_80", "m16n8k16", "f16", "f32"),
    MatrixKernel("gpu_matrix_fp16_acc16", "matrix_sm_80", "m16n8k16", "f16", "f16"),
    MatrixKernel("gpu_matrix_bf16", "matrix_sm_80", "m16n8k16", "bf16", "f32"),
    MatrixKernel("gpu_matrix_int8", "matrix_sm_80", "m16n8k32", "s8", "s32"),
    MatrixKernel(_FP8, "matrix_sm_89", "m16n8k32", "e4m3", "f32"),
    MatrixKernel("gpu_matrix_fp16_acc32", HOPPER_FILE, "m64n256k16", "f16", "f32", "wgmma"),
    MatrixKernel("gpu_matrix_fp16_acc16", HOPPER_FILE, "m64n256k16", "f16", "f16", "wgmma"),
    MatrixKernel("gpu_matrix_bf16", HOPPER_FILE, "m64n256k16", "bf16", "f32", "wgmma"),
    MatrixKernel("gpu_matrix_int8", HOPPER_FILE, "m64n256k32", "s8", "s32", "wgmma"),
    MatrixKernel(_FP8, HOPPER_FILE, "m64n256k32", "e4m3", "f32", "wgmma"),
)
VECTOR_KERNELS = (
    VectorKernel("gpu_fp32", STREAM_FILE, "fma_f32", lanes=1, words=reason("fp32_arithmetic")),
    VectorKernel("gpu_fp16", "half_sm_53", "fma_f16x2", lanes=2, words=reason("fp16_arithmetic")),
)


def matrix_kernels(capability: Capability) -> tuple[MatrixKernel, ...]:
    """What a card of this compute capability runs; several of one name are ways to do the same."""
    return tuple(kernel for kernel in MATRIX_KERNELS if _runs(kernel, capability))


def vector_kernels(capability: Capability) -> tuple[VectorKernel, ...]:
    """The arithmetic of the shaders that a card of this compute capability knows."""
    return tuple(kernel for kernel in VECTOR_KERNELS if capability >= VECTOR_FILES[kernel.file])


def why_without(name: str, capability: Capability) -> Reason:
    """Why a card of this compute capability has no kernel for the measurement of that name."""
    oldest = [MATRIX_FILES[kernel.file] for kernel in MATRIX_KERNELS if kernel.name == name]
    if name == _FP8 and capability[0] in _NO_FP8_MAJORS:
        return reason("fp8_by_other_instructions")
    if capability < OLDEST_MATRIX_CARD:
        return reason("no_tensor_cores")
    if oldest:
        major, minor = min(oldest)
        return reason("number_kind_not_in_tensor_cores", major=major, minor=minor)
    return reason("number_kind_not_computed")


def _runs(kernel: MatrixKernel, capability: Capability) -> bool:
    if kernel.file == HOPPER_FILE:
        return capability == MATRIX_FILES[HOPPER_FILE]
    if kernel.file == _FIRST_GENERATION:
        return MATRIX_FILES[_FIRST_GENERATION] <= capability < MATRIX_FILES["matrix_sm_80"]
    emulated = kernel.name == _FP8 and capability[0] in _NO_FP8_MAJORS
    return capability >= MATRIX_FILES[kernel.file] and not emulated


def is_lower_bound(kernel: RateKernel, capability: Capability) -> bool:
    """Whether such cards reach their full matrix rate only by other instructions than this one."""
    is_of_warp = isinstance(kernel, MatrixKernel) and kernel.instruction == "mma"
    return is_of_warp and capability[0] in _LOWER_BOUND_MAJORS


def method_of(kernel: RateKernel) -> str:
    """The versioned name; raise the number when the kernel or what counts as work changes."""
    return f"cuda_{kernel.entry}/1"
