"""Weight bytes one decoding step reads, by block type (docs/physics.md 6.1)."""

from advisor.facts.cards.weights import ModelWeights


def experts_touched(expert_share: float, *, batch: int) -> float:
    """Share of the experts, 0 to 1, that a step of `batch` sequences reads: 1 - (1 - Eu/E)^batch.

    As if each token's experts were drawn independently: a lower bound of the speed at many (docs/physics.md 6.1, 6.5).
    """
    return 1 - (1 - expert_share) ** batch


def bytes_read_by_type(weights: ModelWeights, *, batch: int = 1) -> tuple[tuple[str, float], ...]:
    """(block type, bytes per step): all shared tensors once, the experts touched, no untied embedding."""
    share = experts_touched(weights.expert_share, batch=batch)
    return tuple((part.block_type, part.shared_bytes + part.expert_bytes * share) for part in weights.by_type)


def expert_bytes_read(weights: ModelWeights, *, batch: int = 1) -> dict[str, float]:
    """Bytes per step of the experts alone, by block type: a part of `bytes_read_by_type`."""
    share = experts_touched(weights.expert_share, batch=batch)
    return {part.block_type: part.expert_bytes * share for part in weights.by_type}


def flop_per_token(weights: ModelWeights) -> float:
    """FLOP of one token in one forward pass: 2 Na, a multiply and an add for each active parameter."""
    return 2.0 * weights.active_params
