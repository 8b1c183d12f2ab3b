import re
from pathlib import Path

import pytest

from advisor.facts.machine.measurement import METHOD_VERSIONS, is_earlier_method

BENCH = Path(__file__).parents[2] / "advisor" / "bench"


def test_every_method_that_measures_is_listed_with_its_version() -> None:
    written = [
        (name, int(version))
        for path in BENCH.rglob("*.py")
        for name, version in re.findall(r'"([a-z]+_[a-z0-9_]*)[^"/\n]*/(\d+)"', path.read_text(encoding="utf-8"))
    ]
    assert written
    for name, version in written:
        known = [METHOD_VERSIONS[start] for start in METHOD_VERSIONS if name.startswith(start)]
        assert known == [version], name


@pytest.mark.parametrize(
    ("method", "is_earlier"),
    [
        ("numpy_dot_xy/0", True),
        ("numpy_dot_xy/1", False),
        ("native_fma_avx512/2", True),
        ("wgpu_fma_f32_x16/1", False),
        ("clpeak/1", False),
        ("odd", False),
    ],
)
def test_another_version_of_a_method_is_told_apart(method: str, is_earlier: bool) -> None:
    assert is_earlier_method(method) is is_earlier
