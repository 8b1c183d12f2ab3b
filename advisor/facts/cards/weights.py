"""What a model's weights weigh: in the file, and per token by block type."""

from advisor.facts.values.record import Record


class TypeBytes(Record):
    """Bytes of one block type: `shared_bytes` are read for every token, `expert_bytes` count all experts together.

    `interleavable_bytes` are those of both that a CPU can store a second time with eight rows side by side.
    """

    block_type: str
    shared_bytes: int
    expert_bytes: int = 0
    interleavable_bytes: int = 0


class ModelWeights(Record):
    """All tensors of one model at one quantization.

    `by_type` holds what decoding reads: everything but an untied token embedding, of which one row is read
    (`embedding_bytes`). `expert_share` is the share of the experts one token uses. `exact` is True where the tensors
    were listed from the model's published shape and the file type's own rules. `layer_bytes` is the whole of each
    layer, first to last, `layer_expert_bytes` its experts; both are empty where tensors were not listed.
    """

    quant: str
    main_type: str
    total_bytes: int
    embedding_bytes: int
    by_type: tuple[TypeBytes, ...]
    expert_share: float
    params: int
    active_params: int
    exact: bool
    layer_bytes: tuple[int, ...] = ()
    layer_expert_bytes: tuple[int, ...] = ()

    @property
    def expert_bytes(self) -> int:
        """Bytes of all experts of all layers."""
        return sum(part.expert_bytes for part in self.by_type)

    @property
    def bytes_per_token(self) -> int:
        """Bytes read for one token of one sequence."""
        return round(sum(part.shared_bytes + part.expert_bytes * self.expert_share for part in self.by_type))
