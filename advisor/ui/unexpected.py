"""What the window says of an error that nobody thought of: one sentence that a report of it can quote."""

import traceback
from pathlib import Path

from advisor.present.words import say


def unexpected(error: Exception) -> str:
    """Its kind, what it says and where it happened."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f", {Path(frames[-1].filename).name} line {frames[-1].lineno}" if frames else ""
    said = f"{type(error).__name__}: {' '.join(str(error).split())}{place}"
    return say("Rig Advisor met an error it did not expect ({error}).", error=said)
