"""What limits a speed: every part of a time has its ceiling, and parts of one ceiling count together."""

from typing import get_args

from advisor.facts.answers.estimate import AnswerTerm, Limit, TermName
from advisor.predict.rates.limits import LIMITS, limit_of, limit_shares


def test_every_part_of_a_time_waits_for_one_ceiling() -> None:
    assert set(LIMITS) == set(get_args(TermName))
    assert set(LIMITS.values()) == set(get_args(Limit))


def test_two_small_parts_of_one_ceiling_outweigh_a_large_one_of_another() -> None:
    parts = (
        AnswerTerm(name="weights", s=0.4),
        AnswerTerm(name="arithmetic", s=0.3),
        AnswerTerm(name="attention", s=0.3),
    )
    assert limit_of(parts) == "compute"
    assert limit_shares(parts) == {"memory_bandwidth": 0.4, "compute": 0.6}
