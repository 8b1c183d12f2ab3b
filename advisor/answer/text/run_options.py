"""The ways a rig can run one model: each processor, equal cards together, a card helped by the processor."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, cached_property, lru_cache

from advisor.answer.text.division import Host, divide
from advisor.answer.text.execution_targets import ENGINE, ExecutionTarget, distinct_targets
from advisor.answer.text.own_runs import calibrated
from advisor.answer.text.run_option import HOLDS_ALL, ORDER, RunOption
from advisor.facts.values.frozen import frozen
from advisor.facts.values.same import Same
from advisor.predict.memory.layout import uncertain_bytes
from advisor.predict.memory.load import on_cards
from advisor.predict.model.subject import Run, Subject

_CLEARLY = 1.1
"""A way through main memory has to write so many times as fast as one without: it reads prompts far slower."""

_KEPT = 32
"""So many questions that were asked last are not worked out anew: knobs are turned to and fro."""

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
        return tuple(option for option in self.ways.different if option.is_gpu and option.holds == HOLDS_ALL)

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
        parted = [one for one in ways if one.is_gpu and (one.is_divided or not self.whole)]
        if whole is not None and self.cpu is not None and self._place(whole) and whole.fit.verdict == "tight":
            eased = (self.ways.eased(one) for one in self.whole if one.fit.verdict == "tight")
            parted += [one for one in eased if one.is_divided]
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
        if best == ORDER["too_big"] and equal[0].target.processor.vendor != "apple":  # its limit can be raised
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
    (need, _, fit), subject = option.loaded, option.subject
    divided = divide(need, fit, option.card_s, option.processor, host, subject, option.run, margin_bytes=margin_bytes)
    return option if divided is None else replace(option, whole=option, divided=divided)
