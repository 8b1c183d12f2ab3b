"""Make a card: the dialog for a GPU that is not known; what is kept there counts at once."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from advisor.advice.added_cards import keep_card
from advisor.advice.new_card import NewCard, new_card, unknown_gpus
from advisor.facts.values.local_time import local_today
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
    if not places:
        return

    def keep(card: NewCard) -> None:
        try:
            added = keep_card(card.full_id, card.text.encode())
        except StoreError as error:
            session.said.emit(in_words(error.reason))
        else:
            session.load_catalog()
            session.said.emit(added.sentence)

    draft = new_card(shown.machine, places[0], profile.measurements, catalog, today=local_today())
    dialog = CardDialog(draft, window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.kept.connect(keep)
    dialog.open()
