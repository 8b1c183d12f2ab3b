"""A file that another program wrote, as text."""

import codecs
from pathlib import Path

from advisor.catalog.imported.imported_text import MOST_CHARACTERS, ImportedError
from advisor.catalog.reading.regular_file import ModelFileError, regular_file

_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""What the shell of Windows begins a file with that a program's output went to."""
MOST_BYTES = 4 * MOST_CHARACTERS
"""Read of a source: more is no longer a text that is understood."""


def imported_file(path: Path) -> str:
    """The text of a file.

    Raises:
        PrintedError: it cannot be read.
    """
    try:
        with regular_file(path) as (file, _):
            return decoded(file.read(MOST_BYTES))
    except ModelFileError as error:
        raise ImportedError(f"{error}.") from None


def decoded(raw: bytes) -> str:
    """Bytes as a shell wrote them; what is no character becomes a sign for that."""
    return raw.decode("utf-16" if raw.startswith(_WIDE) else "utf-8-sig", "replace")
