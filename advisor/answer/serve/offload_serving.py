"""Serving in slots with a part of the model in main memory: llama.cpp on a card that does not hold all of it."""

from dataclasses import field, replace
from functools import cached_property
from typing import NamedTuple

from advisor.answer.text.division import Host, Work, divided_range, divisions, fastest, kept_work, moved_s, work_of
from advisor.answer.text.generate import memory_of
from advisor.answer.text.partial_offload import divided_launch, whole_launch
from advisor.facts.answers.answer import AnswerMemory
from advisor.facts.answers.estimate import Fit, LaunchPlan, Seconds
from advisor.facts.values.frozen import frozen
from advisor.facts.values.range import Range
from advisor.predict.memory.fit import budget_bytes, fit_in_two, spare_in_two, too_big_for
from advisor.predict.memory.load import Load, load
from advisor.predict.memory.split import Parts, Split, host_shares, parts_of
from advisor.predict.model.subject import Run
from advisor.predict.rates.certainty import Certainty, certainty_of
from advisor.predict.serving.serving import PlainService, StepParts
from advisor.predict.speed.offload import Placement, host_s, offload_prompt_seconds, offload_seconds, placement_of
from advisor.predict.speed.speed import decode_seconds, prefill_seconds, range_of_step

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


class _Room(NamedTuple):
    """What so many requests need, and how that may be divided; no split where the card holds it or nothing does."""

    loaded: Load
    parts: Parts
    splits: tuple[Split, ...]


class _Works(NamedTuple):
    """What all of the model takes on the card, and on the host."""

    card: Work
    host: Host


class _Parted(NamedTuple):
    """Where it would lie, None where no card holds its part, and the seconds of a step or a prompt by their causes.

    Where both memories do not hold it (not `is_held`) those are the seconds of the card.
    """

    found: Placement | None
    is_held: bool
    seconds: Seconds

    @property
    def placement(self) -> Placement | None:
        """Where it lies."""
        return self.found if self.is_held else None


@frozen
class OffloadService:
    """The service `plain` with what its card does not hold on the `host`, placed as llama.cpp does by default.

    How long a step takes is asked of many numbers of requests.
    """

    plain: PlainService
    host: Host
    _rooms: dict[int, _Room] = field(default_factory=dict, compare=False)
    _works: dict[tuple[int, bool], _Works] = field(default_factory=dict, compare=False)
    _found: dict[tuple[int, bool], _Parted] = field(default_factory=dict, compare=False)

    def without_kept(self) -> "OffloadService":
        """The same, with nothing of a prompt in the cache: as much room for it, and as long to write."""
        written = {key: found for key, found in self._works.items() if key[1]}
        return OffloadService(self.plain.without_kept(), self.host, _rooms=self._rooms, _works=written)

    @property
    def cache_bytes_per_sequence(self) -> int:
        """The cache of one request at its end, in both memories together."""
        return self.plain.cache_bytes_per_sequence

    @cached_property
    def takes_any(self) -> bool:
        """Whether both memories take at least one: told by one, as far as that is enough."""
        is_held = self._most_by_size > 0 and self._parted(1, writes=True).placement is not None
        return is_held or self.sequences_max > 0

    @cached_property
    def _most_by_size(self) -> int:
        """Most requests as the sizes of both memories together tell."""
        card, host = budget_bytes(self.plain.processor), self.host.processor
        room = budget_bytes(host) if host is not None else None
        if card is None or room is None:
            return 0
        spare = card * self.plain.run.devices + room - self.plain.fixed_bytes
        return min(_MOST_SLOTS, max(0, spare) // max(1, self.cache_bytes_per_sequence))

    @cached_property
    def sequences_max(self) -> int:
        """Most requests that both memories take at once; 0 where they do not hold the model."""
        most = self._most_by_size
        while most and self._parted(most, writes=True).placement is None:
            most //= 2
        return most

    def step(self, sequences: int, *, reads: bool = True) -> StepParts | None:
        """Seconds of one step of so many sequences, if it `reads` with their prompts' share; None where unknown."""
        writing = self._parted(sequences, writes=True).seconds
        if not writing:
            return None
        seconds = _by_cause(writing)
        if not reads:
            return StepParts(**seconds)
        reading = self._parted(sequences, writes=False).seconds
        if not reading:
            return None
        prompt = _by_cause(reading)
        own = {cause: prompt.pop(cause) for cause in ("attention_s", "main_memory_s")}
        for cause, s in (*own.items(), ("arithmetic_s", sum(prompt.values()))):
            seconds[cause] += sequences / max(1, self.plain.run.generated_tokens) * s
        return StepParts(**seconds)

    def least_step_s(self, sequences: int) -> float:
        """Seconds of a step of so many at the least: of the host alone, with what cannot lie on the card beside one.

        Of all ways to divide it the first leaves least to the host, and more sequences leave it no less. How often each
        token goes to and fro is left out: fewer layers may do so in other ways. 0 where nothing is known.
        """
        room, expert_share = self._room(1), self.plain.subject.weights.expert_share
        host = self._host(self._run(sequences, writes=True))
        if not room.splits or host.step is None:
            return 0.0
        shares = host_shares(room.parts, room.splits[0], expert_share=expert_share, batch=sequences)
        return host_s(host.step, shares._replace(exchanges=0))

    def prompt_s(self) -> float | None:
        """Seconds of one prompt alone; None where the arithmetic rate is unknown."""
        return sum(s for _, s in self._parted(1, writes=False).seconds) or None

    def memory(self, sequences: int) -> AnswerMemory:
        """What card and host have to hold for so many requests."""
        return memory_of(self._room(sequences).loaded.need, self._fit(sequences).pools)

    def launch(self, sequences: int) -> LaunchPlan | None:
        """How llama.cpp is started for so many requests."""
        run, placement = self._run(sequences, writes=True), self._parted(sequences, writes=True).placement
        if placement is not None:
            return divided_launch(placement, self.plain.subject, run)
        return whole_launch(self._room(sequences).loaded, self.plain.subject, run)

    def _fit(self, sequences: int) -> Fit:
        """How so many requests go into both memories."""
        plain, run, loaded = self.plain, self._run(sequences, writes=True), self._room(sequences).loaded
        found = self._parted(sequences, writes=True).found
        if found is not None:
            return fit_in_two(loaded.need, plain.processor, self.host.processor, found.layout, devices=run.devices)
        return too_big_for(loaded.need, loaded.fit) if loaded.fit.verdict == "spills" else loaded.fit

    @cached_property
    def certainty(self) -> Certainty:
        """How well the speed of one request is known."""
        return certainty_of(self._rate)

    @property
    def _rate(self) -> Range | None:
        """Tokens per second of one request with their range; None where they are not known."""
        plain, run = self.plain, self._run(1, writes=True).written
        (work, host), placement = self._works_of(1, writes=True), self._parted(1, writes=True).placement
        alone = range_of_step(work.step, plain.processor, plain.subject, plain.calibration, run)
        if placement is None or alone is None:
            return alone
        seconds = self._on_card(work, run)
        return divided_range(alone, seconds, plain.processor, host, plain.subject, run=run, placement=placement)

    def _parted(self, sequences: int, *, writes: bool) -> _Parted:
        """While so many are written, or while one prompt is read beside the room for so many."""
        key = sequences, writes
        if key not in self._found:
            run, (work, host) = self._run(sequences, writes=writes), self._works_of(sequences, writes=writes)
            found = self._placement(sequences, run, work, host)
            is_held = found is not None and self._is_held(found)
            seconds_of = self._written_s if writes else self._read_s
            self._found[key] = _Parted(found, is_held, seconds_of(work, host, found if is_held else None, run))
        return self._found[key]

    def _written_s(self, work: Work, host: Host, placement: Placement | None, run: Run) -> Seconds:
        """Seconds of one step by their causes; none where they are not known."""
        card_s, step = self._on_card(work, run), host.step
        return card_s if placement is None or step is None else offload_seconds(card_s, step, placement.shares)

    def _read_s(self, work: Work, host: Host, placement: Placement | None, run: Run) -> Seconds:
        """The same of the prompt."""
        prompt_s = prefill_seconds(work.prompt, self.plain.calibration) if work.prompt is not None else ()
        if placement is None or not prompt_s:
            return prompt_s
        parts = host.work.prompt if host.work is not None else None
        s = moved_s(self.plain.processor, self.plain.subject, placement, parts=parts, run=run)
        return () if s is None else offload_prompt_seconds(prompt_s, placement.shares, moved_s=s)

    def _placement(self, sequences: int, run: Run, work: Work, host: Host) -> Placement | None:
        """Where it would lie; None where the card does not hold its part, or nothing is known of their speed."""
        plain, card_s = self.plain, self._on_card(work, run)
        if host.step is None or not card_s:
            return None
        room, budget = self._room(sequences), budget_bytes(plain.processor)
        placements = [
            placement_of(room.loaded.need, room.parts, split, plain.subject, run, budget_bytes=budget)
            for split in room.splits
        ]
        return fastest(placements, card_s, plain.processor, host, plain.subject, run)

    def _is_held(self, found: Placement) -> bool:
        """Whether both memories hold their part."""
        plain = self.plain
        spare = spare_in_two(plain.processor, self.host.processor, found.layout, devices=plain.run.devices)
        return spare is None or spare >= 0

    def _on_card(self, work: Work, run: Run) -> Seconds:
        """Seconds of one step with all of it on the card."""
        return decode_seconds(work.step, self.plain.calibration, run) if work.step is not None else ()

    def _room(self, sequences: int) -> _Room:
        if sequences not in self._rooms:
            plain, run, host = self.plain, self._run(sequences, writes=True), self.host
            loaded = load(plain.processor, plain.subject, plain.calibration, run, host=host.processor)
            parts, budget = parts_of(plain.subject, run), budget_bytes(plain.processor)
            is_divided = loaded.fit.verdict == "spills"
            splits = divisions(loaded.need, budget, host, parts, run) if is_divided else ()
            self._rooms[sequences] = _Room(loaded, parts, splits)
        return self._rooms[sequences]

    def _works_of(self, sequences: int, *, writes: bool) -> _Works:
        """What is read is one prompt, whatever room there is beside it."""
        key = sequences if writes else 1, writes
        if key not in self._works:
            plain, run = self.plain, self._run(key[0], writes=writes)
            work = work_of(plain.processor, plain.subject, plain.calibration, run)
            self._works[key] = _Works(work, self._host(run))
        return self._works[key]

    def _host(self, run: Run) -> Host:
        """With what all of the model takes there."""
        host = self.host
        if host.processor is None or host.calibration is None:
            return host
        return host._replace(work=kept_work(host.processor, self.plain.subject, host.calibration, run))

    def _run(self, sequences: int, *, writes: bool) -> Run:
        """So many requests while they are written, or one prompt beside the room for so many."""
        plain, run = self.plain, self.plain.run
        return replace(
            run,
            context_tokens=max(run.context_tokens * sequences, plain.least_context_tokens),
            cache=run.cache._replace(sequences=sequences),
            batch=sequences if writes else 1,
            depth_tokens=run.depth_tokens + (run.prompt_tokens if writes else 0),
            prompt_tokens=0 if writes else run.prompt_tokens,  # read before
        )


def _by_cause(seconds: Seconds) -> dict[str, float]:
    causes = dict.fromkeys(_CAUSES.values(), 0.0)
    for name, s in seconds:
        causes[_CAUSES[name]] += s
    return causes
