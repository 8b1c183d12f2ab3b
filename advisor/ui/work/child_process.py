"""A child process of the window. Needs no records: the first child begins to work before those are loaded."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment

from advisor.run.command import advisor_command, child_environment

PROBE = ("probe", "--events")
"""The command that reads the hardware of this computer."""
LAST_WAIT_MS = 1000
"""How long the window waits for a killed child when it closes."""


class ChildProcess(QProcess):
    """Runs one command line."""

    default_command: Callable[..., Sequence[str]] = staticmethod(advisor_command)
    """How a child of the window is started unless somebody says otherwise."""

    def __init__(self, command: Sequence[str], parent: QObject) -> None:
        super().__init__(parent)
        self.command, self.is_begun = tuple(command), False
        self.setProcessEnvironment(_environment())

    def begin(self) -> None:
        """Start the child."""
        self.is_begun = True
        self.start(self.command[0], list(self.command[1:]))

    def end_now(self) -> None:
        """Kill the child and wait for its end: the window is closing."""
        self.kill()
        self.waitForFinished(LAST_WAIT_MS)


def _environment() -> QProcessEnvironment:
    result = QProcessEnvironment()
    for name, value in child_environment().items():
        result.insert(name, value)
    return result
