"""The names of all measurements, by the part of the machine that gives them."""

from advisor.facts.machine.measurement import MeasurementName

Names = tuple[MeasurementName, ...]

MEMORY_READ: MeasurementName = "memory_read"
MEMORY_READ_ONE_THREAD: MeasurementName = "memory_read_one_thread"
MEMORY_COPY: MeasurementName = "memory_copy"
FMA_FP32: MeasurementName = "fma_fp32"

MEMORY_NAMES: Names = (MEMORY_READ, MEMORY_READ_ONE_THREAD, MEMORY_COPY)
KERNEL_NAMES: Names = ("cache_curve", "memory_latency", FMA_FP32, "int8_dot", "q4_0_dot", "q8_0_dot", "f16_dot")
CPU_NAMES: Names = (*MEMORY_NAMES, *KERNEL_NAMES)

LINK_NAMES: Names = ("host_to_device", "device_to_host")
MATRIX_NAMES: Names = (
    "gpu_matrix_fp16_acc32",
    "gpu_matrix_fp16_acc16",
    "gpu_matrix_bf16",
    "gpu_matrix_int8",
    "gpu_matrix_fp8",
)
GRAPHICS_NAMES: Names = ("gpu_memory_read", "gpu_copy", "gpu_fp32", "gpu_fp16", "gpu_launch", *LINK_NAMES)
NVIDIA_NAMES: Names = (*MATRIX_NAMES, *LINK_NAMES)

CUDA_TOO_NAMES: Names = ("gpu_memory_read", "gpu_copy", "gpu_fp32", "gpu_fp16")
"""What NVIDIA's own driver measures as well, on a machine without a graphics driver for its cards."""

SHOWN_ONLY_NAMES: Names = ("memory_copy", "memory_latency", "cache_curve", "gpu_copy")
"""No prediction goes by these."""

ALL_NAMES: Names = (*CPU_NAMES, *GRAPHICS_NAMES[: -len(LINK_NAMES)], *MATRIX_NAMES, *LINK_NAMES)
"""What runs when nothing is named, as far as this machine has it."""
