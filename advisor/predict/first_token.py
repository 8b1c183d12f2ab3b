"""Wait for the first word."""


def time_to_first_token_s(*, prefill_s: float | None, step_s: float | None) -> float | None:
    """Seconds from a loaded model and an empty cache to the first token: the whole prompt, then one decoding step."""
    return None if prefill_s is None or step_s is None else prefill_s + step_s
