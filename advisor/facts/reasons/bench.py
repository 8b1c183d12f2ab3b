"""What measuring says of a figure that it could not have, or that is less than it could be."""

from typing import Literal

_Refused = Literal["no_gpu_found", "no_driver_serves_card", "card_asleep", "card_would_wake_another"]
_Unmeasured = Literal["matrix_rates_of_nvidia_only"]
_Doubts = Literal["readings_vary", "two_speeds_seen"]

BenchReason = Literal[_Refused, _Unmeasured, _Doubts]
