"""What nothing here rests on: said of what is left, and left out of what is answered."""

import re
from collections.abc import Iterator, Sequence

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import rig_of
from advisor.cli.asking.best_of_all import best_on
from advisor.cli.asking.purchase import USUAL_PC
from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.sentence.unjudged import CONSOLES, WAITING
from advisor.cli.frame.profile import DEFAULT_WORKLOAD

NOT_JUDGED = "Not judged here: "
_CONSOLE = re.compile(rf"\b(?:{CONSOLES})\b", re.IGNORECASE)
_NOT_KNOWN = "Not known: "


def of_waiting(told: Said) -> str:
    """That nothing is known of what somebody would wait for; empty where nobody asks that."""
    unknown = [note.removeprefix(_NOT_KNOWN).partition(";")[0] for note in told.notes if note.startswith(_NOT_KNOWN)]
    if not unknown or not any(note.startswith(NOT_JUDGED) and WAITING in note for note in told.notes):
        return ""
    return f"Whether to wait is not judged: nothing sure is known of {unknown[0]}, no date and no price. Today:"


def worth_today(told: Said, rig: Sequence[str], catalog: Catalog) -> Iterator[tuple[str, ...]]:
    """Whether the card whose successor somebody would wait for is worth its price today, in a usual PC."""
    cards = [gpu for one in told.hardware.computers for gpu in one.gpus]
    named = next((one for one in told.works if one in catalog.workloads), DEFAULT_WORKLOAD)
    model = next(best_on(rig_of(rig, catalog), named, catalog), None) if len(cards) == 1 else None
    if model is not None:
        yield "worth", model, *USUAL_PC, "--consider", catalog.gpus[cards[0].card_id].name


def without(told: Said, answered: Sequence[str]) -> Said:
    """What is said, with notes on what is not judged that leave out what is answered."""
    notes = list[str]()
    for note in told.notes:
        if note.startswith(NOT_JUDGED):
            left = [one for one in note.removeprefix(NOT_JUDGED).rstrip(".").split(", ") if one not in answered]
            note = f"{NOT_JUDGED}{', '.join(left)}." if left else ""
        notes.append(note)
    return told._replace(notes=tuple(filter(None, notes)))


def of_console(text: str) -> str:
    """That a console that is named runs no model; empty for none."""
    return "No: a console installs no such programs; a PC or a Mac does." if _CONSOLE.search(text) is not None else ""
