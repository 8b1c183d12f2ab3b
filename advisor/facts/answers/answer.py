"""What `rig-advisor predict` answers about every task but serving, and `compare` and `rank` with it."""

from typing import ClassVar, Literal

from pydantic import SerializeAsAny

from advisor.facts.answers.draft import DraftAnswer
from advisor.facts.answers.estimate import AnswerTerm, Limit, PoolNeed, Verdict
from advisor.facts.answers.model_parts import ThinkingAnswer, VisionAnswer
from advisor.facts.answers.usability import Holder, Usability
from advisor.facts.answers.worth import RateUnit
from advisor.facts.asked.request import Request
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.range import Range, Ranged
from advisor.facts.values.reason import Reason
from advisor.facts.values.record import Record

ErrorCode = Literal["unknown_device", "unknown_model", "bad_request", "bad_file"]


class AnswerError(Record):
    """Why a request could not be answered, with the nearest known names."""

    code: ErrorCode
    message: Reason


class AnswerMemory(Record):
    """The need by part and by pool; `vision_bytes` are of the part that sees, where the prompt has pictures."""

    weights_bytes: int
    kv_cache_bytes: int
    compute_bytes: int
    output_bytes: int
    runtime_bytes: int
    total_bytes: int
    pools: tuple[PoolNeed, ...]
    vision_bytes: int = 0


class Answer(Ranged):
    """One answer; what cannot be known is None with a note. `usability` is the light where the workload is known.

    `energy_j` and `usd` are of one token, item or recording, in training of the whole run; `usd` needs a stated price.
    `draft` is what writing would be with tokens guessed ahead, where that was asked, `thinking` how long the model
    thinks before its answer starts, `vision` what pictures in the prompt cost; None where nothing is to say of them.
    """

    spent_on: ClassVar[ReasonCode] = "a_token"
    """What energy and money are counted for."""

    id: str
    error: AnswerError | None = None
    fits: bool | None = None
    fit: Verdict | None = None
    usability: Usability | None = None
    memory: AnswerMemory | None = None
    tokens_per_s: Range | None = None
    time_to_first_token_s: float | None = None
    energy_j: Range | None = None
    usd: float | None = None
    limit: Limit | None = None
    terms: tuple[AnswerTerm, ...] = ()
    basis: tuple[Reason, ...] = ()
    notes: tuple[Reason, ...] = ()
    draft: DraftAnswer | None = None
    thinking: ThinkingAnswer | None = None
    vision: VisionAnswer | None = None

    def rate(self, devices: int) -> Range | None:
        """Units of the task a second of so many devices together; None where it is not known."""
        return self.tokens_per_s

    def unit_s(self, request: Request) -> Range | None:
        """Seconds of one token, item or recording; None where no speed is known, or the whole run is counted."""
        return self.tokens_per_s and self.tokens_per_s.into(1.0)

    def device_bytes(self, devices: int) -> int:
        """What one of so many devices has to hold."""
        return self.memory.pools[0].need_bytes if self.memory is not None and self.memory.pools else 0

    @property
    def is_makeshift(self) -> bool:
        """Whether another form of the model may be faster, although this one runs."""
        return False

    @property
    def helped_bytes(self) -> tuple[int, ...]:
        """What works in main memory beside the device."""
        return ()

    @property
    def waiting_bytes(self) -> int | None:
        """What waits in main memory until it is wanted, None where everything stays on the device."""
        return None


class Comparison(Record):
    """One answer for each rig, in the order they were named; its `id` is the rig's name."""

    schema_version: Literal[1] = 1
    rows: tuple[SerializeAsAny[Answer], ...]


class RankedModel(Ranged):
    """One model at its best setting for the rig; a speed or context that is not known is None, and `why` says so.

    `rate_per_s` counts `rate_unit`; `tokens_per_s` is the same where those are tokens. `wait_s` is the time to the
    useful answer, the item or the whole run. `memory_bytes` lie in the memory of the processor that runs it.
    `largest_context_tokens` is the longest conversation that still fits in one memory. `released` is a year or a month,
    `older` models are replaced or of years ago; `too_weak`: it does the work too badly to be recommended for it,
    however fast. `held_by` is what keeps `usability` from the next better one.
    """

    model: str
    model_id: str = ""
    quant: str
    fit: Verdict
    tokens_per_s: Range | None
    rate_per_s: Range | None = None
    rate_unit: RateUnit = "tokens"
    limit: Limit | None
    usability: Usability = "unknown"
    held_by: Holder | None = None
    wait_s: Range | None = None
    memory_bytes: int | None = None
    memory_total_bytes: int | None = None
    largest_context_tokens: int | None
    released: str | None = None
    older: bool = False
    too_weak: bool = False
    why: str


class Ranking(Record):
    """All models that can do a workload, best first, older ones behind; `notes`: what of the rig is not counted."""

    schema_version: Literal[1] = 1
    models: tuple[RankedModel, ...]
    notes: tuple[str, ...] = ()


class NetworkBytes(Record):
    """The weights of one network of a model."""

    name: str
    weights_bytes: int


class PartsMemory(AnswerMemory):
    """The need with all parts resident (`total_bytes`), with parts moved out while others work, and part by part.

    `compute_bytes` are the activations.
    """

    parts: tuple[NetworkBytes, ...] = ()
    moved_out_total_bytes: int | None = None
    streamed_total_bytes: int | None = None


class PictureAnswer(Answer):
    """Speed of making pictures or films: denoising steps of the whole batch, and all of the time for each item.

    `offload`: the parts are `resident`, or take turns on the card (`parts`), or so many layers (`layers_streamed`) wait
    in main memory, from where every step brings `streamed_bytes_per_step`. `main_memory_bytes` have to wait there.
    """

    spent_on: ClassVar[ReasonCode] = "an_item"

    memory: PartsMemory | None = None
    iterations_per_s: Range | None = None
    s_per_item: Range | None = None
    offload: str | None = None
    layers_streamed: int | None = None
    streamed_bytes_per_step: int | None = None
    main_memory_bytes: int | None = None
    tiled_decoding: bool = False

    def unit_s(self, request: Request) -> Range | None:
        """Seconds of one item."""
        return self.s_per_item

    def rate(self, devices: int) -> Range | None:
        """Items a second."""
        return self.s_per_item and self.s_per_item.into(1.0)

    @property
    def waiting_bytes(self) -> int | None:
        """The weights of all parts, where they are moved in and out, or of those for which there is room."""
        return self.main_memory_bytes

    @property
    def is_makeshift(self) -> bool:
        """Layers are streamed, if the whole does not fit."""
        return self.offload == "layers"


class ItemsAnswer(Answer):
    """Speed of embedding or classifying: items of all batches, and the wait for one batch."""

    spent_on: ClassVar[ReasonCode] = "an_item"

    memory: PartsMemory | None = None
    items_per_s: Range | None = None
    latency_s: float | None = None

    def unit_s(self, request: Request) -> Range | None:
        """Seconds of one item."""
        return self.items_per_s and self.items_per_s.into(1.0)

    def rate(self, devices: int) -> Range | None:
        """Items a second."""
        return self.items_per_s


class SpeechAnswer(Answer):
    """Speed of transcription, or of speaking (`speaks`): seconds of sound per second, and what it is made of."""

    spent_on: ClassVar[ReasonCode] = "a_recording"

    memory: PartsMemory | None = None
    realtime_factor: Range | None = None
    encoder_s: float | None = None
    s_per_token: float | None = None
    speaks: bool = False

    def unit_s(self, request: Request) -> Range | None:
        """Seconds of the recording."""
        return self.realtime_factor and self.realtime_factor.into(getattr(request, "audio_s", 1.0))

    def rate(self, devices: int) -> Range | None:
        """Seconds of sound a second."""
        return self.realtime_factor


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
    """

    memory: TrainingMemory | None = None  # type: ignore[assignment]  # other parts than those of a loaded model
    flop_utilisation: float | None = None
    largest_batch: int | None = None
    duration_s: Range | None = None
    device_hours: float | None = None
    main_memory_bytes: int | None = None

    @property
    def waiting_bytes(self) -> int | None:
        """The weights, where each layer is sent as it is its turn."""
        return self.main_memory_bytes

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
