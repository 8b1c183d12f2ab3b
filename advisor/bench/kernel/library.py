"""The compiled kernel: found, loaded, and called with numbers and addresses. A call leaves Python's other threads free.

Its functions and the layouts of blocks are described in resources/native/kernel.c.
"""

import ctypes
import sys
import zlib
from contextlib import suppress
from pathlib import Path

from advisor.bench.kernel.library_name import BUILT_FOLDER, library_name
from advisor.bench.part import CannotMeasure
from advisor.catalog.cards.folder import data_folder
from advisor.facts.values.frozen import frozen

VERSION = 1
"""Of the functions' meaning; the file says its own."""

_WORD, _WHOLE, _ADDRESS = ctypes.c_uint32, ctypes.c_int64, ctypes.c_void_p

PORTABLE, AVX, AVX2, AVX512, AVX512_VNNI, AVX_VNNI, DOTPROD, I8MM = (1 << place for place in range(8))
"""The mask of instructions that kernel and caller agree on."""

_AT_HWCAP, _AT_HWCAP2 = 16, 26
_ASIMDDP_PLACE, _I8MM_PLACE = 20, 13
"""Of the bits in these two."""
_PF_ARM_V82_DP, _PF_ARM_V82_I8MM = 43, 66


def told_by_system() -> int:
    """DOTPROD and I8MM as far as the system says that an arm64 processor has them; 0 where it does not."""
    with suppress(OSError, AttributeError):
        if sys.platform == "win32":
            present = ctypes.WinDLL("kernel32").IsProcessorFeaturePresent
            return _both(present(_PF_ARM_V82_DP), present(_PF_ARM_V82_I8MM))
        system = ctypes.CDLL(None)
        if sys.platform == "darwin":
            return _both(_sysctl(system, "hw.optional.arm.FEAT_DotProd"), _sysctl(system, "hw.optional.arm.FEAT_I8MM"))
        system.getauxval.restype, system.getauxval.argtypes = ctypes.c_ulong, [ctypes.c_ulong]
        first, second = system.getauxval(_AT_HWCAP), system.getauxval(_AT_HWCAP2)
        return _both(first >> _ASIMDDP_PLACE & 1, second >> _I8MM_PLACE & 1)
    return 0


def vector_word(isa: int) -> str:
    """The widest vectors of this mask, as methods name them."""
    return _first(isa, ((AVX512, "avx512"), (AVX2, "avx2"), (AVX, "avx"), (PORTABLE, "128bit")))


def byte_product_word(isa: int) -> str:
    """How this mask multiplies bytes, as methods name it."""
    best = ((AVX512_VNNI, "avx512vnni"), (AVX512, "avx512"), (AVX_VNNI, "avxvnni"), (AVX2, "avx2"))
    return _first(isa, (*best, (I8MM, "i8mm"), (DOTPROD, "dotprod"), (PORTABLE, "128bit")))


def _first(isa: int, words: tuple[tuple[int, str], ...]) -> str:
    return next(word for bit, word in words if isa & bit)


def _both(dotprod: int, i8mm: int) -> int:
    return (DOTPROD if dotprod else 0) | (I8MM if i8mm else 0)


def _sysctl(system: ctypes.CDLL, name: str) -> int:
    value, length = ctypes.c_int(0), ctypes.c_size_t(ctypes.sizeof(ctypes.c_int))
    failed = system.sysctlbyname(name.encode(), ctypes.byref(value), ctypes.byref(length), None, ctypes.c_size_t(0))
    return 0 if failed else value.value


@frozen
class BlockType:
    """How weights are stored: `number` is the kernel's, a block of 32 weights takes `block_bytes`."""

    name: str
    number: int
    block_bytes: int


F16 = BlockType("f16", 0, 64)
Q8_0 = BlockType("q8_0", 1, 34)
Q4_0 = BlockType("q4_0", 2, 18)
BLOCK_WEIGHTS = 32


def kernel_file() -> Path:
    """Where the kernel for this machine lies, or would.

    Raises:
        CannotMeasure: there is none for this kind of machine.
    """
    name = library_name()
    if name is None:
        raise CannotMeasure("kernel_of_other_processor")
    return data_folder("resources") / "native" / BUILT_FOLDER / name


def kernel_sign() -> str:
    """A short text that is another one for another file: what crashed is told from what took its place."""
    try:
        return f"{zlib.crc32(kernel_file().read_bytes()):08x}"
    except (OSError, CannotMeasure):
        return ""


class Kernel:
    """The kernel in `file`, using `isa` (None: the best instructions that are there).

    Raises:
        CannotMeasure: there is no kernel that works here; the text says why.
    """

    def __init__(self, file: Path, isa: int | None = None) -> None:
        if not file.is_file():
            raise CannotMeasure("kernel_absent")
        try:
            self._library = ctypes.CDLL(str(file))
            self._declare()
        except (OSError, AttributeError) as error:
            raise CannotMeasure("kernel_not_loaded", error=str(error).rstrip(".")) from error
        if self._library.kernel_version() != VERSION:
            raise CannotMeasure("kernel_of_other_version")
        there = self._library.kernel_isa(told_by_system())
        self.isa = there if isa is None else there & isa

    def _declare(self) -> None:
        double = ctypes.POINTER(ctypes.c_double)
        for name, result, arguments in (
            ("version", _WORD, []),
            ("isa", _WORD, [_WORD]),
            ("fma", ctypes.c_float, [_WORD, _WHOLE, double]),
            ("i8", _WORD, [_WORD, _WHOLE, double]),
            ("read", _WORD, [_WORD, _ADDRESS, _WHOLE, _WHOLE]),
            ("dot", ctypes.c_float, [_WORD, _WORD, _ADDRESS, _ADDRESS, _WHOLE, _WHOLE]),
            ("group_rows", _WORD, [_WORD, _WORD]),
            ("cycle", None, [_ADDRESS, _WORD]),
            ("chase", _WORD, [_ADDRESS, _WHOLE, _WORD]),
        ):
            function = getattr(self._library, f"kernel_{name}")
            function.restype, function.argtypes = result, arguments

    def fma(self, turns: int) -> float:
        """Multiply and add floating-point numbers; the FLOP done."""
        per_turn = ctypes.c_double()
        self._library.kernel_fma(self.isa, turns, per_turn)
        return turns * per_turn.value

    def byte_products(self, turns: int) -> float:
        """Multiply and add bytes; the operations done."""
        per_turn = ctypes.c_double()
        self._library.kernel_i8(self.isa, turns, per_turn)
        return turns * per_turn.value

    def read(self, address: int, length: int, times: int = 1) -> int:
        """Read a piece of memory (a multiple of 512 bytes, its address of 64) over and over; all its words combined."""
        return int(self._library.kernel_read(self.isa, address, length, times))

    def dot(self, kind: BlockType, weights: int, activations: int, *, blocks: int, groups: int) -> float:
        """Sum of the products of rows of `blocks` blocks, in `groups` of `group_rows`, with one row of activations."""
        return float(self._library.kernel_dot(self.isa, kind.number, weights, activations, blocks, groups))

    def group_rows(self, kind: BlockType) -> int:
        """How many rows lie together, block by block."""
        return int(self._library.kernel_group_rows(self.isa, kind.number))

    def link(self, address: int, lines: int) -> None:
        """Make one ring of so many cache lines (a power of two), in an order that nothing foresees."""
        self._library.kernel_cycle(address, lines)

    def follow(self, address: int, steps: int, place: int) -> int:
        """Go so many steps along the ring; the place reached, in bytes."""
        return int(self._library.kernel_chase(address, steps, place))
