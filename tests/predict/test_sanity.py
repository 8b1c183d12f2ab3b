"""The rule that rejects what physics forbids, and hints at what is far too slow."""

import pytest

from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.values.units import TERA
from advisor.predict.model.subject import Run
from advisor.predict.speed.sanity import broken_limit, decode_finding, prefill_finding
from advisor.present.check.imported_text import finding_sentence

RUN = Run(context_tokens=4096, build_date="2025-06")
CLAIMS = (
    ("8B fp16 at 1,800 tokens/s on a 3090", "decode", "f16", 1800.0, "impossible"),
    ("8B fp16 at 52 tokens/s on a 3090", "decode", "f16", 52.0, None),
    ("just above the bandwidth, within rounding", "decode", "f16", 60.0, None),
    ("8B at 4 bits at 130 tokens/s", "decode", "q4_k_m", 130.0, None),
    ("8B at 4 bits with speculative decoding", "decode", "q4_k_m", 320.0, "impossible"),
    ("8B at 4 bits on the CPU instead", "decode", "q4_k_m", 12.0, "far_below"),
    ("an fp16 prompt at 320 TFLOPS", "prefill", "f16", 20000.0, "impossible"),
    ("an fp16 prompt at 80 TFLOPS", "prefill", "f16", 5000.0, None),
    ("an fp16 prompt at 10 TFLOPS", "prefill", "f16", 600.0, "far_below"),
    ("a cached prompt", "prefill", "q4_k_m", 90000.0, "impossible"),
)


@pytest.mark.parametrize(("phase", "quant", "rate", "verdict"), [one[1:] for one in CLAIMS], ids=[c[0] for c in CLAIMS])
def test_claims_about_a_3090(catalog: Catalog, phase: str, quant: str, rate: float, verdict: str | None) -> None:
    card = gpu_processor("gpus/nvidia/rtx-3090", catalog)
    subject = subject_of(catalog.models["llama/llama-3.1-8b"], catalog.quants[quant], catalog)
    judge, expected = (decode_finding, 50.0) if phase == "decode" else (prefill_finding, 4500.0)
    found = judge(rate, card, subject, RUN, expected_tokens_per_s=expected)
    assert (found.verdict if found else None) == verdict
    if found is not None and verdict == "impossible":
        assert found.rate > found.limit
        assert ("GB/s" if phase == "decode" else "TFLOPS") in finding_sentence(found)


def test_the_sentence_states_both_figures_and_reasons(catalog: Catalog) -> None:
    card = gpu_processor("gpus/nvidia/rtx-3090", catalog)
    subject = subject_of(catalog.models["llama/llama-3.1-8b"], catalog.quants["f16"], catalog)
    found = decode_finding(1800.0, card, subject, RUN)
    assert found
    text = finding_sentence(found)
    assert "27,0" in text
    assert "936 GB/s" in text
    assert "speculative decoding" in text


@pytest.mark.parametrize(
    ("flop_per_s", "peak", "is_rejected"),
    [(360 * TERA, 165 * TERA, True), (172 * TERA, 165 * TERA, False), (360 * TERA, None, False)],
    ids=["an image model at twice the peak", "within rounding", "an unknown peak"],
)
def test_arithmetic_of_other_work(flop_per_s: float, peak: float | None, is_rejected: bool) -> None:
    found = broken_limit(bytes_per_s=0.0, bandwidth=None, flop_per_s=flop_per_s, peak=peak)
    assert (found is not None) == is_rejected


@pytest.mark.parametrize(("rate", "verdict"), [(3500.0, "impossible"), (60.0, None), (5.0, None)])
def test_a_prompt_that_a_card_must_have_read_is_not_taken_for_a_processors(
    catalog: Catalog, rate: float, verdict: str | None
) -> None:
    desktop = cpu_processor("cpus/amd/ryzen-5-5600", catalog)
    subject = subject_of(catalog.models["llama/llama-3.1-8b"], catalog.quants["q4_k_m"], catalog)
    found = prefill_finding(rate, desktop, subject, RUN, expected_tokens_per_s=25.0)
    assert (found.verdict if found else None) == verdict
