"""What something disturbed is measured again for a minute at most; the quietest figure stays."""

from collections.abc import Iterator, Sequence

import pytest

from advisor.bench.again import AGAIN_S, Again, is_quieter
from advisor.bench.measured_record import collected
from advisor.facts.machine.measurement import Conditions, Measurement
from advisor.facts.values.message import Failure, Message, Progress, Result
from advisor.facts.values.reason import reason, told
from tests.fakes.measurements import measurement

BUSY, QUIET = Conditions(others_during=0.5), Conditions(others_during=0.01)
RUN_S = 8.0


class Machine:
    """Measures as a list of conditions says, each run for some seconds of a clock of its own."""

    def __init__(self, *runs: Conditions, others: float | None = 0.0, name: str = "memory_read") -> None:
        self.now_s = 100.0
        self.asked: list[tuple[str, ...]] = []
        self.closed = 0
        self._runs, self._load, self._name = runs, others, name

    def measure(self, names: Sequence[str]) -> Iterator[Message]:
        number = min(len(self.asked), len(self._runs) - 1)
        self.asked.append(tuple(names))
        try:
            yield Progress(per_mille=500, phase=reason("warming_up"), limit_s=3.0)
            self.now_s += RUN_S
            found = measurement(self._name, 40e9 + number, conditions=self._runs[number])
            yield Result(kind="reading", body=found.model_dump(mode="json"))
            yield Result(kind="measurement", body=found.model_dump(mode="json"))
            yield Failure(code="gpu_copy", sentence=told("No."))
        finally:
            self.closed += 1

    def others(self, seconds: float) -> float | None:
        self.now_s += seconds
        return self._load

    def again(self) -> Again:
        return Again(self.measure, clock=lambda: self.now_s, others=self.others)


def test_a_quiet_machine_is_measured_once_and_nothing_is_added_to_its_time() -> None:
    one = Machine(QUIET)
    messages = list(one.again().events())
    assert one.asked == [()]
    assert one.now_s == 100.0 + RUN_S
    assert [type(message) for message in messages] == [Progress, Result, Result, Failure]


def test_what_was_disturbed_is_measured_again_until_it_is_quiet() -> None:
    one = Machine(BUSY, BUSY, QUIET, BUSY)
    messages = list(one.again().events())
    assert one.asked == [(), ("memory_read",), ("memory_read",)]
    (result,) = collected(messages).results
    assert (result.conditions, len(collected(messages).failures)) == (QUIET, 1)
    phases = [message.phase for message in messages if isinstance(message, Progress)]
    assert phases[0].code == "warming_up"
    assert {phase.code for phase in phases[1:]} == {"measuring_again"}
    assert phases[1].parameters["cause"] == reason("by_other_programs", share=0.5)


@pytest.mark.parametrize("others", [0.0, 0.9, None])
def test_it_is_tried_for_a_minute_at_most_and_the_bar_follows(others: float | None) -> None:
    one = Machine(BUSY, others=others)
    messages = list(one.again().events())
    assert 100.0 + RUN_S + AGAIN_S - RUN_S - 21 <= one.now_s <= 100.0 + RUN_S + AGAIN_S + 1
    again = [one.per_mille for one in messages if isinstance(one, Progress)][1:]
    assert again == sorted(again)
    assert collected(messages).results[0].conditions == BUSY


def test_others_are_waited_for() -> None:
    busy, calm = Machine(BUSY, others=0.9), Machine(BUSY, others=0.0)
    for one in (busy, calm):
        list(one.again().events())
    assert 1 < len(busy.asked) < len(calm.asked)


def test_what_no_repetition_changes_is_not_measured_again() -> None:
    for one in (
        Machine(Conditions(virtual_machine="KVM")),
        Machine(Conditions(power_source="battery")),
        Machine(BUSY, name="memory_copy"),
    ):
        list(one.again().events())
        assert one.asked == [()]


def test_who_stops_it_ends_the_measurement_that_runs() -> None:
    one = Machine(BUSY)
    events = one.again().events()
    while len(one.asked) < 2:
        next(events)
    events.close()
    assert one.closed == 2


@pytest.mark.parametrize(
    ("found", "before", "stays"),
    [
        (measurement(value=40e9), measurement(value=38e9, conditions=BUSY), True),
        (measurement(value=38e9, conditions=BUSY), measurement(value=40e9), False),
        (measurement(value=20e9), measurement(value=40e9, conditions=BUSY), False),
        (measurement(value=40e9, conditions=Conditions(others_during=0.2)), measurement(conditions=BUSY), True),
        (measurement(value=40e9, conditions=BUSY), measurement(conditions=Conditions(others_during=0.2)), False),
    ],
)
def test_the_quieter_figure_stays_unless_it_is_below_all_that_was_seen(
    found: Measurement, before: Measurement, stays: bool
) -> None:
    assert is_quieter(found, before) == stays
