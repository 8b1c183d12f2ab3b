"""Measured figures on page My rig: their states, charts, findings and history."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from advisor.answer.findings.changes import changes
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.kept.history import MachineHistory
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Conditions, DeviceState, Measurement, Measurements, Soak
from advisor.facts.values.reason import reason
from advisor.present.measured.charts import measured_charts
from advisor.present.measured.history import change_words, history_chart, history_rows
from advisor.present.measured.text import figure_text, measured_name, measured_rows
from advisor.present.rig.my_rig import finding_panels, my_rig_view
from advisor.present.words.view import FactRow, MyRigView
from tests.fakes.machines import machine, nvidia_card, seen
from tests.fakes.measurements import measurement, measurements

CARD = machine(gpus=(nvidia_card(),))
CURVE = measurement("cache_curve", ((16 * 1024, 5e11), (2**20, 2e11), (2**28, 4e10)))
NOW = datetime(2026, 11, 20, 12).astimezone()


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def on_card(name: str, value: float, unit: str = "flop_per_s", **fields: Any) -> Measurement:
    return measurement(name, value, unit=unit, device="gpu0", threads=None, **fields)


def rows(catalog: Catalog, *results: Measurement, one: Machine = CARD) -> tuple[FactRow, ...]:
    known = known_machine(one, (), catalog)
    found = measurements(*results)
    return measured_rows(found, assemble_rig(known, found, catalog), known)


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (measurement(value=41.2e9), "41 GB/s"),
        (measurement("fma_fp32", 5.4e11, unit="flop_per_s"), "0.54 TFLOPS"),
        (measurement("int8_dot", 2.1e12, unit="op_per_s"), "2.1 TOPS"),
        (measurement("memory_latency", 88.4e-9, unit="s"), "88 ns"),
        (measurement("gpu_launch", 5.44e-6, unit="s"), "5.4 µs"),
        (CURVE, "500 GB/s down to 40 GB/s"),
        (measurement(value=41e9, spread=0.3, block_medians=(35e9, 41e9, 47e9)), "~35 GB/s to 47 GB/s"),
    ],
)
def test_each_unit_has_its_text(result: Measurement, text: str) -> None:
    assert figure_text(result) == text


def test_kinds_of_cores_are_named() -> None:
    assert measured_name("int8_dot", device="cpu:E") == "CPU arithmetic, int8, E cores"
    assert measured_name("something_new") == "Something new"


def test_the_four_that_matter_come_first(catalog: Catalog) -> None:
    found = rows(
        catalog,
        measurement("memory_copy", 3e10),
        on_card("gpu_copy", 3e11, "bytes_per_s"),
        on_card("gpu_matrix_fp16_acc32", 4e13),
        on_card("gpu_fp32", 1.2e13),
        on_card("host_to_device", 2.4e10, "bytes_per_s"),
        on_card("gpu_memory_read", 3.2e11, "bytes_per_s"),
        measurement(value=4e10),
    )
    assert [row.name for row in found][:4] == [
        "RAM bandwidth",
        "VRAM bandwidth",
        "Link to the GPU",
        "Matrix arithmetic with fp32 sums",
    ]


@pytest.mark.parametrize(
    ("share", "fields", "words"),
    [
        (0.9, {}, "90% of rated 504 GB/s"),
        (1.1, {}, "ignored: above the physical limit"),
        (1.03, {}, "slightly above rated"),
        (0.4, {}, "less than half the rated speed"),
        (0.9, {"on_battery": True}, "on battery"),
        (0.9, {"stability": "noisy", "spread": 0.06}, "noisy: varied by 6%"),
        (
            0.9,
            {"machine_driver": "470.1"},
            "outdated: GPU driver was 470.1, now 550.54; used until measured again",
        ),
    ],
)
def test_a_row_says_what_to_know_of_its_figure(
    catalog: Catalog, share: float, fields: dict[str, Any], words: str
) -> None:
    one = machine(gpus=(nvidia_card(driver=seen("550.54")),))
    (row,) = rows(catalog, on_card("gpu_memory_read", share * 504e9, "bytes_per_s", **fields), one=one)
    assert words in row.detail


def test_arithmetic_is_a_cold_burst_and_reading_is_not(catalog: Catalog) -> None:
    burst, read = rows(catalog, on_card("gpu_fp32", 1.2e13), measurement(value=4e10))[::-1]
    assert "short run, not thermally settled" in burst.detail
    assert "short run, not thermally settled" not in read.detail


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"memory_setting": "1 x 16 at 4800"}, "memory was 1 x 16 at 4800"),
        ({"on_battery": True}, "measured on battery, now on mains"),
        ({"method": "numpy_dot_xy/0"}, "this version measures in another way"),
        ({"method": "another_program/3"}, ""),
        ({}, ""),
    ],
)
def test_what_changed_since_makes_a_figure_outdated(catalog: Catalog, fields: dict[str, Any], words: str) -> None:
    one = CARD.changed(os=CARD.os.changed(power_source=seen("mains")))
    (row,) = rows(catalog, measurement(value=4e10, **fields), one=one)
    assert ("outdated" in row.detail) is bool(words)
    assert words in row.detail


def test_the_cache_curve_and_a_soak_are_drawn() -> None:
    points = tuple((float(at), 1e13 if at < 20 else 8e12) for at in range(60))
    soak = Soak(
        name="gpu_fp32", device="gpu0", unit="flop_per_s", points=points, burst=1e13, sustained=8e12, method="x/1",
        started_at="2026-11-20T12:00:00",
    )  # fmt: skip
    curve, held = measured_charts(Measurements(results=(CURVE,), soaks=(soak,)))
    assert curve.title == "The fastest cache is 12 times as fast as RAM"
    assert curve.table.rows[0] == ("all", "16 KiB", "500 GB/s")
    assert held.title == "80% of its speed is left after a minute"
    assert [line.label for line in held.lines] == ["", "burst 10 TFLOPS", "sustained 8.0 TFLOPS"]
    steady = measured_charts(Measurements(results=(), soaks=(soak.changed(sustained=9.9e12),)))[0]
    assert steady.title == "Full speed under load"


def run(days_ago: float, value: float, **fields: Any) -> Measurements:
    when = (NOW - timedelta(days=days_ago)).isoformat()
    return measurements(measurement(value=value, started_at=when, **fields))


def kept(*runs: Measurements) -> MachineHistory:
    return MachineHistory(key="k", runs=runs)


@pytest.mark.parametrize(
    ("history", "words"),
    [
        (kept(run(33, 42e9), run(0, 37e9)), "RAM bandwidth is 12% slower than last month: 37 GB/s, 42 GB/s on "),
        (kept(run(1, 30e9), run(0, 37e9)), "RAM bandwidth is 23% faster than yesterday"),
        (kept(run(33, 42e9), run(0, 41e9)), None),
        (kept(run(33, 42e9, method="other/1"), run(0, 37e9)), None),
        (kept(run(33, 42e9, on_battery=True), run(0, 37e9)), None),
        (kept(run(33, 42e9, spread=0.2), run(0, 37e9)), None),
        (kept(run(0.1, 42e9), run(0, 37e9)), None),
        (kept(run(33, 42e9), run(0.1, 38e9), run(0, 37e9)), "RAM bandwidth is 12% slower than last month"),
        (None, None),
    ],
)
def test_only_alike_measurements_are_compared_and_only_beyond_noise(history: MachineHistory | None, words: str) -> None:
    found = [change_words(change) for change in changes(history)]
    assert found == [] if words is None else found[0].startswith(words)


def test_another_driver_is_named_beside_a_change() -> None:
    history = kept(run(33, 42e9, machine_driver="1.0"), run(0, 37e9, machine_driver="2.0"))
    assert change_words(changes(history)[0]).endswith("(driver 1.0 then, 2.0 now).")


def test_waiting_longer_is_slower() -> None:
    fields: dict[str, Any] = {"name": "memory_latency", "unit": "s"}
    runs = [measurements(run(days, value).results[0].changed(**fields)) for days, value in ((33, 80e-9), (0, 100e-9))]
    assert "20% slower" in change_words(changes(kept(*runs))[0])


def test_history_is_listed_and_drawn() -> None:
    history = kept(run(33, 42e9, machine_driver="1.0"), run(0, 37e9))
    newest, oldest = history_rows(history)
    assert newest.text == "RAM bandwidth: 37 GB/s"
    assert "driver 1.0" in oldest.detail
    chart = history_chart(history)
    assert chart is not None
    assert chart.title == "RAM bandwidth is 12% slower than last month"
    assert chart.lines[0].ys == (100.0, pytest.approx(88.1, abs=0.1))
    assert history_chart(kept(run(0, 37e9))) is None


def test_findings_tell_of_heat_links_and_cards_unlike_their_kind(catalog: Catalog) -> None:
    known = known_machine(CARD, (), catalog)
    state = DeviceState(throttle_reasons=(reason("heat"),), link_generation=1, link_width=4)
    found = measurements(
        on_card("host_to_device", 9e8, "bytes_per_s", conditions=Conditions(after=state)),
        on_card("gpu_memory_read", 0.7 * 504e9, "bytes_per_s"),
        on_card("gpu_fp32", 4e12),
    )
    rig = assemble_rig(known, found, catalog)
    history = kept(run(33, 42e9), run(0, 37e9))
    titles = [card.title for card in finding_panels(known, rig, found, history) if card.tone == "warning"]
    assert titles == [
        "RTX 4070 SUPER runs below its full PCIe speed",
        "Only one memory channel is used",
        "RTX 4070 SUPER was throttled during the measurement",
        "RTX 4070 SUPER computes at less than half its rated speed",
        "RTX 4070 SUPER reads memory 23% slower than others like it",
        "RAM bandwidth is 12% slower than last month",
    ]


def test_figures_that_are_not_used_are_named_below(catalog: Catalog) -> None:
    known = known_machine(CARD, (), catalog)
    found = measurements(on_card("gpu_fp32", 9e13))
    rig = assemble_rig(known, found, catalog)
    view = my_rig_view(machine=known, rig=rig, measurements=found, answers=())
    assert any("so the figure is ignored" in caution for caution in view.cautions)


def test_two_cards_of_one_name_are_told_apart(catalog: Catalog) -> None:
    both = machine(gpus=(nvidia_card(), nvidia_card()))
    results = [measurement("gpu_memory_read", 4e11, device=device) for device in ("gpu0", "gpu1")]
    names = [row.name for row in rows(catalog, *results, one=both)]
    assert [name.rpartition(" ")[2] for name in names] == ["(gpu0)", "(gpu1)"]


@pytest.mark.parametrize("date", ["", "now", "9999-99-99", "0001-01-01T00:00:00"])
def test_a_figure_without_a_date_is_in_no_history(catalog: Catalog, date: str) -> None:
    odd, good = measurement(started_at=date), measurement(started_at=NOW.isoformat())
    history = MachineHistory(key="x", runs=(measurements(odd), measurements(good)))
    assert changes(history) == ()
    assert history_chart(history) is None
    assert len(history_rows(history)) in (1, 2)
    rig = assemble_rig(CARD, measurements(odd), catalog)
    view = my_rig_view(machine=CARD, rig=rig, measurements=measurements(odd), answers=(), history=history)
    assert "Measured" in view.status


def view_of(catalog: Catalog, result: Measurement) -> MyRigView:
    known, found = known_machine(CARD, (), catalog), measurements(result)
    return my_rig_view(machine=known, rig=assemble_rig(known, found, catalog), measurements=found, answers=())


def test_a_disturbed_figure_has_its_mark_wherever_it_is_told_and_a_card_names_what_it_was(catalog: Catalog) -> None:
    busy = measurement(value=12e9, conditions=Conditions(others_during=0.42))
    view = view_of(catalog, busy)
    assert view.measured[0].text == "~12 GB/s"
    assert "~12 GB/s" in view.picture.description
    (card,) = [one for one in view.findings if one.title == "The measurement was disturbed"]
    assert card.tone == "warning"
    assert "other programs used 42% of the CPU" in card.text
    assert not [one for one in view.cautions if "busy" in one]
    calm = view_of(catalog, measurement(value=12e9))
    assert calm.measured[0].text == "12 GB/s"
    assert "~" not in calm.picture.description


def test_a_disturbed_figure_tells_of_no_change() -> None:
    old = (NOW - timedelta(days=30)).isoformat()
    before = measurement(value=40e9, started_at=old)
    after = measurement(value=20e9, started_at=NOW.isoformat(), conditions=Conditions(others_during=0.5))
    runs = (measurements(before), measurements(after))
    assert changes(MachineHistory(key="one", runs=runs)) == ()
