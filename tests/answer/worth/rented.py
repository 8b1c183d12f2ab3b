"""What a rented computer takes beside its work."""

from advisor.answer.worth.compared import FETCHED_BYTES_PER_S, START_S, Compared


def started_hours(rented: Compared) -> float:
    """Until a rented computer answers, and until it has the model."""
    return (START_S + (rented.reached.need_bytes or 0) / FETCHED_BYTES_PER_S) / 3600
