"""Shows a saved machine without a child that reads it."""

from pathlib import Path

from advisor.store.profile import open_machine
from advisor.ui.state.session import Session


def show_saved(session: Session, path: Path) -> None:
    session.shown.show_saved(path, open_machine(path))
