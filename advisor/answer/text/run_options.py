"""The ways a rig can run one model: each processor, equal cards together, a card helped by the processor."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, cached_property, lru_cache

from advisor.answer.text.execution_targets import ENGINE, ExecutionTarget, distinct_targets
from advisor.answer.text.own_runs import calibrated
from advisor.answer.text.partial_offload import Host, Work, estimate, partial_offload
from advisor.answer.text.sweep import Helper, roofline, sweep
from advisor.facts.answers.estimate import Estimate, Fit, Speed
from advisor.facts.answers.text_answer import Roofline, Sweep
from advisor.facts.rig.rig import Processor
from advisor.facts.values.frozen import frozen
from advisor.facts.values.range import middle
from advisor.facts.values.same import Same
from advisor.facts.values.units import KIB
from advisor.predict.memory.layout import uncertain_bytes
from advisor.predict.memory.load import Load, largest_context_tokens, load, on_cards
from advisor.predict.memory.longest import divided_context_tokens
from advisor.predict.model.subject import Run, Subject
from advisor.predict.speed.decode import DecodeParts, decode_parts
from advisor.predict.speed.own_run import scaled_parts
from advisor.predict.speed.prefill import first_step, prefill_parts, time_to_first_token_s
from advisor.predict.speed.sanity import decode_ceiling

_HOLDS_ALL = 0
_CLEARLY = 1.1
"""A way through main memory has to write so many times as fast as one without: it reads prompts far slower."""

_LONGEST_UNSTATED_TOKENS = 128 * KIB
"""The longest context that pages offer for a model of which nobody states how long its may be."""

_KEPT = 32
"""So many questions that were asked last are not worked out anew: knobs are turned to and fro."""

_ORDER = {"fits": _HOLDS_ALL, "tight": _HOLDS_ALL, "spills": 1, "unknown": 2, "too_big": 3}


@frozen(eq=False)
class RunOption:
    """One model on one target. Figures are computed when they are asked for: most ways lose by their fit alone.

    `mixed` is the estimate with the rest of the model on the `helper`, where one takes what the card does not hold;
    `corrected` the card's own, where what main memory holds changes it.
    """

    target: ExecutionTarget
    subject: Subject
    run: Run
    helper: Helper | None = None
    offloaded: Estimate | None = None
    corrected: Estimate | None = None

    @property
    def processor(self) -> Processor:
        """What computes."""
        return self.target.processor

    @property
    def is_gpu(self) -> bool:
        """Whether it computes on a graphics processor that can be used as it is."""
        return self.processor.kind == "gpu" and self.processor.blocked is None

    @cached_property
    def estimate(self) -> Estimate:
        """How the model runs on this target alone."""
        if self.corrected is not None:
            return self.corrected
        target = self.target
        found = estimate(
            target.processor,
            self.subject,
            target.calibration,
            self.run,
            host=target.host,
            notes=target.notes,
            loaded=self.loaded,
            work=self.work,
        )
        return _kept(found, target)

    def let_go(self) -> None:
        """Forget the estimate, which takes most of the memory: it is worked out anew where it is asked for again."""
        self.__dict__.pop("estimate", None)

    @cached_property
    def loaded(self) -> Load:
        """What lies where with all of it on this target."""
        target = self.target
        return load(target.processor, self.subject, target.calibration, self.run, host=target.host)

    @cached_property
    def step(self) -> DecodeParts | None:
        """Seconds of one step on this target alone."""
        return decode_parts(self.processor, self.subject, self.target.calibration, self.run.written)

    @cached_property
    def work(self) -> Work:
        """The same with those of the prompt."""
        calibration, run = self.target.calibration, self.run
        return Work(
            self.step, prefill_parts(self.processor, self.subject, calibration, run) if run.prompt_tokens else None
        )

    @property
    def result(self) -> Estimate:
        """How the model runs this way."""
        return self.offloaded or self.estimate

    @property
    def fit(self) -> Fit:
        """Whether the model goes into the memory of the target, or of target and helper."""
        return self.loaded.fit if self._known is None else self._known.fit

    @property
    def decode(self) -> Speed:
        """The speed of generation."""
        return self.result.decode

    @property
    def is_bound(self) -> bool:
        """Whether its speed lacks what its cores cost, as nobody knows how many they are."""
        return not self.is_gpu and self.processor.cores.value is None and self.run.threads is None

    @cached_property
    def tokens_per_s(self) -> float | None:
        """The figure of `decode` without terms and range, which take longer."""
        if self._known is not None:
            return middle(self._known.decode.tokens_per_s)
        if self.step is None:
            return None
        rate = self.run.batch / scaled_parts(self.step, self.target.calibration).total_s
        ceiling = decode_ceiling(self.processor, self.subject, self.run.written)
        return rate if ceiling is None else min(rate, ceiling)

    @cached_property
    def first_word_s(self) -> float | None:
        """The wait for the first word, as the estimate has it; without that, as `tokens_per_s`."""
        calibration, run = self.target.calibration, self.run
        if self._known is not None:
            return self._known.time_to_first_token_s
        if calibration.own_prefill is not None or "estimate" in self.__dict__:
            return self.estimate.time_to_first_token_s
        prompt = self.work.prompt
        prompt_s = prompt.total_s if prompt is not None else None if run.prompt_tokens else 0.0
        step = first_step(self.step, self.processor, self.subject, calibration, run)
        return time_to_first_token_s(prefill_s=prompt_s, step_s=step.total_s if step else None)

    @cached_property
    def sweep(self) -> Sweep:
        """Its speed while the context fills."""
        return sweep(
            self.processor,
            self.subject,
            self.target.calibration,
            self.run,
            most_tokens=self._most_tokens,
            fits_tokens=self.fits_tokens if self.helper is None else None,
            helper=self.helper,
        )

    @cached_property
    def fits_tokens(self) -> int | None:
        """The longest context that fits into the memory of its target, or of target and helper."""
        calibration, most = self.target.calibration, self._most_tokens
        if self.helper is not None:
            host = self.helper.processor
            return divided_context_tokens(self.processor, host, self.subject, calibration, self.run, most_tokens=most)
        return largest_context_tokens(self.processor, self.subject, calibration, self.run, most_tokens=most)

    @property
    def _most_tokens(self) -> int:
        return self.subject.shape.context_tokens or max(self.run.context_tokens, _LONGEST_UNSTATED_TOKENS)

    @cached_property
    def roofline(self) -> Roofline:
        """Its ceilings."""
        return roofline(self.processor, self.target.calibration, self.subject, self.estimate, self.run)

    @property
    def _known(self) -> Estimate | None:
        """An estimate that is there already."""
        return self.offloaded or self.corrected

    @property
    def holds(self) -> int:
        """How well the memory holds the model, whole or divided; smaller is better."""
        return _HOLDS_ALL if self.offloaded else _ORDER[self.fit.verdict]


Judged = Callable[[RunOption], int]
"""The place of a way among those that do the work it is asked for: 0 for the best light."""


@frozen(eq=False)
class Ways:
    """All ways to run one model on some targets, whatever work they are for: each is worked out once."""

    undivided: tuple[RunOption, ...]

    @cached_property
    def different(self) -> tuple[RunOption, ...]:
        """Those in which something differs: a computer may have dozens of equal cards, and one tells of all."""
        first = set(map(id, distinct_targets(tuple(option.target for option in self.undivided))))
        return tuple(option for option in self.undivided if id(option.target) in first)

    @cached_property
    def cpu(self) -> RunOption | None:
        """The processor."""
        return next((option for option in self.undivided if option.processor.kind == "cpu"), None)

    @cached_property
    def divided(self) -> Callable[[RunOption], RunOption]:
        """One of these ways with what spills from its card on the processor."""
        cpu = self.cpu  # what is kept here does not hold `self`: that goes, with all of it, when nobody needs it
        return cache(lambda option: _partial_offload(option, cpu))

    @cached_property
    def eased(self) -> Callable[[RunOption], RunOption]:
        """One of these ways that is tight with as much in main memory as its need may be off."""
        cpu = self.cpu
        return cache(lambda option: option if cpu is None else _eased(option, cpu))


@frozen
class RunOptions:
    """All ways to run one model on a rig. A model is divided between card and processor only where no card holds it.

    `judged` places them for the work they are asked for; without it speed alone decides.
    """

    ways: Ways
    judged: Judged | None = None

    @property
    def undivided(self) -> tuple[RunOption, ...]:
        """Each processor and each set of cards with all of the model."""
        return self.ways.undivided

    @property
    def cpu(self) -> RunOption | None:
        """The processor."""
        return self.ways.cpu

    @cached_property
    def whole(self) -> tuple[RunOption, ...]:
        """Cards, alone or together, that hold all of it."""
        return tuple(option for option in self.ways.different if option.is_gpu and option.holds == _HOLDS_ALL)

    @property
    def is_partial_offload(self) -> bool:
        """Whether there are cards and none holds all of it."""
        return not self.whole and any(option.is_gpu for option in self.undivided)

    @property
    def alone(self) -> tuple[RunOption, ...]:
        """One way for each processor."""
        return tuple(self.ways.divided(option) for option in self.undivided if option.target.devices == 1)

    @cached_property
    def card(self) -> RunOption | None:
        """The best of the cards, alone or together.

        One that holds all may lose to one and main memory: where it is slow, and where it has no byte to spare.
        """
        whole = self._best(self.whole) if self.whole else None
        ways = map(self.ways.divided, filter(self._is_largest_set, self.ways.different))
        parted = [one for one in ways if one.is_gpu and (one.offloaded or not self.whole)]
        if whole is not None and self.cpu is not None and self._place(whole) and whole.fit.verdict == "tight":
            eased = (self.ways.eased(one) for one in self.whole if one.fit.verdict == "tight")
            parted += [one for one in eased if one.offloaded]
        best = self._best(tuple(parted)) if parted else whole
        if whole is None or best is None or whole is best:
            return best
        if self._place(best) != self._place(whole):
            return min(best, whole, key=self._place)
        return best if (best.tokens_per_s or 0.0) > _CLEARLY * (whole.tokens_per_s or 0.0) else whole

    @cached_property
    def best(self) -> RunOption:
        """The best of all."""
        return self._best(self.shown or self.alone)

    @property
    def shown(self) -> tuple[RunOption, ...]:
        """The best of the cards and the processor, as far as there are such."""
        return tuple(option for option in (self.card, self.cpu) if option is not None)

    def _is_largest_set(self, option: RunOption) -> bool:
        """Whether no more of the same cards are there: fewer leave more of a model in main memory, which is slower."""
        target = option.target
        same = (one.target for one in self.undivided if one.processor.name == option.processor.name)
        return bool(target.cards) or all(one.cards or one.devices <= target.devices for one in same)

    def _best(self, options: tuple[RunOption, ...]) -> RunOption:
        """What holds the model before what does not, then what does the work better, then the faster.

        Where nothing holds it, what lacks the least memory: the CPU has all of what it shares with graphics.
        The speed of a processor with an unknown number of cores is only what its memory allows: it comes last.
        """
        best = min(option.holds for option in options)
        equal = [option for option in options if option.holds == best]
        equal = [option for option in equal if not option.is_bound] or equal
        if len(equal) == 1:
            return equal[0]
        if best == _ORDER["too_big"] and equal[0].target.processor.vendor != "apple":  # its limit can be raised
            return max(equal, key=lambda option: (option.fit.spare_bytes or 0, option.tokens_per_s or 0.0))
        fastest = max(equal, key=lambda option: option.tokens_per_s or 0.0)
        if self._place(fastest) == 0:
            return fastest  # none does it better, and none is faster
        return min(equal, key=lambda option: (self._place(option), -(option.tokens_per_s or 0.0)))

    def _place(self, option: RunOption) -> int:
        return self.judged(option) if self.judged is not None else 0


def find_run_options(
    targets: tuple[ExecutionTarget, ...], subject: Subject, run: Run, judged: Judged | None = None
) -> RunOptions:
    """The ways to run one model on these targets; on different cards together only where none holds it alone."""
    if run.cards:  # dealt out to different cards already: no key
        return RunOptions(_ways(targets, subject, run), judged)
    return RunOptions(_kept_ways(Same(targets), Same(subject), run), judged)


@lru_cache(maxsize=_KEPT)
def _kept_ways(targets: Same[tuple[ExecutionTarget, ...]], subject: Same[Subject], run: Run) -> Ways:
    return _ways(targets.one, subject.one, run)


def _ways(targets: tuple[ExecutionTarget, ...], subject: Subject, run: Run) -> Ways:
    others = {one.devices for one in targets} - {run.devices}
    runs = {run.devices: run, **{devices: replace(run, devices=devices) for devices in others}}
    options = [RunOption(_calibrated(one, subject), subject, runs[one.devices]) for one in targets if not one.cards]
    mixed = [one for one in targets if one.cards]
    if mixed and not any(option.is_gpu and option.fit.verdict == "fits" for option in options):
        options += [RunOption(one, subject, _dealt(one, subject, run)) for one in mixed]
    return Ways(tuple(options))


def _dealt(target: ExecutionTarget, subject: Subject, run: Run) -> Run:
    """The run with the layers dealt out to the cards of a target."""
    return on_cards(subject, run, [(one.processor, one.calibration) for one in target.cards])


def _calibrated(one: ExecutionTarget, subject: Subject) -> ExecutionTarget:
    """The target as runs there correct it for this model."""
    if not one.runs:
        return one
    return replace(one, calibration=calibrated(one.calibration, one.runs, subject, engine=ENGINE))


def _partial_offload(option: RunOption, cpu: RunOption | None) -> RunOption:
    """The way with what spills from its card on the processor; too big where both together do not hold it."""
    if cpu is None or option.processor.pool != "vram" or option.fit.verdict != "spills":
        return option
    return _divided(option, cpu)


def _eased(option: RunOption, cpu: RunOption) -> RunOption:
    """A way that is tight with as much in main memory as its need may be off."""
    return _divided(option, cpu, margin_bytes=-(-uncertain_bytes(option.loaded.need) // option.target.devices))


def _divided(option: RunOption, cpu: RunOption, *, margin_bytes: int = 0) -> RunOption:
    host = Host(cpu.processor, cpu.target.calibration, cpu.work if option.run is cpu.run else None)
    result = partial_offload(
        option.estimate, option.processor, host, option.subject, option.run, margin_bytes=margin_bytes
    )
    found = _kept(result.estimate, option.target)
    if result.placement is None:
        return replace(option, corrected=found)
    helper = Helper(cpu.processor, cpu.target.calibration, result.placement)
    return replace(option, helper=helper, offloaded=found)


def _kept(found: Estimate, target: ExecutionTarget) -> Estimate:
    """Started on no other cards than those of the target."""
    if found.launch is None or not target.names:
        return found
    return found.changed(launch=found.launch.kept_to(target.names))
