"""Recognizing speech and speaking, window by window: the encoder once, the decoder for every token.

docs/physics.md 11.4.
"""

from collections.abc import Mapping
from math import ceil, sqrt
from typing import NamedTuple

from advisor.facts.cards.pipeline import Network, NetworkCard, Pipeline, Role, Style
from advisor.facts.rig.rig import Processor
from advisor.facts.values.frozen import frozen
from advisor.facts.values.units import BITS_PER_BYTE, GIGA, MICROSECOND
from advisor.predict.networks.network_time import Program, Size, arithmetic_flop_per_s, pass_flop, pass_time
from advisor.predict.rates.rates import known_bandwidth

WINDOW_S = 30.0
"""Seconds of sound that Whisper hears at once; programs cut recordings into about as much for other models."""

_HEAD_VALUES = 64
"""Values of one head of attention in every Whisper."""

_WHOLE_BYTES = 4
"""Of one key or value where a CPU attends, in faster-whisper."""

_TAIL_LAYERS = 32
"""Layers of the decoder whose choosing among beams was timed on a graphics card (Whisper large-v2)."""


class SpeechTime(NamedTuple):
    """Seconds of all of the sound by what takes them."""

    encoder_s: float
    decoder_s: float
    vocoder_s: float

    @property
    def total_s(self) -> float:
        """Seconds of all of it."""
        return sum(self)


@frozen
class Transcription:
    """A model that recognizes speech or speaks on a processor. `layer_us` pass per layer of the decoder in any case."""

    processor: Processor
    pipeline: Pipeline
    cards: Mapping[Style, NetworkCard]
    program: Program
    layer_us: float
    audio_s: float
    tokens_per_s: float
    beams: int = 1
    batch: int = 1
    flash_attention: bool = True

    def network(self, role: Role) -> Network | None:
        """The network of a role: encoders hear, decoders write text or tokens of sound, vocoders make sound of them."""
        return next((one for one in self.pipeline.networks if one.role == role), None)

    @property
    def encoder_card(self) -> NetworkCard:
        """The constants of the encoder."""
        network = self.network("encoder")
        return self.cards[network.style if network is not None and network.style else "sound"]

    @property
    def decoder_card(self) -> NetworkCard:
        """The constants of the decoder."""
        network = self.network("decoder")
        return self.cards[network.style if network is not None and network.style else "decoder"]

    @property
    def card(self) -> NetworkCard:
        """The constants that what is least known of it goes by."""
        return self.decoder_card if self.network("decoder") is not None else self.cards["vocoder"]

    @property
    def speaks(self) -> bool:
        """Whether it makes sound of text."""
        return self.network("encoder") is None

    @property
    def windows(self) -> int:
        """Windows that the sound is cut into."""
        return ceil(self.audio_s / WINDOW_S)

    @property
    def _sound_s(self) -> float:
        """Seconds of sound in a window."""
        return self.audio_s / self.windows

    def encoder_s(self, windows: int = 1) -> float | None:
        """Seconds of hearing so many windows at once, 0 without an encoder; None where work or a rate is unknown."""
        network = self.network("encoder")
        if network is None:
            return 0.0
        flop = pass_flop(network, self.pipeline, Size()) if network.tokens or self.pipeline.work else None
        if flop is None:
            return None
        share = 1.0 if self.pipeline.pads_sound else self._sound_s / WINDOW_S
        tokens = float(network.tokens or 0) * windows * share
        work = flop * windows * share
        one = pass_time(self.processor, network, self.encoder_card, self.program, flop=work, tokens=tokens)
        return one.total_s + windows * self._scores_s(network) if one else None

    def step_s(self, sequences: int = 1) -> float | None:
        """Seconds of one token of so many sequences: max(weights / bandwidth, 2 N B / rate) + fixed times.

        The time of a program is fixed, for each layer and for each token; the weights of a transducer stay in caches.
        None where a rate is unknown.
        """
        network, bandwidth = self.network("decoder"), known_bandwidth(self.processor)
        rate = arithmetic_flop_per_s(self.processor, self.decoder_card, self.program)
        is_tiny = "transducer" in self.decoder_card.styles
        if network is None or rate is None or (bandwidth is None and not is_tiny):
            return None
        params = network.token_params or network.params
        weights = params * self.program.weight_bits / BITS_PER_BYTE
        read_s = (
            0.0 if bandwidth is None or is_tiny else weights / (bandwidth.value * self.decoder_card.bandwidth_share)
        )
        compute_s = 2.0 * params * sequences / rate
        fixed_s = (network.layers or 1) * self.layer_us * MICROSECOND
        fixed_s *= self.decoder_card.plain_attention_factor if self._is_plain else 1.0
        token_us = self.decoder_card.token_us if self.processor.kind == "gpu" else 0.0
        return max(read_s, compute_s) + fixed_s + token_us * MICROSECOND

    def _read_s(self, network: Network) -> float:
        """Seconds of reading the weights of the decoder once; those of a transducer stay in caches."""
        bandwidth = known_bandwidth(self.processor)
        if bandwidth is None or "transducer" in self.decoder_card.styles:
            return 0.0
        weights = (network.token_params or network.params) * self.program.weight_bits / BITS_PER_BYTE
        return weights / (bandwidth.value * self.decoder_card.bandwidth_share)

    @property
    def reading_share(self) -> float:
        """The share of a decoder's step that reading its weights takes, 0 to 1."""
        network, step = self.network("decoder"), self.step_s(min(self.batch, self.windows) * self.beams)
        return min(1.0, self._read_s(network) / step) if network is not None and step else 0.0

    @property
    def _is_plain(self) -> bool:
        return not self.flash_attention and self.processor.kind == "gpu"

    def _scores_s(self, network: Network) -> float:
        """Seconds in which the scores of every step of sound for every other are moved, without flash attention."""
        bandwidth, card = known_bandwidth(self.processor), self.encoder_card
        if not self._is_plain or bandwidth is None:
            return 0.0
        heads = (network.hidden or 0) / _HEAD_VALUES
        scores = (network.layers or 0) * heads * (network.tokens or 0) ** 2
        return (
            card.plain_attention_passes * scores * self.program.value_bytes / (bandwidth.value * card.bandwidth_share)
        )

    def _choosing_s(self) -> float:
        """Choosing among the beams after each token: on a graphics processor some kernels for each layer.

        On a CPU each beam attends to what was heard, whose keys and values in fp32 do not stay in caches.
        """
        decoder, bandwidth = self.network("decoder"), known_bandwidth(self.processor)
        layers = decoder.layers if decoder is not None else None
        heard_bytes = self._heard_bytes
        if self.processor.kind == "cpu" and heard_bytes is not None and bandwidth is not None:
            return self.beams * heard_bytes / (bandwidth.value * self.decoder_card.bandwidth_share)
        share = (layers or _TAIL_LAYERS) / _TAIL_LAYERS if self.processor.kind == "gpu" else 1.0
        return self.decoder_card.tail_us * MICROSECOND * self.beams * share

    @property
    def _heard_bytes(self) -> int | None:
        """Bytes of the keys and values of a window in every layer of the decoder; None where its shape is unknown."""
        encoder, decoder = self.network("encoder"), self.network("decoder")
        if encoder is None or decoder is None or not (encoder.tokens and decoder.layers and decoder.hidden):
            return None
        return 2 * decoder.layers * decoder.hidden * encoder.tokens * _WHOLE_BYTES

    def _decoder_s(self, at_once: int) -> float | None:
        """Seconds of the tokens of so many windows: reading what was heard, then one step for each token."""
        network = self.network("decoder")
        if network is None:
            return 0.0
        step = self.step_s(at_once * self.beams)
        rate = arithmetic_flop_per_s(self.processor, self.decoder_card, self.program)
        if step is None or rate is None:
            return None
        heard = (self.pipeline.heard_per_s or 0.0) * self._sound_s * at_once
        reading_s = 2.0 * (network.token_params or network.params) * heard / rate
        chosen_s = self._choosing_s() if self.beams > 1 else 0.0
        written = (self.pipeline.written_per_s or self.tokens_per_s) * self._sound_s
        return reading_s + written * (step + chosen_s * sqrt(at_once))

    def _vocoder_s(self, at_once: int) -> float | None:
        """Seconds of making the sound of so many windows; 0 without a vocoder, None where its work is unknown."""
        network = self.network("vocoder")
        if network is None:
            return 0.0
        work = next((one for one in self.pipeline.work if one.role == "vocoder" and one.audio_s), None)
        if work is None or work.audio_s is None:
            return None
        flop = work.gflop * GIGA * self._sound_s * at_once / work.audio_s
        one = pass_time(self.processor, network, self.cards["vocoder"], self.program, flop=flop, tokens=0.0)
        return one.total_s if one else None

    def time(self) -> SpeechTime | None:
        """Seconds of all of the sound, `batch` windows at once, every beam a sequence; None where unknown."""
        windows = self.windows
        at_once = min(self.batch, windows)
        parts = self.encoder_s(at_once), self._decoder_s(at_once), self._vocoder_s(at_once)
        if any(part is None for part in parts):
            return None
        return SpeechTime(*(windows / at_once * (part or 0.0) for part in parts))
