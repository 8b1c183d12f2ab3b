"""The methods by which this version measures: what was measured by another version of one is outdated."""

METHOD_VERSIONS: dict[str, int] = {
    "numpy_dot_xy": 1,
    "numpy_copyto": 1,
    "numpy_matmul": 1,
    "native_read": 1,
    "native_fma": 1,
    "native_i8": 1,
    "native_dot": 1,
    "native_chase": 1,
    "wgpu_read_vec4": 1,
    "wgpu_fma": 1,
    "wgpu_copy_buffer": 1,
    "wgpu_staging_to_device": 1,
    "wgpu_device_to_staging": 1,
    "wgpu_dispatch": 1,
    "wgpu_tiled_matmul": 1,
    "cuda_": 1,
}
"""The version of each method by the beginning of its name; instructions and shapes of a kernel follow in the name."""


def is_earlier_method(method: str) -> bool:
    """Whether this version measures by another version of the method; of one it does not know nothing is said."""
    name, _, version = method.partition("/")
    known = [METHOD_VERSIONS[start] for start in METHOD_VERSIONS if name.startswith(start)]
    return bool(known) and version.isdigit() and int(version) != known[0]
