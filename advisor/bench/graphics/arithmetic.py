"""How many multiply-adds the card's ordinary units make, in fp32 and fp16."""

import struct
from typing import Any, Literal

from advisor.bench.graphics.gpu import Gpu
from advisor.bench.graphics.shader import LANES, lines, shader

Number = Literal["f32", "f16"]

UNROLLS = (16, 4, 64, 1)
"""Steps written out in the loop: drivers differ in what they like, so each is tried, the likeliest first."""

_CHAINS = 8
_WIDTH = 4
_FLOP_PER_FMA = 2
_FACTOR = 0.999
_ADDEND = 0.001
_FIRST_GROUPS = 64
_MOST_GROUPS = 4096
_FIRST_ROUNDS = 16
_SETTINGS = struct.Struct("<Ifff")
_NEVER = "sum < 0.0"


def arithmetic_method(number: Number, unroll: int) -> str:
    """The versioned name of the way."""
    return f"wgpu_fma_{number}_x{unroll}/1"


def arithmetic_shader(number: Number, unroll: int, *, condition: str = _NEVER) -> str:
    """The kernel with `unroll` steps of eight chains in its loop."""
    step = [f"x{chain} = fma(x{chain}, factor, addend);" for chain in range(_CHAINS)]
    enable = "enable f16;" if number == "f16" else ""
    return shader("arithmetic", enable=enable, number=number, steps=lines(step * unroll), condition=condition)


class Arithmetic:
    """First some rounds of the loop, then as many lanes as the largest cards run at once, then more rounds."""

    in_pass = True
    most = 2**28

    def __init__(self, gpu: Gpu, number: Number, unroll: int) -> None:
        self._gpu = gpu
        self._unroll = unroll
        self._pipeline = gpu.pipeline(arithmetic_shader(number, unroll))
        self._settings = gpu.buffer(_SETTINGS.size, "UNIFORM", "COPY_DST")
        sums_bytes = LANES * struct.calcsize("f")
        bindings = [(self._settings, 0, _SETTINGS.size), (gpu.buffer(sums_bytes, "STORAGE"), 0, sums_bytes)]
        self._bound = gpu.bind(self._pipeline, bindings)
        self._rounds = 0

    def work(self, units: int) -> float:
        """FLOP, a multiply-add being two."""
        return float(units * _FIRST_GROUPS * LANES * self._unroll * _CHAINS * _WIDTH * _FLOP_PER_FMA)

    def record(self, target: Any, units: int) -> None:
        """One dispatch."""
        groups = min(_MOST_GROUPS, _FIRST_GROUPS * max(1, units // _FIRST_ROUNDS))
        rounds = units * _FIRST_GROUPS // groups
        if rounds != self._rounds:
            self._gpu.device.queue.write_buffer(self._settings, 0, _SETTINGS.pack(rounds, _FACTOR, _ADDEND, 0.0))
            self._rounds = rounds
        target.set_pipeline(self._pipeline)
        target.set_bind_group(0, self._bound)
        target.dispatch_workgroups(*self._gpu.grid(groups))
