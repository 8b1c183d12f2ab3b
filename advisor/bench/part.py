"""What the measurements of one device have in common: they are prepared step by step, then sampled in short blocks."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence

from advisor.facts.machine.measurement import DeviceState
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import Reason, ReasonError


class CannotMeasure(ReasonError):  # noqa: N818 (a statement, not a program error)
    """Raised by a sample, a step or a constructor, with the reason for people.

    In a sample it ends that test alone, with this reason; in a step all that the part would have measured.
    """


@frozen
class Step:
    """One piece of preparation that is about to begin: its name for people, and how long it takes at most.

    Each call of a driver is a step of its own, announced before it, so that whoever watches knows what hung or crashed.
    """

    phase: Reason
    limit_s: float


@frozen
class Test:
    """One thing to measure, ready to be sampled.

    `sample` takes one sample, at most about 0.1 s long, and returns it in `unit` (`bytes_per_s`, `flop_per_s`,
    `op_per_s`, `s`). `work_per_sample` is bytes, FLOP or operations. `method` is versioned (`wgpu_read_vec4/1`).
    Several of one name and device are ways to do the same (thread counts, shapes of a kernel): each is tried, the
    fastest is measured. With `point_bytes` (the working set) they are points of one curve instead.
    `rank` orders what is left out first when time runs short, the highest first; 0 is never left out.
    """

    __test__ = False  # pytest: this is no class of tests

    name: str
    phase: Reason
    unit: str
    method: str
    sample: Callable[[], float]
    work_per_sample: float
    device: str
    device_name: str | None = None
    driver: str | None = None
    threads: int | None = None
    buffer_bytes: int | None = None
    warnings: tuple[Reason, ...] = ()
    rank: int = 0
    point_bytes: int | None = None


class Part(ABC):
    """The measurements of one device that run in one child process: prepared step by step, then sampled."""

    def __init__(self) -> None:
        self._tests: list[Test] = []
        self._failures: dict[str, Reason] = {}

    @abstractmethod
    def prepare(self) -> Iterator[Step]:
        """Make ready, a step at a time; may be left at each. `tests` and `failures` are known after it."""

    @property
    def tests(self) -> Sequence[Test]:
        """What can be measured."""
        return self._tests

    @property
    def failures(self) -> Sequence[tuple[str, Reason]]:
        """(Name of a measurement, reason) of what cannot; a way that fails is none where another one works."""
        working = {test.name for test in self._tests}
        return tuple((name, reason) for name, reason in self._failures.items() if name not in working)

    def state(self, device: str) -> DeviceState | None:
        """Clocks, heat, power and link now of the device of that id, cheap and never an error; None: not told here."""
        return None
