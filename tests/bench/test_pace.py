"""The bar."""

import itertools

from advisor.bench.sampler import Pace


def test_it_moves_evenly_also_when_the_plan_changes() -> None:
    pace = Pace(now_s=0.0)
    shown = [pace.per_mille(now_s=now, left_s=10.0 - now) for now in range(1, 6)]
    assert max(abs(at - due) for at, due in zip(shown, range(100, 600, 100), strict=True)) < 3
    shown += [pace.per_mille(now_s=now, left_s=20.0 - now) for now in range(6, 20)]
    steps = [later - earlier for earlier, later in itertools.pairwise(shown)]
    assert min(steps) > 0
    assert max(steps) <= 101


def test_a_clock_that_stands_moves_nothing() -> None:
    pace = Pace(now_s=5.0)
    assert [pace.per_mille(now_s=5.0, left_s=0.0) for _ in range(3)] == [0, 0, 0]


def test_a_late_job_still_moves() -> None:
    pace = Pace(now_s=0.0)
    shown = [pace.per_mille(now_s=now / 10, left_s=1.0 - now / 10) for now in range(1, 20)]
    assert shown == sorted(shown)
    assert shown[-1] < 1000
