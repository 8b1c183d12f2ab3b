"""What cards and files say of hardware and models."""

from typing import Literal

_Drivers = Literal["no_driver_serves", "driver_lacks_backend", "driver_backends_unknown", "driver_version_unknown"]
_Backends = Literal["driver_too_old", "compute_capability_unknown", "compute_capability_too_low"]
_Targets = Literal["graphics_target_unknown", "no_build_for_target"]

CatalogReason = Literal[_Drivers, _Backends, _Targets]
