"""What no prediction from a device's name can know is told apart from what this app gets wrong."""

from math import exp, log

import pytest

from tests.tools.deviations import deviation, drawn
from tools.calibrate.ranges.alike import alike_lines
from tools.calibrate.ranges.coverage import Judged, judged, source_of
from tools.calibrate.ranges.deviations import Deviation


def figures(rows: list[Deviation]) -> list[str]:
    """The only line's figures: rows, devices, machines, then median and nine of ten of app, others, machine."""
    head, line = alike_lines([Judged(row, row.knowledge.spreads, 0.0, 0.0) for row in rows])
    assert "the others" in head
    return line.removeprefix("generation, NVIDIA").split()


def machines(offs: list[float]) -> list[Deviation]:
    return [
        deviation(off + small, machine=f"m{number}") for number, off in enumerate(offs) for small in (-0.01, 0.0, 0.01)
    ]


def test_what_a_card_is_off_by_is_known_from_the_other_machines_with_it() -> None:
    rows, devices, computers, app, _, others, *_ = figures(machines([log(0.8)] * 4))
    assert (rows, devices, computers) == ("12", "1", "4")
    assert app == f"{exp(-log(0.8)) - 1:.1%}"
    assert float(others.rstrip("%")) < 1.5


def test_what_one_computer_is_off_by_is_not() -> None:
    *_, others, others_most, machine, machine_most = figures(machines([0.0, 0.0, 0.0, 0.0, log(0.5)]))
    assert float(others_most.rstrip("%")) > 50
    assert float(others.rstrip("%")) < 2
    assert float(machine_most.rstrip("%")) < 4 > float(machine.rstrip("%"))


def test_devices_of_few_machines_tell_nothing() -> None:
    assert len(list(alike_lines([Judged(row, row.knowledge.spreads, 0, 0) for row in machines([0.0, 0.1])]))) == 1


@pytest.mark.parametrize("count", [1, 3])
def test_a_machine_of_one_row_has_no_other(count: int) -> None:
    rows = [deviation(0.0, machine=f"m{number}") for number in range(3) for _ in range(count)]
    assert (figures(rows)[-1] == "-") == (count == 1)


@pytest.mark.broad
def test_a_prediction_without_bias_is_as_good_as_the_other_machines() -> None:
    app, _, others, *_ = figures([one.row for one in judged(drawn(60), source_of)])[3:]
    assert float(app.rstrip("%")) == pytest.approx(float(others.rstrip("%")), rel=0.1)
