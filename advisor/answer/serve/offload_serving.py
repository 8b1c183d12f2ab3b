"""Serving in slots with a part of the model in main memory: llama.cpp on a card that does not hold all of it."""

from dataclasses import field, replace
from functools import cached_property

from advisor.answer.text.generate import memory_of
from advisor.answer.text.partial_offload import Host, PartialOffload, estimate, partial_offload
from advisor.facts.answers.answer import AnswerMemory
from advisor.facts.answers.estimate import LaunchPlan, Term
from advisor.facts.values.frozen import frozen
from advisor.predict.memory.fit import budget_bytes
from advisor.predict.rates.certainty import Certainty, certainty_of
from advisor.predict.serving.serving import PlainService, StepParts

_MOST_SLOTS = 64
"""More requests at once are not asked of a card that is too small for the model."""

_CAUSES = {
    "weights": "weights_s",
    "unpacking": "arithmetic_s",
    "arithmetic": "arithmetic_s",
    "kv_cache": "kv_cache_s",
    "attention": "attention_s",
    "overhead": "overhead_s",
    "interconnect": "interconnect_s",
    "main_memory": "main_memory_s",
}
"""Term of a token: where it counts in a step."""


@frozen
class OffloadService:
    """The service `plain` with what its card does not hold on the `host`, placed as llama.cpp does by default."""

    plain: PlainService
    host: Host
    _found: dict[tuple[int, bool], PartialOffload] = field(default_factory=dict, compare=False)

    @cached_property
    def sequences_max(self) -> int:
        """Most requests that both memories take at once; 0 where they do not hold the model."""
        card, host = budget_bytes(self.plain.processor), self.host.processor
        room = budget_bytes(host) if host is not None else None
        if card is None or room is None:
            return 0
        spare = card * self.plain.run.devices + room - self.plain.fixed_bytes
        most = min(_MOST_SLOTS, max(0, spare) // max(1, self.plain.cache_bytes_per_sequence))
        while most and self._partial_offload(most, writes=True).placement is None:
            most //= 2
        return most

    def step(self, sequences: int, *, reads: bool = True) -> StepParts | None:
        """Seconds of one step of so many sequences, if it `reads` with their prompts' share; None where unknown."""
        writing, reading = (self._partial_offload(sequences, writes=writes).estimate for writes in (True, False))
        if not writing.decode.terms or not reading.prefill.terms:
            return None
        prompts = sequences / max(1, self.plain.run.generated_tokens) if reads else 0.0
        seconds = _by_cause(writing.decode.terms)
        prompt = _by_cause(reading.prefill.terms)
        own = {cause: prompt.pop(cause) for cause in ("attention_s", "main_memory_s")}
        for cause, s in (*own.items(), ("arithmetic_s", sum(prompt.values()))):
            seconds[cause] += prompts * s
        return StepParts(**seconds)

    def prompt_s(self) -> float | None:
        """Seconds of one prompt alone; None where the arithmetic rate is unknown."""
        terms = self._partial_offload(1, writes=False).estimate.prefill.terms
        return sum(term.s for term in terms) or None

    def memory(self, sequences: int) -> AnswerMemory:
        """What card and host have to hold for so many requests."""
        return memory_of(self._partial_offload(sequences, writes=True).estimate)

    def launch(self, sequences: int) -> LaunchPlan | None:
        """How llama.cpp is started for so many requests."""
        return self._partial_offload(sequences, writes=True).estimate.launch

    @property
    def certainty(self) -> Certainty:
        """How well the speed of one request is known."""
        return certainty_of(self._partial_offload(1, writes=True).estimate.decode)

    def _partial_offload(self, sequences: int, *, writes: bool) -> PartialOffload:
        """The estimate of so many requests while they are written, or of one prompt beside the room for so many."""
        key = sequences, writes
        if key not in self._found:
            plain, run = self.plain, self.plain.run
            run = replace(
                run,
                context_tokens=max(run.context_tokens * sequences, plain.least_context_tokens),
                cache=run.cache._replace(sequences=sequences),
                batch=sequences if writes else 1,
                depth_tokens=run.depth_tokens + (run.prompt_tokens if writes else 0),
                prompt_tokens=0 if writes else run.prompt_tokens,  # read before
            )
            host = self.host
            one = estimate(plain.processor, plain.subject, plain.calibration, run, host=host.processor)
            self._found[key] = partial_offload(one, plain.processor, host, plain.subject, run)
        return self._found[key]


def _by_cause(terms: tuple[Term, ...]) -> dict[str, float]:
    seconds = dict.fromkeys(_CAUSES.values(), 0.0)
    for term in terms:
        seconds[_CAUSES[term.name]] += term.s
    return seconds
