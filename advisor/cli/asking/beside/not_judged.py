"""What nothing here rests on: said of what is left, and left out of what is answered."""

from collections.abc import Sequence

from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.sentence.unjudged import WAITING

NOT_JUDGED = "Not judged here: "
_NOT_KNOWN = "Not known: "


def of_waiting(told: Said) -> str:
    """That nothing is known of what somebody would wait for; empty where nobody asks that."""
    unknown = [note.removeprefix(_NOT_KNOWN).partition(";")[0] for note in told.notes if note.startswith(_NOT_KNOWN)]
    if not unknown or not any(note.startswith(NOT_JUDGED) and WAITING in note for note in told.notes):
        return ""
    return f"Whether to wait is not judged: nothing sure is known of {unknown[0]}, no date and no price. Today:"


def without(told: Said, answered: Sequence[str]) -> Said:
    """What is said, with notes on what is not judged that leave out what is answered."""
    notes = list[str]()
    for note in told.notes:
        if note.startswith(NOT_JUDGED):
            left = [one for one in note.removeprefix(NOT_JUDGED).rstrip(".").split(", ") if one not in answered]
            note = f"{NOT_JUDGED}{', '.join(left)}." if left else ""
        notes.append(note)
    return told._replace(notes=tuple(filter(None, notes)))
