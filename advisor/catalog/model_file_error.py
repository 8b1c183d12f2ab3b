"""Why a model file cannot be read."""

from pathlib import Path


class ModelFileError(Exception):
    """The file holds no model that can be read; the message is one plain sentence that names the file."""


def refused(path: Path, why: str) -> ModelFileError:
    """What is wrong with the file at `path`, to be raised; what a file holds cannot break the line."""
    sentence = f"{path.name or path} {why}"
    return ModelFileError("".join(letter if letter.isprintable() else "?" for letter in sentence))
