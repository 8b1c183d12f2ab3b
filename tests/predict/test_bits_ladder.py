"""Larger files of the same kind are never faster: what is unpacked alike takes as long per weight."""

from itertools import pairwise

import pytest

from advisor.answer.which_device.calibration import find_calibration
from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.facts.values.units import BITS_PER_BYTE
from advisor.predict.model.subject import Run, Subject
from advisor.predict.speed.decode import decode_parts

ROUNDING = 1.001
LADDER = ("Q4_K_M", "Q5_K_M", "Q6_K")
MODELS = ("llama/llama-3.1-8b", "llama/llama-3.3-70b")
EASIER = 1.15
"""Q8_0 is simpler to unpack than Q6_K: that makes up for some of its size, and no more."""


def subject(catalog: Catalog, model: str, quant: str) -> Subject:
    return subject_of(catalog.models[model], catalog.quants[catalog.quants.find(quant) or quant], catalog)


@pytest.mark.parametrize("model", MODELS)
def test_more_bits_are_never_faster_on_any_card(catalog: Catalog, model: str) -> None:
    subjects = {quant: subject(catalog, model, quant) for quant in (*LADDER, "Q8_0")}
    compared = 0
    for card_id in catalog.gpus:
        processor = gpu_processor(card_id, catalog)
        for backend in (None, "vulkan"):
            found = find_calibration(processor, catalog, engine="llama.cpp", backend=backend)
            if found is None or processor.bandwidth_bytes_per_s.value is None:
                continue
            parts = {quant: decode_parts(processor, one, found[0], Run(4096)) for quant, one in subjects.items()}
            taken = {quant: one.total_s for quant, one in parts.items() if one is not None}
            for fewer, more in pairwise(LADDER):
                assert taken[fewer] <= taken[more] * ROUNDING, (card_id, backend, fewer, more)
            assert taken["Q8_0"] * EASIER >= taken["Q6_K"], (card_id, backend)
            compared += 1
    assert compared > 100


def test_small_types_take_no_less_per_weight_than_those_of_four_bits(catalog: Catalog) -> None:
    for calibration_id, calibration in catalog.calibrations.items():
        caps = calibration.cap_bytes_per_clock
        if "Q4_K" not in caps:
            continue
        weights = {name: cap / _bits(catalog, name) for name, cap in caps.items() if name in catalog.blocks}
        for name, rate in weights.items():
            if name.startswith("IQ") or name in ("Q2_K", "Q3_K"):
                assert rate <= weights["Q4_K"] * 1.01, (calibration_id, name)


def _bits(catalog: Catalog, name: str) -> float:
    block = catalog.blocks[name]
    return block.block_bytes * BITS_PER_BYTE / block.block_weights
