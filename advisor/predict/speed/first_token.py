"""Wait for the first word (docs/physics.md 7.7)."""


def time_to_first_token_s(*, prefill_s: float | None, step_s: float | None) -> float | None:
    """Seconds from a loaded model and a free queue to the first token: prompt + one step; None where one is unknown.

    Tokens already in the cache are not read again; the new ones and the step attend to them.
    """
    return None if prefill_s is None or step_s is None else prefill_s + step_s
