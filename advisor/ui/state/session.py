"""What the window knows and does, without widgets: joins the parts that each know and do one thing."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal

from advisor.advice.known_models import KnownModels
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.facts.values.reason import ReasonError
from advisor.present.words.reasons.in_words import in_words
from advisor.run.watch import as_sentence
from advisor.store.corrections import CORRECTIONS
from advisor.store.crashes import CRASHES
from advisor.store.folder import has_own_cards
from advisor.store.history import load_history
from advisor.store.log import LOG
from advisor.ui.state.asking import Asking
from advisor.ui.state.changes import Changes, KeptSettings
from advisor.ui.state.opened_files import OpenedFiles
from advisor.ui.state.own_computer import OwnComputer
from advisor.ui.state.picking import Picking
from advisor.ui.state.shown_machine import ShownMachine
from advisor.ui.state.shown_rig import ShownRig
from advisor.ui.work.child_process import ChildProcess

if TYPE_CHECKING:
    from advisor.advice.purchase import Purchase
    from advisor.present.upgrade.view import WorthView
    from advisor.ui.state.local_search import LocalSearch
    from advisor.ui.state.run_keeping import Asked, RunKeeping


class Session(QObject):
    """`said` carries what any part has to say."""

    said = Signal(str)

    def __init__(
        self,
        parent: QObject,
        command: Callable[..., Sequence[str]] | None = None,
        *,
        own: OwnComputer | None = None,
    ) -> None:
        """`own` may read already: a child at work says nothing before the next turn of the event loop."""
        super().__init__(parent)
        self.command = command = command or ChildProcess.default_command
        self.settings = KeptSettings(self)
        self.changes = Changes(self)
        self.own = own or OwnComputer(self, command)
        self.shown = ShownMachine(self, self.own, self.read_hardware, self.changes)
        self.asking = Asking(self, self.shown, self.settings, self.changes)
        self.picking = Picking(self, self.asking, self.shown)
        self.rig = ShownRig(self, self.own, self.shown, self.asking, self.settings)
        self.files = OpenedFiles(self, command, self.asking, self.shown, self.settings, self.changes)
        self.named_parts: object = None
        """The `Parts` of the computer that a person put together last, None before."""
        self._runs = cast("RunKeeping | None", None)
        self._local = cast("LocalSearch | None", None)
        self._purchase = cast("Purchase | None", None)
        self.verdict: Callable[[], WorthView | None] = lambda: None
        """What is worth its money, for the report; the page of that tells."""
        self.shown.replaced.connect(lambda: self.settings.look_at(is_own=self.shown.is_own))
        self.shown.changed.connect(self.rig.refresh)
        self.own.changed.connect(self.shown.show_own)
        self.own.failed.connect(self.rig.fail)
        self.asking.file_wished.connect(self._open_wished)
        self.files.machine_missing.connect(self.read_hardware)
        self.files.cards_changed.connect(self.load_catalog)
        for part in (self.settings, self.own, self.shown, self.asking, self.files):
            part.said.connect(self.said)

    @property
    def runs(self) -> "RunKeeping":
        """What was measured with other programs; loaded when it is first asked for, after the rig is shown."""
        if self._runs is None:
            from advisor.ui.state.run_keeping import RunKeeping

            self._runs = RunKeeping(self, self._asked_here, self.command)
            self._runs.changed.connect(self.shown.show_own)
            self._runs.said.connect(self.said)
        return self._runs

    @property
    def local(self) -> "LocalSearch":
        """The models on this computer; loaded when it is first asked for, after the rig is shown."""
        if self._local is None:
            from advisor.ui.state.local_search import LocalSearch

            self._local = LocalSearch(self, self.command, self.settings)
        return self._local

    @property
    def purchase(self) -> "Purchase":
        """What answers whether something is worth its money; loaded when it is first asked for."""
        if self._purchase is None:
            from advisor.advice.purchase import Purchase

            self._purchase = Purchase()
        return self._purchase

    @property
    def is_free(self) -> bool:
        """Whether this computer may be read or measured: no job runs, and no other machine is shown."""
        return self.shown.is_own and not self.own.is_busy

    def load_catalog(self, specs: Path | None = None) -> None:
        """Read all cards; views follow once the machine is known too."""
        try:
            catalog = load_catalog(specs) if specs or not has_own_cards() else self._with_own_cards()
            self.asking.known = KnownModels(catalog, recent=self.settings.now.recent_files)
        except ReasonError as error:
            self.rig.fail(in_words(as_sentence(error)))
        else:
            self.rig.refresh()
            self.files.open_early()

    def _with_own_cards(self) -> Catalog:
        """All cards with the person's own; which of those are left out is said."""
        from advisor.advice.known_catalog import known_cards, told_faults

        known = known_cards()
        if known.faults:
            self.said.emit("\n".join(told_faults(known.faults)))
        return known.catalog

    def read_hardware(self) -> None:
        """Detect this computer in a child; after trouble with the cards they are read again, too."""
        if self.rig.trouble and self.asking.catalog is None:
            self.load_catalog()
        self.rig.trouble = ""
        self.own.read()

    def tell_what_was_left_out(self) -> None:
        """Say which kept files were damaged or of a newer version; nothing is lost of them."""
        others = (load_history().note, CORRECTIONS.read().note, CRASHES.read().note)
        notes = [in_words(note) for note in (self.settings.note, *others) if note]
        if notes:
            LOG.warning("Kept files: %s", " ".join(notes))
            self.said.emit(" ".join(notes))

    def close(self) -> None:
        """End children and keep the choices."""
        self.rig.stop()
        self.picking.close()
        self.files.end_now()
        for part in (self._runs, self._local):
            if part is not None:
                part.end_now()
        self.own.end_now()
        self.asking.close()
        self.settings.write()

    def _open_wished(self, path: Path) -> None:
        """A model that was found on this computer is known already; any other file is read."""
        found = self._local.at(str(path)) if self._local else None
        if found is not None and found.file is not None:
            self.files.show(found.file)
        else:
            self.files.open((path,))

    def _asked_here(self) -> "Asked | None":
        """The present question, where it is about text on this computer."""
        asked, profile, shown = self.asking.asked, self.shown.profile, self.shown.shown
        if asked and shown and profile and asked[0].is_text and self.shown.is_own:
            from advisor.ui.state.run_keeping import Asked

            return Asked(asked[0], profile.machine, shown.rig, asked[1])
        return None
