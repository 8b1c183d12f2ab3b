"""What is said of a file that was saved."""

from pathlib import Path

from advisor.present.words.words import say
from advisor.ui.parts.toast import SAVED_S
from advisor.ui.window.main_window import MainWindow


def saved_words(path: Path) -> str:
    """That it was saved, and where it lies."""
    return say("Saved {name} in {folder}.", name=path.name, folder=str(path.absolute().parent))


def say_saved(window: MainWindow, path: Path) -> None:
    """Say it for as long as a name and a folder take to be read."""
    window.confirm(saved_words(path), stays_s=SAVED_S)
