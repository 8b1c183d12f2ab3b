"""Making pictures and films: reading the prompt, denoising, decoding, moving parts (docs/physics.md 11.3, 11.6)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Literal, NamedTuple

from advisor.facts.cards.pipeline import Network, NetworkCard, Pipeline, Style
from advisor.facts.rig.rig import Processor
from advisor.facts.values.frozen import frozen
from advisor.facts.values.range import Range
from advisor.facts.values.units import BITS_PER_BYTE, GIGA, MEGA
from advisor.predict.networks.network_time import Program, Size, attention_flop, pass_flop, pass_time, tokens_of
from advisor.predict.rates.overlap import overlapped_s

Offload = Literal["resident", "parts", "layers"]

_EXCHANGED = 4
"""Tensors of hidden states that a layer sends to the other devices: queries, keys, values and the result."""

_BLOCKS = 20
"""Blocks that a U-Net, whose layers are not listed, is streamed in."""

_LAYERS_AHEAD = 2
"""Layers in memory at once where they are streamed: the one at work and the next."""

_PAGEABLE_SHARE = 0.225
"""Of a link, where memory is not pinned, as that of whole parts (docs/physics.md 12.5)."""

DISK_BYTES_PER_S = Range(0.5 * GIGA, 2 * GIGA, 7 * GIGA)
"""What is read anew for each item where main memory does not hold all parts: SSDs on SATA, PCIe 3, PCIe 4 (judged)."""
_BUILT_IN_BYTES_PER_S = 1.5 * GIGA
"""The slowest where the drive is part of the chip's computer, as in a Mac (judged)."""


class StepTime(NamedTuple):
    """Seconds of one denoising step of the whole batch by cause; the sum is the time of the step."""

    arithmetic_s: float
    memory_s: float
    start_s: float
    interconnect_s: float
    streaming_s: float

    @property
    def total_s(self) -> float:
        """Seconds of one step."""
        return sum(self)


@frozen
class Denoising:
    """One way to make `batch` items of a size, or of `pieces` of that size, with a model on equal devices.

    `weight_bytes` are those of each network in the order of the pipeline. `link_bytes_per_s` leads to main memory,
    `peer_bytes_per_s` to the next device. `is_lean`: values are freed early and pixels decoded in tiles, as programs
    for small cards do; `decodes_in_32_bits`: films, as makers' own programs do. `free_bytes` is what a device has for
    layers that stay there while others are streamed, and `host_bytes` what main memory has for parts that wait; None
    where unknown.
    """

    processor: Processor
    pipeline: Pipeline
    cards: Mapping[Style, NetworkCard]
    program: Program
    size: Size
    steps: int
    passes_per_step: int
    weight_bytes: tuple[int, ...]
    batch: int = 1
    pieces: int = 1
    devices: int = 1
    link_bytes_per_s: float | None = None
    peer_bytes_per_s: float | None = None
    offload: Offload = "resident"
    is_lean: bool = False
    decodes_in_32_bits: bool = False
    free_bytes: int | None = None
    host_bytes: int | None = None

    @cached_property
    def denoiser(self) -> Network:
        """The network that runs in every step."""
        return next(one for one in self.pipeline.networks if one.role == "denoiser")

    @property
    def style(self) -> Style:
        """How the denoiser is built."""
        return self.denoiser.built

    @property
    def flop_per_step(self) -> float | None:
        """FLOP of one step of the whole batch: pass x batch x passes; None where the card does not tell it."""
        one = pass_flop(self.denoiser, self.pipeline, self.size)
        return None if one is None else one * self.batch * self.passes_per_step

    @property
    def tokens(self) -> int:
        """Tokens of one pass of the whole batch."""
        return tokens_of(self.denoiser, self.pipeline, self.size) * self.batch

    def step(self) -> StepTime | None:
        """Seconds of one step on all devices together; None where a rate or the work is unknown."""
        flop, card = self.flop_per_step, self.cards[self.style]
        if flop is None:
            return None
        tokens = self.tokens * self.passes_per_step
        share = 1 / self.devices
        attention = attention_flop(self.denoiser, self.pipeline, self.size) * self.batch * self.passes_per_step
        one = pass_time(
            self.processor,
            self.denoiser,
            card,
            self.program,
            flop=flop * share,
            tokens=tokens * share,
            attention=attention * share,
        )
        if one is None:
            return None
        both = overlapped_s(one.total_s, self._streamed_s()) if self.offload == "layers" else one.total_s
        return StepTime(one.arithmetic_s, one.memory_s, one.start_s, self._exchange_s(card, tokens), both - one.total_s)

    def encoding_s(self) -> float:
        """Seconds of reading the prompt once, and the picture to start from; 0 where it is not known."""
        roles = ("text_encoder", "image_encoder")
        return sum(self._once_s(network) for network in self.pipeline.networks if network.role in roles)

    def decoding_s(self) -> float:
        """Seconds of turning the result into pixels, overlaps of tiles twice; 0 where no autoencoder is known."""
        whole_s = sum(self._once_s(network) for network in self.pipeline.networks if network.role == "autoencoder")
        whole_s /= 1.0 if self.decodes_in_32_bits else self._decoder.half_factor
        tile = self._decoder.tile_pixels
        return whole_s * (tile / (tile - self._decoder.tile_overlap)) ** 2 if self.is_tiled and tile else whole_s

    def moving_s(self) -> float:
        """Seconds of bringing all parts into memory once an item, bytes / what a link reaches from pageable memory.

        What main memory does not hold is read from the disk first.
        """
        if self.offload == "resident":
            return 0.0
        rate = (self.link_bytes_per_s or 0.0) * _PAGEABLE_SHARE
        link_s = sum(self.weight_bytes) / rate if rate and self.processor.pool == "vram" else 0.0
        return link_s + self.disk_s.middle

    @property
    def disk_s(self) -> Range:
        """Seconds of reading from disk what main memory does not hold, with fast and slow drives."""
        slow, usual, fast = DISK_BYTES_PER_S
        slow = max(slow, _BUILT_IN_BYTES_PER_S) if self.processor.vendor == "apple" else slow
        return Range(*(self.disk_bytes / rate for rate in (fast, usual, slow)))

    @property
    def disk_bytes(self) -> int:
        """Bytes of parts that main memory does not hold beside the others, read anew for each item."""
        if self.offload == "resident" or self.host_bytes is None:
            return 0
        return max(0, sum(self.weight_bytes) - self.host_bytes)

    @property
    def waiting_bytes(self) -> int:
        """Bytes of all parts, which wait in main memory; what it does not hold is read from the disk for each item."""
        return sum(self.weight_bytes)

    @property
    def least_waiting_bytes(self) -> int:
        """Bytes that main memory has to hold: all parts where there is room for them, at least the largest at work."""
        every = sum(self.weight_bytes)
        if self.host_bytes is None or every <= self.host_bytes:
            return every
        return max(max(self._turn_bytes.values()), min(every, self.host_bytes))

    @property
    def layers(self) -> int:
        """Layers that the denoiser is streamed in."""
        return self.denoiser.layers or _BLOCKS

    @property
    def layers_kept(self) -> int:
        """Layers of the denoiser that stay on the device while the others are streamed."""
        if self.free_bytes is None or self.offload != "layers":
            return 0
        room = self.free_bytes - self.need_bytes("layers")
        return max(0, min(self.layers - _LAYERS_AHEAD, int(room / (self._turn_bytes["denoiser"] / self.layers))))

    @property
    def kept_bytes(self) -> int:
        """Bytes of the layers that stay."""
        return round(self.layers_kept * self._turn_bytes["denoiser"] / self.layers)

    @property
    def streamed_bytes(self) -> int:
        """Bytes that a step brings in: in films each pass for itself, as the values of one fill the memory."""
        passes = self.passes_per_step if self.size.frames > 1 else 1
        return (self._turn_bytes["denoiser"] - self.kept_bytes) * passes

    def _streamed_s(self) -> float:
        """Seconds of moving the layers of the denoiser in that do not stay."""
        return self.streamed_bytes / self.link_bytes_per_s if self.link_bytes_per_s else 0.0

    def _exchange_s(self, card: NetworkCard, tokens: float) -> float:
        """Sequence parallel: every layer sends (n - 1)/n of its part of four hidden states to the other devices."""
        network, n = self.denoiser, self.devices
        if n == 1 or not network.layers or not network.hidden or not self.peer_bytes_per_s:
            return 0.0
        part = tokens * network.hidden * self.program.value_bytes / n
        sent = _EXCHANGED * network.layers * part * (n - 1) / n
        through_host = self.peer_bytes_per_s == self.link_bytes_per_s
        return sent / (self.peer_bytes_per_s * (card.host_exchange_share if through_host else 1.0))

    def _once_s(self, network: Network) -> float:
        """Seconds of one pass of another network than the denoiser; the first device runs it alone."""
        is_film = self.size.frames > 1 and network.role == "autoencoder"
        card = self.cards["film_autoencoder" if is_film else network.built]
        flop = pass_flop(network, self.pipeline, self._size_of(network))
        if flop is None and card.gflop_per_megapixel and network.role == "autoencoder":
            flop = card.gflop_per_megapixel * GIGA * self.size.pixels / MEGA
        if flop is None:
            return 0.0
        tokens = tokens_of(network, self.pipeline, self._size_of(network)) * self.batch
        program = replace(self.program, bits=max(16, self.program.bits))
        one = pass_time(self.processor, network, card, program, flop=flop * self.batch, tokens=tokens)
        return one.total_s if one else 0.0

    def _size_of(self, network: Network) -> Size:
        """What another network works on: the text of the prompt, or the pixels."""
        if network.role != "autoencoder":
            return Size(tokens=network.tokens or self.pipeline.text_tokens or self.pipeline.defaults.tokens or 77)
        return self.size

    def activation_bytes(self) -> int:
        """Bytes of values in memory at once: of the denoiser, or of the autoencoder if those are more."""
        return max(self._denoiser_values_bytes, self._pixel_values_bytes)

    def need_bytes(self, offload: Offload) -> int:
        """Bytes of weights and values in one device's memory at once; parts that are moved out take turns."""
        if offload == "resident":
            return sum(self.weight_bytes) + self.activation_bytes()
        sizes = dict(self._turn_bytes)
        denoiser = sizes.pop("denoiser")
        pixels = sizes.pop("autoencoder", 0) + self._pixel_values_bytes
        if offload == "layers":
            denoiser = round(denoiser * min(1.0, _LAYERS_AHEAD / self.layers))
            sizes = {role: round(size * _LAYERS_AHEAD / self.layers) for role, size in sizes.items()}
        return max(denoiser + self._denoiser_values_bytes, pixels, *sizes.values())

    @cached_property
    def _turn_bytes(self) -> Mapping[str, int]:
        """Bytes of the largest network of each role that is in memory at once."""
        sizes: dict[str, int] = {}
        for network, size in zip(self.pipeline.networks, self.weight_bytes, strict=True):
            sizes[network.role] = max(size // network.turns, sizes.get(network.role, 0))
        return sizes

    @cached_property
    def _denoiser_values_bytes(self) -> int:
        card, network = self.cards[self.style], self.denoiser
        if network.hidden and card.hidden_copies:
            is_lean_film = self.is_lean and self.size.frames > 1 and card.lean_hidden_copies
            each = card.lean_hidden_copies if is_lean_film else card.hidden_copies
            return round(each * network.hidden * self.tokens / self.devices * self.program.value_bytes)
        return round(card.pixel_bytes * self.size.pixels * self.batch)

    @property
    def is_tiled(self) -> bool:
        """Whether pixels are decoded in tiles: where all at once do not fit."""
        return self.is_lean and self._pixels_at_once < self._own_pixels

    @property
    def _own_pixels(self) -> int:
        return self.size.pixels * self.batch

    @cached_property
    def _pixels_at_once(self) -> int:
        """Pixels decoded at once: all, or a tile of each frame."""
        tile, whole = self._decoder.tile_pixels, self._own_pixels
        if not self.is_lean or not tile:
            return whole
        need_bytes = self._turn_bytes.get("autoencoder", 0) + self._decoder.pixel_bytes * whole
        if self.free_bytes is not None and need_bytes <= self.free_bytes:
            return whole
        return min(whole, tile**2 * self.size.frames)

    @property
    def _decoder(self) -> NetworkCard:
        return self.cards["film_autoencoder" if self.size.frames > 1 else "autoencoder"]

    @property
    def _pixel_values_bytes(self) -> int:
        return round(self._decoder.pixel_bytes * self._pixels_at_once)


def bytes_of(network: Network, bits: float) -> int:
    """Bytes of a network's weights: parameters x bits / 8."""
    return round(network.params * bits / BITS_PER_BYTE)
