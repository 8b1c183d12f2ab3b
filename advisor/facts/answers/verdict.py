"""Whether another device is worth it: what each rule finds, and the whole verdict."""

from typing import Literal

from advisor.facts.values.record import Record

RuleName = Literal["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9"]
Favors = Literal["gpu", "cpu", "neither"]


class RuleFinding(Record):
    """What one rule says: `figure` is what it looked at, `boundary` where its answer turns, both in `unit`.

    Units are `times` (a ratio), `s`, `share`, `bytes`, `flop_per_byte`. `neither`: the rule does not decide here.
    """

    rule: RuleName
    favors: Favors
    figure: float
    boundary: float
    unit: Literal["times", "s", "share", "bytes", "flop_per_byte"]
