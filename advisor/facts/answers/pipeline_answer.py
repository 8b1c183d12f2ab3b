"""What is answered about models that write no text."""

from advisor.facts.answers.answer import Answer, AnswerMemory
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
    """Speed of making pictures or films: denoising steps of the whole batch, and all of the time for each item."""

    memory: PartsMemory | None = None
    iterations_per_s: Range | None = None
    s_per_item: Range | None = None
    offload: str | None = None

    def rate(self, devices: int) -> Range | None:
        """Items a second."""
        return self.s_per_item and self.s_per_item.into(1.0)

    @property
    def waiting_bytes(self) -> int | None:
        """The weights of all parts, where they are moved in and out."""
        return None if self.memory is None or self.offload == "resident" else self.memory.weights_bytes


class ItemsAnswer(Answer):
    """Speed of embedding or classifying: items of all batches, and the wait for one batch."""

    memory: PartsMemory | None = None
    items_per_s: Range | None = None
    latency_s: float | None = None

    def rate(self, devices: int) -> Range | None:
        """Items a second."""
        return self.items_per_s


class SpeechAnswer(Answer):
    """Speed of transcription: seconds of sound per second, and what it is made of."""

    memory: PartsMemory | None = None
    realtime_factor: Range | None = None
    encoder_s: float | None = None
    s_per_token: float | None = None

    def rate(self, devices: int) -> Range | None:
        """Seconds of sound a second."""
        return self.realtime_factor
