"""Several rigs asked the question that the window asks, without widgets: the rig shown, what-ifs of it, saved rigs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from advisor.advice.assembled import assembled
from advisor.advice.known_models import KnownModels
from advisor.advice.question import page_compared
from advisor.answer.asked.problem import ProblemError
from advisor.answer.money.prices import Prices
from advisor.answer.what_if.edited_rig import edit_offers, edited, edits_price
from advisor.facts.asked.question import Question
from advisor.facts.kept.profile import Profile
from advisor.facts.rig.known_rig import KnownRig
from advisor.facts.rig.rig import Rig
from advisor.facts.values.edit import Edit
from advisor.present.compare.compare_rigs import Compared, Whose, compare_view, owned_price, what_if_price
from advisor.present.rig.edit_text import edit_words, what_if_view
from advisor.present.words.words import say
from advisor.store.atomic_file import StoreError
from advisor.store.profile import open_machine
from advisor.ui.state.changes import Change, Changes
from advisor.ui.work.ticks import Ticks
from advisor.ui.work.unexpected import unexpected

OWN = "own"


@dataclass(frozen=True)
class Entry:
    """One more rig in the list: a saved one by its file, or the rig shown with edits."""

    path: str = ""
    edits: tuple[Edit, ...] = ()

    @property
    def id(self) -> str:
        """What tells it from the others."""
        return self.path or "+".join(edit.model_dump_json() for edit in self.edits)


@dataclass(frozen=True)
class Asked:
    """What all rigs are asked, the real one of those shown, and what it is called; empty for this computer."""

    question: Question
    known: KnownModels
    real: KnownRig
    name: str
    prices: Prices


class Comparison(QObject):
    """Emits the finished view; works in small pieces, and only while somebody looks."""

    changed = Signal(object)
    offers_changed = Signal(object)
    files_changed = Signal(object)
    failed = Signal(str)
    said = Signal(str)

    def __init__(
        self, parent: QObject, asked: Callable[[], Asked | None], files: Sequence[str], changes: Changes
    ) -> None:
        super().__init__(parent)
        self._asked, self._changes = asked, changes
        self.entries: tuple[Entry, ...] = tuple(Entry(path) for path in files)
        """The list without the rig shown, which always comes first."""
        self._profiles: dict[str, Profile | str] = {}
        """Saved rigs that were read, or why they could not be."""
        self._is_shown, self._is_due = False, False
        self._ticks = Ticks(self, slice_s=0.0, failed=lambda error: self.failed.emit(unexpected(error)))

    def show(self, is_shown: bool) -> None:
        """Whether somebody looks."""
        self._is_shown = is_shown
        if is_shown and self._is_due:
            self.ask()

    def stop(self) -> None:
        """The window closes."""
        self._ticks.stop()

    def add_files(self, paths: Sequence[Path]) -> None:
        """Put saved rigs at the end of the list; a file that holds none is refused in a sentence."""
        refused, new = [], []
        for path in paths:
            found = self._profile(str(path), again=True)
            if isinstance(found, str):
                refused.append(found)
            else:
                new.append(Entry(str(path)))
        self._add(new)
        self.said.emit(" ".join(refused))

    def add_edits(self, edits: tuple[Edit, ...]) -> None:
        """Put the rig shown, with these edits, at the end of the list."""
        if edits:
            self._add([Entry(edits=edits)])

    def remove(self, entry_id: str) -> None:
        """Take one out of the list."""
        self._keep(tuple(one for one in self.entries if one.id != entry_id))

    def ask(self) -> None:
        """Ask all anew: what was found for another question is dropped."""
        self._is_due = True
        asked = self._asked()
        if asked is None or not self._is_shown:
            self._ticks.stop()
            return
        found: list[Compared] = []
        self._ticks.start(self._each(asked), take=found.append, done=lambda: self._finish(found))

    def _finish(self, found: Sequence[Compared]) -> None:
        self._is_due = False
        self.changed.emit(compare_view(found))

    def _each(self, asked: Asked) -> Iterator[Compared]:
        """One rig after the other."""
        offers = edit_offers(asked.real, asked.prices)
        self.offers_changed.emit(what_if_view(offers, (), asked.known.catalog))
        own_name = asked.name or say("This rig")
        yield _answered(asked, OWN, own_name, "own", asked.real.rig)
        for entry in self.entries:
            yield self._saved(asked, entry) if entry.path else self._what_if(asked, entry)

    def _what_if(self, asked: Asked, entry: Entry) -> Compared:
        catalog = asked.known.catalog
        name = say("With {changes}", changes=edit_words(entry.edits, catalog))
        changed = edited(asked.real, entry.edits, asked.prices)
        if changed is asked.real:
            return Compared(entry.id, name, "what_if", None, say("This rig cannot take it."))
        price = what_if_price(edits_price(asked.real, entry.edits, asked.prices), asked.prices.money)
        return _answered(asked, entry.id, name, "what_if", changed.rig, price=price)

    def _saved(self, asked: Asked, entry: Entry) -> Compared:
        profile, name = self._profile(entry.path), Path(entry.path).stem
        if isinstance(profile, str):
            return Compared(entry.id, name, "saved", None, profile)
        return _answered(asked, entry.id, name, "saved", assembled(profile, asked.known.catalog).rig)

    def _profile(self, path: str, *, again: bool = False) -> Profile | str:
        if again or path not in self._profiles:
            try:
                self._profiles[path] = open_machine(Path(path)).profile
            except StoreError as error:
                self._profiles[path] = str(error)
        return self._profiles[path]

    def _add(self, new: Sequence[Entry]) -> None:
        """Those that are in the list already stay where they are, and are read anew."""
        self._keep((*self.entries, *(one for one in new if one.id not in {entry.id for entry in self.entries})))

    def _keep(self, entries: tuple[Entry, ...]) -> None:
        before = self.entries
        self._show_list(entries)
        if entries != before:
            words = say("list of rigs")
            change = Change("list", words, lambda: self._show_list(before), lambda: self._show_list(entries))
            self._changes.note(change)

    def _show_list(self, entries: tuple[Entry, ...]) -> None:
        if entries != self.entries:
            self.entries = entries
            self.files_changed.emit(tuple(one.path for one in entries if one.path))
        self.ask()


def _answered(asked: Asked, entry_id: str, name: str, whose: Whose, rig: Rig, *, price: str = "") -> Compared:
    """What one rig answers, or why it does not."""
    try:
        found, subject = page_compared(asked.question, name, rig, asked.known)
    except ProblemError as error:
        return Compared(entry_id, name, whose, None, f"{error}.", price)
    if whose == "saved":
        price = owned_price(found, asked.prices)
    return Compared(entry_id, name, whose, found, price=price, subject=subject)
