"""Serving with a fixed number of slots: llama.cpp and programs around it (docs/physics.md 9.3)."""

from dataclasses import dataclass, replace
from functools import cached_property

from advisor.facts.answers.estimate import MemoryNeed
from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor
from advisor.predict.memory.fit import budget_bytes
from advisor.predict.memory.load import memory_need
from advisor.predict.model.subject import Run, Subject
from advisor.predict.serving.serving import StepParts
from advisor.predict.speed.decode import decode_parts
from advisor.predict.speed.prefill import PrefillParts, prefill_parts


@dataclass(frozen=True)
class PlainService:
    """A model served in slots; prompts are read between steps of generation. `run` is that of one sequence.

    Without a word about it the program keeps a cache for `least_context_tokens`, however few users there are.
    """

    processor: Processor
    subject: Subject
    calibration: Calibration
    run: Run
    least_context_tokens: int = 0

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

    @property
    def sequences_max(self) -> int | None:
        """Most requests that memory takes at once: spare bytes / cache of one; None where the memory is unknown."""
        budget = budget_bytes(self.processor)
        if budget is None:
            return None
        spare = budget * self.run.devices - self.fixed_bytes
        return 0 if spare < self.least_cache_bytes else spare // max(1, self.cache_bytes_per_sequence)

    def step(self, sequences: int) -> StepParts | None:
        """Seconds of one step of so many sequences, with the share of their prompts; None where a rate is unknown."""
        parts = decode_parts(
            self.processor,
            self.subject,
            self.calibration,
            replace(self.run, batch=sequences, depth_tokens=self.run.depth_tokens + self.run.prompt_tokens),
        )
        prompt = self._prompt
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

    def prompt_s(self) -> float | None:
        """Seconds of one prompt alone; None where the arithmetic rate is unknown."""
        return self._prompt.total_s if self._prompt else None

    @cached_property
    def _prompt(self) -> PrefillParts | None:
        """Seconds of one prompt by cause."""
        return prefill_parts(self.processor, self.subject, self.calibration, self.run)
