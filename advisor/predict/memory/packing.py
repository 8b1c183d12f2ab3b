"""Consecutive parts of a model dealt out to equal devices (docs/physics.md 5.4)."""

from collections.abc import Sequence
from itertools import accumulate, pairwise


def default_counts(parts: int, *, devices: int) -> tuple[int, ...]:
    """How many of `parts` each of several equally free devices gets by itself: `devices` numbers.

    llama.cpp gives part j of n to the first device whose share of the free memory, summed up, exceeds j / n
    (src/llama-model.cpp, load_tensors).
    """
    starts = [-(-index * parts // devices) for index in range(devices + 1)]
    return tuple(upper - lower for lower, upper in pairwise(starts))


def best_counts(sizes: Sequence[int], *, devices: int) -> tuple[int, ...]:
    """How many parts each device gets, in their order, so that the fullest holds the fewest bytes."""
    most_bytes = max(max(sizes, default=0), -(-sum(sizes) // devices))
    while True:
        counts, next_bytes = _dealt(sizes, most_bytes=most_bytes, devices=devices)
        if counts is not None:
            return counts
        most_bytes = next_bytes


def deal(sizes: Sequence[int], *, most_bytes: int, devices: int) -> tuple[int, ...] | None:
    """Each device in turn filled with as many parts as `most_bytes` hold; None where the devices do not suffice."""
    return _dealt(sizes, most_bytes=most_bytes, devices=devices)[0]


def _dealt(sizes: Sequence[int], *, most_bytes: int, devices: int) -> tuple[tuple[int, ...] | None, int]:
    """The same, and the least number of bytes that would change how the parts are dealt."""
    counts, held = [0] * devices, 0
    device, next_bytes = 0, sum(sizes)
    for size in sizes:
        if held + size > most_bytes:
            next_bytes = min(next_bytes, held + size)
            device, held = device + 1, 0
            if device == devices or size > most_bytes:
                return None, next_bytes
        counts[device] += 1
        held += size
    return tuple(counts), next_bytes


def fullest_bytes(sizes: Sequence[int], counts: Sequence[int]) -> int:
    """What the fullest device holds of parts dealt out by these counts."""
    ends = list(accumulate(counts))
    return max((sum(sizes[end - count : end]) for end, count in zip(ends, counts, strict=True)), default=0)
