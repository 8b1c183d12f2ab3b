"""What `rig-advisor compare` answers: the same question asked of several rigs."""

from typing import Literal

from pydantic import SerializeAsAny

from advisor.facts.answers.answer import Answer
from advisor.facts.values.record import Record


class Comparison(Record):
    """One answer for each rig, in the order they were named; its `id` is the rig's name."""

    schema_version: Literal[1] = 1
    rows: tuple[SerializeAsAny[Answer], ...]
