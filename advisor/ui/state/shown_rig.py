"""The machine shown as a rig: put together with the cards, and what it can do, for page My rig."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from advisor.facts.answers.text_answer import TextAnswer
from advisor.present.rig.my_rig import my_rig_view
from advisor.ui.state.asking import Asking
from advisor.ui.state.changes import KeptSettings
from advisor.ui.state.own_computer import OwnComputer
from advisor.ui.state.shown_machine import ShownMachine
from advisor.ui.work.looked_at import Ticks

if TYPE_CHECKING:
    from advisor.facts.asked.question import Edit
    from advisor.present.words.view import MyRigView


class ShownRig(QObject):
    """Emits the rig with the catalog, and the view of page My rig; whoever asks something of the rig is told, too."""

    changed = Signal(object, object)
    viewed = Signal(object)
    failed = Signal(str)

    def __init__(
        self, parent: QObject, own: OwnComputer, shown: ShownMachine, asking: Asking, settings: KeptSettings
    ) -> None:
        super().__init__(parent)
        self._own, self._shown, self._asking, self._settings = own, shown, asking, settings
        self.view: MyRigView | None = None
        self._answers: tuple[TextAnswer, ...] = ()
        self._answered: tuple[str, tuple[Edit, ...]] = ("", ())
        """What the answers are about: the name of a saved machine, and what was changed in thought."""
        self._ticks = Ticks(self, failed=asking.give_up)
        self.trouble = ""

    def refresh(self) -> None:
        """Both views anew, as far as machine and catalog are known."""
        self._tell_trouble()
        catalog = self._asking.catalog
        shown = self._shown.assemble(catalog, self._settings.now.money) if catalog else None
        if shown is None:
            return
        subject = (self._shown.name, self._shown.edits)
        if subject != self._answered:  # what another machine can do is not said of the one shown now
            if subject[0] != self._answered[0]:
                self._asking.take_rig(subject[0])
            self._answered, self._answers = subject, ()
        self.changed.emit(shown.rig, catalog)
        self._show()
        self._asking.answer()
        self._ask_models()

    def tell_again(self) -> None:
        """Say what is known once more, for pages that came later."""
        self._tell_trouble()
        if self._shown.shown is not None and self.view is not None:
            self.changed.emit(self._shown.shown.rig, self._asking.catalog)
            self.viewed.emit(self.view)
            self._asking.answer()

    def fail(self, sentence: str) -> None:
        """Machine or cards could not be read."""
        self.trouble = sentence
        self.refresh()

    def stop(self) -> None:
        """The window closes."""
        self._ticks.stop()

    def _tell_trouble(self) -> None:
        """Only where it leaves nothing to show."""
        if self.trouble and not (self._asking.catalog and self._shown.profile):
            self.failed.emit(self.trouble)

    def _show(self) -> None:
        """Page My rig with the answers that are there."""
        shown, profile, catalog = self._shown.shown, self._shown.profile, self._asking.catalog
        if shown is None or profile is None or catalog is None:
            return
        is_own = self._shown.is_own
        self.view = my_rig_view(
            machine=shown.machine,
            rig=shown.rig,
            measurements=None if self._shown.edits else profile.measurements,
            answers=self._answers,
            measuring=self._own.arriving if is_own else None,
            is_here=is_own,
            history=self._own.history if is_own else None,
            what_if=self._shown.what_if,
        )
        self.viewed.emit(self.view)

    def _ask_models(self) -> None:
        """What this rig can do, asked of several models: too long for one tick."""
        if self._shown.shown is None or self._asking.catalog is None:
            return
        answers: list[TextAnswer] = []
        from advisor.answer.rig.rig_models import each_model

        asked = each_model(self._shown.shown.rig, self._asking.catalog)

        def take(one: TextAnswer | None) -> None:
            if one is not None:
                answers.append(one)

        self._ticks.start(asked, take=take, done=lambda: self._take_answers(tuple(answers)))

    def _take_answers(self, answers: tuple[TextAnswer, ...]) -> None:
        self._answers = answers
        self._show()
        if self.view is not None:
            self._asking.begin(self.view, answers, is_guess=self._shown.is_own and self._own.is_busy)
