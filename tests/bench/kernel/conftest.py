"""The kernel built from its source for these tests, and a host small enough for them."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from advisor.bench.host import Host
from advisor.facts.values.units import GIB, KIB

NATIVE = Path(__file__).parents[3] / "resources" / "native"
NO_COMPILER = "no C compiler"


@pytest.fixture(scope="session")
def build_kernel() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_kernel", NATIVE / "build_kernel.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before = list(sys.path)
    spec.loader.exec_module(module)
    sys.path[:] = before
    return module


@pytest.fixture(scope="session")
def kernel_file(build_kernel: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built now; without a compiler, the one that release builds put beside its source."""
    for folder in (tmp_path_factory.mktemp("kernel"), build_kernel.BUILT):
        try:
            return Path(build_kernel.build_here(folder))
        except build_kernel.NotBuilt as reason:
            if NO_COMPILER not in str(reason):
                raise
    pytest.skip(NO_COMPILER)


@pytest.fixture
def small_host() -> Host:
    return Host(
        online_cpus=2,
        allowed_cpus=2,
        cores=1,
        memory_bytes=GIB // 2,
        available_bytes=GIB // 2,
        cache_bytes=256 * KIB,
    )
