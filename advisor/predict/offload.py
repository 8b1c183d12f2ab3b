"""Part of the model on the graphics card, the rest in main memory (prediction section 6.6)."""

from typing import NamedTuple

from advisor.facts.estimate import Input, MemoryNeed, Term
from advisor.facts.model import ModelShape
from advisor.facts.weights import ModelWeights
from advisor.predict.decode import DecodeParts


class Placement(NamedTuple):
    """What stays on the card: the share of all layers, or of the experts only (`experts`); the rest is elsewhere.

    Whole layers take their part of the KV cache with them (`cache_bytes`); buffers and runtime stay on the card.
    """

    share_on_card: float
    experts: bool
    weights_bytes: int
    cache_bytes: int = 0

    @property
    def moved_bytes(self) -> int:
        """What main memory has to hold."""
        return self.weights_bytes + self.cache_bytes


def place(need: MemoryNeed, weights: ModelWeights, shape: ModelShape, *, budget_bytes: int) -> Placement | None:
    """The most that fits on the card in whole layers; experts move first. None when not even one layer fits."""
    missing = need.total_bytes - budget_bytes
    if missing <= 0:
        return None
    if weights.expert_bytes >= missing:
        return _experts_moved(weights, share=_whole_layers(missing / weights.expert_bytes, _sparse_layers(shape)))
    in_layers = _in_layers(weights) + need.kv_cache_bytes
    rest = need.total_bytes - weights.embedding_bytes - in_layers
    kept = 1 - _whole_layers(1 - (budget_bytes - rest) / in_layers, shape.layers)
    return _layers_kept(need, weights, share=kept) if kept > 0 else None


def chosen_placement(
    need: MemoryNeed, weights: ModelWeights, shape: ModelShape, *, card_layers: int | None, host_layers: int | None
) -> Placement | None:
    """What a user chose: so many layers on the card, or the experts of the first so many layers in main memory."""
    if host_layers and weights.expert_bytes:
        moved = max(0, min(host_layers, shape.layers) - shape.leading_dense_layers)
        return _experts_moved(weights, share=moved / _sparse_layers(shape)) if moved else None
    if card_layers is None or card_layers >= shape.layers:
        return None
    return _layers_kept(need, weights, share=card_layers / shape.layers)


def _sparse_layers(shape: ModelShape) -> int:
    """Layers that hold experts."""
    return shape.layers - shape.leading_dense_layers


def _experts_moved(weights: ModelWeights, *, share: float) -> Placement:
    return Placement(1 - share, experts=True, weights_bytes=round(share * weights.expert_bytes))


def _layers_kept(need: MemoryNeed, weights: ModelWeights, *, share: float) -> Placement:
    moved_weights = weights.embedding_bytes + round((1 - share) * _in_layers(weights))
    moved_cache = round((1 - share) * need.kv_cache_bytes)
    return Placement(share, experts=False, weights_bytes=moved_weights, cache_bytes=moved_cache)


def _in_layers(weights: ModelWeights) -> int:
    return weights.total_bytes - weights.embedding_bytes


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
    moved = _input("share in main memory", moved_share, "share")
    formula = "share in main memory x the processor's time"
    return (
        *(term for term in kept if term.s > 0),
        Term(name="main_memory", s=host_s, formula=formula, inputs=(moved,)),
    )


def mixed_prompt_terms(card_terms: tuple[Term, ...], placement: Placement, *, moved_s: float) -> tuple[Term, ...]:
    """Terms of a prompt: the card's own, and the seconds that the moved weights take beside them."""
    moved = _input("weights in main memory", float(placement.weights_bytes), "bytes")
    return (
        *card_terms,
        Term(name="main_memory", s=moved_s, formula="weights in main memory, once per batch", inputs=(moved,)),
    )


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


def _input(name: str, value: float, unit: str) -> Input:
    return Input(name=name, value=value, unit=unit, origin="estimated", source="what does not fit")


def _whole_layers(share: float, layers: int) -> float:
    """A share rounded up to whole layers; none where what is no layer, an embedding, is already enough."""
    return min(1.0, max(0.0, -(-share * layers // 1) / layers))
