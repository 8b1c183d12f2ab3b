"""Writes the kernels of the NVIDIA test to resources/kernels: run it after a change of a shape, and check them in.

Operands are near 1.0 and differ from thread to thread; the right one changes its sign from element to element, so
that sums stay finite however long the loop. A store behind a condition that does not hold keeps the work alive.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from advisor.bench.nvidia.kernels import (
    BLOCKS_PER_PROCESSOR,
    CHAINS,
    GROUP_UNROLLED,
    MATRIX_FILES,
    MATRIX_KERNELS,
    MATRIX_UNROLLED,
    READ_BYTES_PER_BLOCK,
    READ_BYTES_PER_THREAD,
    THREADS,
    VECTOR_FILES,
    VECTOR_UNROLLED,
    WARP,
    MatrixKernel,
)

FOLDER = Path(__file__).parents[2] / "resources" / "kernels"
VERSIONS = {"sm_50": "6.0", "sm_53": "6.0", "sm_75": "6.5", "sm_80": "7.0", "sm_89": "8.4", "sm_90a": "8.0"}
BITS = {"f16": 16, "bf16": 16, "s8": 8, "e4m3": 8, "f32": 32, "s32": 32}
LEFT = {"f16": 0x3C003C00, "bf16": 0x3F803F80, "s8": 0x01010101, "e4m3": 0x38383838}
RIGHT = {"f16": 0x3C00BC00, "bf16": 0x3F80BF80, "s8": 0x01FF01FF, "e4m3": 0x38B838B8}
VARIED = {"f16": 0x00FF00FF, "bf16": 0x001F001F, "s8": 0x02020202, "e4m3": 0x03030303}
"""Bits of an element that differ between threads: the low ones of its mantissa."""
START = {"f16": 0x3C003C00, "f32": 0x3F800000, "s32": 0}
ODD = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F, 0x165667B1, 0xD3A2646D)
NEVER = 0x5EED5EED
VECTOR_BYTES = 16
CORE_BYTES, UNIT_BYTES = 128, 16

HEAD = """\
// Written by tests/benchmarks/write_ptx.py.
.version {version}
.target {target}
.address_size 64
"""

LOOPED = """
.visible .entry {entry}(.param .u64 out, .param .u32 loops)
.maxntid {threads}, 1, 1
.minnctapersm {blocks}
{{
    .reg .pred %p<3>;
    .reg .b32 %x<4>;
    .reg .b64 %out;
    .reg .b32 {registers};
    mov.u32 %x0, %tid.x;
    ld.param.u32 %x1, [loops];
{start}
LOOP:
    .pragma "nounroll";
{body}
    sub.u32 %x1, %x1, 1;
    setp.ne.u32 %p1, %x1, 0;
    @%p1 bra LOOP;
{fold}
    setp.ne.u32 %p2, %x2, {never};
    @%p2 bra END;
    ld.param.u64 %out, [out];
    cvta.to.global.u64 %out, %out;
    st.global.u32 [%out], %x2;
END:
    ret;
}}
"""

GROUP = """
.visible .entry {entry}(.param .u64 out, .param .u32 loops)
.maxntid {threads}, 1, 1
{{
    .shared .align 128 .b8 operands[{shared_bytes}];
    .reg .pred %p<4>;
    .reg .b32 %x<6>;
    .reg .b64 %out, %left, %right;
    .reg .{type} %d<{sums}>;
    mov.u32 %x0, %tid.x;
    ld.param.u32 %x1, [loops];
{filled}
    mov.u32 %x4, operands;
    shr.u32 %x4, %x4, 4;
    and.b32 %x4, %x4, 0x3fff;
    cvt.u64.u32 %left, %x4;
    or.b64 %left, %left, {layout:#x};
    add.u64 %right, %left, {left_blocks};
{start}
    fence.proxy.async;
    bar.sync 0;
    setp.ne.u32 %p3, %x1, {never};
LOOP:
    .pragma "nounroll";
    wgmma.fence.sync.aligned;
{body}
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
    sub.u32 %x1, %x1, 1;
    setp.ne.u32 %p1, %x1, 0;
    @%p1 bra LOOP;
{fold}
    setp.ne.u32 %p2, %x2, {never};
    @%p2 bra END;
    ld.param.u64 %out, [out];
    cvta.to.global.u64 %out, %out;
    st.global.u32 [%out], %x2;
END:
    ret;
}}
"""

FILL = """
.visible .entry fill(.param .u64 data, .param .u32 seed)
.maxntid {threads}, 1, 1
{{
    .reg .pred %p;
    .reg .b32 %x<8>;
    .reg .b32 %v<4>;
    .reg .b64 %a<3>;
{address}
    ld.param.u32 %x2, [seed];
    mad.lo.u32 %x2, %x0, {block_words}, %x2;
    mad.lo.u32 %x2, %x1, 4, %x2;
    mov.u32 %x3, {loads};
LOOP:
    .pragma "nounroll";
{hashes}
    st.global.v4.u32 [%a1], {{%v0, %v1, %v2, %v3}};
    add.u64 %a1, %a1, {stride};
    add.u32 %x2, %x2, {stride_words};
    sub.u32 %x3, %x3, 1;
    setp.ne.u32 %p, %x3, 0;
    @%p bra LOOP;
    ret;
}}
"""

READ = """
.visible .entry read(.param .u64 data, .param .u64 out)
.maxntid {threads}, 1, 1
{{
    .reg .pred %p;
    .reg .b32 %x<4>;
    .reg .b32 %v<{registers}>;
    .reg .b64 %a<3>;
{address}
{loads}
{fold}
    setp.ne.u32 %p, %v0, {never};
    @%p bra END;
    ld.param.u64 %a2, [out];
    cvta.to.global.u64 %a2, %a2;
    st.global.u32 [%a2], %v0;
END:
    ret;
}}
"""

ADDRESS = """\
    mov.u32 %x0, %ctaid.x;
    mov.u32 %x1, %tid.x;
    ld.param.u64 %a0, [data];
    cvta.to.global.u64 %a0, %a0;
    mul.wide.u32 %a1, %x0, {block_bytes};
    add.u64 %a0, %a0, %a1;
    mul.wide.u32 %a1, %x1, {vector_bytes};
    add.u64 %a1, %a0, %a1;"""


def texts() -> Iterator[tuple[str, str]]:
    """Name and text of each file."""
    for file in MATRIX_FILES:
        kernels = (
            group_matrix(kernel) if kernel.instruction == "wgmma" else matrix(kernel)
            for kernel in MATRIX_KERNELS
            if kernel.file == file
        )
        yield file, head(file) + "".join(kernels)
    stream, half = VECTOR_FILES
    yield stream, head(stream) + fill() + read() + vector("fma_f32", "f32", 0x3F800000, (0x3F7FBE77, 0x3A83126F))
    yield half, head(half) + vector("fma_f16x2", "f16x2", 0x3C003C00, (0x3BFE3BFE, 0x14001400))


def head(file: str) -> str:
    target = file[file.index("sm_") :]
    return HEAD.format(version=VERSIONS[target], target=target)


def matrix(kernel: MatrixKernel) -> str:
    m, n, k = kernel.sizes
    lefts, rights, sums = (
        rows * columns * BITS[kind] // (32 * WARP)
        for rows, columns, kind in ((m, k, kernel.operand), (n, k, kernel.operand), (m, n, kernel.accumulator))
    )
    varied = VARIED[kernel.operand]
    left = [near(f"%a{i}", LEFT[kernel.operand], varied, ODD[i]) for i in range(lefts)]
    right = [near(f"%b{i}", RIGHT[kernel.operand], varied, ODD[-1 - i]) for i in range(rights)]
    start = [f"    add.u32 %d{i}, %x0, {START[kernel.accumulator] + i:#x};" for i in range(CHAINS * sums)]
    types = ".".join((kernel.accumulator, kernel.operand, kernel.operand, kernel.accumulator))

    def operation(chain: int) -> str:
        own = group("d", chain * sums, sums)
        operands = f"{own}, {group('a', 0, lefts)}, {group('b', 0, rights)}, {own}"
        return f"    mma.sync.aligned.{kernel.shape}.row.col.{types} {operands};"

    return looped(
        kernel.entry,
        f"%a<{lefts}>, %b<{rights}>, %d<{CHAINS * sums}>",
        [*left, *right, *start],
        [operation(chain) for _ in range(MATRIX_UNROLLED) for chain in range(CHAINS)],
        CHAINS * sums,
    )


def group_matrix(kernel: MatrixKernel) -> str:
    """The instruction of a warp group; both of a block read the same operands, each has its own sums.

    In shared memory an operand is a row of blocks of 8 rows x 16 bytes: two beside each other for the depth, then
    the next 8 rows. The descriptor says so: both distances, and the first address, in units of 16 bytes.
    """
    m, n, k = kernel.sizes
    row_bytes = k * BITS[kernel.operand] // 8
    sums = m * n * BITS[kernel.accumulator] // (32 * 4 * WARP)
    type_of_sums = {"f32": "f32", "s32": "s32", "f16": "b32"}[kernel.accumulator]
    layout = (CORE_BYTES // UNIT_BYTES << 16) | (row_bytes // 16 * CORE_BYTES // UNIT_BYTES << 32)
    wholes = "" if kernel.accumulator == "s32" else ", 1, 1"
    turned = ", 0, 0" if kernel.operand in ("f16", "bf16") else ""
    types = ".".join((kernel.accumulator, kernel.operand, kernel.operand))
    operation = (
        f"    wgmma.mma_async.sync.aligned.{kernel.shape}.{types} "
        f"{group('d', 0, sums)}, %left, %right, %p3{wholes}{turned};"
    )
    return GROUP.format(
        entry=kernel.entry,
        threads=THREADS,
        shared_bytes=(m + n) * row_bytes,
        type=type_of_sums,
        sums=sums,
        filled="\n".join(filled(kernel.operand, m * row_bytes, (m + n) * row_bytes)),
        layout=layout,
        left_blocks=m * row_bytes // UNIT_BYTES,
        start="\n".join(started(kernel.accumulator, sums)),
        body="\n".join(operation for _ in range(GROUP_UNROLLED)),
        fold="\n".join(folded(sums)),
        never=f"{NEVER:#x}",
    )


def filled(operand: str, left_bytes: int, all_bytes: int) -> Iterator[str]:
    """Each thread writes its words of both operands."""
    yield "    mov.u32 %x5, operands;"
    yield "    mad.lo.u32 %x5, %x0, 4, %x5;"
    for place in range(0, all_bytes, 4 * THREADS):
        value = LEFT[operand] if place < left_bytes else RIGHT[operand]
        yield near("%x4", value, VARIED[operand], ODD[place // (4 * THREADS) % len(ODD)])
        yield f"    st.shared.u32 [%x5+{place}], %x4;"


def started(accumulator: str, sums: int) -> Iterator[str]:
    for i in range(sums):
        yield f"    add.u32 %x4, %x0, {START[accumulator] + i:#x};"
        yield f"    mov.b32 %d{i}, %x4;"


def folded(sums: int) -> Iterator[str]:
    yield "    mov.b32 %x2, %d0;"
    for i in range(1, sums):
        yield f"    mov.b32 %x4, %d{i};"
        yield "    xor.b32 %x2, %x2, %x4;"


def vector(entry: str, kind: str, one: int, factors: tuple[int, int]) -> str:
    """Chains of x = x * b + c with x near 1.0, b just below it and c so small that x stays there."""
    constants = [f"    mov.b32 %{name}0, {factor:#x};" for name, factor in zip("bc", factors, strict=True)]
    start = [f"    add.u32 %d{i}, %x0, {one + i:#x};" for i in range(CHAINS)]

    def operation(chain: int) -> str:
        return f"    fma.rn.{kind} %d{chain}, %d{chain}, %b0, %c0;"

    operations = [operation(chain) for _ in range(VECTOR_UNROLLED) for chain in range(CHAINS)]
    return looped(entry, f"%b<1>, %c<1>, %d<{CHAINS}>", [*constants, *start], operations, CHAINS)


def looped(entry: str, registers: str, start: list[str], body: list[str], sums: int) -> str:
    fold = ["    mov.b32 %x2, %d0;", *(f"    xor.b32 %x2, %x2, %d{i};" for i in range(1, sums))]
    return LOOPED.format(
        entry=entry,
        threads=THREADS,
        blocks=BLOCKS_PER_PROCESSOR,
        registers=registers,
        start="\n".join(start),
        body="\n".join(body),
        fold="\n".join(fold),
        never=f"{NEVER:#x}",
    )


def fill() -> str:
    """Every 32-bit word from a hash of its index, as a number from 1 up to 2."""
    hashes = [line for word in range(4) for line in hashed(word)]
    return FILL.format(
        threads=THREADS,
        address=address(),
        block_words=READ_BYTES_PER_BLOCK // 4,
        loads=READ_BYTES_PER_THREAD // VECTOR_BYTES,
        hashes="\n".join(hashes),
        stride=THREADS * VECTOR_BYTES,
        stride_words=THREADS * VECTOR_BYTES // 4,
    )


def hashed(word: int) -> Iterator[str]:
    yield f"    add.u32 %x4, %x2, {word};"
    for odd in ODD[:2]:
        yield f"    mul.lo.u32 %x4, %x4, {odd:#x};"
        yield "    shr.u32 %x5, %x4, 15;"
        yield "    xor.b32 %x4, %x4, %x5;"
    yield "    shr.u32 %x4, %x4, 9;"
    yield f"    or.b32 %v{word}, %x4, 0x3f800000;"


def read() -> str:
    loads = READ_BYTES_PER_THREAD // VECTOR_BYTES
    registers = loads * 4
    lines = [
        f"    ld.global.v4.u32 {group('v', load * 4, 4)}, [%a1+{load * THREADS * VECTOR_BYTES}];"
        for load in range(loads)
    ]
    fold = [f"    xor.b32 %v{i % 4}, %v{i % 4}, %v{i};" for i in range(4, registers)]
    fold += [f"    xor.b32 %v0, %v0, %v{i};" for i in range(1, 4)]
    return READ.format(
        threads=THREADS,
        registers=registers,
        address=address(),
        loads="\n".join(lines),
        fold="\n".join(fold),
        never=f"{NEVER:#x}",
    )


def address() -> str:
    return ADDRESS.format(block_bytes=READ_BYTES_PER_BLOCK, vector_bytes=VECTOR_BYTES)


def near(register: str, value: int, varied: int, odd: int) -> str:
    """The value with some bits from the thread's number."""
    lines = (
        f"    mul.lo.u32 %x3, %x0, {odd:#x};",
        f"    and.b32 %x3, %x3, {varied:#x};",
        f"    xor.b32 {register}, %x3, {value:#x};",
    )
    return "\n".join(lines)


def group(letter: str, first: int, count: int) -> str:
    return "{" + ", ".join(f"%{letter}{i}" for i in range(first, first + count)) + "}"


def main(write: Callable[[str], object] = print) -> None:
    for name, text in texts():
        file = FOLDER / f"{name}.ptx"
        file.write_text(text, encoding="ascii", newline="\n")
        write(f"{file.name}: {len(text)} bytes")


if __name__ == "__main__":
    main()
