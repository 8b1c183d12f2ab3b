"""What `rig-advisor predict` answers about training."""

from advisor.facts.answers.answer import Answer
from advisor.facts.answers.estimate import PoolNeed
from advisor.facts.asked.request import Request
from advisor.facts.values.range import Range
from advisor.facts.values.record import Record


class TrainingMemory(Record):
    """What training needs on the fullest device, by part."""

    weights_bytes: int
    gradients_bytes: int
    optimizer_bytes: int
    activations_bytes: int
    logits_bytes: int
    runtime_bytes: int
    total_bytes: int
    pools: tuple[PoolNeed, ...]


class FinetuneAnswer(Answer):
    """An answer about fine-tuning; `tokens_per_s` is the speed of one device.

    `flop_utilisation` counts 6 FLOP per weight and token, 4 on a frozen model, against the peak of the precision.
    `largest_batch` is what fits into one device, 0 where not even one sequence does. What is of the whole run is None
    where no amount of data was stated, money where there is no price. `main_memory_bytes` are weights that wait there.
    `budget_bytes` is what the program may take of a device.
    """

    memory: TrainingMemory | None = None  # type: ignore[assignment]  # other parts than those of a loaded model
    flop_utilisation: float | None = None
    largest_batch: int | None = None
    budget_bytes: int | None = None
    duration_s: Range | None = None
    device_hours: float | None = None
    main_memory_bytes: int | None = None

    @property
    def waiting_bytes(self) -> int | None:
        """The weights, where each layer is sent as it is its turn."""
        return self.main_memory_bytes

    @property
    def own_budget_bytes(self) -> int | None:
        """Of Unsloth, which fills a card further than others, more than of most programs."""
        return self.budget_bytes

    def unit_s(self, request: Request) -> Range | None:
        """Energy and money are counted for the whole run."""
        return None

    def rate(self, devices: int) -> Range | None:
        """Tokens a second of all devices."""
        return self.tokens_per_s and self.tokens_per_s.times(devices)


class PretrainAnswer(FinetuneAnswer):
    """An answer about training from nothing: also what breaks on the way, and how often to write the state down."""

    failures_expected: float | None = None
    mean_time_between_failures_s: float | None = None
    checkpoint_bytes: int | None = None
    checkpoint_interval_s: float | None = None
    availability: float | None = None
    tensor_parallel: int | None = None
    pipeline_parallel: int | None = None
    data_parallel: int | None = None
