"""Bytes from a file or from what another program writes, never more than there is room for."""

import sys
from pathlib import Path

from advisor.cli.frame.command import CommandError
from advisor.facts.values.units import MIB

STDIN = "-"


def bytes_of(source: str, most_bytes: int) -> bytes:
    """All of a file or pipe, `-` for standard input.

    Raises:
        CommandError: there is no standard input, or there are more bytes.
        OSError: the file cannot be read.
    """
    if source != STDIN:
        with Path(source).open("rb") as file:
            raw = file.read(most_bytes + 1)
    elif sys.stdin is None:
        raise CommandError("standard input is closed: name a file")
    else:
        raw = sys.stdin.buffer.read(most_bytes + 1)
    if len(raw) > most_bytes:
        raise CommandError(f"{'standard input' if source == STDIN else source} holds more than {most_bytes // MIB} MiB")
    return raw
