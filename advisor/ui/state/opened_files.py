"""Files that a person opens: a model is asked about, a saved machine is shown."""

import json
import os
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from advisor.answer.asked.problem import ProblemError
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.kept.price_pack import PricePack
from advisor.facts.values.local_time import local_today
from advisor.facts.values.plain_text import plain_text
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import say
from advisor.store.profile import OpenedMachine
from advisor.ui.state.asking import Asking
from advisor.ui.state.changes import Changes, KeptSettings
from advisor.ui.state.shown_machine import ShownMachine
from advisor.ui.work.file_opening import FileOpening, is_model_name, may_be_added, may_be_profile, requested_file

_MOST_TOLD = 2
"""Comparisons with others that are said at once; all of them: rig-advisor import."""
_MOST_LOOKED_AT = 10_000
"""Files of a folder, or folders without any: the window waits as long."""


class OpenedFiles(QObject):
    """`model_opened` tells that a person's model is asked about now; `machine_missing` that none was read for it.

    `cards_changed`: a person added some. `rigs_opened` carries several saved machines, or a folder of them.
    """

    model_opened = Signal()
    machine_missing = Signal()
    cards_changed = Signal()
    rigs_opened = Signal(object)
    said = Signal(str)

    def __init__(
        self,
        parent: QObject,
        command: Callable[..., Sequence[str]],
        asking: Asking,
        shown: ShownMachine,
        settings: KeptSettings,
        changes: Changes,
    ) -> None:
        super().__init__(parent)
        self._asking, self._shown, self._settings, self._changes = asking, shown, settings, changes
        self._opening = FileOpening(self, command)
        self._opening.read.connect(self._take)
        self._opening.machine_read.connect(self._show_machine)
        self._opening.added.connect(self._add)
        self._opening.refused.connect(self._refuse)
        self._opening.slow.connect(lambda path: self.said.emit(say("Opening {name} …", name=plain_text(path.name))))
        self.reopens_last = True
        """Whether the file that was asked about last is opened again."""
        self._early: ModelFile | None = None
        """A file that was read before the catalog was."""
        self.is_asked_for, self._remark = False, ""
        """Whether a person wants to see the file that is being opened, and what to say of it then."""

    def open(self, paths: Sequence[Path]) -> None:
        """Open what a person chose or dropped: a model's file, also in parts, a saved machine, or several of those."""
        if not paths:
            self.said.emit(say("Only files on this computer can be opened."))
            return
        if _may_be_rigs(paths):
            self.rigs_opened.emit(tuple(paths))
            return
        if may_be_added(paths[0]) or _may_be_results(paths):
            self._opening.add(paths)
            return
        path, leaves_out = requested_file(paths)
        self.is_asked_for = True
        name = plain_text(path.name)
        self._remark = say("One file at a time: {name} was opened.", name=name) if leaves_out else ""
        kinds = (("result",) if path.suffix == ".json" else ()) + (
            ("model", "machine") if may_be_profile(path) else ("model",)
        )
        self._opening.open(path, kinds)

    def show(self, file: ModelFile) -> None:
        """Ask about a model on this computer, whose header was read already."""
        self._opening.end_now()
        self.is_asked_for, self._remark = True, ""
        self._take(file)

    def open_early(self) -> None:
        """The file that was read while the cards were, or else the one that was asked about last."""
        settings = self._settings.now
        asked_last = settings.model_id if self.reopens_last else None
        if self._early is not None:
            self._take(self._early)
        elif not self.is_asked_for and asked_last in {one.path for one in settings.recent_files}:
            self._opening.open(Path(str(asked_last)))

    def end_now(self) -> None:
        """The window closes."""
        self._opening.end_now()

    def _take(self, file: ModelFile) -> None:
        """A model's file was read: ask about it."""
        if self._asking.known is None:
            self._early = file
            return
        known = self._asking.known.with_file(file)
        from advisor.advice.question import file_question

        try:
            question = file_question(file.path, self._asking.question, self._settings.now, known)
        except ProblemError as error:
            self._refuse(Path(file.path), f"{in_words(error.reason)}.")
            return
        self._asking.known = known
        self._asking.change(question, "model")
        self._settings.keep(recent_files=known.recent)
        if self.is_asked_for:
            self.said.emit(self._remark)
            self.model_opened.emit()
        if self._shown.profile is None:
            self.machine_missing.emit()
        self._asking.answer()

    def _show_machine(self, path: Path, machine: OpenedMachine) -> None:
        """A saved machine was read: show it instead of this one."""
        self._shown.show_saved(path, machine)
        if self._remark:
            self.said.emit(say("{remark} Page Upgrade takes several rigs.", remark=self._remark))

    def _add(self, found: dict[str, Any]) -> None:
        """Cards, prices or results of others were read; prices are kept with what a person said about money."""
        if found.get("prices"):
            pack = PricePack.model_validate_json(json.dumps(found["prices"]))
            self._settings.keep(money=self._settings.now.money.changed(pack=pack))
        said = [str(one) for one in found["said"]]
        catalog, shown, profile = self._asking.catalog, self._shown.shown, self._shown.profile
        if "results" in found and catalog and shown and profile:
            from advisor.advice.imported_results import beside_others

            own = profile.changed(machine=shown.machine)
            said += beside_others(own, catalog, today=local_today())[:_MOST_TOLD]
        elif "results" not in found:
            self.cards_changed.emit()
        self.said.emit(" ".join(said))

    def _refuse(self, path: Path, sentence: str, answered: bool = True) -> None:
        """A file is neither a model nor a saved machine that can be read; what was shown stays."""
        if answered and _holds_rigs(path):
            self.rigs_opened.emit((path,))
            return
        if answered and not may_be_profile(path) and self._asking.known is not None:
            self._asking.known = self._asking.known.without_file(str(path))
            self._changes.clear()  # it may be what was asked about before
            self._settings.keep(recent_files=self._asking.known.recent)
        if self._shown.profile is None:
            self.machine_missing.emit()
        self.said.emit(sentence)
        self._asking.answer()


def _may_be_rigs(paths: Sequence[Path]) -> bool:
    """Whether several saved machines came together, or folders that may hold some."""
    endings = {path.suffix.lower() for path in paths}
    return len(paths) > 1 and bool(endings & {"", ".rig"}) and endings <= {"", ".rig", ".json"}


def _holds_rigs(path: Path) -> bool:
    """Whether saved machines lie in a folder or its folders; a child has looked there already, so that it answers."""
    names = (name for _, _, files in os.walk(path) for name in files or ("",))
    return any(name.endswith(".rig") for name in islice(names, _MOST_LOOKED_AT))


def _may_be_results(paths: Sequence[Path]) -> bool:
    """Whether several documents came together that are no model."""
    return len(paths) > 1 and all(path.suffix == ".json" and not is_model_name(path) for path in paths)
