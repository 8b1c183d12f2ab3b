"""Measurements for tests."""

from typing import Any

from advisor.facts.machine.measurement import Measurement, Measurements

Points = tuple[tuple[int, float], ...]


def measurement(name: str = "memory_read", value: float | Points = 40e9, **fields: Any) -> Measurement:
    """A stable result of five blocks."""
    middle = value[-1][1] if isinstance(value, tuple) else value
    return Measurement(
        **{
            "name": name,
            "device": "cpu",
            "value": value,
            "unit": "bytes_per_s",
            "spread": 0.01,
            "stability": "stable",
            "method": "numpy_dot_xy/1",
            "duration_s": 1.0,
            "samples": 50,
            "block_medians": (middle,) * 5,
            "p10": 0.99 * middle,
            "p90": 1.01 * middle,
            "threads": 2,
            "buffer_bytes": 1024,
            "work_per_sample": 1024.0,
            "app_version": "0.1.0",
            "started_at": "2026-01-02T03:04:05+00:00",
            **fields,
        }
    )


def measurements(*results: Measurement) -> Measurements:
    """One run."""
    return Measurements(results=results)
