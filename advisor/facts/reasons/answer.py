"""What answers say of themselves: notes, refusals, what they count in."""

from typing import Literal

_Runs = Literal["steadiness_not_said"]

AnswerReason = Literal[_Runs]
