"""Several runs on one machine: their parts are told apart as far as the runs do, and the rest stays as it was."""

import pytest

from advisor.predict.speed.own_run import FEWEST_FOR_CACHE, TimedRun, fitted_factors, solved


def ran(weights_s: float, layers_s: float, *, cache_s: float = 0.0, by: tuple[float, float, float]) -> TimedRun:
    """A run whose parts took so many times as long as predicted."""
    terms = {"weights": weights_s, "overhead": layers_s, "attention": cache_s}
    return TimedRun(weights_s * by[0] + layers_s * by[1] + cache_s * by[2], terms)


def test_runs_that_are_all_off_alike_say_so() -> None:
    runs = [ran(weights, 0.004, by=(2.0, 2.0, 2.0)) for weights in (0.002, 0.01, 0.05)]
    found = fitted_factors(runs, pull=0.1)
    assert (found.reading, found.layers) == (pytest.approx(0.5, rel=0.08), pytest.approx(0.5, rel=0.08))


def test_small_and_large_models_tell_layers_from_reading() -> None:
    runs = [ran(weights, 0.004, by=(1.0, 2.0, 1.0)) for weights in (0.001, 0.002, 0.004, 0.04, 0.08)]
    found = fitted_factors(runs, pull=0.1)
    assert found.reading == pytest.approx(1.0, abs=0.1)
    assert found.layers == pytest.approx(0.5, abs=0.1)
    assert found.cache == 1


def test_what_depth_costs_is_freed_with_six_runs_only() -> None:
    runs = [ran(0.01, 0.001, cache_s=cache, by=(1.0, 1.0, 3.0)) for cache in (0.0, 0.0, 0.0, 0.01, 0.01, 0.02)]
    assert len(runs) == FEWEST_FOR_CACHE
    assert fitted_factors(runs, pull=0.1).cache == pytest.approx(1 / 3, abs=0.1)
    few = fitted_factors(runs[1:], pull=0.1)
    assert few.cache == 1


def test_a_small_system_is_solved() -> None:
    assert solved([[4.0, 1.0], [1.0, 3.0]], [1.0, 2.0]) == [pytest.approx(1 / 11), pytest.approx(7 / 11)]
