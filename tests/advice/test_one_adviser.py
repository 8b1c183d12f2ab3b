"""On thirty rigs ranking, Will it run?, Is it worth it? and Compare say the same of the same question."""

import pytest

from advisor.advice.known_models import KnownModels
from advisor.advice.question import page_answer, page_compared
from advisor.answer.rig.rank import rank_models
from advisor.answer.tasks.ask import usual_question
from advisor.answer.text.setting import Setting
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import reached
from advisor.facts.asked.question import Question
from advisor.facts.kept.settings import Money
from tests.advice.reference_rigs import CATALOG, FEW, KNOWN

MODELS = KnownModels(CATALOG)
TASKS = ("pictures", "films", "speech", "serve-a-team", "fine-tune-qlora", "embeddings", "coding-agent")


def test_there_are_thirty_rigs() -> None:
    assert len(KNOWN) >= 30


@pytest.mark.parametrize("name", KNOWN)
def test_every_place_judges_a_model_that_writes_alike(name: str) -> None:
    rig = KNOWN[name].rig
    for workload_id in CATALOG.workloads:
        for one in rank_models(rig, FEW, workload_id=workload_id):
            assert isinstance(one.way, Setting)
            quant, option = one.way.quant, one.way.option
            question = Question(workload_id=workload_id, model_id=one.model_id, fields={"quant": quant})
            page = page_answer(question, rig, MODELS, candidates=())
            compared, _ = page_compared(question, name, rig, MODELS)
            worth = reached(rig, WorthQuestion(CATALOG, workload_id, one.model_id, quant, Money()))
            fits = {option.fit.verdict, page.chosen.fit.verdict, compared.fit, worth.fit}
            lights = {one.usability, one.light.usability, page.light.usability, worth.light.usability}
            assert (len(fits), len(lights)) == (1, 1), (workload_id, one.model_id, fits, lights)
            rate = page.chosen.rate.middle if page.chosen.rate else None
            assert option.tokens_per_s == pytest.approx(rate)
            assert compared.rate == page.chosen.rate


@pytest.mark.parametrize("name", KNOWN)
def test_every_place_judges_other_tasks_alike(name: str) -> None:
    rig = KNOWN[name].rig
    for workload_id in TASKS:
        question = usual_question(workload_id, CATALOG)
        page = page_answer(question, rig, MODELS, candidates=())
        compared, _ = page_compared(question, name, rig, MODELS)
        worth = reached(rig, WorthQuestion(CATALOG, workload_id, None, None, Money()))
        assert (worth.fit, worth.light.usability) == (page.chosen.fit.verdict, page.light.usability), workload_id
        assert (compared.fit, compared.rate) == (page.chosen.fit.verdict, page.chosen.rate), workload_id
