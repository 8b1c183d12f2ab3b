"""Whether a way of doing a task is of use: the one place that holds speeds against needs (docs/physics.md 14.3)."""

from collections.abc import Iterator
from dataclasses import dataclass

from advisor.answer.judge.thinking import Thought, may_think
from advisor.facts.answers.estimate import Verdict
from advisor.facts.answers.usability import ENOUGH_SHARE, UNKNOWN_LIGHT, WONT_RUN, Holder, Light
from advisor.facts.cards.workload import TaskCard, WorkloadCard
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason, reason

GREAT = 2.0
"""Times what the work needs from which a light is great."""


@dataclass(frozen=True)
class Paced:
    """How fast something is done: `rate` in what its task counts a second, of all `users` together.

    `first_s` is the wait for the first word. `generated` tokens are the answer, None for tasks that are no answer.
    Low ends are the worse ones of a rate; a wait has its short end in `low`.
    """

    rate: Range
    first_s: Range | None = None
    generated: int | None = None
    users: int = 1


def light_of(
    workload: WorkloadCard | TaskCard, paced: Paced | None, fit: Verdict | None, *, thought: Thought | None = None
) -> Light:
    """The light of one way; `paced` is None where no speed is known. `thought` is what the model thinks before.

    Of a model that can be kept from thinking the better of both; with thinking where both are alike.
    """
    if fit == "too_big":
        return WONT_RUN
    if paced is None or fit == "unknown":
        return UNKNOWN_LIGHT
    ways = (_judged(workload, paced, thought=one, is_tight=fit == "tight") for one in may_think(thought))
    return min(ways, key=lambda light: light.place)


def is_too_short(workload: WorkloadCard, longest_tokens: int | None) -> bool:
    """Whether a model's longest context, None if not known, does not hold the work's prompt and its answer."""
    return longest_tokens is not None and longest_tokens < workload.prompt_tokens + workload.generated_tokens


def short_context(name: str, longest_tokens: int | None, workload: WorkloadCard) -> Reason:
    """What to say of such a model."""
    needed = workload.prompt_tokens + workload.generated_tokens
    return reason("context_too_short", name=name, most=longest_tokens or 0, needed=needed)


def over_needed(workload: WorkloadCard | TaskCard, paced: Paced, *, thought: Thought | None = None) -> Range | None:
    """How many times what the work needs; None where no line is drawn. Wait for the first word: only if it is late."""
    parts = [share for _, share in _shares(workload, paced, thought)]
    return _least(parts) if parts else None


def _judged(workload: WorkloadCard | TaskCard, paced: Paced, *, thought: Thought | None, is_tight: bool) -> Light:
    shares = list(_shares(workload, paced, thought))
    share = _least([one for _, one in shares]) if shares else None
    thinks = None if thought is None else thought.tokens is not None
    answer_s, needed_s = _answer_s(paced, thought), getattr(workload, "enough_answer_s", None)
    if share is None:
        return Light(usability="fine", answer_s=answer_s, thinks=thinks)
    holder: Holder = min(shares, key=lambda pair: pair[1].middle)[0]
    if share.middle >= GREAT and not is_tight:
        return Light(usability="great", share=share, answer_s=answer_s, needed_s=needed_s, thinks=thinks)
    is_fine = share.middle >= ENOUGH_SHARE
    return Light(
        usability="fine" if is_fine else "slow",
        share=share,
        answer_s=answer_s,
        needed_s=needed_s,
        thinks=thinks,
        held_by="memory" if is_fine and share.middle >= GREAT else holder,
    )


def _shares(workload: WorkloadCard | TaskCard, paced: Paced, thought: Thought | None) -> Iterator[tuple[Holder, Range]]:
    """How many times each line is reached; that of the first word only as far as it is missed."""
    rate = paced.rate
    if workload.enough_items_per_s:
        yield "writing", rate.times(1 / workload.enough_items_per_s)
    elif workload.enough_tokens_per_s:
        yield "writing", rate.times(1 / (workload.enough_tokens_per_s * paced.users))
    elif workload.enough_s:
        amount = workload.fields.get("data_tokens") or workload.fields.get("audio_s")
        yield "writing", rate.times(workload.enough_s / float(amount or 1))
    if workload.enough_first_word_s and paced.first_s:
        in_time = paced.first_s.into(workload.enough_first_word_s)
        yield "first_word", Range(*(_if_missed(share) for share in in_time))
    answer_s = _answer_s(paced, thought)
    if workload.enough_answer_s and answer_s:
        yield "answer", answer_s.into(workload.enough_answer_s)


def _if_missed(share: float) -> float:
    """Earlier than in time is no gain."""
    return share if share < 1 else float("inf")


def _answer_s(paced: Paced, thought: Thought | None) -> Range | None:
    """From the request to the last word of the answer."""
    if paced.generated is None:
        return None
    tokens = paced.generated + (thought.tokens.middle if thought and thought.tokens else 0.0)
    written = paced.rate.into(tokens)
    return written if paced.first_s is None else written.plus(paced.first_s)


def _least(shares: list[Range]) -> Range:
    return Range(*(min(ends) for ends in zip(*shares, strict=True)))
