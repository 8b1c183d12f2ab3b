"""What the window says of an error that nobody thought of: one sentence that a report of it can quote."""

import traceback
from pathlib import Path

from advisor.present.words import say


def unexpected(error: Exception) -> str:
    """Its kind, what it says and where it happened. A report is kept; the next start offers it."""
    from advisor.store.fault_reports import error_report, keep_report

    frames = traceback.extract_tb(error.__traceback__)
    place = f", {Path(frames[-1].filename).name} line {frames[-1].lineno}" if frames else ""
    said = " ".join(str(error).split())
    sentence = say(
        "Rig Advisor met an error it did not expect ({kind}: {said}{place}).",
        kind=type(error).__name__,
        said=said,
        place=place,
    )
    keep_report(sentence, error_report(error))
    return sentence
