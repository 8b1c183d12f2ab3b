"""What is trained and how: the setup that memory and time depend on (docs/physics.md 10.1)."""

from collections.abc import Sequence
from typing import NamedTuple

from advisor.facts.cards.training import Checkpointing, Method, Optimizer, Shard, TrainingEngine, TrainingPrecision
from advisor.facts.values.frozen import frozen
from advisor.predict.model.alike_tensors import AlikeTensors, is_matrix
from advisor.predict.model.subject import Subject

HALF_BYTES = 2
WHOLE_BYTES = 4


@frozen
class Training:
    """One way to train. `batch` sequences of `sequence_tokens` pass through each device at once.

    `tensor_parallel` devices share every layer, `pipeline_parallel` groups of them share the layers; the rest of the
    devices see other data. `offload`: the weights lie in main memory, each device is sent a layer as it is its turn.
    """

    method: Method = "full"
    precision: TrainingPrecision = "bf16"
    optimizer: Optimizer = "adamw"
    batch: int = 1
    sequence_tokens: int = 2048
    checkpointing: Checkpointing = "none"
    lora_rank: int = 16
    shard: Shard = "none"
    devices: int = 1
    tensor_parallel: int = 1
    pipeline_parallel: int = 1
    offload: bool = False

    @property
    def replica_devices(self) -> int:
        """Devices that hold one copy of the model together."""
        return self.tensor_parallel * self.pipeline_parallel

    @property
    def data_parallel(self) -> int:
        """Copies of the model, each with other data."""
        return max(1, self.devices // self.replica_devices)

    @property
    def tokens(self) -> int:
        """Tokens that pass through one copy of the model at once."""
        return self.batch * self.sequence_tokens

    @property
    def step_tokens(self) -> int:
        """Tokens of all devices between two updates of the weights, without accumulation."""
        return self.tokens * self.data_parallel


class Counted(NamedTuple):
    """Weights of a model by what training does with them.

    `used` act on one token, a table of embeddings left out; `trained` are updated; `adapters` of these are beside
    the model. `layer` and `largest_matrix` are what is gathered or unpacked at once; `factors` are the rows
    and columns of all matrices, which a factored optimizer keeps.
    """

    params: int
    used: float
    trained: int
    adapters: int
    layer: int
    largest_matrix: int
    factors: int
    tables: int


def counted(subject: Subject, training: Training, engine: TrainingEngine) -> Counted:
    """The weights of a model counted for training; one of unknown shape like the similar one in proportion.

    Adapters: rank x (rows + columns) of every matrix with one (docs/physics.md 10.1).
    """
    shape, own = subject.shape, subject.tally
    scale = subject.weights.params / own.params
    unread = 0 if shape.tied_embeddings else own.tables
    is_adapted = training.method != "full"
    adapters = round(scale * _adapter_params(subject.alike, training.lora_rank, engine)) if is_adapted else 0
    return Counted(
        params=subject.weights.params,
        used=subject.weights.active_params - scale * unread,
        trained=adapters if is_adapted else subject.weights.params,
        adapters=adapters,
        layer=round(scale * (own.params - own.beside_layers) / shape.layers),
        largest_matrix=round(scale * own.largest_matrix),
        factors=round(scale**0.5 * own.factors),
        tables=round(scale * own.tables),
    )


def _adapter_params(alike: Sequence[AlikeTensors], rank: int, engine: TrainingEngine) -> int:
    """Rank x (columns + rows) for each matrix with an adapter; experts have none."""
    roles = ("attn_q", "attn_v") if engine.lora_targets == "query_value" else None
    return sum(
        rank * (tensor.columns + tensor.rows) * len(layers)
        for tensor, layers in alike
        if is_matrix(tensor) and not tensor.experts and (roles is None or tensor.role in roles)
    )
