"""`rig-advisor model FILE --events`: what the window's child says."""

import os
import subprocess
from pathlib import Path

import pytest

from advisor.cli import model
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.values.message import Failure, Message, Result, read_message
from advisor.present.words.reasons.in_words import in_words
from advisor.run.command import advisor_command
from tests.fakes.model_files import write_gguf
from tests.fakes.small_models import METADATA, small_tensors


def messages(*arguments: str) -> list[Message]:
    done = subprocess.run(advisor_command("model", "--events", "--", *arguments), capture_output=True, check=False)
    assert done.stderr == b""
    return [read_message(line) for line in done.stdout.splitlines()]


def test_the_child_gives_the_file_as_it_was_read(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "--m.gguf", METADATA, small_tensors())
    said = messages(str(path))
    assert [one.event for one in said] == ["progress", "result", "done"]
    assert isinstance(said[1], Result)
    file = said[1].record(ModelFile)
    assert (file.path, file.quant, file.layers_known) == (str(path), "Q4_0", True)


@pytest.mark.parametrize("name", ["nowhere.gguf", ".", os.devnull])
def test_a_refusal_is_one_sentence(name: str, tmp_path: Path) -> None:
    said = messages(str(tmp_path / name))
    assert [one.event for one in said] == ["progress", "failure", "done"]
    assert isinstance(said[1], Failure)
    sentence = in_words(said[1].sentence)
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_the_cards_are_read_before_the_first_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Until then a child has the time of its start; a header has to be there sooner."""

    class ReadError(Exception):
        pass

    def read() -> object:
        raise ReadError

    monkeypatch.setattr(model, "all_cards", read)
    with pytest.raises(ReadError):
        next(model.file_events(tmp_path, ["model"]))
