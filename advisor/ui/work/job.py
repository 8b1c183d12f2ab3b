"""Runs one child process, passes its messages on, and work done so; the rules of its end are in run/watch.py."""

import os
import signal
import sys
import time
from abc import abstractmethod
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QProcess, QTimer, Signal

from advisor.facts.values.message import Message, Progress
from advisor.present.measured.job import job_view
from advisor.present.words.reasons.in_words import in_words
from advisor.run.watch import ChildOutcome, ChildWatch
from advisor.store.log import LOG
from advisor.ui.work.child_process import ChildProcess

LOOK_MS = 100
"""How often limits are looked at."""
GRACE_MS = 600
"""From the request to stop to the kill."""


class Job(QObject):
    """One child process. `message` carries its messages, `ended` its outcome, exactly once."""

    message = Signal(object)
    ended = Signal(object)

    def __init__(self, command: Sequence[str] | ChildProcess, *, total_limit_s: float, parent: QObject) -> None:
        """A process may have begun already; it is this job's from now on."""
        super().__init__(parent)
        self._watch = ChildWatch(now_s=time.monotonic(), total_limit_s=total_limit_s)
        self._asked_to_stop = False
        self._process = command if isinstance(command, ChildProcess) else ChildProcess(command, self)
        self._process.setParent(self)
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.readyReadStandardError.connect(self._read_errors)
        self._process.errorOccurred.connect(self._fail)
        self._process.finished.connect(self._finish)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self._look)

    def start(self) -> None:
        """Start the child; what one that has begun said until now follows in the next turn of the event loop."""
        self._timer.start()
        if self._process.is_begun:
            QTimer.singleShot(0, self, self._catch_up)
        else:
            self._process.begin()

    def cancel(self) -> None:
        """Ask the child to stop, as Ctrl+C would; it is killed if it does not."""
        self._watch.cancel()
        self._asked_to_stop = True
        if sys.platform != "win32" and self._process.processId():
            os.kill(self._process.processId(), signal.SIGINT)
            QTimer.singleShot(GRACE_MS, self, self._process.kill)
        else:
            self._process.kill()

    def end_now(self) -> None:
        """Kill the child and wait for its end: the window is closing."""
        self._process.finished.disconnect(self._finish)
        self._timer.stop()
        self._process.end_now()

    def _catch_up(self) -> None:
        if self._process.state() != QProcess.ProcessState.NotRunning:
            self._read()
        elif self._process.error() == QProcess.ProcessError.FailedToStart:
            self._fail(self._process.error())
        else:
            self._finish(self._process.exitCode(), self._process.exitStatus())

    def _read(self) -> None:
        now_s = time.monotonic()
        messages = self._watch.feed(bytes(self._process.readAllStandardOutput().data()), now_s=now_s)
        self._judge(now_s)  # what whoever listens takes is no silence of the child
        for message in messages:
            self.message.emit(message)

    def _read_errors(self) -> None:
        self._watch.feed_errors(bytes(self._process.readAllStandardError().data()))

    def _look(self) -> None:
        """Kill a child that is late, once all is heard that it said while the window was busy."""
        deadline_s = self._watch.deadline_s
        if time.monotonic() >= deadline_s:
            self._process.waitForReadyRead(0)
        if self._watch.deadline_s == deadline_s:
            self._judge(time.monotonic())

    def _judge(self, now_s: float) -> None:
        """Kill a child that is late by then; one that was asked to stop has its own time."""
        if self._watch.tick(now_s=now_s) and not self._asked_to_stop:
            self._process.kill()

    def _fail(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._end(self._watch.not_started(self._process.errorString()))

    def _finish(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read()
        self._read_errors()
        if status == QProcess.ExitStatus.CrashExit and sys.platform != "win32":
            self._end(self._watch.exited(signal=code))
        else:
            self._end(self._watch.exited(code=code))

    def _end(self, outcome: ChildOutcome) -> None:
        self._timer.stop()
        words = " ".join(word for word in self._process.command[1:] if os.sep not in word)
        tail = f" {outcome.stderr_tail.strip()}" if outcome.kind != "done" else ""
        said = f"{in_words(outcome.sentence)}{tail}"
        for path in (word for word in self._process.command[1:] if os.sep in word):
            said = said.replace(path, "...").replace(os.path.basename(path) or path, "...")  # a person's own names
        LOG.info("Child %s: %s, %s", words, outcome.kind, said)
        self.ended.emit(outcome)
        self.deleteLater()


class ChildWork(QObject):
    """`job_changed` carries what the child does, None at its end; `said` a notice. Who inherits takes what it finds."""

    job_changed = Signal(object)
    said = Signal(str)

    def __init__(self, parent: QObject, command: Callable[..., Sequence[str]]) -> None:
        super().__init__(parent)
        self._command = command
        self._job: Job | None = None
        self._job_name, self._job_started_s = "", 0.0

    @property
    def is_busy(self) -> bool:
        """Whether a child is at work."""
        return self._job is not None

    def cancel(self) -> None:
        """Stop the child; what it found so far stays."""
        if self._job:
            self._job.cancel()

    def end_now(self) -> None:
        """End the child at once: the window closes."""
        if self._job:
            self._job.end_now()
            self._job = None

    def _run(
        self,
        name: str,
        arguments: Sequence[str],
        limit_s: float,
        finish: Callable[[ChildOutcome], object],
        begun: ChildProcess | None = None,
    ) -> None:
        """Start a child of that name, or take over one that has begun; where one is at work nothing happens."""
        if self._job is not None:
            return

        def end(outcome: ChildOutcome) -> None:
            self._job = None
            self.job_changed.emit(None)
            finish(outcome)

        self._job = Job(begun or self._command(*arguments), total_limit_s=limit_s, parent=self)
        self._job_name, self._job_started_s = name, time.monotonic()
        self._job.message.connect(self._pass_on)
        self._job.ended.connect(end)
        self.said.emit("")
        self.job_changed.emit(job_view(name))
        self._job.start()

    def _pass_on(self, message: Message) -> None:
        if isinstance(message, Progress):
            elapsed_s = time.monotonic() - self._job_started_s
            view = job_view(
                self._job_name, phase=in_words(message.phase), per_mille=message.per_mille, elapsed_s=elapsed_s
            )
            self.job_changed.emit(view)
        else:
            self._take(message)

    @abstractmethod
    def _take(self, message: Message) -> None:
        """What the child found, or could not."""
