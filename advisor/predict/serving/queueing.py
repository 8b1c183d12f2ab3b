"""Requests that arrive at random: how many are served at once and how long one waits (docs/physics.md 9.4)."""

from collections.abc import Callable
from typing import NamedTuple

_ROUNDS = 60


class Queue(NamedTuple):
    """A steady state.

    `utilization` is the rate over the highest one; with 1 and more the queue grows without end, `wait_s` is None and
    `concurrency` is the most that is served at once.
    """

    concurrency: int
    utilization: float
    wait_s: float | None


def queue(
    step_s: Callable[[int], float],
    *,
    requests_per_s: float,
    generated_tokens: int,
    prompt_s: float,
    sequences_max: int,
) -> Queue:
    """Little's law: as many are served as arrive while one is, rate x tokens x step, to a fixed point.

    The wait for a place is that of one server with fixed times for prompts, rho t/(2 (1 - rho)) (Pollaczek-Khinchine),
    and of the batch as a whole likewise: the less room is left, the longer.
    """
    highest = sequences_max / (generated_tokens * step_s(sequences_max))
    utilization = requests_per_s / highest
    if utilization >= 1:
        return Queue(sequences_max, utilization, None)
    served = 1.0
    for _ in range(_ROUNDS):
        wanted = requests_per_s * (prompt_s + generated_tokens * step_s(max(1, round(served))))
        served = (served + min(float(sequences_max), max(wanted, 0.0))) / 2
    reading = min(requests_per_s * prompt_s, utilization)
    wait = reading * prompt_s / (2 * (1 - utilization))
    return Queue(max(1, round(served)), utilization, wait)
