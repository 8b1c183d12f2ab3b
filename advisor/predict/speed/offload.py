"""Part of the model on the graphics card, the rest in main memory (docs/physics.md 6.6)."""

from typing import NamedTuple

from advisor.facts.answers.estimate import Input, MemoryNeed, Seconds, Term
from advisor.facts.values.reason import reason
from advisor.predict.memory.layout import Layout, layout
from advisor.predict.memory.split import HostShares, Parts, Split, host_shares
from advisor.predict.model.subject import Run, Subject
from advisor.predict.speed.decode import DecodeParts

EXCHANGE_S = 100e-6
"""What it takes to go from the card to the host and back in one layer: both wait for each other (docs/physics.md 6.6).

33 to 193 microseconds on an RTX 4080 with a Ryzen 9 7950X (github.com/ikawrakow/ik_llama.cpp/discussions/357), 150 on
an RTX 2080 with a Core i9-10900X, 390 to 640 on a GTX 1060 with a Core i3-8100 (frankcasanova.net, June 2026).
"""


class Placement(NamedTuple):
    """A split with what it means: bytes by memory, what the host works on, and its `weights_bytes` a prompt needs."""

    split: Split
    layout: Layout
    shares: HostShares
    weights_bytes: int


def placement_of(
    need: MemoryNeed, parts: Parts, split: Split, subject: Subject, run: Run, *, budget_bytes: int | None
) -> Placement:
    """What a split means for one model and one run; `budget_bytes` is that of one card, None where it is not known."""
    return Placement(
        split,
        layout(need, parts, split, run, budget_bytes=budget_bytes),
        host_shares(parts, split, expert_share=subject.weights.expert_share, batch=run.batch),
        parts.host_weights_bytes(split),
    )


def offload_terms(card_terms: tuple[Term, ...], host: DecodeParts, placement: Placement) -> tuple[Term, ...]:
    """Terms of a token computed partly on each side: each takes its share of its own time for the whole model.

    Reading, unpacking and arithmetic go by the bytes read, cache and attention by whole layers, the fixed time of a
    layer on the host by every layer of which it holds something, on the card by every layer that is not elsewhere. Each
    layer whose experts alone are on the host adds the way there and back.
    """
    moved = _input("host_share", placement.shares.read, "share")
    return _with_inputs(offload_seconds(seconds_of_terms(card_terms), host, placement.shares), card_terms, moved)


def offload_seconds(card: Seconds, host: DecodeParts, shares: HostShares) -> Seconds:
    """The same by name alone."""
    kept = [(name, s * (1 - _share_of(name, shares))) for name, s in card]
    return (*[one for one in kept if one[1] > 0], ("main_memory", host_s(host, shares)))


def offload_prompt_terms(card_terms: tuple[Term, ...], placement: Placement, *, moved_s: float) -> tuple[Term, ...]:
    """Terms of a prompt: the card's own less the attention of layers elsewhere, and the seconds of what is moved."""
    moved = _input("host_weights", float(placement.weights_bytes), "bytes")
    seconds = offload_prompt_seconds(seconds_of_terms(card_terms), placement.shares, moved_s=moved_s)
    return _with_inputs(seconds, card_terms, moved)


def offload_prompt_seconds(card: Seconds, shares: HostShares, *, moved_s: float) -> Seconds:
    """The same by name alone."""
    kept = [(name, s * (1 - shares.layers) if name == "attention" else s) for name, s in card]
    return (*[one for one in kept if one[1] > 0], ("main_memory", moved_s))


def seconds_of_terms(terms: tuple[Term, ...]) -> Seconds:
    """What terms take."""
    return tuple([(term.name, term.s) for term in terms])


def _with_inputs(seconds: Seconds, card_terms: tuple[Term, ...], moved: Input) -> tuple[Term, ...]:
    """Seconds with what went into the terms of the card, and into the part that was `moved`."""
    inputs = {**{term.name: term.inputs for term in card_terms}, "main_memory": (moved,)}
    return tuple([Term(name=name, s=s, inputs=inputs[name]) for name, s in seconds])


def offload_s(card: DecodeParts, host: DecodeParts, placement: Placement) -> float:
    """Seconds of a token computed partly on each side; the sum of `offload_terms`."""
    shares = placement.shares
    by_bytes = card.weights_s + card.unpack_s + card.compute_s
    by_layers = card.kv_cache_s + card.attention_s + card.layers_s
    return by_bytes * (1 - shares.read) + by_layers * (1 - shares.layers) + card.devices_s + host_s(host, shares)


def host_share(card: DecodeParts, host: DecodeParts, placement: Placement) -> float:
    """The part of `offload_s` that the processor takes, 0 to 1."""
    return host_s(host, placement.shares) / offload_s(card, host, placement)


def offload_ceiling(card: float | None, host: float | None, placement: Placement) -> float | None:
    """Tokens per second that no division beats: 1 / ((1 - x)/card + x/host), x the share of bytes read by the host.

    None where one side has no ceiling.
    """
    if not card or not host:
        return None
    read = placement.shares.read
    return 1 / ((1 - read) / card + read / host)


def host_s(host: DecodeParts, shares: HostShares) -> float:
    """Seconds of the host: its shares of what it would take for the whole model."""
    by_bytes = host.weights_s + host.unpack_s + host.compute_s
    by_layers = host.kv_cache_s + host.attention_s
    waiting = host.layers_s * shares.expert_layers + EXCHANGE_S * shares.exchanges
    return by_bytes * shares.read + by_layers * shares.layers + waiting


def _share_of(term: str, shares: HostShares) -> float:
    """What the host takes over of one of the card's terms."""
    if term in ("weights", "unpacking", "arithmetic"):
        return shares.read
    return 0.0 if term == "interconnect" else shares.layers


def _input(name: str, value: float, unit: str) -> Input:
    return Input(name=name, value=value, unit=unit, origin="estimated", source=reason("what_does_not_fit"))
