"""The card's own clock beside the wall clock."""

from advisor.bench.graphics.timed import GpuClock


def test_without_a_clock_the_wall_counts() -> None:
    clock = GpuClock(exists=False)
    assert clock.seconds(wall_s=0.03, card_s=0.0) == 0.03
    assert not clock.is_doubted


def test_a_clock_that_agrees_is_used() -> None:
    clock = GpuClock(exists=True)
    assert [clock.seconds(wall_s=0.0301, card_s=0.03) for _ in range(20)] == [0.03] * 20
    assert clock.seconds(wall_s=0.0003, card_s=0.0001) == 0.0001, "the way there and back is long for short work"


def test_a_clock_that_goes_back_or_beyond_the_wall_is_dropped() -> None:
    for card_s in (-0.01, 0.0, 0.032):
        clock = GpuClock(exists=True)
        assert clock.seconds(wall_s=0.03, card_s=card_s) == 0.03
        assert clock.is_doubted
        assert clock.seconds(wall_s=0.03, card_s=0.03) == 0.03


def test_a_clock_with_wrong_ticks_is_dropped() -> None:
    clock = GpuClock(exists=True)
    for _ in range(5):
        clock.seconds(wall_s=0.0300, card_s=0.0270)
    assert not clock.is_believed


def test_a_busy_host_does_not_cost_the_clock() -> None:
    clock = GpuClock(exists=True)
    for wall_s in (0.05, 0.06, 0.0301, 0.05, 0.0302, 0.09, 0.0301):
        assert clock.seconds(wall_s=wall_s, card_s=0.03) == 0.03
    assert clock.is_believed
