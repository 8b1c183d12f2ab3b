"""What the window says of an error that nobody thought of: one sentence that a report of it can quote."""

import os
import sys
import traceback
from pathlib import Path

from advisor.present.words.words import say


def _program() -> tuple[int, int] | None:
    """Tells the built program from another one at the same place; None where it is run by Python or is gone."""
    try:
        found = os.stat(sys.executable)
    except OSError:
        return None
    return (found.st_ino, found.st_mtime_ns) if getattr(sys, "frozen", False) else None


_BEGUN_AS = _program()


def unexpected(error: Exception) -> str:
    """Its kind, what it says and where it happened. A report is kept; the next start offers it.

    After an upgrade the parts that were not loaded yet are those of another version: no fault, and no report.
    """
    if _program() != _BEGUN_AS:
        return say("Rig Advisor was updated or removed while it was open. Close it and start it again.")
    from advisor.store.fault_reports import error_report, keep_report

    frames = traceback.extract_tb(error.__traceback__)
    place = f", {Path(frames[-1].filename).name} line {frames[-1].lineno}" if frames else ""
    said = " ".join(str(error).split())
    sentence = say(
        "Unexpected error ({kind}: {said}{place}).",
        kind=type(error).__name__,
        said=said,
        place=place,
    )
    keep_report(sentence, error_report(error))
    return sentence
