"""What stands beside the plain speed: a draft that somebody asked for is told where its speed is looked for."""

from advisor.advice.known_models import KnownModels
from advisor.advice.question import judged_answer
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.asked.question import Question
from tests.fakes.known_computers import known_computer
from tests.fakes.sure import sure

CATALOG = load_catalog()


def test_a_draft_that_was_chosen_is_told_under_the_figures() -> None:
    """The knob seemed to do nothing: its figure stood in a paragraph of what is explained."""
    rig = known_computer(sure(CATALOG.computers.find("PC with RX 7900 XTX")), CATALOG).rig
    fields = {"quant": "q4_k_m", "context_tokens": 4096}
    model = sure(CATALOG.models.find("Qwen3.8 27B"))

    def because(**more: object) -> str:
        asked = Question(workload_id="chat", model_id=model, fields={**fields, **more})
        return judged_answer(asked, rig, KnownModels(CATALOG))[1].because

    assert "With MTP: about " in because(draft="mtp")
    assert "MTP" not in because()
