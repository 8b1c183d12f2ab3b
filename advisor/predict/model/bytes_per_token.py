"""Weight bytes one decoding step reads, by block type (docs/physics.md 6.1)."""

from advisor.facts.cards.weights import ModelWeights


def experts_touched(expert_share: float, *, batch: int) -> float:
    """Share of the experts that a step of several sequences reads: 1 - (1 - share)^batch, independent routing."""
    return 1 - (1 - expert_share) ** batch


def bytes_read_by_type(weights: ModelWeights, *, batch: int = 1) -> tuple[tuple[str, float], ...]:
    """Bytes per step by block type: all shared tensors, the experts touched, one row of an untied embedding."""
    share = experts_touched(weights.expert_share, batch=batch)
    return tuple((part.block_type, part.shared_bytes + part.expert_bytes * share) for part in weights.by_type)


def expert_bytes_read(weights: ModelWeights, *, batch: int = 1) -> dict[str, float]:
    """The part of them that the experts are."""
    share = experts_touched(weights.expert_share, batch=batch)
    return {part.block_type: part.expert_bytes * share for part in weights.by_type}


def flop_per_token(weights: ModelWeights) -> float:
    """Arithmetic of one token in one forward pass: 2 x active parameters (a multiply and an add each)."""
    return 2.0 * weights.active_params
