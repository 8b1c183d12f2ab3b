"""The figures of a rig that Learn puts in place of an article's are those of the pages that predict them."""

from datetime import date

import pytest

from advisor.answer.money.prices import Prices
from advisor.answer.rig.rig_figures import PICTURE, PICTURE_FLOP, PICTURE_MODEL, rig_figures
from advisor.answer.tasks.ask import answer_question, usual_question
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.task_answer import DeviceAnswer
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import Question
from advisor.facts.kept.settings import Money
from advisor.facts.rig.rig import Rig
from advisor.facts.values.units import GIB, TERA
from tests.fakes.rigs import RIGS
from tests.fakes.sure import sure

CATALOG = load_catalog()


def rig_of(name: str) -> Rig:
    machine, measured = RIGS[name]
    return assemble_rig(known_machine(machine, (), CATALOG), measured, CATALOG)


@pytest.mark.parametrize("name", ["laptop", "Strix Halo", "old server", "gaming PC", "Mac M2 Max"])
def test_a_picture_takes_as_long_as_the_page_of_pictures_says(name: str) -> None:
    rig = rig_of(name)
    figures = rig_figures(rig, CATALOG)
    peak, share = (sure(figures[one].value) for one in ("best_flop_per_s", "picture_share"))
    question = usual_question("pictures", CATALOG, PICTURE_MODEL)
    asked = question.changed(fields={**question.fields, **PICTURE})
    answer = answer_question(rig, CATALOG, asked, is_glance=True)
    assert isinstance(answer, DeviceAnswer)
    assert PICTURE_FLOP / (peak * share) == pytest.approx(1 / sure(answer.chosen.rate).middle)


@pytest.mark.parametrize(
    ("name", "gib"), [("laptop", 15), ("Strix Halo", 101), ("gaming PC", 12), ("Mac M2 Max", 48), ("old server", 243)]
)
def test_models_lie_in_the_memory_where_they_run(name: str, gib: float) -> None:
    """Graphics that share half of main memory are not where a laptop's models lie."""
    assert sure(rig_figures(rig_of(name), CATALOG)["model_bytes"].value) / GIB == pytest.approx(gib, abs=2)


def test_two_cards_hold_a_model_together() -> None:
    """A 70B model in 4 bits writes at the speed of their memory, not at that of RAM."""
    machine, _ = RIGS["gaming PC"]
    two = machine.changed(gpus=(*machine.gpus, *machine.gpus))
    rig = assemble_rig(known_machine(two, (), CATALOG), None, CATALOG)
    figures = rig_figures(rig, CATALOG)
    one = sure(rig_figures(rig_of("gaming PC"), CATALOG)["model_bytes"].value)
    assert sure(figures["model_bytes"].value) == pytest.approx(2 * one)


def test_the_peak_of_a_cpu_follows_from_its_multiply_adds() -> None:
    """512 a tick of a Ryzen AI Max+ 395 were 0.71 TFLOPS beside 256 and 2.2 of a Ryzen 9 7950X."""
    peaks = {name: sure(rig_figures(rig_of(name), CATALOG)["cpu_flop_per_s"].value) / TERA for name in RIGS}
    assert peaks["Strix Halo"] == pytest.approx(2 * 2.2, rel=0.02)
    assert peaks["laptop"] == pytest.approx(2.2 / 4, rel=0.02)
    assert peaks["old server"] == pytest.approx(2.4, rel=0.05)


@pytest.mark.parametrize("name", ["gaming PC", "4090 desktop", "DGX Spark"])
def test_requests_fill_the_arithmetic_that_prompts_are_held_against(name: str) -> None:
    """Learn had 71 requests at once where page Will it run? told 142 calculations for each byte read."""
    rig = rig_of(name)
    figures = rig_figures(rig, CATALOG)
    question = Question(workload_id="chat", model_id="qwen/qwen3-8b", fields={"quant": "q4_k_m"})
    answer = answer_question(rig, CATALOG, question)
    assert isinstance(answer, TextAnswer)
    shown = next(one for one in answer.rooflines if one.processor_id == answer.chosen.processor_id)
    assert figures["card_prompt_flop_per_s"].value == pytest.approx(shown.peak_flop_per_s)
    assert figures["prompt_flop_per_s"] == figures["card_prompt_flop_per_s"]


def test_electricity_costs_what_purchases_are_counted_with() -> None:
    """Learn counted with the price of the USA, page Upgrade with the mean of the world."""
    rig, told = rig_of("gaming PC"), Money(electricity_per_kwh=0.31)
    for money in (Money(), told):
        usd = Prices(CATALOG, money, date(2026, 11, 20)).electricity().usd.middle
        assert rig_figures(rig, CATALOG, money)["usd_per_kwh"].value == pytest.approx(usd)
    assert rig_figures(rig, CATALOG, told)["usd_per_kwh"].origin == "user"
