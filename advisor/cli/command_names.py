"""What the commands are called. Looked at before the window opens: imports nothing that takes time."""

import os

COMMANDS = {
    "probe": "advisor.cli.probe",
    "doctor": "advisor.cli.doctor",
    "bench": "advisor.cli.bench",
    "predict": "advisor.cli.predict",
    "rank": "advisor.cli.rank",
    "worth": "advisor.cli.worth",
    "compare": "advisor.cli.compare",
    "report": "advisor.cli.report",
    "machine": "advisor.cli.machine",
    "model": "advisor.cli.model",
    "schema": "advisor.cli.schema",
    "self-check": "advisor.cli.self_check",
}
"""The module of each command; imported only when it is named: a probe child must not pay for Qt."""


def meant_command(word: str) -> str | None:
    """The command that a word which is neither a command nor a file seems to mean; a dot or a folder tells a file."""
    if word in COMMANDS or set(word) & {".", "/", os.sep} or os.path.lexists(word):
        return None
    import difflib

    return next(iter(difflib.get_close_matches(word, COMMANDS, n=1)), None)
