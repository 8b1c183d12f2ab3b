"""How fast users are served: each figure is worked out when it is asked for, as most ways lose by the first of them."""

from collections.abc import Callable
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from advisor.answer.judge.light import FAR, Paced, misses
from advisor.answer.serve.offload_serving import OffloadService
from advisor.answer.serve.service_of import AnyService, Serving, parted_of, serving_of
from advisor.answer.which_device.device import Device
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.estimate import Verdict
from advisor.facts.answers.serving import ServeRequest
from advisor.facts.answers.usability import ENOUGH_SHARE
from advisor.facts.cards.workload import TaskCard
from advisor.facts.values.frozen import frozen
from advisor.facts.values.range import Range
from advisor.facts.values.same import Same
from advisor.predict.serving.serving import Queue, Service, StepParts, queue

_TOGETHER = 4
"""Of requests that run at once a quarter asks at the same moment (published waits of 8 to 48 on one card)."""

_KEPT = 16
"""So many are kept: of about as many ways to serve a model on one device one is taken."""

_NEARLY = 0.95
"""Of the most that is done at once, what fewer slots have to reach to be taken (a judgment)."""


class Pace(NamedTuple):
    """How fast so many `runs` at once are served: seconds of a step, tokens a second, the wait for the first word.

    `queue_s` is the wait for a place before; None where the queue grows without end.
    """

    runs: int
    parts: StepParts
    rate: Range
    first_s: float | None
    queue_s: float | None
    waiting: Queue | None


@frozen
class Pacing:
    """One request with what serves it."""

    one: Serving

    @property
    def most(self) -> int | None:
        """How many memory takes at once; None where its size is not known."""
        return self.one.served.service.sequences_max

    @property
    def verdict(self) -> Verdict:
        """Whether memory takes at least one."""
        if isinstance(self.one.served.service, OffloadService):
            return "spills"
        return "unknown" if self.most is None else "too_big" if self.most == 0 else "fits"

    @cached_property
    def asked_runs(self) -> int:
        """As many as ask at once, where memory takes them; else as many as are served most quickly."""
        asked = self.one.request.concurrency
        if asked == 1:
            return 1
        runs = min(asked, self.most) if asked and self.most else asked
        return max(1, runs or _quickest(self.one.served.service, self.most or 1))

    @property
    def most_runs(self) -> int:
        """The most that memory takes; as many as run where that is not known."""
        return max(1, self.most or self.asked_runs)

    @cached_property
    def step(self) -> Callable[[int], StepParts | None]:
        """Seconds of one step of so many."""
        return cache(self.one.served.service.step)

    @cached_property
    def prompt_s(self) -> float | None:
        """Seconds of one prompt, as far as it is not kept."""
        return self.one.served.service.prompt_s()

    @cached_property
    def first_prompt_s(self) -> float | None:
        """The wait of the first call of many, of whose prompt nothing is kept yet; None for prompts read as a whole."""
        return self.one.served.service.without_kept().prompt_s() if self.one.request.kept_tokens else None

    @cached_property
    def waiting(self) -> Queue | None:
        """What comes of requests that arrive at random."""
        request = self.one.request
        if request.requests_per_s is None:
            return None
        most = self.most_runs
        return queue(
            lambda sequences: total_s(self.step(sequences)),
            requests_per_s=request.requests_per_s,
            generated_tokens=request.generated_tokens,
            prompt_s=self.prompt_s or 0.0,
            sequences_max=min(most, request.concurrency or most),
        )

    @cached_property
    def runs(self) -> int:
        """How many are served at once, at the concurrency or at what a rate of requests brings."""
        return self.asked_runs if self.waiting is None else self.waiting.concurrency

    @property
    def is_alone(self) -> bool:
        """Whether one makes one call after another: how fast is written and the wait for a prompt are told apart."""
        request = self.one.request
        return request.requests_per_s is None and bool(request.kept_tokens) and self.asked_runs == 1

    @cached_property
    def parts(self) -> StepParts | None:
        """Seconds of one step; None where rates are not known."""
        if self.is_alone:
            return self.one.served.service.step(1, reads=False)
        return None if self.step(self.asked_runs) is None else self.step(self.runs)

    @cached_property
    def pace(self) -> Pace | None:
        """How fast they are served; None where rates are not known."""
        parts, prompt_s = self.parts, self.prompt_s
        if parts is None or prompt_s is None:
            return None
        waiting, runs = self.waiting, self.runs
        together = 1 + (runs - 1) / _TOGETHER if waiting is None else 1.0
        request = self.one.request
        turns = _turns(request.concurrency, runs)
        wait_s = waiting.wait_s if waiting else turns * request.generated_tokens * parts.total_s
        return Pace(
            runs,
            parts,
            Range.around(runs / parts.total_s, self.one.served.certainty.spread),
            first_s=None if wait_s is None else prompt_s * together + parts.total_s + wait_s,
            queue_s=wait_s,
            waiting=waiting,
        )

    @property
    def paced(self) -> Paced | None:
        """The same as it is judged."""
        pace = self.pace
        if pace is None:
            return None
        users = self.one.request.concurrency or pace.runs
        return Paced(pace.rate, _exactly(pace.first_s), users=users, first_prompt_s=_exactly(self.first_prompt_s))

    def misses(self, workload: TaskCard) -> bool:
        """Whether a line of the work is surely missed, asked line by line, the one that is missed most often first."""
        if self.writes_below(workload, ENOUGH_SHARE):
            return True
        if misses(workload, Paced(_AT_ONCE, first_prompt_s=_exactly(self.first_prompt_s))):
            return True
        return misses(workload, Paced(_AT_ONCE, first_s=_exactly(self.prompt_s)))

    def writes_below(self, workload: TaskCard, least: float) -> bool:
        """Whether less than a share of the pace that the work needs is reached; not where none is known."""
        if self.parts is None:
            return False
        rate, users = Range.exactly(self.runs / self.parts.total_s), self.one.request.concurrency or self.runs
        return misses(workload, Paced(rate, users=users), least=least)


_AT_ONCE = Range.exactly(1e30)
"""Faster than anything: what is held against the other lines alone."""


def pacing_of(request: ServeRequest, catalog: Catalog, device: Device | None) -> Pacing:
    """How a request is served; what was asked last is kept, but of a file, which may change.

    Whoever judges it may want to read it, too. `device` and errors as `Task.answer` says.
    """
    if device is None or request.model_file is not None:
        return Pacing(serving_of(request, catalog, device))
    return _kept(request, Same(catalog), Same(device))


@lru_cache(maxsize=_KEPT)
def _kept(request: ServeRequest, catalog: Same[Catalog], device: Same[Device]) -> Pacing:
    return Pacing(serving_of(request, catalog.one, device.one))


def serving_misses(request: ServeRequest, workload: TaskCard, catalog: Catalog, device: Device | None = None) -> bool:
    """Whether a request surely falls short in its form and in any larger one.

    A model in two memories does where it misses a line of the work, one in one memory where it writes far too slowly.
    """
    parted = parted_of(request, catalog, device) if device is not None else None
    users = request.concurrency if request.requests_per_s is None else None
    if parted is not None and users and _is_too_slow(parted, workload, users=users):
        return True
    pacing = pacing_of(request, catalog, device)
    if pacing.verdict == "fits":
        return pacing.writes_below(workload, FAR)
    return pacing.verdict == "spills" and pacing.misses(workload)


def _is_too_slow(parted: OffloadService, workload: TaskCard, *, users: int) -> bool:
    """Whether it surely writes too slowly, whether or not both memories hold it.

    Where they hold fewer than ask at once, these get no more done in the same time than all of them would.
    """
    least_s = parted.least_step_s(users)
    return least_s > 0 and misses(workload, Paced(Range.exactly(users / least_s), users=users))


def _exactly(seconds: float | None) -> Range | None:
    return None if seconds is None else Range.exactly(seconds)


def total_s(parts: StepParts | None) -> float:
    """Seconds of a step; 0 where they are not known."""
    return parts.total_s if parts else 0.0


def _quickest(service: AnyService, most: int) -> int:
    """How many at once are served most quickly: as many as memory takes, but for caches that push out weights.

    Of slots as few as get nearly as much done: each further one takes memory, and a share of the others' pace. What all
    get done rises with their number up to one, but for steps of a kernel: two in turn that are too few end the search.
    """
    if isinstance(service, Service):
        return most
    rates, too_few = dict[int, float](), 0
    for runs in (most >> step for step in range(most.bit_length())):
        step = service.step(runs)
        rates[runs] = runs / step.total_s if step else 0.0
        too_few = too_few + 1 if rates[runs] < _NEARLY * max(rates.values()) else 0
        if too_few == 2:
            break
    return min(runs for runs, rate in rates.items() if rate >= _NEARLY * max(rates.values()))


def _turns(asked: int | None, places: int) -> float:
    """Requests that somebody waits for in the mean, where all ask at once and there are places for some."""
    return max(0.0, ((asked or 0) / places - 1) / 2)
