"""Opening a model's file in the window: what is meant by several, and what a file or folder cannot do to the window."""

import json
import math
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from advisor.facts.answers.model_file import ModelFile
from advisor.facts.values.units import GIB
from advisor.run.command import advisor_command
from advisor.store.profile import save_machine
from advisor.ui.state.session import Session
from advisor.ui.window.report_saving import write_shown
from advisor.ui.work.file_opening import FileOpening, first_part, may_be_profile, requested_file
from tests.fakes.children import CHILD
from tests.fakes.machines import machine
from tests.fakes.model_files import gguf_bytes, write_gguf, write_safetensors, write_sparse
from tests.fakes.saved import show_saved
from tests.fakes.small_models import CONFIG, METADATA, small_safetensors, small_tensors
from tests.fakes.systems.special_files import named_pipe

HOME = Path("/home/me")


@pytest.fixture
def opening(qtbot: QtBot, qapp: QApplication) -> Iterator[Callable[..., FileOpening]]:
    owner, made = QObject(), []

    def make(command: Callable[..., Any] = advisor_command) -> FileOpening:
        made.append(FileOpening(owner, command))
        return made[-1]

    yield make
    for one in made:
        one.end_now()
    owner.deleteLater()


@pytest.fixture
def session(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Session]:
    """A session that shows a saved machine."""
    owner = QObject()
    save_machine(tmp_path / "friend.json", machine())
    session = Session(owner)
    with qtbot.waitSignal(session.asking.answered):
        show_saved(session, tmp_path / "friend.json")
        session.load_catalog()
    yield session
    session.close()
    owner.deleteLater()


def refusal(opening: FileOpening, path: Path, qtbot: QtBot) -> tuple[Path, str, bool]:
    with qtbot.waitSignal(opening.refused) as refused:
        opening.open(path)
    return tuple(refused.args)


@pytest.mark.parametrize(
    ("dropped", "best", "leaves_out"),
    [
        (["a.gguf"], "a.gguf", False),
        (["big-00003-of-00003.gguf", "big-00001-of-00003.gguf"], "big-00001-of-00003.gguf", False),
        (["big-00002-of-00002.gguf"], "big-00001-of-00002.gguf", False),
        (["mmproj-f16.gguf", "a.gguf"], "a.gguf", False),
        (["mmproj-f16.gguf"], "mmproj-f16.gguf", False),
        (["b.gguf", "a.gguf"], "b.gguf", True),
        (
            ["config.json", "tokenizer.json", "model-00002-of-00002.safetensors", "model.safetensors.index.json"],
            "model.safetensors.index.json",
            False,
        ),
        (["config.json", "model.safetensors"], "model.safetensors", False),
        (["config.json", "other/config.json"], "config.json", True),
        (["my-rig.json"], "my-rig.json", False),
        (["folder"], "folder", False),
    ],
)
def test_several_files_are_one_model_where_they_belong_together(
    dropped: list[str], best: str, leaves_out: bool
) -> None:
    assert requested_file([HOME / name for name in dropped]) == (HOME / best, leaves_out)


def test_what_has_no_name_is_itself() -> None:
    assert first_part(Path("/")) == Path("/")
    assert not may_be_profile(Path("/"))


def test_40_gib_are_opened_as_fast_as_any(opening: Callable[..., FileOpening], qtbot: QtBot, tmp_path: Path) -> None:
    head, _ = gguf_bytes(METADATA, small_tensors())
    small, huge = write_gguf(tmp_path / "small.gguf", METADATA, small_tensors()), tmp_path / "huge.gguf"
    took_s = {small: math.inf, write_sparse(huge, head, 40 * GIB): math.inf}
    while not took_s[huge] < 3 * took_s[small]:  # other programs only add time
        for path in took_s:
            one, start_s = opening(), time.monotonic()
            with qtbot.waitSignal(one.read) as read:
                one.open(path)
            took_s[path] = min(took_s[path], time.monotonic() - start_s)
            assert isinstance(read.args[0], ModelFile)


def test_a_folder_that_does_not_answer_holds_nothing_up(
    opening: Callable[..., FileOpening], qtbot: QtBot, tmp_path: Path
) -> None:
    script = tmp_path / "hangs.py"
    step = json.dumps({"event": "progress", "per_mille": 0, "phase": "reading the header", "limit_s": 1.0})
    script.write_text(f"import time\nprint({step!r}, flush=True)\ntime.sleep(60)\n")
    one = opening(lambda *_: [sys.executable, str(script)])
    beats: list[None] = []
    words: list[Path] = []
    one.slow.connect(words.append)
    timer = QTimer()
    timer.timeout.connect(lambda: beats.append(None))
    timer.start(20)
    path, sentence, answered = refusal(one, HOME / "far.gguf", qtbot)
    timer.stop()
    assert (path, answered) == (HOME / "far.gguf", False)
    assert sentence == "far.gguf could not be opened: where it lies does not answer."
    assert words == [HOME / "far.gguf"]
    assert len(beats) > 5, "the window goes on meanwhile: of some fifty turns in that second it takes several"


def test_a_pipe_is_refused(opening: Callable[..., FileOpening], qtbot: QtBot, tmp_path: Path) -> None:
    named_pipe(tmp_path / "pipe.gguf")
    _, sentence, answered = refusal(opening(), tmp_path / "pipe.gguf", qtbot)
    assert (sentence, answered) == ("pipe.gguf is no ordinary file.", True)


def test_a_crash_is_a_sentence(opening: Callable[..., FileOpening], qtbot: QtBot) -> None:
    one = opening(lambda *_: [sys.executable, CHILD, "segfault"])
    _, sentence, answered = refusal(one, HOME / "a.gguf", qtbot)
    assert "crashed" in sentence
    assert not answered


def test_the_last_wish_counts(opening: Callable[..., FileOpening], qtbot: QtBot, tmp_path: Path) -> None:
    first = write_gguf(tmp_path / "first.gguf", METADATA, small_tensors())
    second = write_gguf(tmp_path / "--second.gguf", METADATA, small_tensors())
    one = opening()
    found: list[Any] = []
    one.read.connect(found.append)
    one.open(first)
    one.open(second)
    qtbot.waitUntil(lambda: bool(found))
    qtbot.wait(200)
    assert [file.path for file in found] == [str(second)]


def test_weights_without_a_gguf_are_asked_about_by_their_folder(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "Small-1B"
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(CONFIG))
    write_safetensors(folder / "model.safetensors", small_safetensors())
    with qtbot.waitSignal(session.asking.answered) as changed:
        session.files.open((folder,))
    view = changed.args[0]
    assert view.subject.startswith("Small-1B as ")
    assert view.launch == ""


def test_a_configuration_alone_leaves_the_quantization_open(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    shown: list[Any] = []
    session.asking.knobs_changed.connect(shown.append)
    (tmp_path / "config.json").write_text(json.dumps({**CONFIG, "torch_dtype": None}))
    with qtbot.waitSignal(session.asking.answered):
        session.files.open((tmp_path / "config.json",))
    qtbot.waitUntil(lambda: "iB" in shown[-1].knob("quant").choices[0].text)
    assert len(shown[-1].knob("quant").choices) > 10
    with qtbot.waitSignal(session.asking.answered) as changed:
        session.asking.turn("quant", "q8_0")
        session.asking.answer()
    assert " as Q8_0, " in changed.args[0].subject


def test_two_models_at_once_are_one_and_a_word(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    files = [write_gguf(tmp_path / name, METADATA, small_tensors()) for name in ("one.gguf", "two.gguf")]
    said: list[str] = []
    session.said.connect(said.append)
    with qtbot.waitSignal(session.asking.answered) as changed:
        session.files.open(files)
    assert changed.args[0].subject.startswith("one.gguf as Q4_0")
    assert said[-1] == "One file at a time: one.gguf was opened."


def test_a_name_that_looks_like_markup_is_a_name(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    name = "&lt;b&gt;a&b.gguf" if sys.platform == "win32" else "<b>a&b.gguf"
    path = write_gguf(tmp_path / name, METADATA, small_tensors())
    with qtbot.waitSignal(session.asking.answered) as changed:
        session.files.open((path,))
    assert changed.args[0].launch.startswith(f'llama-server -m "{name}" -c')
    write_shown(session, tmp_path / "rig.pdf")
    from pypdf import PdfReader

    text = " ".join(page.extract_text() for page in PdfReader(tmp_path / "rig.pdf").pages)
    assert f"Great: {name}" in " ".join(text.split())


def test_a_report_opens_the_rig_it_is_about(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    write_shown(session, tmp_path / "friend.pdf")
    shown = session.shown.profile and session.shown.profile.machine
    with qtbot.waitSignal(session.shown.opened) as opened:
        session.files.open((tmp_path / "friend.pdf",))
    assert opened.args[0] == "friend"
    assert session.shown.profile is not None
    assert session.shown.profile.machine == shown
