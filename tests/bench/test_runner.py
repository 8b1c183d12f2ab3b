"""One child's run with a clock and samples of our choice."""

import errno
import itertools
from collections.abc import Sequence

import pytest

from advisor.bench.names import ALL_NAMES
from advisor.bench.part import CannotMeasure, Part, Test
from advisor.bench.sampler import LEFT_OUT, Sampler
from advisor.facts.machine.measurement import DeviceState, Measurement, Soak
from advisor.facts.values.message import Failure, Message, Progress, Result
from advisor.facts.values.reason import told
from advisor.present.words.reasons.in_words import in_words
from tests.fakes.bench_parts import Calm, Clock, FakePart, fake_test

NAMES = ("memory_read", "memory_copy")


def events(clock: Clock, *parts: Part, seconds: float = 10.0, **options: object) -> list[Message]:
    offers = [(NAMES, lambda part=part: part) for part in parts]
    return list(Sampler(offers, Calm(), seconds=seconds, clock=clock, **options).events())  # type: ignore[arg-type]


def results(messages: Sequence[Message]) -> dict[str, Measurement]:
    found = [one.record(Measurement) for one in messages if isinstance(one, Result) and one.kind == "measurement"]
    return {one.name: one for one in found}


def failures(messages: Sequence[Message]) -> dict[str, str]:
    return {one.code: in_words(one.sentence) for one in messages if isinstance(one, Failure)}


def failing(clock: Clock, error: Exception, *, after: int = 0) -> Test:
    good = fake_test(clock, 9.0)
    calls = itertools.count()

    def sample() -> float:
        if next(calls) >= after:
            raise error
        return good.sample()

    return Test(**{**vars(good), "sample": sample})


def test_figure_is_the_median_of_blocks_after_a_warm_up() -> None:
    clock = Clock()
    found = results(events(clock, FakePart([fake_test(clock, 1.0, *[40e9] * 20, 41e9)])))["memory_read"]
    assert found.value in (40e9, 41e9)
    assert len(found.block_medians) == 5
    assert found.p10 >= 40e9, "the first, slow sample does not count"
    assert found.stability == "stable"
    assert found.duration_s == pytest.approx(1.0, rel=0.2)


def test_blocks_take_turns_over_the_whole_run() -> None:
    clock, phases = Clock(), (*NAMES, "fma_fp32")
    parts = [
        FakePart([fake_test(clock, 5.0, name=name, phase=told(name)) for name in names])
        for names in (NAMES, phases[2:])
    ]
    steps = [message for message in events(clock, *parts) if isinstance(message, Progress)]
    said = [in_words(step.phase) for step in steps]
    order = [phase for phase in said if phase in phases]
    assert order == [*phases] * 5


def test_the_fastest_way_is_measured_and_the_others_are_told() -> None:
    clock = Clock()
    variants = [fake_test(clock, value, threads=threads) for threads, value in ((1, 20.0), (2, 40.0), (4, 30.0))]
    found = results(events(clock, FakePart(variants)))["memory_read"]
    assert (found.value, found.threads) == (40.0, 2)
    assert sorted(found.tried) == [(1, 20.0), (4, 30.0)]


def test_of_times_the_shortest_is_fastest() -> None:
    clock = Clock()
    variants = [fake_test(clock, value, unit="s", threads=threads) for threads, value in ((1, 0.5), (2, 0.25))]
    assert results(events(clock, FakePart(variants)))["memory_read"].value == 0.25


def test_points_make_one_curve_in_order() -> None:
    clock = Clock()
    sizes = (4096, 1024, 2048)
    tests = [fake_test(clock, float(size), name="cache_curve", point_bytes=size) for size in sizes]
    found = results(events(clock, FakePart(tests)))["cache_curve"]
    assert found.value == ((1024, 1024.0), (2048, 2048.0), (4096, 4096.0))
    assert (found.figure, found.stability) == (4096.0, "stable")


def test_wide_readings_get_more_blocks() -> None:
    clock = Clock()
    swinging = [value for _ in range(200) for value in (40.0,) * 7 + (60.0,) * 7]
    found = results(events(clock, FakePart([fake_test(clock, *swinging), fake_test(clock, 5.0, name="memory_copy")])))
    assert len(found["memory_read"].block_medians) == 10
    assert len(found["memory_copy"].block_medians) == 5
    assert found["memory_read"].stability == "noisy"
    assert any("two speeds" in in_words(warning) for warning in found["memory_read"].warnings)


def test_many_tests_have_shorter_blocks_and_end_in_time() -> None:
    clock = Clock()
    tests = [fake_test(clock, 5.0, name=name, sample_s=0.005) for name in ALL_NAMES]
    found = results(events(clock, FakePart(tests), seconds=6.0))
    assert set(found) == set(ALL_NAMES)
    assert clock.now_s - 100.0 <= 6.1


def test_what_does_not_fit_is_left_out_by_rank_and_named() -> None:
    clock = Clock()
    tests = [fake_test(clock, 5.0, name=ALL_NAMES[rank], rank=rank, sample_s=0.1) for rank in (3, 0, 2, 1)]
    messages = events(clock, FakePart(tests), seconds=1.8)
    assert set(failures(messages)) == set(ALL_NAMES[2:4])
    assert set(failures(messages).values()) == {in_words(LEFT_OUT)}
    assert set(results(messages)) == set(ALL_NAMES[:2])


def test_nothing_is_left_out_for_what_other_programs_took() -> None:
    clock = Clock()
    tests = [fake_test(clock, 5.0, name=ALL_NAMES[rank], rank=rank, sample_s=0.1) for rank in range(9)]
    runner = Sampler([(NAMES, lambda: FakePart(tests))], Calm(is_busy=True), seconds=1.0, clock=clock)
    messages = list(runner.events())
    assert not failures(messages)
    assert {len(one.block_medians) for one in results(messages).values()} == {3}
    assert len(results(messages)) == 9


def test_ways_are_tried_only_briefly_where_time_is_short() -> None:
    clock = Clock()
    variants = [fake_test(clock, value, threads=threads, sample_s=0.1) for threads, value in ((1, 20.0), (2, 40.0))]
    tests = [*variants, *(fake_test(clock, 5.0, name=name, sample_s=0.1) for name in ALL_NAMES[1:4])]
    messages = events(clock, FakePart(tests), seconds=2.6)
    assert results(messages)["memory_read"].threads == 2
    assert not failures(messages)


def test_seconds_are_used_where_they_were_asked_for() -> None:
    clock = Clock()
    events(clock, FakePart([fake_test(clock, 5.0)]), seconds=6.0, stretch=True)
    assert 5.0 < clock.now_s - 100.0 <= 6.1


def test_few_tests_end_early() -> None:
    clock = Clock()
    events(clock, FakePart([fake_test(clock, 5.0)]))
    assert clock.now_s - 100.0 < 2.5


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (CannotMeasure(told("The device was lost.")), "The device was lost."),
        (MemoryError(), "Too little free memory"),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), "Too little free memory"),
        (RuntimeError("odd"), "did not expect (RuntimeError: odd)"),
    ],
)
@pytest.mark.parametrize("after", [0, 40])
def test_a_test_that_fails_costs_itself_only(error: Exception, words: str, after: int) -> None:
    clock = Clock()
    messages = events(clock, FakePart([failing(clock, error, after=after), fake_test(clock, 5.0, name="memory_copy")]))
    assert words in failures(messages)["memory_read"]
    assert set(results(messages)) == {"memory_copy"}


def test_a_way_that_fails_leaves_the_others() -> None:
    clock = Clock()
    messages = events(clock, FakePart([failing(clock, CannotMeasure(told("No."))), fake_test(clock, 5.0)]))
    assert results(messages)["memory_read"].value == 5.0
    assert failures(messages) == {}


@pytest.mark.parametrize("value", [0.0, -1.0, float("nan"), float("inf")])
def test_nonsense_is_no_figure(value: float) -> None:
    clock = Clock()
    assert "no figure" in failures(events(clock, FakePart([fake_test(clock, value)])))["memory_read"]


def test_a_part_that_cannot_be_made_ready_costs_its_names_only() -> None:
    clock = Clock()

    def broken() -> None:
        raise CannotMeasure(told("No driver is here."))

    good = FakePart([fake_test(clock, 5.0, name="fma_fp32")], failures=(("int8_dot", told("Not on this processor.")),))
    messages = events(clock, FakePart([], step=broken), good)
    assert failures(messages) == {
        **dict.fromkeys(NAMES, "No driver is here."),
        "int8_dot": "Not on this processor.",
    }
    assert set(results(messages)) == {"fma_fp32"}


def test_a_part_without_memory_says_so() -> None:
    clock = Clock()

    def starved() -> None:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    messages = events(clock, FakePart([], step=starved))
    assert set(failures(messages).values()) == {"Too little free memory for this test."}


def test_only_what_is_asked_for_is_measured_and_refused() -> None:
    clock = Clock()
    part = FakePart([fake_test(clock, 5.0, name=name) for name in NAMES], failures=(("int8_dot", told("No.")),))
    messages = events(clock, part, only=("memory_copy",))
    assert (set(results(messages)), failures(messages)) == ({"memory_copy"}, {})


def test_progress_is_even_and_never_goes_back() -> None:
    clock = Clock()

    def step() -> None:
        clock.now_s += 0.1

    tests = [fake_test(clock, 5.0, name=name) for name in ALL_NAMES[:8]]
    seen = []
    runner = Sampler([(NAMES, lambda: FakePart(tests, steps=5, step=step))], Calm(), seconds=8.0, clock=clock)
    for message in runner.events():
        if isinstance(message, Progress):
            seen.append((clock.now_s, message.per_mille))
            assert message.limit_s > 0
    shown = [per_mille for _, per_mille in seen]
    assert shown == sorted(shown)
    rates = [
        (later[1] - earlier[1]) / (later[0] - earlier[0])
        for earlier, later in itertools.pairwise(seen[::5])
        if later[0] > earlier[0]
    ]
    assert max(rates) < 4 * 1000 / (clock.now_s - 100.0)


def test_state_of_the_device_stands_with_the_figure() -> None:
    clock = Clock()

    class WatchedPart(FakePart):
        def state(self, device: str) -> DeviceState:
            return DeviceState(clock_hz=clock.now_s)

    found = results(events(clock, WatchedPart([fake_test(clock, 5.0)])))["memory_read"]
    assert found.conditions is not None
    assert (found.conditions.before.clock_hz or 0) < (found.conditions.after.clock_hz or 0)


def test_soak_tells_burst_and_sustained() -> None:
    clock = Clock()
    fading = fake_test(clock, 100.0)
    tired = Test(**{**vars(fading), "sample": lambda: fading.sample() - 0.5 * (clock.now_s - 100.0)})
    runner = Sampler([(NAMES, lambda: FakePart([tired]))], Calm(), seconds=60.0, clock=clock)
    (soak,) = [one.record(Soak) for one in runner.soak_events() if isinstance(one, Result)]
    assert soak.burst > 92
    assert soak.sustained < 78
    assert soak.ratio == pytest.approx(soak.sustained / soak.burst)
    assert 50 < soak.points[-1][0] < 60


def test_figures_so_far_are_told_before_they_are_final() -> None:
    clock = Clock()
    messages = events(clock, FakePart([fake_test(clock, 1.0, *[40e9] * 20)]))
    kinds = [one.kind for one in messages if isinstance(one, Result)]
    assert kinds == ["reading", "reading", "measurement"]
