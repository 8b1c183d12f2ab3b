"""Consecutive parts of a model dealt out to equal devices (prediction section 5.3)."""

from collections.abc import Sequence
from itertools import accumulate, pairwise


def default_counts(parts: int, *, devices: int) -> tuple[int, ...]:
    """How many parts each of several equally free devices gets by itself.

    llama.cpp gives part j of n to the first device whose share of the free memory, summed up, exceeds j / n
    (src/llama-model.cpp, load_tensors).
    """
    starts = [-(-index * parts // devices) for index in range(devices + 1)]
    return tuple(upper - lower for lower, upper in pairwise(starts))


def best_counts(sizes: Sequence[int], *, devices: int) -> tuple[int, ...]:
    """The counts whose fullest device holds least, in the order of the parts."""
    low, high = max(max(sizes, default=0), -(-sum(sizes) // devices)), sum(sizes)
    while low < high:
        middle = (low + high) // 2
        if deal(sizes, most_bytes=middle, devices=devices) is None:
            low = middle + 1
        else:
            high = middle
    return deal(sizes, most_bytes=high, devices=devices) or ()


def deal(sizes: Sequence[int], *, most_bytes: int, devices: int) -> tuple[int, ...] | None:
    """Each device in turn filled with as many parts as `most_bytes` hold; None where the devices do not suffice."""
    counts, held = [0] * devices, 0
    device = 0
    for size in sizes:
        while held + size > most_bytes:
            device, held = device + 1, 0
            if device == devices or size > most_bytes:
                return None
        counts[device] += 1
        held += size
    return tuple(counts)


def fullest_bytes(sizes: Sequence[int], counts: Sequence[int]) -> int:
    """What the fullest device holds of parts dealt out by these counts."""
    ends = list(accumulate(counts))
    return max((sum(sizes[end - count : end]) for end, count in zip(ends, counts, strict=True)), default=0)
