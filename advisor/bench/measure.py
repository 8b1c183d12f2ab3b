"""The parent's side: runs the measurements in a child and collects what it says."""

from collections.abc import Callable

from advisor.bench.names import MEASURED_HERE
from advisor.facts.measurement import Measurement, MeasurementFailure, Measurements
from advisor.facts.message import Failure, Message, Result
from advisor.run.child import run_child
from advisor.run.command import advisor_command

_TOTAL_LIMIT_S = 40.0

Listener = Callable[[Message], None]


def bench_command(only: tuple[str, ...] = (), seconds: float | None = None) -> list[str]:
    """The command line of the child that measures; the window starts the same one."""
    names = [part for name in only for part in ("--only", name)]
    span = [] if seconds is None else ["--seconds", f"{seconds:g}"]
    return advisor_command("bench", "--events", *names, *span)


def run_bench(
    only: tuple[str, ...] = (),
    seconds: float | None = None,
    on_message: Listener | None = None,
    should_stop: Callable[[], bool] | None = None,
    command: list[str] | None = None,
) -> Measurements:
    """Measure in a child. What it could not say, because it crashed or was stopped, is a failure with the reason."""
    collected = Collected(only)

    def listen(message: Message) -> None:
        collected.add(message)
        if on_message is not None:
            on_message(message)

    outcome = run_child(
        command or bench_command(only, seconds),
        total_limit_s=_TOTAL_LIMIT_S + (seconds or 0.0),
        on_message=listen,
        should_stop=should_stop,
    )
    return collected.measurements(outcome.sentence)


class Collected:
    """Results and failures of one child as they come in; pure, for whoever runs the child."""

    def __init__(self, only: tuple[str, ...] = ()) -> None:
        self._asked = only or MEASURED_HERE
        self._results: list[Measurement] = []
        self._failures: list[MeasurementFailure] = []

    def add(self, message: Message) -> None:
        """Keep what this message says about a measurement."""
        if isinstance(message, Result) and message.kind == "measurement":
            self._results.append(message.record(Measurement))
        elif isinstance(message, Failure) and message.code in self._asked:
            self._failures.append(MeasurementFailure(name=message.code, reason=message.sentence))

    def measurements(self, reason: str) -> Measurements:
        """All that is known now; `reason` says why the rest is not."""
        known = {result.name for result in self._results} | {failure.name for failure in self._failures}
        missing = (MeasurementFailure(name=name, reason=reason) for name in self._asked if name not in known)
        return Measurements(results=tuple(self._results), failures=(*self._failures, *missing))
