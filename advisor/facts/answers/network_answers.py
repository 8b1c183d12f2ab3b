"""What `rig-advisor predict` answers about pictures, films, speech, vectors and classes."""

from typing import ClassVar

from advisor.facts.answers.answer import Answer, AnswerMemory
from advisor.facts.asked.request import Request
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.range import Range
from advisor.facts.values.record import Record


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
    in main memory, from where every step brings `streamed_bytes_per_step`. `main_memory_bytes` have to wait there;
    `disk_bytes` of them, for which it has no room, are read anew for each item, in `disk_s` of its time.
    """

    spent_on: ClassVar[ReasonCode] = "an_item"

    memory: PartsMemory | None = None
    iterations_per_s: Range | None = None
    s_per_item: Range | None = None
    offload: str | None = None
    layers_streamed: int | None = None
    streamed_bytes_per_step: int | None = None
    main_memory_bytes: int | None = None
    disk_bytes: int | None = None
    disk_s: float | None = None
    tiled_decoding: bool = False

    def unit_s(self, request: Request) -> Range | None:
        """Seconds of one item."""
        return self.s_per_item

    def rate(self, devices: int) -> Range | None:
        """Items a second."""
        return self.s_per_item and self.s_per_item.into(1.0)

    @property
    def waiting_bytes(self) -> int | None:
        """The weights of all parts for which there is room, where they are moved in and out."""
        return None if self.main_memory_bytes is None else self.main_memory_bytes - self.read_again_bytes

    @property
    def read_again_bytes(self) -> int:
        """The weights for which there is no room."""
        return self.disk_bytes or 0

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
    """Speed of transcription, or of speaking (`speaks`): seconds of sound per second, and what it is made of.

    `searches`: it may follow several readings at once.
    """

    spent_on: ClassVar[ReasonCode] = "a_recording"

    memory: PartsMemory | None = None
    realtime_factor: Range | None = None
    encoder_s: float | None = None
    s_per_token: float | None = None
    speaks: bool = False
    searches: bool = True

    def unit_s(self, request: Request) -> Range | None:
        """Seconds of the recording."""
        return self.realtime_factor and self.realtime_factor.into(getattr(request, "audio_s", 1.0))

    def rate(self, devices: int) -> Range | None:
        """Seconds of sound a second."""
        return self.realtime_factor
