"""What is said of a file that was saved."""

from pathlib import Path

from advisor.present.words.words import say


def saved_words(path: Path) -> str:
    """That it was saved, and where it lies."""
    return say("Saved {name} in {folder}.", name=path.name, folder=str(path.absolute().parent))
