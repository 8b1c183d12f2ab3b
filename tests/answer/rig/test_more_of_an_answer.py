"""What stands beside an answer: layers on the card, several users at once."""

from typing import Any

from advisor.answer.rig.rig_models import users_at_once
from advisor.answer.tasks.ask import answer_question
from advisor.answer.text.text_answer import layer_steps, run_of
from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.text_answer import LayerSteps, TextAnswer
from advisor.facts.asked.question import Question
from advisor.facts.rig.rig import Rig
from tests.fakes.rigs import RIGS
from tests.fakes.sure import sure

CATALOG = load_catalog()
DENSE, SPARSE, SMALL = "qwen/qwen3-32b", "qwen/qwen3-30b-a3b", "qwen/qwen3-8b"


def rig(name: str) -> Rig:
    detected, measured = RIGS[name]
    return assemble_rig(known_machine(detected, (), CATALOG), measured, CATALOG)


def asked(model_id: str, on: Rig, **fields: Any) -> TextAnswer:
    question = Question(workload_id="chat", model_id=model_id, fields={"quant": "q4_k_m", **fields})
    answer = answer_question(on, CATALOG, question, candidates=())
    assert isinstance(answer, TextAnswer)
    return answer


def steps(model_id: str, name: str = "gaming PC") -> tuple[TextAnswer, LayerSteps | None]:
    here = rig(name)
    found = asked(model_id, here)
    subject = subject_of(CATALOG.models[model_id], CATALOG.quants["q4_k_m"], CATALOG)
    return found, layer_steps(here, subject, run_of(found.chosen), CATALOG)


def test_each_layer_on_the_card_brings_speed_until_it_is_full() -> None:
    for model_id, what in ((DENSE, "layers"), (SPARSE, "experts")):
        found, more = steps(model_id)
        assert more is not None
        assert more.what == what
        assert [step.on_card for step in more.steps] == sorted({step.on_card for step in more.steps})
        rates = [sure(step.tokens_per_s).middle or 0.0 for step in more.steps]
        assert rates == sorted(rates)
        assert [step.fits for step in more.steps] == [step.on_card <= more.chosen for step in more.steps]
        here = next(step for step in more.steps if step.on_card == more.chosen)
        assert sure(here.tokens_per_s).middle == sure(found.chosen.decode.tokens_per_s).middle, (
            "the step of the answer is the answer"
        )


def test_layers_are_counted_with_the_cache_of_the_answer() -> None:
    """A small cache left room for more layers, and the chart said so of the whole one."""
    here = rig("gaming PC")
    found = asked(DENSE, here, cache_type="q8_0", context_tokens=32768)
    subject = subject_of(CATALOG.models[DENSE], CATALOG.quants["q4_k_m"], CATALOG)
    more = sure(layer_steps(here, subject, run_of(found.chosen), CATALOG))
    assert more.chosen == sure(found.chosen.launch).gpu_layers
    at = next(step for step in more.steps if step.on_card == more.chosen)
    assert sure(at.tokens_per_s).middle == sure(found.chosen.decode.tokens_per_s).middle


def test_where_all_fits_or_there_is_no_card_there_are_no_steps() -> None:
    assert steps(SMALL)[1] is None
    assert steps(SMALL, "office PC")[1] is None


def test_several_users_share_what_one_would_have() -> None:
    here = rig("gaming PC")
    found = users_at_once(asked(SMALL, here), here, CATALOG)
    assert found is not None
    rates = [step.option.rate.middle for step in found.steps if step.option.rate]
    assert rates == sorted(rates)
    assert found.steps[0].value == 1
    alone = sure(asked(SMALL, here).chosen.decode.tokens_per_s).middle or 0.0
    assert 0.8 * alone < rates[0] <= alone, "prompts are counted in"
    assert rates[0] / 1 > rates[-1] / found.steps[-1].value
    assert users_at_once(asked(DENSE, here), here, CATALOG) is None, "it runs elsewhere than for one"


def test_each_of_several_users_has_the_context_and_cache_of_the_one_who_asked() -> None:
    """Twelve users fitted with room for prompt and answer alone, where each was asked with 32,768 tokens."""
    here = rig("gaming PC")
    most = []
    for fields in ({"context_tokens": 4096}, {"context_tokens": 8192}, {"context_tokens": 8192, "kv_type": "q8_0"}):
        answer = asked(SMALL, here, **fields)
        found = sure(users_at_once(answer, here, CATALOG))
        assert found.chosen.request.held_tokens == answer.context_tokens
        assert found.chosen.request.kv_type == sure(answer.chosen.launch).key_type.lower()
        most.append(found.chosen.answer.max_concurrency)
    assert most[0] > most[1] < most[2], "a longer context leaves room for fewer, a smaller cache for more"


def test_nobody_gets_more_where_more_are_served() -> None:
    """Of 12 users each had more than of 8: more than eight go through other kernels."""
    for computer in ("gaming PC", "4090 desktop"):
        here = rig(computer)
        found = sure(users_at_once(asked(SMALL, here, context_tokens=1024), here, CATALOG))
        assert sure(found.steps[-1].value) > 8
        each = [step.option.rate.middle / step.value for step in found.steps if step.option.rate]
        assert each == sorted(each, reverse=True)
