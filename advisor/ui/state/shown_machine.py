"""The machine that is looked at, without widgets: this computer or a saved one, put right and changed in thought."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from advisor.advice.assembled import assembled
from advisor.answer.money.prices import Prices
from advisor.answer.what_if.edited_rig import edited
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.computer_machine import computer_machine
from advisor.facts.asked.question import Edit
from advisor.facts.kept.profile import Correction, Profile
from advisor.facts.kept.settings import Money
from advisor.facts.machine.machine import Machine
from advisor.facts.rig.rig import KnownRig
from advisor.facts.values.local_time import local_today
from advisor.facts.values.plain_text import plain_text
from advisor.present.rig.edit_text import edit_words
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import say
from advisor.store.profile import OpenedMachine, save_machine
from advisor.ui.state.changes import Change, Changes
from advisor.ui.state.own_computer import OwnComputer

_NAMED = 40
"""Characters of a rig's name on the button that goes back to it."""


class ShownMachine(QObject):
    """Says `changed` when another machine, or the same in another state, is to be shown."""

    changed = Signal()
    replaced = Signal()
    """Another machine is to be shown, before anything of it is: nothing that was said of the one before counts."""
    opened = Signal(str, str)
    """What is shown instead of this computer, empty for this computer itself; and what the way back is called."""
    said = Signal(str)

    def __init__(self, parent: QObject, own: OwnComputer, read: Callable[[], None], changes: Changes) -> None:
        super().__init__(parent)
        self._own, self._read, self._changes = own, read, changes
        self._is_own, self.name = True, ""
        """What a saved machine is called; empty for this computer."""
        self.edits: tuple[Edit, ...] = ()
        """What is changed in thought."""
        self.what_if = ""
        """The what-if in words; empty for the real machine."""
        self.profile: Profile | None = None
        """The real machine, as it was read, measured and put right."""
        self.real: KnownRig | None = None
        self.shown: KnownRig | None = None

    @property
    def is_own(self) -> bool:
        """Whether this computer is shown as it is."""
        return self._is_own and not self.edits

    def assemble(self, catalog: Catalog, money: Money) -> KnownRig | None:
        """Put the machine together anew, with the edits; None where there is none yet."""
        if self.profile is None:
            return None
        self.real, prices = assembled(self.profile, catalog), Prices(catalog, money, local_today())
        self.shown = edited(self.real, self.edits, prices)
        self.what_if = edit_words(self.edits, catalog)
        return self.shown

    def show_own(self) -> None:
        """Show this computer as it is known now, unless another machine is looked at."""
        own = self._own
        if self._is_own and own.machine is not None:
            self._show(Profile(machine=own.machine, measurements=own.measurements, corrections=own.corrections))

    def show_saved(self, path: Path, opened: OpenedMachine) -> None:
        """Show a saved machine instead of this one."""
        self._show_other(plain_text(path.stem), opened.profile)
        self.said.emit(" ".join(map(in_words, opened.notes)))

    def show_computer(self, computer_id: str, catalog: Catalog) -> None:
        """Show a computer of the catalog instead of this one, as it is sold."""
        self.show_machine(catalog.computers[computer_id].name, computer_machine(computer_id, catalog))

    def show_machine(self, name: str, machine: Machine) -> None:
        """Show a machine that nobody read instead of this one."""
        self._show_other(name, Profile(machine=machine))

    def save_profile(self, path: Path) -> None:
        """Save the real machine, with what was measured on it. Raises StoreError where that cannot be done."""
        found = self.profile
        if found is not None:
            save_machine(path, found.machine, found.measurements, corrections=found.corrections)

    def go_back(self) -> None:
        """Show the machine without what was tried, else this computer again."""
        if self.edits:
            self.try_edits(())
            return
        self._is_own, self.name, self.edits = True, "", ()
        self._changes.clear()
        self.replaced.emit()
        self._say_what_is_shown()
        if self._own.machine is None:
            self._read()
        else:
            self.show_own()

    def correct(self, facts: Sequence[str], value: float | str | None) -> None:
        """Take facts as a person typed them; None goes back to what was read."""
        if self.profile is None:
            return
        before = self.profile.corrections
        others = tuple(one for one in before if one.fact not in facts)
        typed = () if value is None else tuple(Correction(fact=fact, value=value) for fact in facts)
        after = (*others, *typed)
        self._put_right(after)
        self._changes.note(
            Change("fact", say("corrected fact"), lambda: self._put_right(before), lambda: self._put_right(after))
        )

    def try_edits(self, edits: tuple[Edit, ...]) -> None:
        """Change these parts in thought and no others."""
        before = self.edits
        if edits == before:
            return
        self._show_edited(edits)
        self._changes.note(
            Change("what_if", say("what-if"), lambda: self._show_edited(before), lambda: self._show_edited(edits))
        )

    def _show_other(self, name: str, profile: Profile) -> None:
        self._is_own, self.name, self.edits = False, name, ()
        self._changes.clear()
        self.replaced.emit()
        self._show(profile)
        self._say_what_is_shown()

    def _put_right(self, corrections: tuple[Correction, ...]) -> None:
        if self.profile is not None:
            self.profile = self.profile.changed(corrections=corrections)
        if self._is_own:
            self._own.correct(corrections)
        self.changed.emit()

    def _show_edited(self, edits: tuple[Edit, ...]) -> None:
        self.edits = edits
        self.changed.emit()
        self._say_what_is_shown()

    def _show(self, profile: Profile) -> None:
        self.profile = profile
        self.changed.emit()

    def _say_what_is_shown(self) -> None:
        if not self.edits:
            self.opened.emit(self.name, say("Back to this computer"))
            return
        name = self.name or say("this computer")
        words = say("{name} with {changes} (what-if)", name=name, changes=self.what_if)
        back = (
            say("Back to {name}", name=plain_text(self.name, longest=_NAMED))
            if self.name
            else say("Back to this computer")
        )
        self.opened.emit(words, back)
