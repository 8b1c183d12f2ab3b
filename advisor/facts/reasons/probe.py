"""What detection says of a fact that it could not have, or that stands on its word alone."""

from typing import Literal

_Files = Literal["no_file", "file_empty", "no_permission", "not_a_file", "file_unreadable", "outside_capture"]
_Graphics = Literal["nvidia_driver_silent", "no_gpu_lists", "no_windows_gpu_lists"]
_Processor = Literal["cpus_offline"]

ProbeReason = Literal[_Files, _Graphics, _Processor]
