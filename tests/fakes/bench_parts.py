"""Parts, a clock and surroundings of our choice for the runner's tests."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from advisor.bench.conditions import Circumstances
from advisor.bench.host import Host
from advisor.bench.part import Part, Step, Test
from advisor.facts.machine.measurement import Conditions, DeviceState
from advisor.facts.values.reason import Reason, told
from advisor.facts.values.units import GIB, KIB

HOST = Host(
    online_cpus=4, allowed_cpus=2, cores=1, memory_bytes=GIB // 2, available_bytes=GIB // 2, cache_bytes=256 * KIB
)


class Clock:
    """Stands still unless a sample or a step takes time."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Calm(Circumstances):
    """Circumstances without a word to say."""

    def __init__(self, *, is_busy: bool = False) -> None:
        super().__init__(HOST)
        self.is_busy = is_busy

    def sampling_begins(self) -> None:
        """Nothing to note."""

    def conditions(self, before: DeviceState, after: DeviceState) -> Conditions:
        return Conditions(before=before, after=after)

    def warnings(self, conditions: Conditions) -> tuple[Reason, ...]:
        return ()


class FakePart(Part):
    """Ready after `steps`; what it cannot do is in `failures`."""

    def __init__(
        self,
        tests: Sequence[Test],
        failures: Sequence[tuple[str, Reason]] = (),
        steps: int = 1,
        step: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__()
        self._tests.extend(tests)
        self._failures.update(failures)
        self.steps = steps
        self.step = step

    def prepare(self) -> Iterator[Step]:
        for number in range(self.steps):
            yield Step(told(f"step {number}"), limit_s=300.0)
            self.step()


def fake_test(clock: Clock, *values: float, name: str = "memory_read", sample_s: float = 0.02, **fields: Any) -> Test:
    """A test whose samples take `sample_s` and give the values in turn, the last one for ever."""
    given = list(values)

    def sample() -> float:
        clock.now_s += sample_s
        return given.pop(0) if len(given) > 1 else given[0]

    defaults = {"phase": told(f"testing {name}"), "unit": "bytes_per_s", "method": "fake/1", "device": "cpu"}
    return Test(name=name, sample=sample, work_per_sample=1.0, **{**defaults, **fields})
