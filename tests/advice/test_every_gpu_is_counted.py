"""A graphics processor that was seen and cannot be used is said wherever the rig is spoken of, with what to do."""

import datetime
import json
from pathlib import Path

import pytest

from advisor.__main__ import main
from advisor.advice.assembled import assembled
from advisor.advice.known_models import KnownModels
from advisor.advice.purchase import Purchase, PurchaseAsked
from advisor.advice.question import page_compared, page_view
from advisor.advice.ranking import ranking_steps
from advisor.answer.worth.question import WorthQuestion
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.asked.question import Question
from advisor.facts.kept.profile import Profile
from advisor.facts.kept.settings import Money
from advisor.facts.machine.machine import Gpu
from advisor.facts.rig.rig import KnownRig
from advisor.facts.values.fact import unknown
from advisor.present.report.forum_picture import answer_forum_picture, rig_forum_picture, worth_forum_picture
from advisor.present.report.report import report
from advisor.present.rig.my_rig import my_rig_view
from advisor.present.upgrade.side_by_side import Compared, rig_row
from advisor.store.profile import save_machine
from tests.fakes.machines import machine, nvidia_card, seen

CATALOG = load_catalog()
QUESTION = Question(workload_id="chat", model_id="llama/llama-3.1-8b", fields={"quant": "q4_k_m"})
NOT_NAMED = nvidia_card(name=None, pci_id="1002:ffff", total_gib=None, free_gib=None).changed(
    vendor=seen("amd"), driver=seen("amdgpu")
)
NO_DRIVER = nvidia_card(state=seen("no_driver"), driver=unknown("no_driver_bound"))
NO_BACKEND = nvidia_card(driver=seen("nouveau"))


def known_rig(*gpus: Gpu) -> KnownRig:
    return assembled(Profile(machine=machine(gpus=gpus)), CATALOG)


@pytest.mark.broad
@pytest.mark.parametrize(
    ("gpu", "said"),
    [
        (NO_DRIVER, "RTX 4070 SUPER is not used: no driver serves it. Install the manufacturer's driver."),
        (NOT_NAMED, "how much memory it has is unknown. Type its memory on page My rig."),
    ],
)
def test_every_page_and_document_says_which_gpu_it_does_not_count(gpu: Gpu, said: str) -> None:
    now, known = known_rig(gpu), KnownModels(CATALOG)
    my_rig = my_rig_view(machine=now.machine, rig=now.rig, measurements=None, answers=())
    answer = page_view(QUESTION, now.rig, known)
    *_, ranked = ranking_steps(now.rig, CATALOG, "chat")
    asked = PurchaseAsked(now, WorthQuestion(CATALOG, "chat", QUESTION.model_id, "q4_k_m", Money()))
    worth = Purchase().view(asked)
    assert ranked is not None
    assert worth is not None
    compared = Compared("own", "This rig", "own", page_compared(QUESTION, "This rig", now.rig, known))
    day = datetime.date(2026, 11, 23)
    written = report(my_rig=my_rig, will_it_run=answer, worth=worth, date=day, version="1")
    pictures = (
        rig_forum_picture(my_rig, app="app", day="today").subtitle,
        " ".join(answer_forum_picture(answer, my_rig.picture, app="app", day="today").lines),
        " ".join(worth_forum_picture(worth, my_rig.picture, app="app", day="today").lines),
    )
    next_lines = (my_rig.subtitle, answer.verdict.aside, ranked.subtitle, worth.sureness)
    assert answer.verdict.aside in str(written.summary[0])
    for line in (*next_lines, *pictures, rig_row(compared).detail):
        assert said in line
    for line in next_lines:
        assert line.startswith((said[:10], "RTX 4070", "Graphics processor is not used"))


@pytest.mark.broad
def test_commands_say_it_in_words_and_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rig.json"
    save_machine(file, machine(gpus=(NO_DRIVER,)))
    model = ["--model", "Llama 3.1 8B", "--workload", "chat"]
    rank, worth = ["rank", "--machine", str(file)], ["worth", "--machine", str(file), *model]
    for command in (rank, worth, ["compare", str(file), *model]):
        assert main([*command, "--json"]) == 0
        assert any("RTX 4070 SUPER is not used" in str(note) for note in _notes(json.loads(capsys.readouterr().out)))
    for command in (rank, worth):
        assert main(command) == 0
        assert "RTX 4070 SUPER is not used" in "".join(capsys.readouterr().out.splitlines()[:2])


def test_a_card_that_works_and_graphics_beside_it_are_not_told() -> None:
    graphics = NOT_NAMED.changed(memory_kind=seen("shared"), vendor=seen("intel"))
    now = known_rig(nvidia_card(), graphics)
    view = my_rig_view(machine=now.machine, rig=now.rig, measurements=None, answers=())
    assert "is not used" not in view.subtitle


def test_a_driver_under_which_no_program_can_use_the_card_is_said() -> None:
    detail = page_view(QUESTION, known_rig(NO_BACKEND).rig, KnownModels(CATALOG)).verdict.aside
    assert "driver nouveau does not offer it. Install the manufacturer's driver." in detail


def test_a_card_of_two_that_works_does_not_hide_the_other() -> None:
    now = known_rig(nvidia_card(), NO_DRIVER)
    assert "is not used: no driver serves it" in page_view(QUESTION, now.rig, KnownModels(CATALOG)).verdict.aside


def _notes(document: dict[str, object]) -> list[object]:
    rows = document.get("rows", [document])
    assert isinstance(rows, list)
    return [note for row in rows for note in row["notes"]]
