"""One tensor of a model and what it is for (docs/physics.md 2.1)."""

from typing import Literal, NamedTuple

Role = Literal[
    "vector",
    "router",
    "kept",
    "token_embd",
    "layer_embd",
    "output",
    "attn_q",
    "attn_k",
    "attn_v",
    "attn_output",
    "attn_other",
    "ffn_gate",
    "ffn_up",
    "ffn_down",
]
"""What a tensor does; the quantization rules go by it. `vector` covers norms, biases, sinks and convolutions; `kept`
small matrices that stay at 16 bits; `layer_embd` a table of which each token reads one row; `attn_v` also fused
queries, keys and values."""


class Tensor(NamedTuple):
    """`columns` is the contiguous dimension; `experts` counts the stacked matrices (0 for a tensor without experts).

    `place` counts the tensors of the same role before it, `group_size` all of them.
    """

    role: Role
    layer: int
    columns: int
    rows: int
    experts: int = 0
    place: int = 0
    group_size: int = 0

    @property
    def weights(self) -> int:
        """How many weights it holds."""
        return self.columns * self.rows * max(1, self.experts)
