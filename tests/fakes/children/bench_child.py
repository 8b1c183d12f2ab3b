"""A measurement that takes no time: writes what the real child would, then ends as its argument says."""

import json
import os
import sys
import time

READ_BYTES_PER_S = 40e9


def say(**fields: object) -> None:
    os.write(1, json.dumps(fields).encode() + b"\n")


def progress(per_mille: int, phase: str) -> None:
    say(event="progress", per_mille=per_mille, phase=phase, limit_s=300.0)


def measurement(name: str, value: float, threads: int) -> None:
    body = {
        "name": name, "device": "cpu", "value": value, "unit": "bytes_per_s", "spread": 0.01, "stability": "stable",
        "method": "numpy_dot_xy/1", "duration_s": 1.0, "samples": 50, "block_medians": [value] * 5, "p10": value,
        "p90": value, "threads": threads, "buffer_bytes": 2**30, "work_per_sample": 2.0**31, "app_version": "0.1.0",
        "started_at": "2026-01-01T00:00:00+00:00",
    }  # fmt: skip
    say(event="result", kind="measurement", body=body)


def results() -> None:
    progress(0, "preparing memory")
    measurement("memory_read", READ_BYTES_PER_S, 2)
    progress(700, "reading with one thread")
    measurement("memory_read_one_thread", READ_BYTES_PER_S / 2, 1)


def done() -> None:
    results()
    say(event="done")


def crash() -> None:
    results()
    os.abort()


def hang() -> None:
    results()
    time.sleep(600)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
