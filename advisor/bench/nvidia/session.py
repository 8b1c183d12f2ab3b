"""What all tests of one opened card share, and how a test is made of work for it."""

from dataclasses import dataclass

from advisor.bench.nvidia.card import Card
from advisor.bench.nvidia.cuda import Cuda
from advisor.bench.nvidia.stopwatch import Stopwatch, Work
from advisor.bench.part import Test
from advisor.facts.values.reason import Reason


@dataclass(frozen=True)
class Session:
    """An opened card with its stopwatch; `device` is its id in the rig, `free_bytes` what tests may look at of it."""

    cuda: Cuda
    card: Card
    stopwatch: Stopwatch
    device: str
    driver: str
    free_bytes: int

    def test(
        self,
        name: str,
        phase: Reason,
        method: str,
        *,
        work: Work,
        amount: int,
        work_per_sample: int,
        unit: str = "bytes_per_s",
        rank: int,
        buffer_bytes: int | None = None,
        warnings: tuple[Reason, ...] = (),
    ) -> Test:
        """A test whose sample gives the card `amount` of this work, and divides what that is by the card's time."""
        return Test(
            name=name,
            phase=phase,
            unit=unit,
            method=method,
            sample=lambda: work_per_sample / self.stopwatch.seconds(work, amount),
            work_per_sample=float(work_per_sample),
            device=self.device,
            device_name=self.card.name,
            driver=self.driver,
            buffer_bytes=buffer_bytes,
            warnings=(*self.card.warnings, *warnings),
            rank=rank,
        )
