"""What a run gave, put together from its messages."""

from advisor.facts.machine.measurement import Measurement, MeasurementFailure, Measurements, Soak
from advisor.facts.values.message import Failure, Message, Result


class Collected:
    """Results, soaks and failures as they come in; pure, for whoever runs the measurement."""

    def __init__(self) -> None:
        self._results: list[Measurement] = []
        self._soaks: list[Soak] = []
        self._failures: list[MeasurementFailure] = []

    def add(self, message: Message) -> None:
        """Keep what this message says about a measurement."""
        if isinstance(message, Result) and message.kind == "measurement":
            self._results.append(message.record(Measurement))
        elif isinstance(message, Result) and message.kind == "soak":
            self._soaks.append(message.record(Soak))
        elif isinstance(message, Failure):
            failure = MeasurementFailure(name=message.code, reason=message.sentence, device=message.device)
            self._failures.append(failure)

    def measurements(self) -> Measurements:
        """All that is known now."""
        return Measurements(results=tuple(self._results), failures=tuple(self._failures), soaks=tuple(self._soaks))
