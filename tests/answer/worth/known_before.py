"""What the same question was answered with before: tests differ in money, which changes none of it."""

from functools import cache

from advisor.answer.worth.known import Known


@cache
def known_before(*about: object) -> Known:
    """What is known about one rig and one question."""
    return Known()
