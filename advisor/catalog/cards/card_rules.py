"""What holds between the figures of one card, beyond what its record checks field by field."""

import re
from collections.abc import Iterator
from typing import Any

from advisor.facts.cards.card import CpuFamily, GpuCard, Sourced
from advisor.facts.cards.model import ModelCard
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import BITS_PER_BYTE, MEGA, TERA

LANES = (64, 128, 192)
"""fp32 lanes of one compute unit: of AMD's the second 64 work where two instructions go together; Kepler has 192."""
_WIRE_DIFFERENCE, _LANE_DIFFERENCE = 0.02, 0.03
_PCI_ID = re.compile("[0-9a-f]{4}:[0-9a-f]{4}(:[0-9a-f]{2})?")
"""Vendor and device, with the revision where other revisions are other cards."""

Broken = tuple[str, object, Reason]
"""The key, its value and the rule."""


def broken_rules(card: Sourced, architectures: Any) -> Iterator[Broken]:
    """Every rule that the card breaks; `architectures` are the cards of those by id."""
    if isinstance(card, GpuCard):
        yield from _of_gpu(card, architectures)
    if isinstance(card, ModelCard):
        yield from _of_model(card)


def _of_gpu(card: GpuCard, architectures: Any) -> Iterator[Broken]:
    design = architectures.get(card.architecture)
    if design is not None and design.vendor != card.vendor:
        yield "architecture", card.architecture, reason("card_of_other_vendor", vendor=design.vendor)
    if card.bus_bits and card.memory_gigatransfers_per_s and card.bandwidth_gb_per_s:
        wire = card.bus_bits / BITS_PER_BYTE * card.memory_gigatransfers_per_s
        if abs(card.bandwidth_gb_per_s / wire - 1) > _WIRE_DIFFERENCE:
            yield "bandwidth_gb_per_s", card.bandwidth_gb_per_s, reason("card_bus_differs", figure=wire)
    if card.compute_units and card.boost_mhz and card.fp32_tflop_per_s:
        lanes = card.fp32_tflop_per_s * TERA / (2 * card.compute_units * card.boost_mhz * MEGA)
        if min(abs(lanes / width - 1) for width in LANES) >= _LANE_DIFFERENCE:
            yield "fp32_tflop_per_s", card.fp32_tflop_per_s, reason("card_lanes_differ", lanes=lanes, known=LANES)
    fp16, acc16 = card.fp16_dense_tflop_per_s, card.fp16_accumulate16_dense_tflop_per_s
    if fp16 and card.fp32_tflop_per_s and fp16 < 0.9 * card.fp32_tflop_per_s and card.architecture != "pascal":
        yield "fp16_dense_tflop_per_s", fp16, reason("card_rate_below", other="fp32_tflop_per_s")
    if acc16 and fp16 and acc16 < fp16:
        yield "fp16_accumulate16_dense_tflop_per_s", acc16, reason("card_rate_below", other="fp16_dense_tflop_per_s")
    for one in card.pci_ids:
        if not _PCI_ID.fullmatch(one):
            yield "pci_ids", one, reason("card_pci_id")
    if any(word in card.name.lower() for word in ("laptop", "mobile")) and card.form != "laptop":
        yield "form", card.form, reason("card_of_laptop")


def _of_model(card: ModelCard) -> Iterator[Broken]:
    shape = card.shape
    if card.active_params > card.params:
        yield "active_params", card.active_params, reason("card_more_active")
    if (card.pipeline is None) != (card.kind == "language"):
        yield "kind", card.kind, reason("card_pipeline")
    if shape is None:
        return
    if shape.heads % shape.kv_heads:
        yield "shape.kv_heads", shape.kv_heads, reason("card_heads", heads=shape.heads)
    if not bool(shape.experts) == bool(shape.active_experts) == bool(shape.expert_ffn):
        yield "shape.experts", shape.experts, reason("card_experts")
    if shape.experts is not None and card.active_params >= card.params:
        yield "active_params", card.active_params, reason("card_more_active")
    if shape.full_attention_every is not None and shape.other_layers not in ("window", "recurrent"):
        yield "shape.other_layers", shape.other_layers, reason("card_other_layers")
    if shape.other_layers == "window" and not shape.sliding_window:
        yield "shape.sliding_window", shape.sliding_window, reason("card_other_layers")


MOST_PATTERN, _MOST_REPEATS = 120, 2
_COSTLY = re.compile(r"\)\s*[*+{?]|\(\?[^:]|\\[1-9]")
"""A group that is repeated, looks around, or is meant again: where matching takes without end."""
_REPEATS = re.compile(r"(?<!\\)[*+{]")


def costly_patterns(card: Sourced) -> Iterator[Broken]:
    """Patterns of a stranger's card that are none, or that may take long to match."""
    key = "patterns" if isinstance(card, CpuFamily) else "processors" if isinstance(card, GpuCard) else ""
    for pattern in getattr(card, key, ()) if key else ():
        try:
            re.compile(pattern[:MOST_PATTERN])
            is_sound = len(pattern) <= MOST_PATTERN and not _COSTLY.search(pattern)
        except (re.error, OverflowError, RecursionError):
            is_sound = False
        if not is_sound or len(_REPEATS.findall(pattern)) > _MOST_REPEATS:
            yield key, pattern, reason("card_pattern", most=_MOST_REPEATS, longest=MOST_PATTERN)
