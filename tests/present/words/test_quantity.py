"""Texts of quantities, exact, with the edges at which rounding would pick the wrong prefix."""

import pytest

from advisor.facts.values.units import GB, GIB, KIB, MEGA, MIB, TERA
from advisor.present.words import quantity
from advisor.present.words.quantity import count_memory_in


@pytest.mark.parametrize(
    ("amount_bytes", "text"),
    [
        (None, "unknown"),
        (0, "0 MiB"),
        (64 * KIB, "64 KiB"),
        (MIB - 1, "1 MiB"),
        (384 * MIB, "384 MiB"),
        (1023.4 * MIB, "1,023 MiB"),
        (GIB - 1, "1.0 GiB"),
        (12 * GIB, "12.0 GiB"),
        (99.94 * GIB, "99.9 GiB"),
        (99.96 * GIB, "100 GiB"),
        (1536 * GIB, "1,536 GiB"),
    ],
)
def test_capacity(amount_bytes: float | None, text: str) -> None:
    assert quantity.capacity(amount_bytes) == text


@pytest.mark.parametrize(
    ("rate", "text"),
    [(None, "unknown"), (7.88 * GB, "7.9 GB/s"), (9.94 * GB, "9.9 GB/s"), (9.96 * GB, "10 GB/s"),
     (3350 * GB, "3,350 GB/s")],
)  # fmt: skip
def test_bandwidth(rate: float | None, text: str) -> None:
    assert quantity.bandwidth(rate) == text


@pytest.mark.parametrize(
    ("rate", "text"),
    [(None, "unknown"), (0.0421 * TERA, "0.042 TFLOPS"), (0.97 * TERA, "1.0 TFLOPS"), (9.96 * TERA, "10 TFLOPS"),
     (142.1 * TERA, "142 TFLOPS")],
)  # fmt: skip
def test_compute(rate: float | None, text: str) -> None:
    assert quantity.compute(rate) == text


@pytest.mark.parametrize(
    ("rate", "text"),
    [(None, "unknown"), (0, "0 tokens/s"), (0.0421, "0.042 tokens/s"), (4.24, "4.2 tokens/s"), (9.96, "10 tokens/s"),
     (42.4, "42 tokens/s"), (99.6, "100 tokens/s"), (131.2, "130 tokens/s"), (1251, "1,300 tokens/s")],
)  # fmt: skip
def test_an_estimated_speed_has_two_digits(rate: float | None, text: str) -> None:
    assert quantity.speed(rate) == text


def test_a_measured_speed_has_three_digits() -> None:
    assert quantity.speed(42.37, measured=True) == "42.4 tokens/s"
    assert quantity.speed(131.2, measured=True) == "131 tokens/s"


@pytest.mark.parametrize(
    ("time_s", "text"),
    [(None, "unknown"), (0.85, "0.8 s"), (0.04, "40.0 ms"), (9.94, "9.9 s"), (9.96, "10 s"),
     (59.4, "59 s"), (59.6, "1 min"),
     (200, "3 min 20 s"), (3599.7, "1 h"), (7500, "2 h 5 min")],
)  # fmt: skip
def test_duration(time_s: float | None, text: str) -> None:
    assert quantity.duration(time_s) == text


@pytest.mark.parametrize(
    ("time_s", "text"),
    [
        (None, "unknown"),
        (37e-6, "37 µs"),
        (0.0154, "15.4 ms"),
        (0.1514, "151 ms"),
        (0.9996, "1.0 s"),
        (1.23, "1.2 s"),
        (99.94, "99.9 s"),
        (99.96, "100 s"),
        (1339.7, "1,340 s"),
    ],
)
def test_step_time(time_s: float | None, text: str) -> None:
    assert quantity.step_time(time_s) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [(None, "unknown"), (494_032_768, "494 M"), (999_600_000, "1.0 B"), (8_030_261_248, "8.0 B"),
     (405_853_388_800, "406 B")],
)  # fmt: skip
def test_params(number: int | None, text: str) -> None:
    assert quantity.params(number) == text


def test_other_quantities() -> None:
    assert quantity.count(7168) == "7,168"
    assert quantity.tokens(8192) == "8,192 tokens"
    assert quantity.tokens(1) == "1 token"
    assert [quantity.short_tokens(number) for number in (500, 8192, 1000, 1500, 32768, 103_800)] == [
        "500",
        "8k",
        "1k",
        "1.5k",
        "32k",
        "104k",
    ]
    assert [quantity.percent(share) for share in (None, 0.004, 0.12, 0.996)] == ["unknown", "0.4%", "12%", "100%"]
    assert [quantity.frequency(rate) for rate in (None, 800 * MEGA, 5399 * MEGA)] == ["unknown", "800 MHz", "5.4 GHz"]
    assert quantity.transfer_rate(5600 * MEGA) == "5600 MT/s"
    assert quantity.power(219.6) == "220 W"
    assert [quantity.times(ratio) for ratio in (1.6, 7.0, 14.2)] == ["1.6 times", "7 times", "14 times"]
    unknown = (quantity.count, quantity.tokens, quantity.transfer_rate, quantity.power)
    assert {text(None) for text in unknown} == {"unknown"}


def test_cores_and_threads_one_and_several() -> None:
    assert (quantity.core_count(1), quantity.core_count(8), quantity.core_count(8, "P")) == (
        "1 core",
        "8 cores",
        "8 P cores",
    )
    assert (quantity.thread_count(1), quantity.thread_count(1024)) == ("1 thread", "1,024 threads")


def test_memory_is_told_in_the_unit_that_was_chosen() -> None:
    try:
        count_memory_in("GB")
        sizes = (2.4e10, 4e8, 5e4, 0)
        assert [quantity.capacity(size) for size in sizes] == ["24.0 GB", "400 MB", "50 kB", "0 MB"]
        assert quantity.capacity(999.6e6) == "1.0 GB"
        assert quantity.capacity_number(24 * GIB) == "25.8"
    finally:
        count_memory_in("")
    assert quantity.capacity(24 * GIB) == "24.0 GiB"
