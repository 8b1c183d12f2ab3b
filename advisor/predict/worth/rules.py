"""The rules that tell where a graphics processor pays and where it does not (docs/physics.md 14.1).

Each is one physical statement, takes plain figures above 0 unless it says otherwise, and returns its finding with the
boundary at which it turns. None of them knows a price.
"""

from advisor.facts.answers.worth import Favors, RuleFinding

FELT_SPEED_UP = 1.3
"""A person hardly notices less."""
COPIES_PER_REQUEST = 2
BUSY_SHARE = 0.6
"""Of a processor's time: with more than this in use, requests that come at random wait for each other."""


def generation(*, cpu_tokens_per_s: float, gpu_tokens_per_s: float) -> RuleFinding:
    """R1: what fits both is generated faster by whichever reads its weights faster; the ratio of both speeds."""
    return _ratio("R1", gpu_tokens_per_s / cpu_tokens_per_s)


def arithmetic(*, cpu_flop_per_s: float, gpu_flop_per_s: float) -> RuleFinding:
    """R2: prompts, images and training are bound by arithmetic; the ratio of what both really reach."""
    return _ratio("R2", gpu_flop_per_s / cpu_flop_per_s)


def one_small_request(
    *,
    work_flop: float,
    cpu_flop_per_s: float,
    gpu_flop_per_s: float,
    launches: float,
    launch_s: float,
    moved_bytes: float,
    link_bytes_per_s: float,
    copy_s: float,
) -> RuleFinding:
    """R3: one request alone pays for launches, two copies and the way over the link before any arithmetic is faster.

    The figure is the time on the processor, the boundary the whole time on the card.
    """
    on_cpu_s = work_flop / cpu_flop_per_s
    trip_s = moved_bytes / link_bytes_per_s + COPIES_PER_REQUEST * copy_s
    on_gpu_s = launches * launch_s + trip_s + work_flop / gpu_flop_per_s
    return RuleFinding(
        rule="R3", favors="gpu" if on_cpu_s > on_gpu_s else "cpu", figure=on_cpu_s, boundary=on_gpu_s, unit="s"
    )


def traffic(*, requests_per_s: float, request_s: float, patience_s: float) -> RuleFinding:
    """R4: a processor is enough where it is idle often enough and one request is ready in time.

    `requests_per_s` may be 0. The figure is the share of its time that is taken.
    """
    share = requests_per_s * request_s
    enough = share < BUSY_SHARE and request_s <= patience_s
    return RuleFinding(rule="R4", favors="cpu" if enough else "gpu", figure=share, boundary=BUSY_SHARE, unit="share")


def cache(*, weights_bytes: float, cache_bytes: float) -> RuleFinding:
    """R5: weights that stay in the last-level cache are read at its speed, several times that of memory."""
    fits = weights_bytes <= cache_bytes
    return RuleFinding(
        rule="R5", favors="cpu" if fits else "neither", figure=weights_bytes, boundary=cache_bytes, unit="bytes"
    )


def link(*, work_flop: float, moved_bytes: float, cpu_flop_per_s: float, link_bytes_per_s: float) -> RuleFinding:
    """R6: sending work to a card pays when there is more of it per byte sent than the processor could do meanwhile."""
    intensity, boundary = work_flop / moved_bytes, cpu_flop_per_s / link_bytes_per_s
    favors: Favors = "gpu" if intensity > boundary else "cpu"
    return RuleFinding(rule="R6", favors=favors, figure=intensity, boundary=boundary, unit="flop_per_byte")


def ridge(*, work_flop: float, read_bytes: float, flop_per_s: float, bytes_per_s: float) -> RuleFinding:
    """R7: below the ridge (arithmetic / bandwidth) memory is the limit, and more arithmetic changes nothing.

    Above it the matrix units of a card are what counts; below it a card helps by its bandwidth alone (R1 tells).
    """
    intensity, boundary = work_flop / read_bytes, flop_per_s / bytes_per_s
    favors: Favors = "gpu" if intensity > boundary else "neither"
    return RuleFinding(rule="R7", favors=favors, figure=intensity, boundary=boundary, unit="flop_per_byte")


def branchy(*, parallel_share: float, parallel_speed_up: float) -> RuleFinding:
    """R8 (Amdahl's law): what is no matrix arithmetic stays as slow as it is and bounds the whole; share 0 to 1."""
    whole = 1 / ((1 - parallel_share) + parallel_share / parallel_speed_up)
    return _ratio("R8", whole)


def fit_first(*, need_bytes: float, memory_bytes: float) -> RuleFinding:
    """R9: a card that does not hold the model reaches little of its speed; the need against what it has free."""
    holds = need_bytes <= memory_bytes
    return RuleFinding(
        rule="R9", favors="neither" if holds else "cpu", figure=need_bytes, boundary=memory_bytes, unit="bytes"
    )


def _ratio(rule: str, speed_up: float) -> RuleFinding:
    """A speed-up that is felt speaks for the card, one the other way round for the processor."""
    favors: Favors = "neither"
    if speed_up >= FELT_SPEED_UP:
        favors = "gpu"
    elif speed_up * FELT_SPEED_UP <= 1:
        favors = "cpu"
    return RuleFinding.model_validate(
        {"rule": rule, "favors": favors, "figure": speed_up, "boundary": FELT_SPEED_UP, "unit": "times"}
    )
