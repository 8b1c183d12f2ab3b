"""Serving many sequences at once (docs/physics.md 9.1), in slots (9.3), and requests that arrive at random (9.4).

One step writes one token of each of B sequences and reads the prompts of those that take the place of finished ones:
t(B) = ((W(B)/(BW e))^4 + (FLOP(B)/(F s))^4)^(1/4) + B KV/(BW e) + A(B)/(F a) + L c + B q + exchange, with W weights
touched, FLOP those of B new tokens and B x prompt/answer tokens of prompts, KV cached bytes of the mean context, A the
arithmetic of attention in prompts. Throughput is B / t(B).
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from advisor.facts.answers.estimate import MemoryNeed
from advisor.facts.answers.serving import ServingCard
from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor
from advisor.facts.values.frozen import frozen
from advisor.facts.values.units import BITS_PER_BYTE, MIB, MICROSECOND, TERA
from advisor.predict.memory.fit import budget_bytes
from advisor.predict.memory.load import memory_need
from advisor.predict.model.kv_cache import CacheSetup, kv_bytes_read, kv_cache_bytes
from advisor.predict.model.prompt_work import attention_flop
from advisor.predict.model.subject import Run, Subject
from advisor.predict.model.weights import bits_of, bytes_read_by_type, flop_per_token
from advisor.predict.rates.formats import format_flop_per_s, has_format
from advisor.predict.rates.overlap import lower_rate, overlapped_s
from advisor.predict.rates.rates import ALL_REDUCE_S, BOUNDARY_S
from advisor.predict.speed.columns import VECTOR_COLUMNS
from advisor.predict.speed.decode import DecodeParts, decode_parts
from advisor.predict.speed.prefill import PrefillParts, prefill_parts

_HIDDEN_BYTES = 16 // BITS_PER_BYTE
_EXCHANGES = 2
_MOST_SLOTS = 256
"""llama.cpp refuses more sequences at once (LLAMA_MAX_SEQ in src/llama-cparams.h, since mid-2025; 64 before)."""
"""Sums over all devices per layer of a tensor split."""


class StepParts(NamedTuple):
    """Seconds of one step by cause; the sum is the time of the step."""

    weights_s: float
    arithmetic_s: float
    kv_cache_s: float
    attention_s: float
    overhead_s: float
    interconnect_s: float
    main_memory_s: float = 0.0

    @property
    def total_s(self) -> float:
        """Seconds of one step."""
        return sum(self)


@frozen
class Service:
    """A model served by an engine on equal devices. `bits` are those of one factor.

    The devices share every layer, or stand `in_a_row`, each with some of the layers and a batch of its own at work.
    `sum_s` passes at every sum over all of them, beside the bytes that it moves.
    """

    processor: Processor
    subject: Subject
    card: ServingCard
    prompt_tokens: int
    generated_tokens: int
    bits: int
    devices: int = 1
    peer_bytes_per_s: float | None = None
    in_a_row: bool = False
    cached_tokens: int = 0
    context_tokens: int = 0
    sum_s: float = ALL_REDUCE_S

    def without_kept(self) -> "Service":
        """The same, with nothing of a prompt in the cache."""
        return replace(self, cached_tokens=0)

    @property
    def read_tokens(self) -> int:
        """Tokens of a prompt that have to be read: all but those in the cache."""
        return self.prompt_tokens - self.cached_tokens

    @cached_property
    def cache_bytes_per_sequence(self) -> int:
        """Bytes of the cache of one request at its end: pages are handed out as they are needed."""
        return self._cache_bytes(self.prompt_tokens + self.generated_tokens)

    @cached_property
    def least_cache_bytes(self) -> int:
        """Bytes of a whole context, without which the engine does not start."""
        return max(self.cache_bytes_per_sequence, self._cache_bytes(self.context_tokens))

    def _cache_bytes(self, tokens: int) -> int:
        """Bytes of the cache of so many tokens, in the bits that the engine keeps it in."""
        shape, groups, blocks = self.subject.shape, self.subject.groups, self.subject.blocks
        whole = kv_cache_bytes(shape, groups, context_tokens=tokens, setup=CacheSetup(), blocks=blocks)
        return round(whole * self._cache_share)

    @property
    def fixed_bytes(self) -> int:
        """Bytes of all devices before the first request: weights and runtime."""
        return self.subject.weights.total_bytes + round(self.card.runtime_mib * MIB) * self.devices

    @cached_property
    def sequences_max(self) -> int | None:
        """Most requests at once: (memory x share - fixed) / cache of one, at most the engine's own; None if unknown."""
        memory = self.processor.memory_total_bytes.value
        if memory is None:
            return None
        spare = memory * self.devices * self.memory_share - self.fixed_bytes
        if spare < self.least_cache_bytes:
            return 0
        return min(self.card.sequences_max, int(spare // self.cache_bytes_per_sequence))

    @property
    def memory_share(self) -> float:
        """What weights and cache may take of the memory."""
        own = self.card.unified_share if self.processor.pool == "unified" else None
        return own or self.card.memory_share

    @property
    def _cache_share(self) -> float:
        """Bytes of the cache over those of one in 16 bits."""
        return 0.5 if self.card.small_cache and self.bits <= BITS_PER_BYTE else 1.0

    def step(self, sequences: int, *, reads: bool = True) -> StepParts | None:
        """Seconds of one step of so many sequences, if it `reads` with their prompts' share; None where unknown."""
        bandwidth = self.processor.bandwidth_bytes_per_s.value
        peak = format_flop_per_s(self.processor, self.bits)
        peak16 = format_flop_per_s(self.processor, 16)
        if bandwidth is None or peak is None or peak16 is None:
            return None
        rate = bandwidth * self.card.bandwidth_share * self.devices
        prompts = sequences / self.generated_tokens if reads else 0.0
        tokens = sequences + prompts * self.read_tokens
        read_share = self._weights_share / self.card.bandwidth_share
        weights_s = self._weight_bytes(sequences, prompts) / (rate * read_share)
        arithmetic_s = (
            tokens * flop_per_token(self.subject.weights) / (self._powered(peak * self._share) * self.devices)
        )
        both_s = overlapped_s(weights_s, arithmetic_s)
        shape, groups = self.subject.shape, self.subject.groups
        attention = prompts * attention_flop(shape, groups, tokens=self.read_tokens, before=self.cached_tokens)
        cached = kv_bytes_read(
            shape,
            groups,
            depth_tokens=self.prompt_tokens + self.generated_tokens / 2,
            setup=CacheSetup(),
            blocks=self.subject.blocks,
        )
        return StepParts(
            weights_s=weights_s,
            arithmetic_s=max(0.0, both_s - weights_s),
            kv_cache_s=sequences * cached * self._cache_share / rate,
            attention_s=attention / (self._powered(peak16 * self.card.attention_share) * self.devices),
            overhead_s=(shape.layers * self._layer_us + sequences * self.card.sequence_us) * MICROSECOND,
            interconnect_s=self._exchange_s(tokens),
        )

    def _weight_bytes(self, sequences: int, prompts: float) -> float:
        """Weights touched, W: steps that only write need fewer experts than the ones in which a prompt is read."""
        reading = min(1.0, prompts)
        read = _touched_bytes(self.subject, sequences + max(1.0, prompts) * self.read_tokens)
        return (1 - reading) * _touched_bytes(self.subject, sequences) + reading * read

    def prompt_s(self) -> float | None:
        """Seconds of one prompt alone; None where the arithmetic rate is unknown."""
        peak, peak16 = format_flop_per_s(self.processor, self.bits), format_flop_per_s(self.processor, 16)
        if peak is None or peak16 is None:
            return None
        shape, groups = self.subject.shape, self.subject.groups
        work = self.read_tokens * flop_per_token(self.subject.weights) / self._powered(peak * self._share)
        attention = attention_flop(shape, groups, tokens=self.read_tokens, before=self.cached_tokens)
        spent = (work + attention / self._powered(peak16 * self.card.attention_share)) / self.devices
        return spent + self._exchange_s(self.read_tokens) + shape.layers * self.card.layer_us * MICROSECOND

    @property
    def _share(self) -> float:
        """Share of the peak that matrices reach."""
        shares: dict[Any, float] = self.card.sparse_share if self.subject.is_sparse else self.card.dense_share
        bits = self.bits if has_format(self.processor, self.bits) else 16
        return shares[str(bits)]

    @property
    def _weights_share(self) -> float:
        """Share of the bandwidth at which weights are read: less where those of a dense model are unpacked."""
        packed = None if self.subject.is_sparse else self.card.packed_share
        return packed if packed and self._is_packed else self.card.bandwidth_share

    @property
    def _layer_us(self) -> float:
        """Microseconds of a layer in any case: experts are unpacked in kernels of their own."""
        more = self.card.packed_sparse_layer_us if self.subject.is_sparse and self._is_packed else 0.0
        return self.card.layer_us + more

    @property
    def _is_packed(self) -> bool:
        """Whether weights are stored in fewer bits than 8 and multiplied in 16."""
        return self.bits > BITS_PER_BYTE > bits_of(self.subject.blocks[self.subject.weights.main_type])

    def _powered(self, flop_per_s: float) -> float:
        """A rate of one device, as far as its power limit allows."""
        per_joule = self.card.tflop_per_j.get(self.processor.architecture or "")
        power = self.processor.power_w.value
        return lower_rate(flop_per_s, power * per_joule * TERA) if per_joule and power else flop_per_s

    def _exchange_s(self, tokens: float) -> float:
        """Two sums over all devices per layer: each sends 2 (n - 1)/n of the hidden states of all tokens.

        In a row one hands the hidden states to the next while others are at work.
        """
        if self.devices == 1:
            return 0.0
        if self.in_a_row:
            handed = tokens * self.subject.shape.hidden * _HIDDEN_BYTES
            return BOUNDARY_S + (handed / self.peer_bytes_per_s if self.peer_bytes_per_s else 0.0)
        sent = 2 * (self.devices - 1) / self.devices * tokens * self.subject.shape.hidden * _HIDDEN_BYTES
        moved_s = sent / self.peer_bytes_per_s if self.peer_bytes_per_s else 0.0
        return _EXCHANGES * self.subject.shape.layers * (self.sum_s + moved_s)


def _touched_bytes(subject: Subject, tokens: float) -> float:
    """Bytes of the weights that a step of so many tokens reads."""
    return sum(size for _, size in bytes_read_by_type(subject.weights, batch=max(1.0, tokens)))


_ROUNDS = 60
_NOTHING = PrefillParts(*(0.0,) * len(PrefillParts._fields))
"""What a step takes for prompts where it reads none."""


class Queue(NamedTuple):
    """A steady state.

    `utilization` is the rate over the highest one; with 1 and more the queue grows without end, `wait_s` is None and
    `concurrency` is the most that is served at once.
    """

    concurrency: int
    utilization: float
    wait_s: float | None


def queue(
    step_s: Callable[[int], float],
    *,
    requests_per_s: float,
    generated_tokens: int,
    prompt_s: float,
    sequences_max: int,
) -> Queue:
    """Little's law: as many are served as arrive while one is, rate x tokens x step, to a fixed point.

    The wait for a place is that of one server with fixed times for prompts, rho t/(2 (1 - rho)) (Pollaczek-Khinchine),
    and of the batch as a whole likewise: the less room is left, the longer.
    """
    highest = sequences_max / (generated_tokens * step_s(sequences_max))
    utilization = requests_per_s / highest
    if utilization >= 1:
        return Queue(sequences_max, utilization, None)
    served = 1.0
    for _ in range(_ROUNDS):
        wanted = requests_per_s * (prompt_s + generated_tokens * step_s(max(1, round(served))))
        served = (served + min(float(sequences_max), max(wanted, 0.0))) / 2
    reading = min(requests_per_s * prompt_s, utilization)
    wait = reading * prompt_s / (2 * (1 - utilization))
    return Queue(max(1, round(served)), utilization, wait)


@frozen
class PlainService:
    """A model served in slots; prompts are read between steps of generation. `run` is that of one sequence.

    Without a word about it the program keeps a cache for `least_context_tokens`, however few users there are.
    """

    processor: Processor
    subject: Subject
    calibration: Calibration
    run: Run
    least_context_tokens: int = 0

    def without_kept(self) -> "PlainService":
        """The same, with nothing of a prompt in the cache."""
        run = self.run
        return replace(self, run=replace(run, prompt_tokens=run.depth_tokens + run.prompt_tokens, depth_tokens=0))

    @cached_property
    def cache_bytes_per_sequence(self) -> int:
        """Bytes of the cache of one request at its end."""
        return memory_need(self.subject, self.calibration, self.run).kv_cache_bytes

    @property
    def least_cache_bytes(self) -> int:
        """Bytes of the cache that is kept for one user already."""
        return self._least.kv_cache_bytes

    @property
    def fixed_bytes(self) -> int:
        """Bytes of all devices before the first request: the need without its cache."""
        return self._least.total_bytes - self._least.kv_cache_bytes

    @cached_property
    def _least(self) -> MemoryNeed:
        """The need as it is started without a word about the context."""
        run = replace(self.run, context_tokens=max(self.run.context_tokens, self.least_context_tokens))
        return memory_need(self.subject, self.calibration, run)

    @cached_property
    def sequences_max(self) -> int | None:
        """Most requests at once: spare bytes / cache of one, at most all slots; None where the memory is unknown."""
        budget = budget_bytes(self.processor)
        if budget is None:
            return None
        spare = budget * self.run.devices - self.fixed_bytes
        return 0 if spare < self.least_cache_bytes else min(_MOST_SLOTS, spare // max(1, self.cache_bytes_per_sequence))

    def step(self, sequences: int, *, reads: bool = True) -> StepParts | None:
        """Seconds of one step of so many sequences, if it `reads` with their prompts' share; None where unknown."""
        parts, prompt = self._decode_parts(sequences), self._prompt if reads else _NOTHING
        if parts is None or prompt is None:
            return None
        prompts = sequences / max(1, self.run.generated_tokens)
        return StepParts(
            weights_s=parts.weights_s,
            arithmetic_s=parts.unpack_s + parts.compute_s + prompts * (prompt.total_s - prompt.attention_s),
            kv_cache_s=parts.kv_cache_s,
            attention_s=parts.attention_s + prompts * prompt.attention_s,
            overhead_s=parts.layers_s,
            interconnect_s=parts.devices_s,
        )

    def _decode_parts(self, sequences: int) -> DecodeParts | None:
        """Seconds of one step without prompts: nobody gets more where more are served (docs/physics.md 9.3)."""
        depth_tokens = self.run.depth_tokens + self.run.prompt_tokens
        counts = (sequences, VECTOR_COLUMNS) if sequences > VECTOR_COLUMNS else (sequences,)
        runs = (replace(self.run, batch=count, depth_tokens=depth_tokens) for count in counts)
        each = [decode_parts(self.processor, self.subject, self.calibration, run) for run in runs]
        known = [parts for parts in each if parts is not None]
        return max(known, key=lambda parts: parts.total_s, default=None)

    def prompt_s(self) -> float | None:
        """Seconds of one prompt alone; None where the arithmetic rate is unknown."""
        return self._prompt.total_s if self._prompt else None

    @cached_property
    def _prompt(self) -> PrefillParts | None:
        """Seconds of one prompt by cause."""
        return prefill_parts(self.processor, self.subject, self.calibration, self.run)
