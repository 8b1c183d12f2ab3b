"""Whether a way of doing a task is of use: the one place that holds speeds against needs (docs/physics.md 14.3)."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from advisor.answer.judge.thinking import Thought, may_think
from advisor.facts.answers.estimate import Verdict
from advisor.facts.answers.usability import ENOUGH_SHARE, UNKNOWN_LIGHT, WONT_RUN, Holder, Light, is_likely_enough
from advisor.facts.cards.workload import TaskCard, WorkloadCard, whole_amount
from advisor.facts.values.frozen import frozen
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason, reason

_TENTHS_BELOW_S, _SECONDS_BELOW_S = 9.95, 599.5
GREAT = 2.0
"""Times what the work needs from which a light is great."""
FAR = 0.4
"""A form that reaches so little of what the work needs has no larger one that reaches enough (a judgment)."""
LATE, _MOST_PATIENCE = 1.25, 1.4
"""So many times as late as a great first word a fine one may come; so many times as late may both come where the whole
answer is there sooner than a great one (judgments)."""


_SURELY = 1 - 1e-9
"""What is missed by less may be a matter of rounding."""


@frozen
class Paced:
    """How fast something is done: `rate` in what its task counts a second, of all `users` together.

    `first_s` is the wait for the first word, `first_prompt_s` that of the first call of many, of whose prompt nothing
    is kept; None where there is one call. `generated` tokens are the answer, None for tasks that are no answer.
    Low ends are the worse ones of a rate; a wait has its short end in `low`.
    """

    rate: Range
    first_s: Range | None = None
    generated: int | None = None
    users: int = 1
    first_prompt_s: Range | None = None


class Outcome(Protocol):
    """What judges a way to serve, each figure when it is asked for."""

    @property
    def verdict(self) -> Verdict:
        """Whether memory takes at least one."""

    @property
    def paced(self) -> Paced | None:
        """How fast they are served; None where rates are not known."""

    @property
    def most(self) -> int | None:
        """How many memory takes at once; None where its size is not known."""


def light_of(
    workload: WorkloadCard | TaskCard,
    paced: Paced | None,
    fit: Verdict | None,
    *,
    thought: Thought | None = None,
    is_tight: bool = False,
) -> Light:
    """The light of one way; `paced` is None where no speed is known.

    `thought` is what the model thinks before. `is_tight`: a memory beside the one that the fit is about is nearly full.

    Of a model that can be kept from thinking the better of both; with thinking where both are alike.
    """
    if fit == "too_big":
        return WONT_RUN
    if paced is None or fit == "unknown":
        return UNKNOWN_LIGHT
    ways = (_judged(workload, paced, thought=one, is_tight=is_tight or fit == "tight") for one in may_think(thought))
    return min(ways, key=lambda light: light.place)


def is_too_short(workload: WorkloadCard, longest_tokens: int | None) -> bool:
    """Whether a model's longest context, None if not known, does not hold the work's prompt and its answer."""
    return longest_tokens is not None and longest_tokens < workload.prompt_tokens + workload.generated_tokens


def short_context(name: str, longest_tokens: int | None, workload: WorkloadCard) -> Reason:
    """What to say of such a model."""
    needed = workload.prompt_tokens + workload.generated_tokens
    return reason("context_too_short", name=name, most=longest_tokens or 0, needed=needed)


def without_room(light: Light) -> Light:
    """The same where layers wait in RAM that does not hold all of them: it runs, and nobody is advised to work so."""
    return light.changed(usability="slow", held_by="memory") if light.is_useful else light


def over_needed(workload: WorkloadCard | TaskCard, paced: Paced, *, thought: Thought | None = None) -> Range | None:
    """How many times what the work needs; None where no line is drawn. Wait for the first word: only if it is late."""
    parts = [one.share for one in _shares(workload, paced, thought)]
    return _least(parts) if parts else None


def misses(workload: WorkloadCard | TaskCard, paced: Paced, *, least: float = ENOUGH_SHARE) -> bool:
    """Whether so little of a line is reached in the middle that none is of use that is no faster than this.

    Nothing is of use that reaches less of one than is enough; `least` may be a smaller share.
    """
    share = over_needed(workload, paced)
    return share is not None and share.middle < least * _SURELY


def _judged(workload: WorkloadCard | TaskCard, paced: Paced, *, thought: Thought | None, is_tight: bool) -> Light:
    shares = list(_shares(workload, paced, thought))
    share = _least([one.share for one in shares]) if shares else None
    thinks = None if thought is None else thought.tokens is not None
    answer_s, needed_s = _answer_s(paced, thought), getattr(workload, "enough_answer_s", None)
    if share is None:
        return Light(usability="fine", answer_s=answer_s, thinks=thinks)
    holder, read = min(shares, key=lambda one: one.share.middle).holder, min(one.read for one in shares)
    if read >= GREAT and not is_tight:
        return Light(usability="great", share=share, answer_s=answer_s, needed_s=needed_s, thinks=thinks)
    is_fine = is_likely_enough(share)
    return Light(
        usability="fine" if is_fine else "slow",
        share=share,
        answer_s=answer_s,
        needed_s=needed_s,
        thinks=thinks,
        held_by="memory" if is_fine and read >= GREAT else holder,
    )


class _Share(NamedTuple):
    """How many times a line is reached; `read` is the middle by the figure that people read: light and figure agree."""

    holder: Holder
    share: Range
    read: float


def _shares(workload: WorkloadCard | TaskCard, paced: Paced, thought: Thought | None) -> Iterator[_Share]:
    """How many times each line is reached; that of the first word only as far as it is missed."""
    rate = paced.rate
    line = workload.enough_items_per_s or workload.enough_tokens_per_s
    if line:
        each = rate.times(1 / paced.users) if workload.enough_tokens_per_s else rate
        yield _Share("writing", each.times(1 / line), _two_digits(each.middle) / line)
    elif workload.enough_s:
        amount = whole_amount(workload)
        share = rate.times(workload.enough_s / amount)
        yield _Share("writing", share, workload.enough_s / _as_read_s(amount / rate.middle))
    answer_s = _answer_s(paced, thought)
    if workload.enough_first_word_s and paced.first_s:
        yield _first_word(workload, workload.enough_first_word_s, paced.first_s, answer_s)
    if workload.enough_first_prompt_s and paced.first_prompt_s:
        read = workload.enough_first_prompt_s / _as_read_s(paced.first_prompt_s.middle)
        yield _Share("first_prompt", paced.first_prompt_s.into(workload.enough_first_prompt_s), read)
    if workload.enough_answer_s and answer_s:
        read = workload.enough_answer_s / _as_read_s(answer_s.middle)
        yield _Share("answer", answer_s.into(workload.enough_answer_s), read)


def _first_word(workload: WorkloadCard | TaskCard, needed_s: float, first_s: Range, answer_s: Range | None) -> _Share:
    """How many times the line of the first word is reached, as far as it is missed: earlier than in time is no gain.

    Where a whole answer is waited for, a first word in time is great, one somewhat later fine; and the sooner that
    answer is there, the later its first word may come.
    """
    answer_needed_s, times = workload.enough_answer_s, 1.0
    if answer_needed_s and answer_s:
        soon = answer_needed_s / answer_s.middle / GREAT
        times, needed_s = LATE, needed_s * LATE * min(max(soon, 1.0), _MOST_PATIENCE)
    shares = Range(*(_if_missed(share, times) for share in first_s.into(needed_s)))
    return _Share("first_word", shares, _if_missed(needed_s / _as_read_s(first_s.middle), times))


def _two_digits(rate: float) -> float:
    """A rate as it is read."""
    return float(f"{rate:.2g}")


def _as_read_s(time_s: float) -> float:
    """A wait as it is read: tenths below 10 s, seconds below ten minutes, then minutes."""
    if time_s < _TENTHS_BELOW_S:
        return round(time_s, 1) or time_s
    return float(round(time_s)) if time_s < _SECONDS_BELOW_S else 60.0 * round(time_s / 60)


def _if_missed(share: float, times: float) -> float:
    """Earlier than in time is no gain."""
    return share if share < times else float("inf")


def _answer_s(paced: Paced, thought: Thought | None) -> Range | None:
    """From the request to the last word of the answer."""
    if paced.generated is None:
        return None
    tokens = paced.generated + (thought.tokens.middle if thought and thought.tokens else 0.0)
    written = paced.rate.into(tokens)
    return written if paced.first_s is None else written.plus(paced.first_s)


def _least(shares: list[Range]) -> Range:
    return Range(*(min(ends) for ends in zip(*shares, strict=True)))
