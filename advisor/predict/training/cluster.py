"""What breaks in a long run on many devices, and what it costs (docs/physics.md 10.5)."""

from math import sqrt

from advisor.facts.values.units import GIGA, SECONDS_PER_HOUR
from advisor.predict.training.training_time import DEVICES_PER_HOST

DEVICE_FAILURE_S = 50_700 * SECONDS_PER_HOUR
"""Mean time to an unexpected stop for each device: 419 stops in 54 days of 16,384 H100 (The Llama 3 herd of models)."""

CHECKPOINT_S = 30.0
HOST_WRITE_BYTES_PER_S = 2 * GIGA
"""Judged: half a minute to stop and collect, and each computer of eight writes its part as fast as one good SSD."""

RESTART_S = 600.0
"""Judged: finding the fault, starting again and loading the state."""


def failure_interval_s(devices: int) -> float:
    """Mean seconds between two stops of the whole job, 50,700 h / devices: any device stops all."""
    return DEVICE_FAILURE_S / devices


def checkpoint_s(size_bytes: int, *, devices: int) -> float:
    """Seconds to write the state down, every computer its part: 30 s + bytes / (hosts x 2 GB/s), both judged."""
    hosts = -(-devices // DEVICES_PER_HOST)
    return CHECKPOINT_S + size_bytes / (hosts * HOST_WRITE_BYTES_PER_S)


def checkpoint_interval_s(write_s: float, *, failure_interval_s: float) -> float:
    """Seconds between checkpoints that lose least: sqrt(2 x time to write x time between failures) (Young 1974)."""
    return sqrt(2 * write_s * failure_interval_s)


def available_share(write_s: float, *, failure_interval_s: float) -> float:
    """Share of the time at work, 0 to 1: 1 / (1 + writing + half an interval again and a restart per stop)."""
    interval = checkpoint_interval_s(write_s, failure_interval_s=failure_interval_s)
    lost = write_s / interval + interval / (2 * failure_interval_s) + RESTART_S / failure_interval_s
    return 1 / (1 + lost)


def model_parallel(step_tokens: int, *, most_tokens: int, most_tensor: int = DEVICES_PER_HOST) -> tuple[int, int]:
    """Devices that share one copy, by tensors within a computer, then by layers: a step has at most so many tokens."""
    wanted = 1
    while step_tokens > wanted * most_tokens:
        wanted *= 2
    tensor = min(wanted, most_tensor)
    return tensor, wanted // tensor
