"""A CPU of a rig is known by its design: its instruction set alone does not tell how fast it multiplies."""

import pytest

from advisor.answer.text.text_answer import answer_text
from advisor.catalog.cards.catalog import load_catalog
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
    parts = {"cpu": cpu, "ram_gib": 16, "sticks": 2, "ram_type": "DDR4", "ram_mt": 2666, "form": "desktop"}
    _, rig = named_rig(parts, CATALOG)
    answer = answer_text(
        rig, model_id=MODEL, quant="Q4_K_M", run=Run(context_tokens=4096), catalog=CATALOG, candidates=()
    )
    assert answer.cpu is not None
    assert sure(answer.cpu.prefill.tokens_per_s).middle == pytest.approx(published, rel=0.25)
