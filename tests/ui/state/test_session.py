import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from advisor.advice.usual_model import usual_model
from advisor.answer.rig.rank import each_of_best, rank_models
from advisor.catalog.cards.folder import data_folder
from advisor.run.command import advisor_command
from advisor.store.profile import save_machine
from advisor.ui.state.session import Session
from advisor.ui.window.report_saving import write_shown
from tests.fakes import rigs
from tests.fakes.children import CHILD
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.patience import HANG_S
from tests.fakes.saved import show_saved
from tests.fakes.sure import sure

MACHINE = {"event": "result", "kind": "machine", "body": machine().model_dump(mode="json", by_alias=True)}
DONE = {"event": "done"}


def fake(behavior: str) -> Any:
    return lambda *_: [sys.executable, CHILD, behavior]


def saying(tmp_path: Path, *events: dict[str, Any]) -> object:
    """A child that says these events and ends."""
    script = tmp_path / "says.py"
    script.write_text(
        f"import sys\nfor line in {[json.dumps(event) for event in events]!r}:\n    print(line, flush=True)\n"
    )
    return lambda *_: [sys.executable, str(script)]


@pytest.fixture
def faulty_specs(tmp_path: Path) -> Path:
    """The app's own cards, one of them with a key that no card has."""
    specs = shutil.copytree(data_folder("specs"), tmp_path / "specs")
    card = specs / "workloads" / "chat.toml"
    card.write_text("wrong_key = 3\n" + card.read_text())
    return specs


@pytest.fixture
def opened(make_session: Any, qtbot: QtBot, tmp_path: Path) -> Any:
    """A session that shows a saved machine."""
    save_machine(tmp_path / "friend.json", machine())
    session = make_session(fake("success"))
    with qtbot.waitSignal(session.asking.answered):
        show_saved(session, tmp_path / "friend.json")
        session.load_catalog()
    return session


def test_detection_gives_both_views(make_session: Any, qtbot: QtBot, tmp_path: Path) -> None:
    session = make_session(saying(tmp_path, MACHINE, DONE))
    session.load_catalog()
    with qtbot.waitSignals([session.rig.viewed, session.asking.answered, session.asking.knobs_changed]):
        session.read_hardware()
    assert session.is_free


@pytest.mark.parametrize("behavior", ["segfault", "error"])
def test_a_failed_detection_costs_one_sentence(make_session: Any, qtbot: QtBot, behavior: str) -> None:
    session = make_session(fake(behavior))
    with qtbot.waitSignal(session.rig.failed) as failed:
        session.read_hardware()
    assert len(failed.args[0]) > 20
    assert "Traceback" not in failed.args[0]
    assert session.is_free


def test_cancel_ends_a_child_that_would_go_on(make_session: Any, qtbot: QtBot) -> None:
    session = make_session(fake("endless"))
    jobs: list[Any] = []
    session.own.job_changed.connect(jobs.append)
    with qtbot.waitSignal(session.own.job_changed, check_params_cb=lambda job: bool(job and "again" in job.line)):
        session.own.measure()
    with qtbot.waitSignal(session.said) as said:
        session.own.cancel()
    assert "Stopped" in said.args[0]
    assert jobs[-1] is None


def test_another_machine_is_not_said_to_do_what_the_last_one_can(opened: Session, qtbot: QtBot, tmp_path: Path) -> None:
    titles: list[str] = []
    save_machine(tmp_path / "small.json", machine(memory_gib=2, available_gib=1))
    qtbot.waitUntil(lambda: opened.rig.view is not None and bool(opened.rig.view.links))
    opened.rig.viewed.connect(lambda view: titles.append(view.title))
    with qtbot.waitSignal(opened.rig.viewed):
        show_saved(opened, tmp_path / "small.json")
    assert titles[0] == "What this computer can do with AI models"


def test_a_saved_machine_is_not_measured(opened: Session) -> None:
    assert not opened.is_free


def test_what_comes_in_late_does_not_replace_the_machine_looked_at(
    make_session: Any, qtbot: QtBot, tmp_path: Path
) -> None:
    body = machine(cores=4).model_dump(mode="json", by_alias=True)
    session = make_session(saying(tmp_path, {"event": "result", "kind": "machine", "body": body}, {"event": "done"}))
    save_machine(tmp_path / "friend.json", machine(cores=12))
    session.load_catalog()
    session.read_hardware()
    shown: list[Any] = []
    session.rig.viewed.connect(shown.append)
    show_saved(session, tmp_path / "friend.json")
    qtbot.waitUntil(lambda: bool(shown) and not session.own.is_busy)
    assert "12 cores" in str(shown[-1].facts)
    session.shown.go_back()
    assert "4 cores" in str(shown[-1].facts)


def test_a_knob_changes_the_answer_and_the_choices_follow(opened: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(opened.asking.knobs_changed) as changed, qtbot.waitSignal(opened.asking.answered):
        opened.asking.turn("context", "8192")
        opened.asking.answer()
    knobs = changed.args[0]
    assert knobs.knob("context").choice_id == "8192"
    with qtbot.waitSignal(opened.asking.knobs_changed) as changed:
        opened.asking.turn("model", knobs.models[0].id)
        opened.asking.answer()
    assert changed.args[0].model_id == knobs.models[0].id
    assert changed.args[0].models is knobs.models


def test_other_work_is_asked_about_the_best_model_for_it(opened: Session, qtbot: QtBot, tmp_path: Path) -> None:
    asking = opened.asking
    save_machine(tmp_path / "card.json", machine(gpus=(nvidia_card(),)))
    with qtbot.waitSignal(asking.answered):
        show_saved(opened, tmp_path / "card.json")
    asking.turn("workload", "pictures")
    asking.answer()
    usual_id = sure(asking.question).now.model_id
    best = rank_models(sure(opened.shown.shown).rig, sure(asking.catalog), workload_id="pictures")[0]
    assert usual_id != best.model_id
    qtbot.waitUntil(lambda: sure(asking.question).now.model_id == best.model_id)
    assert best.model.name in sure(asking.view).verdict.title


def test_other_work_whose_best_model_is_known_is_asked_about_it_at_once(opened: Session, qtbot: QtBot) -> None:
    asking, asked = opened.asking, list[str]()
    best_id = usual_model(sure(opened.shown.shown).rig, "coding", sure(asking.catalog))
    asking.knobs_changed.connect(lambda knobs: asked.append(knobs.model_id))
    asking.turn("workload", "coding")
    asking.answer()
    assert (asked, asking.is_choosing) == ([best_id], False)


def chosen_for(asking: Any, workload_id: str, qtbot: QtBot) -> str:
    """The model asked about once the workload was turned and nothing is under way."""
    asking.turn("workload", workload_id)
    asking.answer()
    qtbot.waitUntil(lambda: not asking._choosing._timer.isActive(), timeout=round(HANG_S * 1000))
    return str(sure(asking.question).now.model_id)


@pytest.mark.parametrize(
    ("read", "works"),
    [
        (rigs.laptop, ("pictures", "fine-tune-lora", "coding-agent", "films")),
        (rigs.old_server, ("pictures", "coding", "pictures")),
        (rigs.strix_halo, ("fine-tune-lora", "chat")),
    ],
)
def test_any_work_is_asked_about_what_the_ranking_calls_best(
    opened: Session, qtbot: QtBot, tmp_path: Path, read: Any, works: tuple[str, ...]
) -> None:
    asking = opened.asking
    save_machine(tmp_path / "rig.json", read())
    with qtbot.waitSignal(asking.answered):
        show_saved(opened, tmp_path / "rig.json")
    rig, catalog = sure(opened.shown.shown).rig, sure(asking.catalog)
    for workload_id in works:
        best = next(filter(None, each_of_best(rig, catalog, workload_id=workload_id, count=1)))
        is_known_for = workload_id == "fine-tune-lora" and not best.light_is_useful
        expected = usual_model(rig, workload_id, catalog) if is_known_for else best.model_id
        assert chosen_for(asking, workload_id, qtbot) == expected, workload_id


def test_a_model_that_a_person_chose_stays_where_it_does_the_work(
    opened: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    asking = opened.asking
    save_machine(tmp_path / "rig.json", rigs.gaming_pc())
    with qtbot.waitSignal(asking.answered):
        show_saved(opened, tmp_path / "rig.json")
    asking.turn("model", "qwen/qwen3-8b")
    assert chosen_for(asking, "coding", qtbot) == "qwen/qwen3-8b"
    asking.turn("workload", "chat")
    asking.turn("model", "llama/llama-3.3-70b")
    assert chosen_for(asking, "coding", qtbot) != "llama/llama-3.3-70b"
    assert chosen_for(asking, "chat", qtbot) == "llama/llama-3.3-70b"


def test_what_a_person_asks_meanwhile_is_not_replaced(opened: Session, qtbot: QtBot) -> None:
    asking = opened.asking
    asking.turn("workload", "pictures")
    asking.turn("model", "image/flux.1-dev")
    asking.answer()
    qtbot.waitUntil(lambda: not asking._choosing._timer.isActive())
    assert sure(asking.question).now.model_id == "image/flux.1-dev"
    asking.turn("workload", "chat")
    asking.turn("workload", "pictures")
    qtbot.waitUntil(lambda: not asking._choosing._timer.isActive())
    assert sure(asking.question).now.model_id == "image/flux.1-dev"


def test_an_answer_does_not_wait_for_what_is_named_instead(opened: Session, qtbot: QtBot) -> None:
    views: list[Any] = []
    opened.asking.answered.connect(views.append)
    opened.asking.turn("text_model", "deepseek/deepseek-v3")
    opened.asking.answer()
    assert [view.verdict.light for view in views] == ["wont_run"]  # there at once, with the other model or without
    named = "runs well here"
    qtbot.waitUntil(lambda: named in views[-1].verdict.because, timeout=round(HANG_S * 1000))


def test_the_sizes_of_another_model_follow_its_answer(opened: Session, qtbot: QtBot) -> None:
    shown: list[Any] = []
    opened.asking.knobs_changed.connect(shown.append)
    opened.asking.turn("context", "8192")
    opened.asking.answer()
    model = next(one.id for one in shown[-1].models if one.id != shown[-1].model_id)
    opened.asking.turn("model", model)
    opened.asking.answer()
    named = shown[-1].knob("quant").choices
    assert not any("GiB" in quant.text for quant in named)
    qtbot.waitUntil(lambda: shown[-1].knob("quant").choices is not named)
    assert [quant.id for quant in shown[-1].knob("quant").choices] == [quant.id for quant in named]
    automatic, *files = shown[-1].knob("quant").choices
    assert automatic.text.startswith("Automatic: ")
    assert all("iB" in quant.text for quant in files)


@pytest.mark.broad
def test_the_last_question_is_kept(opened: Session, make_session: Any, qtbot: QtBot, tmp_path: Path) -> None:
    opened.asking.turn("workload", "coding")
    opened.asking.answer()
    opened.close()
    again = make_session(fake("success"))
    with qtbot.waitSignal(again.asking.knobs_changed) as knobs:
        show_saved(again, tmp_path / "friend.json")
        again.load_catalog()
    assert knobs.args[0].workload_id == "coding"


def test_a_file_that_is_no_profile_is_refused_in_words(make_session: Any, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text("[1, 2]")
    session = make_session(advisor_command)
    said: list[str] = []
    session.said.connect(said.append)
    session.files.open((tmp_path / "other.json",))
    qtbot.waitUntil(lambda: "other.json is not a machine profile: it holds no JSON object." in said)


def test_several_saved_machines_are_opened_together(make_session: Any, tmp_path: Path) -> None:
    files = [tmp_path / "one.rig", tmp_path / "two.rig"]
    for file in files:
        save_machine(file, machine())
    session = make_session(advisor_command)
    together: list[object] = []
    session.files.rigs_opened.connect(together.append)
    session.files.open(files)
    assert together == [tuple(files)]
    assert session.shown.is_own


@pytest.mark.parametrize("name", ["lab", "lab.2026"])
def test_a_folder_of_saved_machines_is_opened_as_such(
    make_session: Any, qtbot: QtBot, tmp_path: Path, name: str
) -> None:
    (tmp_path / name).mkdir()
    save_machine(tmp_path / name / "one.rig", machine())
    session = make_session(advisor_command)
    with qtbot.waitSignal(session.files.rigs_opened) as opened:
        session.files.open((tmp_path / name,))
    assert opened.args == [(tmp_path / name,)]


def test_a_bad_file_at_the_start_leads_to_this_computer(make_session: Any, qtbot: QtBot, tmp_path: Path) -> None:
    here: Any = saying(tmp_path, MACHINE, DONE)
    session = make_session(lambda *words: advisor_command(*words) if words[0] == "model" else here(*words))
    session.load_catalog()
    said: list[str] = []
    session.said.connect(said.append)
    with qtbot.waitSignal(session.rig.viewed):
        session.files.open((tmp_path / "nowhere.json",))
    assert said[-1] == "nowhere.json could not be opened: it is not there."
    assert session.shown.is_own


def test_a_faulty_card_is_one_sentence_that_names_it_and_a_second_try_reads_it_again(
    make_session: Any, qtbot: QtBot, faulty_specs: Path, tmp_path: Path
) -> None:
    session = make_session(saying(tmp_path, MACHINE, DONE))
    with qtbot.waitSignal(session.rig.failed) as failed:
        session.load_catalog(faulty_specs)
    sentence = failed.args[0]
    assert sentence.startswith("A card of the catalog is faulty")
    assert "chat.toml" in sentence
    assert "wrong_key" in sentence
    with qtbot.waitSignal(session.asking.answered):
        session.read_hardware()


def test_the_child_says_the_same_of_a_faulty_card(make_session: Any, qtbot: QtBot, faulty_specs: Path) -> None:
    script = (
        "import functools, pathlib, sys; from advisor.catalog.cards import catalog; from advisor.__main__ import main;"
        f"catalog.load_catalog = functools.partial(catalog.load_catalog, pathlib.Path({str(faulty_specs)!r}));"
        "sys.exit(main(['probe', '--events']))"
    )
    session = make_session(lambda *_: [sys.executable, "-c", script])
    with qtbot.waitSignal(session.rig.failed) as failed:
        session.read_hardware()
    assert failed.args[0].startswith("A card of the catalog is faulty")
    assert "chat.toml" in failed.args[0]


def test_an_error_in_small_pieces_of_work_is_said(
    make_session: Any, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(*_: object) -> Any:
        yield from ()
        raise KeyError("lost")

    monkeypatch.setattr("advisor.answer.rig.rig_models.each_model", broken)
    session = make_session(saying(tmp_path, MACHINE, DONE))
    session.load_catalog()
    with qtbot.waitSignals([session.said, session.asking.failed]):
        session.read_hardware()


def test_a_new_measurement_takes_the_message_about_the_last_one_away(make_session: Any, qtbot: QtBot) -> None:
    session = make_session(fake("endless"))
    said: list[str] = []
    session.said.connect(said.append)
    session.own.measure()
    session.own.cancel()
    qtbot.waitUntil(lambda: session.is_free)
    assert said[-1] == "Stopped."
    session.own.measure()
    assert said[-1] == ""


def test_a_measurement_without_a_figure_says_so(make_session: Any, qtbot: QtBot, tmp_path: Path) -> None:
    late = {"event": "failure", "code": "memory_read", "sentence": {"code": "left_out_time_up", "parameters": {}}}
    session = make_session(saying(tmp_path, late, DONE))
    said: list[str] = []
    session.said.connect(said.append)
    session.own.measure()
    qtbot.waitUntil(lambda: session.is_free)
    assert said[-1] == "Nothing could be measured. My rig says why."


def test_the_report_is_written_from_what_is_shown(opened: Session, tmp_path: Path) -> None:
    write_shown(opened, tmp_path / "rig.pdf")
    assert (tmp_path / "rig.pdf").read_bytes().startswith(b"%PDF")


def test_a_session_that_was_closed_looks_for_no_models_any_more(qtbot: QtBot, tmp_path: Path) -> None:
    started: list[str] = []

    def command(*arguments: str) -> list[str]:
        started.extend(arguments)
        return [sys.executable, CHILD, "hang"]

    owner = QObject()
    session = Session(owner, command)
    session.local.search()
    assert started
    session.close()
    started.clear()
    session.local.look_again()
    session.local.search()
    assert started == []
