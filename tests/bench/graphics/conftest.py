"""One opened adapter for all tests here: Mesa's software one where it is installed, else the first."""

import pytest

from advisor.bench.graphics.adapters import list_adapters
from advisor.bench.graphics.gpu import Gpu, open_gpu
from advisor.bench.graphics.timed import Timed


@pytest.fixture(scope="session")
def place() -> int:
    """Its place in the list."""
    adapters = list_adapters()
    if not adapters:
        pytest.fail("no GPU driver: install what .ci/debian-app names (mesa-vulkan-drivers)")
    return next((adapter.index for adapter in adapters if adapter.kind == "software"), 0)


@pytest.fixture(scope="session")
def gpu(place: int) -> Gpu:
    return open_gpu(place, None, allow_software=True)


@pytest.fixture(scope="session")
def timed(gpu: Gpu) -> Timed:
    return Timed(gpu)
