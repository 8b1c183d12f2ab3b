"""Make a card: the dialog for what is not known; what is kept there counts at once."""

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from advisor.advice.added_cards import keep_card
from advisor.advice.new_card import NewCard, named_card, new_card, unknown_gpus
from advisor.facts.values.local_time import local_today
from advisor.facts.values.plain_text import plain_text
from advisor.present.words.reasons.in_words import in_words
from advisor.store.atomic_file import StoreError
from advisor.ui.my_rig.card_dialog import CardDialog
from advisor.ui.state.session import Session


def make_card(window: QWidget, session: Session) -> None:
    """Begin a card for the first GPU that is not known."""
    shown, profile, catalog = session.shown.shown, session.shown.profile, session.asking.catalog
    if shown is None or profile is None or catalog is None:
        return
    places = unknown_gpus(shown.machine)
    if places:
        draft = new_card(shown.machine, places[0], profile.measurements, catalog, today=local_today())
        _open(draft, window, session)


def make_named_card(shelf: Literal["gpus", "models"], name: str, window: QWidget, session: Session) -> None:
    """Begin a card for what a search did not find."""
    _open(named_card(shelf, plain_text(name).strip(), today=local_today()), window, session)


def _open(draft: NewCard, window: QWidget, session: Session) -> None:
    def keep(card: NewCard) -> None:
        try:
            added = keep_card(card.full_id, card.text.encode())
        except StoreError as error:
            session.said.emit(in_words(error.reason))
        else:
            session.load_catalog()
            session.said.emit(added.sentence)

    dialog = CardDialog(draft, window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.kept.connect(keep)
    dialog.open()
