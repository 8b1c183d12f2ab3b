"""Part of the model on the graphics card, the rest in main memory (prediction section 6.6)."""

from typing import NamedTuple

from advisor.facts.estimate import Input, MemoryNeed, Term
from advisor.facts.weights import ModelWeights
from advisor.predict.decode import DecodeParts


class Placement(NamedTuple):
    """What stays on the card: the share of all layers, or of the experts only (`experts`); the rest is elsewhere."""

    share_on_card: float
    experts: bool
    moved_bytes: int


def place(need: MemoryNeed, weights: ModelWeights, *, budget_bytes: int, layers: int) -> Placement | None:
    """The most that fits on the card in whole layers; experts move first. None when not even one layer fits.

    Cache and buffers are counted on the card in full, which errs on the safe side.
    """
    rest = need.total_bytes - need.weights_bytes
    missing = need.total_bytes - budget_bytes
    if missing <= 0:
        return None
    if weights.expert_bytes >= missing:
        moved = _whole_layers(missing / weights.expert_bytes, layers)
        return Placement(1 - moved, experts=True, moved_bytes=round(moved * weights.expert_bytes))
    in_layers = need.weights_bytes - weights.embedding_bytes
    kept = 1 - _whole_layers(1 - (budget_bytes - rest) / in_layers, layers)
    if kept <= 0:
        return None
    return Placement(kept, experts=False, moved_bytes=weights.embedding_bytes + round((1 - kept) * in_layers))


def chosen_placement(
    weights: ModelWeights, *, layers: int, card_layers: int | None, host_layers: int | None
) -> Placement | None:
    """What a user chose: so many layers on the card, or the experts of so many layers in main memory."""
    if host_layers is not None and weights.expert_bytes:
        share = min(host_layers, layers) / layers
        return Placement(1 - share, experts=True, moved_bytes=round(share * weights.expert_bytes))
    if card_layers is None or card_layers >= layers:
        return None
    in_layers = weights.total_bytes - weights.embedding_bytes
    moved_bytes = weights.embedding_bytes + round((1 - card_layers / layers) * in_layers)
    return Placement(card_layers / layers, experts=False, moved_bytes=moved_bytes)


def mixed_terms(
    card_terms: tuple[Term, ...], host: DecodeParts, weights: ModelWeights, placement: Placement
) -> tuple[Term, ...]:
    """Terms of a token computed partly on each side.

    Layers: t = f t_card + (1 - f) t_host with the full-model times of both. Experts: the card's time without the moved
    experts, plus their active bytes at the host's own rate and its fixed time per layer whose experts it holds.
    """
    kept_share, host_s, moved_share = _division(host, weights, placement)
    weighing = ("weights", "unpacking") if placement.experts else tuple(term.name for term in card_terms)
    kept = tuple(term.changed(s=term.s * kept_share) if term.name in weighing else term for term in card_terms)
    return (*(term for term in kept if term.s > 0), _host_term(host_s, moved_share))


def mixed_s(card: DecodeParts, host: DecodeParts, weights: ModelWeights, placement: Placement) -> float:
    """Seconds of a token computed partly on each side; the sum of `mixed_terms`."""
    kept_share, host_s, _ = _division(host, weights, placement)
    shrinks = card.weights_s + card.unpack_s if placement.experts else card.total_s
    return card.total_s - shrinks * (1 - kept_share) + host_s


def _division(host: DecodeParts, weights: ModelWeights, placement: Placement) -> tuple[float, float, float]:
    """Share of its time that the card keeps, seconds of the host, and the share of the bytes it reads."""
    moved_layers = 1 - placement.share_on_card
    if not placement.experts:
        return placement.share_on_card, host.total_s * moved_layers, moved_layers
    share = moved_layers * weights.expert_bytes * weights.expert_share / weights.bytes_per_token
    return 1 - share, (host.weights_s + host.unpack_s) * share + host.layers_s * moved_layers, share


def _host_term(seconds: float, share: float) -> Term:
    moved = Input(
        name="share in main memory", value=share, unit="share", origin="estimated", source="what does not fit"
    )
    return Term(name="main_memory", s=seconds, formula="share in main memory x the processor's time", inputs=(moved,))


def _whole_layers(share: float, layers: int) -> float:
    """A share rounded up to whole layers."""
    return min(1.0, -(-share * layers // 1) / layers)
