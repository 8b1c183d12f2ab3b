"""Opens a model's file or a saved machine: a child reads it, so that what hangs or harms costs one sentence.

What a stranger made may take memory and time that the child does not have; what it lies on may hang: a server that does
not answer stops whoever asks, for minutes, in the middle of a system call.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from advisor.facts.answers.model_file import ModelFile
from advisor.facts.values.message import Message, Result
from advisor.facts.values.plain_text import plain_text
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import say
from advisor.run.watch import START_LIMIT_S, ChildOutcome
from advisor.store.profile import SAVED_MACHINE as MACHINE
from advisor.store.profile import OpenedMachine
from advisor.ui.work.job import Job

OPEN_LIMIT_S = START_LIMIT_S + 30.0
"""A slow computer has its time for the start here, too."""
SLOW_MS = 700
"""From here on a word says that a file is being opened."""
_PART = re.compile(r"-(\d{5,6})-of-(\d{5,6})(?=\.(?:gguf|safetensors)$)", re.IGNORECASE)
_MODEL_NAME = re.compile(r"\.(gguf|safetensors)$|\.index\.json$|^config\.json$", re.IGNORECASE)
ADDED = "added"
"""What a child calls what it kept."""
_ADDED_ENDINGS = (".zip", ".toml", ".csv")
_PROFILE_ENDINGS = (".json", ".rig", ".pdf", "")
_BESIDE = re.compile(r"^(mmproj|tokenizer|vocab|special_tokens|generation_config|added_tokens|merges)", re.IGNORECASE)


class FileOpening(QObject):
    """Reads one file at a time; a new wish takes the place of the one before.

    `read` carries the ModelFile, `machine_read` the path and the OpenedMachine, `added` what was kept of cards or
    results of others; `refused` the path, the sentence, and
    whether the file was looked at: False where it did not answer.
    """

    read = Signal(object)
    machine_read = Signal(object, object)
    added = Signal(object)
    refused = Signal(object, str, bool)
    slow = Signal(object)

    def __init__(self, parent: QObject, command: Callable[..., Sequence[str]]) -> None:
        super().__init__(parent)
        self._command = command
        self._job: Job | None = None
        self._path = Path()
        self._file: ModelFile | None = None
        self._machine: list[str] = []
        self._added: dict[str, Any] | None = None
        self._slow = QTimer(self)
        self._slow.setSingleShot(True)
        self._slow.setInterval(SLOW_MS)
        self._slow.timeout.connect(lambda: self.slow.emit(self._path))

    def open(self, path: Path, kinds: Sequence[str] = ("model",)) -> None:
        """Read what is at `path`, a "model" or a saved "machine"."""
        self._start(path, "model", "--events", "--as", *kinds, "--", str(path))

    def add(self, paths: Sequence[Path]) -> None:
        """Keep the cards or prices in files, or results of others."""
        cards = [path for path in paths if may_be_added(path)]
        names = ("cards", "add") if cards else ("import",)
        self._start(paths[0], *names, "--events", "--", *map(str, cards or paths))

    def _start(self, path: Path, *arguments: str) -> None:
        self.end_now()
        self._path, self._file, self._machine, self._added = path, None, [], None
        command = self._command(*arguments)
        self._job = Job(command, total_limit_s=OPEN_LIMIT_S, parent=self)
        self._job.message.connect(self._take)
        self._job.ended.connect(self._finish)
        self._slow.start()
        self._job.start()

    def end_now(self) -> None:
        """Give up what is being read."""
        self._slow.stop()
        if self._job is not None:
            self._job.end_now()
            self._job.deleteLater()
            self._job = None

    def _take(self, message: Message) -> None:
        if isinstance(message, Result) and message.kind == "model_file":
            self._file = message.record(ModelFile)
        elif isinstance(message, Result) and message.kind == MACHINE:
            self._machine.append(str(message.body["text"]))
        elif isinstance(message, Result) and message.kind == ADDED:
            self._added = message.body

    def _finish(self, outcome: ChildOutcome) -> None:
        self._job = None
        self._slow.stop()
        if self._file is not None:
            self.read.emit(self._file)
        elif self._machine and outcome.kind == "done":
            self.machine_read.emit(self._path, OpenedMachine.model_validate_json("".join(self._machine)))
        elif self._added is not None and outcome.kind == "done":
            self.added.emit(self._added)
        elif outcome.kind == "timed_out":
            sentence = say(
                "{name} could not be opened: where it lies does not answer.", name=plain_text(self._path.name)
            )
            self.refused.emit(self._path, sentence, False)
        else:
            self.refused.emit(self._path, in_words(outcome.sentence), outcome.kind == "refused")


def may_be_added(path: Path) -> bool:
    """Whether a file of that name is a pack, a card or one of prices."""
    return path.suffix.lower() in _ADDED_ENDINGS


def is_model_name(path: Path) -> bool:
    """Whether a file of that name is a model's, and surely no machine profile."""
    return _MODEL_NAME.search(path.name) is not None


def may_be_profile(path: Path) -> bool:
    """Whether a file that is no model may be a saved machine, by its name."""
    return bool(path.name) and not is_model_name(path) and path.suffix.lower() in _PROFILE_ENDINGS


def first_part(path: Path) -> Path:
    """The first file of a model in several, which stands for all; any other file is itself."""
    name = _PART.sub(lambda found: f"-{1:0{len(found[1])}}-of-{found[2]}", path.name)
    return path.with_name(name) if name else path


def requested_file(paths: Iterable[Path]) -> tuple[Path, bool]:
    """What to open of the files that came together, and whether it leaves another model out.

    The parts of one model, and what lies beside the weights in their folder, are that model.
    """
    found = list(dict.fromkeys(first_part(path) for path in paths))
    models = [path for path in found if is_model_name(path) and not _BESIDE.match(path.name)] or found
    best = min(models, key=_order)
    return best, any(path.parent != best.parent or _is_alone(path) for path in models if path != best)


def _is_alone(path: Path) -> bool:
    """Whether a file is a model by itself."""
    return path.suffix.lower() not in (".json", ".safetensors")


def _order(path: Path) -> int:
    """A list of parts before a part, weights before a configuration."""
    name = path.name.lower()
    endings = (".gguf", ".index.json", ".safetensors", "config.json")
    return next((number for number, ending in enumerate(endings) if name.endswith(ending)), len(endings))
