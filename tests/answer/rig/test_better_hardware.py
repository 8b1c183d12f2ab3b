"""Over the whole catalog: better hardware of the same or a newer generation is never slower in any work."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import permutations
from typing import Any

import pytest

from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.answer import Answer
from advisor.facts.cards.card import GpuCard

CATALOG = load_catalog()

NEARLY = 0.87
"""Constants are fitted to each architecture apart; within so much two of them count as alike."""

SLOWER: Mapping[tuple[str, str], str] = {
    ("rdna1", "gcn5"): "Navi 10 has no product of four small integers, Vega 20 has: measured on both",
    ("cdna4", "rdna4"): "of its matrix peak a prompt reaches a twentieth: measured on MI300X and MI355X",
}
"""Architectures that published speeds show behind an older one although their data sheet is better, and why."""

LATE_TO_START = ("cdna1", "cdna2", "cdna3", "cdna4")
"""Kernels take longer to start on them: measured on MI100, MI210, MI300X, one stream at a time."""

WORK: Mapping[str, Mapping[str, Any]] = {
    "small model": {"model": "Llama 3.2 1B", "quant": "F16"},
    "usual model": {"model": "Llama 3.1 8B", "quant": "Q4_K_M"},
    "deep context": {"model": "Llama 3.1 8B", "quant": "Q8_0", "depth_tokens": 16384},
    "mixture of experts": {"model": "Qwen3 30B A3B", "quant": "Q4_K_M"},
    "prompt": {"model": "Llama 3.1 8B", "quant": "Q4_K_M", "phase": "prefill", "prompt_tokens": 2048},
    "prompt in 16 bits": {"model": "Llama 3.1 8B", "quant": "F16", "phase": "prefill", "prompt_tokens": 2048},
    "slots": {"task": "serve", "model": "Llama 3.1 8B", "quant": "Q4_K_M", "engine": "llama.cpp", "concurrency": 8},
    "serving in 16 bits": {"task": "serve", "model": "Llama 3.1 8B", "precision": "bf16", "concurrency": 32},
    "serving in 8 bits": {"task": "serve", "model": "Llama 3.1 8B", "precision": "fp8", "concurrency": 32},
    "serving in 4 bits": {"task": "serve", "model": "Llama 3.1 8B", "precision": "AWQ INT4", "concurrency": 8},
    "agent": {
        **{"task": "serve", "model": "Qwen3 30B-A3B", "precision": "AWQ INT4", "concurrency": 1},
        **{"prompt_tokens": 24000, "new_tokens": 2000, "generated_tokens": 400, "context_tokens": 32768},
    },
    "agent in slots": {
        **{"task": "serve", "model": "Qwen3.5 9B", "quant": "Q4_K_M", "engine": "llama.cpp", "concurrency": 1},
        **{"prompt_tokens": 24000, "new_tokens": 2000, "generated_tokens": 400, "context_tokens": 32768},
    },
    "pictures": {"task": "image", "model": "SDXL"},
    "films": {"task": "video", "model": "Wan 2.1 1.3B", "precision": "bf16"},
    "speech": {"task": "speech", "model": "whisper large v3"},
    "embeddings": {"task": "embed", "model": "bge-m3", "batch": 32},
    "adapters": {"task": "finetune", "model": "Llama 3.2 1B", "method": "lora", "checkpointing": True, "batch": 2},
    "training": {"task": "pretrain", "model": "Pythia 160M", "checkpointing": True, "batch": 8},
}


@pytest.mark.broad
@pytest.mark.parametrize("work", WORK)
def test_better_hardware_is_never_slower(work: str) -> None:
    rates = {card_id: rate for card_id in CATALOG.gpus if (rate := rate_of(CATALOG.gpus[card_id].name, **WORK[work]))}
    compared = [pair for pair in better_pairs() if pair[0] in rates and pair[1] in rates]
    assert len(compared) > 1000
    behind = [
        f"{better} at {rates[better] / rates[other]:.2f} of {other}"
        for better, other in compared
        if rates[better] < NEARLY * rates[other] and not is_known(better, other)
    ]
    assert not behind


@pytest.mark.parametrize(
    ("better", "other"), [("Rubin", "B200"), ("MI355X", "MI300X"), ("B200", "H200 SXM"), ("B300", "B200")]
)
def test_eight_of_the_newer_cards_for_servers_serve_more(better: str, other: str) -> None:
    work = {"task": "serve", "model": "Llama 3.3 70B", "engine": "vLLM", "device_count": 8, "concurrency": 64}
    for precision in ("bf16", "fp8", "fp4"):
        one, two = (rate_of(name, **work, precision=precision) for name in (better, other))
        assert one
        assert two
        assert one >= two, precision


def rate_of(device: str, **asked: Any) -> float | None:
    """The middle of the rate, None where the card does not hold it or nobody knows."""
    answer = answer_request({**asked, "device": device}, CATALOG)
    assert isinstance(answer, Answer)
    return None if answer.fit in ("too_big", "spills") else next(_rates(answer), None)


def _rates(answer: Answer) -> Iterator[float]:
    if answer.tokens_per_s:
        yield answer.tokens_per_s.middle
    for name in ("realtime_factor", "items_per_s"):
        if found := getattr(answer, name, None):
            yield found.middle
    if found := getattr(answer, "s_per_item", None):
        yield 1 / found.middle


@cache
def better_pairs() -> tuple[tuple[str, str], ...]:
    """Cards of one maker and kind, the first not behind the second in any figure of its data sheet, nor older."""
    known = {card_id: figures(CATALOG.gpus[card_id]) for card_id in CATALOG.gpus}
    return tuple(
        (one, two)
        for one, two in permutations(known, 2)
        if is_comparable(CATALOG.gpus[one], CATALOG.gpus[two])
        and all(a is not None and b is not None and a >= b for a, b in zip(known[one], known[two], strict=True))
    )


def figures(card: GpuCard) -> tuple[float | None, ...]:
    """Bandwidth, matrices, single numbers, units x clock, memory, power, link."""
    units = card.compute_units * card.boost_mhz if card.compute_units and card.boost_mhz else None
    matrices = card.fp16_dense_tflop_per_s or card.fp32_tflop_per_s
    link = (card.link_width or 0) * 2.0 ** (card.link_generation or 0)
    return card.bandwidth_gb_per_s, matrices, card.fp32_tflop_per_s, units, card.memory_gib, card.power_w, link


def is_comparable(better: GpuCard, other: GpuCard) -> bool:
    """Whether maker and kind of memory are the same, and the first is not of an older architecture nor held back."""
    is_alike = (better.vendor, better.memory_kind) == (other.vendor, other.memory_kind)
    is_held_back = better.form == "laptop" and other.form != "laptop"
    return is_alike and not is_held_back and first_sold(better.architecture) >= first_sold(other.architecture)


@cache
def first_sold(architecture: str | None) -> str:
    """When the first card of an architecture was sold."""
    dates = (card.released for card in CATALOG.gpus.values() if card.architecture == architecture)
    return min((str(date) for date in dates if date), default="")


def is_known(better: str, other: str) -> bool:
    """Whether published speeds show it so."""
    one, two = CATALOG.gpus[better].architecture or "", CATALOG.gpus[other].architecture or ""
    return (one, two) in SLOWER or (one in LATE_TO_START and two not in LATE_TO_START)
