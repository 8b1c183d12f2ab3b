"""Why a model file cannot be read."""

from pathlib import Path

from advisor.catalog.reading.plain_text import plain_text
from advisor.facts.values.sentence_error import SentenceError


class ModelFileError(SentenceError):
    """The file holds no model that can be read; the message is one plain sentence that names the file."""


def refused(path: Path, why: str) -> ModelFileError:
    """What is wrong with the file at `path`, to be raised; neither its name nor what it holds can break the line."""
    return ModelFileError(f"{plain_text(path.name or str(path))} {plain_text(why)}")
