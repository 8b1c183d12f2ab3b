"""The names of all measurements, and which of them this version can do."""

MEMORY_READ = "memory_read"
MEMORY_READ_ONE_THREAD = "memory_read_one_thread"
MEMORY_COPY = "memory_copy"

MEASURED_HERE = (MEMORY_READ, MEMORY_READ_ONE_THREAD, MEMORY_COPY)
"""What runs when nothing is named, in this order."""

ALL_NAMES = (
    *MEASURED_HERE,
    "cache_curve",
    "memory_latency",
    "fma_fp32",
    "int8_dot",
    "q4_0_dot",
    "q8_0_dot",
    "f16_dot",
    "gpu_memory_read",
    "gpu_copy",
    "gpu_fp32",
    "gpu_fp16",
    "gpu_matrix_fp16_acc32",
    "gpu_matrix_fp16_acc16",
    "gpu_matrix_bf16",
    "gpu_matrix_int8",
    "gpu_matrix_fp8",
    "gpu_launch",
    "host_to_device",
    "device_to_host",
)
