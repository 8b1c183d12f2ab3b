"""A request may name a whole computer of the catalog: its graphics, with its memory and what is around them."""

from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.answer import Answer

CATALOG = load_catalog()


def asked(device: str, model: str) -> Answer:
    answer = answer_request({"device": device, "model": model, "quant": "Q4_K_M"}, CATALOG)
    assert isinstance(answer, Answer)
    assert answer.error is None
    return answer


def test_a_computer_with_unified_memory_is_its_chip_with_that_memory() -> None:
    named = asked("Mac mini M4 Pro 64GB", "Llama 3.3 70B")
    chip = asked("M4 Pro (20-core GPU)", "Llama 3.3 70B")
    assert named.tokens_per_s == chip.tokens_per_s
    assert named.fit == chip.fit
