"""What is said about the circumstances."""

import subprocess
import sys
from dataclasses import replace

from advisor.bench.conditions import OtherLoad, condition_warnings
from advisor.bench.host import Host
from advisor.facts.units import GIB

FREE = Host(
    online_cpus=8,
    allowed_cpus=8,
    cores=8,
    cpu_quota=None,
    memory_bytes=GIB,
    available_bytes=GIB,
    cache_bytes=None,
)


class Load(OtherLoad):
    """A load of our choice."""

    def __init__(self, share: float | None) -> None:
        self._share = share

    def share(self) -> float | None:
        return self._share


def test_a_calm_machine_has_no_warning() -> None:
    assert condition_warnings(FREE, Load(0.05), battery=False) == ()
    assert condition_warnings(FREE, Load(None), battery=False) == ()


def test_each_condition_has_its_sentence() -> None:
    limited = replace(FREE, allowed_cpus=4, cpu_quota=1.5)
    found = condition_warnings(limited, Load(0.35), battery=True)
    for words, sentence in zip(("on battery", "35%", "4 of 8 CPUs", "limit of 1.5 CPUs"), found, strict=True):
        assert words in sentence


def test_load_of_another_program_is_seen() -> None:
    load = OtherLoad()
    program = "import time\nend = time.time() + 0.8\nwhile time.time() < end: pass"
    subprocess.run([sys.executable, "-c", program], check=True)
    seen = load.share()
    assert seen is not None
    assert 0.0 < seen <= 1.0
