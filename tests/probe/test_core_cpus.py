"""CPU numbers by kind of core."""

import pytest

from advisor.probe.detect.core_cpus import core_cpus
from advisor.probe.shared.host import ReplayHost
from tests.fakes.trees import replayed, tree


@pytest.mark.parametrize("name", ["hybrid"])
def test_each_kind_of_core_has_its_cpus(name: str) -> None:
    root = tree(name)
    cpu = replayed(root).cpu
    found = core_cpus(root, ReplayHost(root))
    assert {kind.name: kind.threads for kind in cpu.core_kinds.value or ()} == {
        kind: len(cpus) for kind, cpus in found.items()
    }
    every = [number for cpus in found.values() for number in cpus]
    assert len(every) == len(set(every)) == cpu.threads.value
