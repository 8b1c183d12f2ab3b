"""On thirty rigs headline, ranking, Will it run?, Is it worth it?, Compare, PDF and picture agree on every question."""

import datetime

import pytest

from advisor.advice.known_models import KnownModels
from advisor.advice.purchase import Purchase, PurchaseAsked
from advisor.advice.question import first_question, page_answer, page_compared, page_view, settled
from advisor.answer.asked.problem import ProblemError
from advisor.answer.rig.good_for import good_for
from advisor.answer.rig.nearest import KeptNearest
from advisor.answer.rig.rank import rank_models
from advisor.answer.rig.rig_models import answer_models
from advisor.answer.tasks.ask import usual_question
from advisor.answer.tasks.task import Asked
from advisor.answer.text.one_setting import Setting
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import reached
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.asked.question import Question
from advisor.facts.kept.settings import Money, Settings
from advisor.facts.rig.rig import Rig
from advisor.present.report.forum_picture import answer_forum_picture, rig_forum_picture, worth_forum_picture
from advisor.present.report.parts import Figures
from advisor.present.report.report import report
from advisor.present.rig.my_rig import my_rig_view
from advisor.present.upgrade.side_by_side import Compared, rig_row
from tests.advice.reference_rigs import CATALOG, FEW, KNOWN


class NothingInstead(KeptNearest):
    """Names no other model: to look for one ranks the whole catalog, and no verdict asked about here depends on it."""

    def __call__(self, asked: Asked, rig: Rig, catalog: Catalog) -> None:
        """None, whatever was asked."""


MODELS = KnownModels(CATALOG, nearest=NothingInstead())
TASKS = ("pictures", "films", "speech", "serve-a-team", "fine-tune-qlora", "embeddings", "coding-agent")


SMALLEST = "llama/llama-3.1-8b"
"""Of those that do the work well enough."""
ON_PAPER = ("laptop", "disturbed", "memory unknown", "DGX Spark", "PC with two RTX 3090")


def test_there_are_thirty_rigs() -> None:
    assert len(KNOWN) >= 30


@pytest.mark.broad
@pytest.mark.parametrize("name", KNOWN)
def test_every_place_judges_a_model_that_writes_alike(name: str) -> None:
    rig = KNOWN[name].rig
    for workload_id in CATALOG.workloads:
        for one in rank_models(rig, FEW, workload_id=workload_id):
            assert isinstance(one.way, Setting)
            quant, option = one.way.quant, one.way.option
            question = Question(workload_id=workload_id, model_id=one.model_id, fields={"quant": quant})
            page = page_answer(question, rig, MODELS, candidates=())
            compared = page_compared(question, name, rig, MODELS)
            asked = WorthQuestion(CATALOG, workload_id, one.model_id, quant, Money())
            if one.light.held_by == "context":
                assert {one.usability, page.light.usability, compared.light.usability} == {"wont_run"}
                with pytest.raises(ProblemError, match="context_too_short"):
                    reached(rig, asked)
                continue
            worth = reached(rig, asked)
            fits = {option.fit.verdict, page.chosen.fit.verdict, compared.fit, worth.fit}
            lights = {one.usability, *(way.light.usability for way in (one, page, compared, worth))}
            assert (len(fits), len(lights)) == (1, 1), (workload_id, one.model_id, fits, lights)
            rate = page.chosen.rate.middle if page.chosen.rate else None
            assert option.tokens_per_s == pytest.approx(rate)
            assert compared.rate == page.chosen.rate


@pytest.mark.broad
@pytest.mark.parametrize("name", KNOWN)
def test_every_place_judges_other_tasks_alike(name: str) -> None:
    rig = KNOWN[name].rig
    for workload_id in TASKS:
        question = usual_question(workload_id, CATALOG)
        page = page_answer(question, rig, MODELS, candidates=())
        compared = page_compared(question, name, rig, MODELS)
        worth = reached(rig, WorthQuestion(CATALOG, workload_id, None, None, Money()))
        for other in (worth, compared):
            said = (other.fit, other.light.usability)
            assert said == (page.chosen.fit.verdict, page.light.usability), workload_id
        assert compared.rate == page.chosen.rate, workload_id


@pytest.mark.broad
@pytest.mark.parametrize("name", KNOWN)
def test_the_headline_is_about_the_first_of_the_ranking(name: str) -> None:
    rig, few = KNOWN[name].rig, KnownModels(FEW)
    first = rank_models(rig, FEW, workload_id="chat")[0]
    assert isinstance(first.way, Setting)
    answers = answer_models(rig, FEW)
    view = my_rig_view(machine=KNOWN[name].machine, rig=rig, measurements=None, answers=answers)
    good = good_for(answers)
    assert (answers[0].model_id, answers[0].quant) == (first.model_id, first.way.quant)
    assert answers[0].light.usability == first.usability
    assert bool(good.best) == first.light_is_useful
    assert first.usability != "unknown" or first.model_id == SMALLEST
    if good.best:
        asked = settled(first_question(Settings(), view, answers, few), rig, few)
        assert view.links[0].id == asked.now.model_id == first.model_id
        assert FEW.quants[asked.quant_id].name == first.way.quant


@pytest.mark.broad
@pytest.mark.parametrize("name", ON_PAPER)
@pytest.mark.parametrize("workload_id", ["coding-agent", "pictures"])
def test_paper_and_pictures_say_what_the_pages_say(name: str, workload_id: str) -> None:
    now, day = KNOWN[name], datetime.date(2026, 11, 23)
    question = usual_question(workload_id, CATALOG)
    my_rig = my_rig_view(machine=now.machine, rig=now.rig, measurements=None, answers=answer_models(now.rig, FEW))
    page = page_view(question, now.rig, KnownModels(FEW))
    worth = Purchase().view(PurchaseAsked(now, WorthQuestion(CATALOG, workload_id, question.model_id, None, Money())))
    assert worth is not None
    paper = report(my_rig=my_rig, will_it_run=page, worth=worth, date=day, version="1")
    answer, rig = (answer_forum_picture(page, my_rig.picture, app="app", day="today"), my_rig.picture)
    assert my_rig.title == rig_forum_picture(my_rig, app="app", day="today").title
    assert my_rig.title in str(paper.details)
    verdict = page.verdict
    assert paper.title == answer.title == verdict.title
    assert paper.light == answer.light == verdict.light
    assert answer.figures == verdict.figures
    assert Figures(verdict.figures) in paper.summary[0].blocks
    assert worth.title == worth_forum_picture(worth, rig, app="app", day="today").title
    assert worth.title in str(paper.summary)
    compared = Compared("own", "This rig", "own", page_compared(question, name, now.rig, MODELS))
    for said in (paper.subject, rig_row(compared).cells[1]):
        assert verdict.light_word in said
