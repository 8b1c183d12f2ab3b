"""Recognizing speech window by window: the encoder once, the decoder for every token (docs/physics.md 11.4)."""

from dataclasses import dataclass
from math import ceil, sqrt

from advisor.facts.cards.pipeline import Network, NetworkCard, Pipeline
from advisor.facts.rig.rig import Processor
from advisor.facts.values.units import BITS_PER_BYTE, MICROSECOND
from advisor.predict.networks.network_time import Program, Size, arithmetic_flop_per_s, pass_flop, pass_time
from advisor.predict.rates.rates import physical_bandwidth

WINDOW_S = 30.0
"""Seconds of sound that Whisper hears at once."""

_HEAD_VALUES = 64
"""Values of one head of attention in every Whisper."""

_TAIL_LAYERS = 32
"""Layers of the decoder whose choosing among beams was timed on a graphics card (Whisper large-v2)."""


@dataclass(frozen=True)
class Transcription:
    """A model that recognizes speech on a processor. `layer_us` pass per layer of the decoder whatever its size."""

    processor: Processor
    pipeline: Pipeline
    encoder_card: NetworkCard
    decoder_card: NetworkCard
    program: Program
    layer_us: float
    audio_s: float
    tokens_per_s: float
    beams: int = 1
    batch: int = 1
    flash_attention: bool = True

    @property
    def decoder(self) -> Network | None:
        """The network that writes the text; None in models without one."""
        return next((one for one in self.pipeline.networks if one.role == "decoder"), None)

    def encoder_s(self, windows: int = 1) -> float | None:
        """Seconds of hearing so many windows at once; None where work or a rate is unknown."""
        network = self.pipeline.networks[0]
        flop = pass_flop(network, self.pipeline, Size()) if network.tokens or self.pipeline.work else None
        if flop is None:
            return None
        tokens = float(network.tokens or 0) * windows
        one = pass_time(self.processor, network, self.encoder_card, self.program, flop=flop * windows, tokens=tokens)
        return one.total_s + windows * self._scores_s(network) if one else None

    def step_s(self, sequences: int = 1) -> float | None:
        """Seconds of one token of so many sequences: max(weights / bandwidth, 2 N B / rate) + fixed time per layer.

        None where a rate is unknown.
        """
        network, bandwidth = self.decoder, physical_bandwidth(self.processor)
        rate = arithmetic_flop_per_s(self.processor, self.decoder_card, self.program)
        if network is None or bandwidth is None or rate is None:
            return None
        weights = network.params * self.program.weight_bits / BITS_PER_BYTE
        read_s = weights / (bandwidth.value * self.decoder_card.bandwidth_share)
        compute_s = 2.0 * network.params * sequences / rate
        fixed_s = (network.layers or 1) * self.layer_us * MICROSECOND
        fixed_s *= self.decoder_card.plain_attention_factor if self._is_plain else 1.0
        return max(read_s, compute_s) + fixed_s

    @property
    def _is_plain(self) -> bool:
        return not self.flash_attention and self.processor.kind == "gpu"

    def _scores_s(self, network: Network) -> float:
        """Seconds in which the scores of every step of sound for every other are moved, without flash attention."""
        bandwidth, card = physical_bandwidth(self.processor), self.encoder_card
        if not self._is_plain or bandwidth is None:
            return 0.0
        heads = (network.hidden or 0) / _HEAD_VALUES
        scores = (network.layers or 0) * heads * (network.tokens or 0) ** 2
        return (
            card.plain_attention_passes * scores * self.program.value_bytes / (bandwidth.value * card.bandwidth_share)
        )

    def _choosing_s(self) -> float:
        """Choosing among the beams after each token: on a graphics processor some kernels for each layer."""
        layers = self.decoder.layers if self.decoder is not None and self.processor.kind == "gpu" else None
        share = (layers or _TAIL_LAYERS) / _TAIL_LAYERS
        return self.decoder_card.tail_us * MICROSECOND * self.beams * share

    def total_s(self) -> float | None:
        """Seconds of all of the sound, `batch` windows at once, every beam a sequence; None where unknown."""
        windows = ceil(self.audio_s / WINDOW_S)
        at_once = min(self.batch, windows)
        heard, step = self.encoder_s(at_once), self.step_s(at_once * self.beams)
        if heard is None or step is None:
            return None
        chosen_s = self._choosing_s() if self.beams > 1 else 0.0
        tokens = self.tokens_per_s * min(WINDOW_S, self.audio_s)
        return windows / at_once * (heard + tokens * (step + chosen_s * sqrt(at_once)))
