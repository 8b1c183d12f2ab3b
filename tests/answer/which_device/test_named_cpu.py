"""A CPU of a rig is known by its design: its instruction set alone does not tell how fast it multiplies."""

import pytest

from advisor.answer.text.text_answer import answer_text
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.values.range import Range
from advisor.predict.model.subject import Run
from tests.answer.judge.expert_rigs import named_rig
from tests.fakes.sure import sure

CATALOG = load_catalog()
MODEL = "llama/llama-3.1-8b"


@pytest.mark.parametrize(
    ("cpu", "published"),
    [("N100", 6.5), ("Core i5-9500", 35.4), ("Core i7-7820HQ", 22.5)],
)
def test_prompts_are_read_about_as_published(cpu: str, published: float) -> None:
    """Tokens/s of 512 in Q4_K_M (github.com/brand-o/normiebench, issues 38, 34, 42)."""
    assert prompt_rate(cpu, MODEL, "Q4_K_M").middle == pytest.approx(published, rel=0.25)


def prompt_rate(cpu: str, model: str, quant: str) -> Range:
    parts = {"cpu": cpu, "ram_gib": 16, "sticks": 2, "ram_type": "DDR4", "ram_mt": 2666, "form": "desktop"}
    _, rig = named_rig(parts, CATALOG)
    answer = answer_text(rig, model_id=model, quant=quant, run=Run(context_tokens=4096), catalog=CATALOG, candidates=())
    assert answer.cpu is not None
    return sure(answer.cpu.prefill.tokens_per_s)


@pytest.mark.parametrize(
    ("cpu", "model", "published"),
    [("Ryzen 5 7600X", "llama/llama-2-7b", 84.0), ("Ryzen 7 8840U", MODEL, 49.75)],
)
def test_prompts_of_cores_with_wide_units_are_between_a_desktop_and_a_tablet(
    cpu: str, model: str, published: float
) -> None:
    """Tokens/s of 512 in Q4_K_M since its rows are interleaved: llama.cpp pull 12829, normiebench issue 8."""
    assert 1 / 1.5 < prompt_rate(cpu, model, "Q4_K_M").middle / published < 1.5


@pytest.mark.parametrize("cpu", ["Core i7-1165G7", "Ryzen 9 7950X", "Ryzen 7 8840U"])
def test_four_bits_are_read_about_as_fast_as_five_by_wide_units(cpu: str) -> None:
    four, five = (prompt_rate(cpu, MODEL, quant).middle for quant in ("Q4_K_M", "Q5_K_M"))
    assert four == pytest.approx(five, rel=0.3)
