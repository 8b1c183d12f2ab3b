"""Every rule on both sides of its boundary, and at published cases."""

import pytest

from advisor.facts.values.units import GB, GIB, GIGA, MB, MIB, MICROSECOND, MILLISECOND, TERA
from advisor.predict.worth.rules import (
    arithmetic,
    branchy,
    cache,
    fit_first,
    generation,
    link,
    one_small_request,
    ridge,
    traffic,
)


@pytest.mark.parametrize(("gpu", "favors"), [(1.31, "gpu"), (1.29, "neither"), (0.78, "neither"), (0.76, "cpu")])
def test_r1_and_r2_turn_where_a_difference_is_felt(gpu: float, favors: str) -> None:
    assert generation(cpu_tokens_per_s=1, gpu_tokens_per_s=gpu).favors == favors
    assert arithmetic(cpu_flop_per_s=TERA, gpu_flop_per_s=gpu * TERA).favors == favors


def test_r1_a_published_pair() -> None:
    """data/offload.csv: a 14B on an i7-8700 and on an RTX 5060 Ti, 2.89 and 43.18 tokens/s."""
    assert generation(cpu_tokens_per_s=2.89, gpu_tokens_per_s=43.18).figure == pytest.approx(14.9, abs=0.05)


@pytest.mark.parametrize(("work", "favors"), [(1 * GIGA, "gpu"), (0.2 * GIGA, "cpu")])
def test_r3_a_small_request_is_lost_on_the_way(work: float, favors: str) -> None:
    """On a laptop processor of 0.275 TFLOPS, 100 launches of 20 us make 2 ms: half a GFLOP is the boundary."""
    found = one_small_request(
        work_flop=work,
        cpu_flop_per_s=0.275 * TERA,
        gpu_flop_per_s=20 * TERA,
        launches=100,
        launch_s=20 * MICROSECOND,
        moved_bytes=0.6 * MB,
        link_bytes_per_s=13 * GB,
        copy_s=6 * MICROSECOND,
    )
    assert found.favors == favors
    assert found.boundary == pytest.approx(2 * MILLISECOND + 46e-6 + 12e-6 + work / (20 * TERA), rel=0.01)


@pytest.mark.parametrize(
    ("rate", "request_s", "favors"),
    [
        (0, 1, "cpu"),
        (0.59, 1, "cpu"),
        (0.61, 1, "gpu"),
        (0.1, 1.1, "gpu"),
        (500, 1.2 * MILLISECOND, "gpu"),
        (490, 1.2 * MILLISECOND, "cpu"),
    ],
)
def test_r4_light_traffic_needs_no_card(rate: float, request_s: float, favors: str) -> None:
    """MiniLM takes 1.2 ms per sentence on a quad-core of 2020: below about 500 a second it is enough."""
    assert traffic(requests_per_s=rate, request_s=request_s, patience_s=1).favors == favors


@pytest.mark.parametrize(("weights", "favors"), [(4 * MB, "cpu"), (32 * MIB, "cpu"), (32 * MIB + 1, "neither")])
def test_r5_what_the_cache_holds(weights: float, favors: str) -> None:
    assert cache(weights_bytes=weights, cache_bytes=32 * MIB).favors == favors


@pytest.mark.parametrize(("rows", "favors"), [(116, "gpu"), (114, "cpu")])
def test_r6_a_square_product_pays_from_a_hundred_rows_on(rows: int, favors: str) -> None:
    """n x n times n x n in fp32: 2 n^3 FLOP over 12 n^2 bytes; 0.5 TFLOPS and 26 GB/s turn at n = 115."""
    found = link(work_flop=2 * rows**3, moved_bytes=12 * rows**2, cpu_flop_per_s=0.5 * TERA, link_bytes_per_s=26 * GB)
    assert found.favors == favors
    assert found.boundary == pytest.approx(19.2, abs=0.05)


def test_r6_a_vector_never_pays() -> None:
    assert link(work_flop=2e6, moved_bytes=4e6, cpu_flop_per_s=0.5 * TERA, link_bytes_per_s=26 * GB).favors == "cpu"


@pytest.mark.parametrize(("batch", "favors"), [(163, "neither"), (165, "gpu")])
def test_r7_the_ridge_of_a_4090(batch: int, favors: str) -> None:
    """165.2 TFLOPS over 1,008 GB/s is 164 FLOP per byte; in bf16 a batch of B does B FLOP per byte."""
    found = ridge(work_flop=2.0 * batch, read_bytes=2, flop_per_s=165.2 * TERA, bytes_per_s=1008 * GB)
    assert found.favors == favors
    assert found.boundary == pytest.approx(163.9, abs=0.05)


@pytest.mark.parametrize(
    ("share", "speed_up", "favors"), [(0.9, 8.47, "gpu"), (0.5, 1.96, "gpu"), (0.2, 1.24, "neither"), (0, 1, "neither")]
)
def test_r8_the_rest_bounds_the_whole(share: float, speed_up: float, favors: str) -> None:
    found = branchy(parallel_share=share, parallel_speed_up=50)
    assert found.figure == pytest.approx(speed_up, abs=0.01)
    assert found.favors == favors


@pytest.mark.parametrize(("need", "favors"), [(24 * GIB, "neither"), (24 * GIB + 1, "cpu")])
def test_r9_a_card_that_is_too_small(need: float, favors: str) -> None:
    assert fit_first(need_bytes=need, memory_bytes=24 * GIB).favors == favors
