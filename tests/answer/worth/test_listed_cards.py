"""Which cards stand in the list: those without a fan of their own take no place of the usual ones."""

import datetime

import pytest

from advisor.__main__ import main
from advisor.answer.text.setting import Chooser
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import answer_worth
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.kept.settings import Money
from tests.answer.judge.expert_rigs import named_rig
from tests.answer.worth.worth_on import worth_on
from tests.answer_lines import Said
from tests.fakes.known_computers import known_computer
from tests.fakes.rigs import old_server
from tests.fakes.sure import sure

CATALOG = load_catalog()


def test_a_server_is_offered_usual_cards_of_the_same_price_too() -> None:
    machine = known_machine(old_server(), (), CATALOG)
    question = WorthQuestion(CATALOG, "chat", "Gemma 4 26B-A4B", None, Money(budget_usd=600))
    answer = answer_worth(machine, assemble_rig(machine, None, CATALOG), question, today=datetime.date(2026, 11, 20))
    cards = [one for one in answer.others if one.needs is not None and one.price is not None]
    assert answer.limits.has_airflow
    for has_fan in (False, True):
        makers = {one.maker for one in cards if one.needs is not None and one.needs.has_fan is has_fan}
        assert "nvidia" in makers, has_fan


def test_a_second_card_that_is_cheaper_and_no_slower_is_told_for_a_free_slot(capsys: Said) -> None:
    """Only what replaces the own card stood in the answer, dearer and slower."""
    rig = ("--gpu", "RTX 4070", "--cpu", "Core i5-13600K", "--ram", "32")
    main(["worth", *rig, "--budget", "800", "--workload", "coding-agent"])
    told = capsys.readouterr().out
    assert "- With a free second slot for a GPU: an added RTX 4070 for $" in told


@pytest.mark.parametrize("psu_w", [None, 550.0, 400.0, 300.0])
def test_a_power_supply_that_is_told_hides_no_card_and_only_makes_it_dearer(psu_w: float | None) -> None:
    """With any supply told the card of more memory was not even asked: others of its price had taken all places."""
    answer = worth_on("Office PC without graphics card 16GB", "coding-agent", "Mellum2 12B", psu_w=psu_w)
    best = sure(answer.best)
    assert best.id == "gpus/nvidia/rtx-3060-12gb"
    assert ("supply_in_price" in best.doubts) == (psu_w is not None and psu_w < 450)


def test_what_is_run_here_in_no_file_runs_on_another_computer_in_the_one_that_suits_that() -> None:
    """A Mac of 24 GB was slow in the table, and ran the same model well where it was looked at by itself."""
    answer = worth_on("Mac mini M4 16GB", "chat", "Qwen3.8 27B")
    (row,) = (one for one in answer.others if one.id == "computers/apple/mac-mini-m6-24gb")
    rig = known_computer(row.id, CATALOG).rig
    model = CATALOG.models[answer.question.model_id or ""]
    alone = Chooser(rig, CATALOG, CATALOG.workloads["chat"]).best(model)
    assert (row.reached.quant, row.reached.light) == (alone.quant, alone.light)
    assert row.reached.light.is_useful


def test_nothing_is_bought_to_run_barely_what_another_model_does_great() -> None:
    """A computer of $1,959 was advised for 5 tokens/s of 70B beside a newer 27B that is as capable and great here."""
    told = {"cpu": "Ryzen 5 5600", "ram_gib": 32, "sticks": 2, "slots": 4, "ram_type": "DDR4", "ram_mt": 3200}
    machine, rig = named_rig({**told, "gpus": ["RTX 3060 12GB"] * 2, "form": "desktop"}, CATALOG)
    question = WorthQuestion(CATALOG, "chat", "Llama 3.3 70B", None, Money())
    answer = answer_worth(machine, rig, question, today=datetime.date(2026, 11, 20))
    assert (answer.decision.verdict, answer.decision.reason) == ("no", "other_model")
