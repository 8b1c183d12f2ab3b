"""Page What can I run?: all models ranked for a workload, the finding above them, and what they can be ranked for."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from advisor.answer.rig.ranked import Ranked
from advisor.answer.tasks.ask import find_workload
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.usability import USABILITIES, Usability
from advisor.facts.cards.workload import TaskCard
from advisor.present.rank.rows import COLUMNS, SPEED_COLUMN, RankedRow
from advisor.present.tasks.view import SHOWN
from advisor.present.text.choices import workload_choices
from advisor.present.words.quantity import times, tokens
from advisor.present.words.view import Choice
from advisor.present.words.words import capital, joined, say, say_count, to_say, uncapital

_COUNTS: Mapping[Usability, str] = {
    "great": to_say("{count} great"),
    "fine": to_say("{count} fine"),
    "slow": to_say("{count} slow"),
    "unknown": to_say("{count} at unknown speed"),
    "wont_run": to_say("{count} won't run"),
}
_USEFUL: tuple[Usability, ...] = ("great", "fine")


@dataclass(frozen=True)
class WhatCanIRunView:
    """Everything page What can I run? shows, the best model first, older ones last."""

    title: str
    subtitle: str
    rows: tuple[RankedRow, ...]
    columns: tuple[str, ...] = COLUMNS
    """The titles, that of the speed in the unit of the task."""
    offers_measure: bool = False
    """Whether no speed is known before something is measured."""

    @property
    def older(self) -> int:
        """How many models are folded away."""
        return sum(row.facets.older for row in self.rows)


def what_can_i_run_view(
    ranked: Sequence[Ranked], rows: Sequence[RankedRow], catalog: Catalog, *, workload_id: str, unusable: str = ""
) -> WhatCanIRunView:
    """The models in their order; `rows` are their texts in the same order, `unusable` tells of GPUs left aside."""
    workload = find_workload(workload_id, catalog)
    counts = Counter(one.usability for one in ranked if not one.older)
    told = [say(_COUNTS[one], count=counts[one]) for one in USABILITIES if counts[one]]
    asked = say("{name}: {what}", name=say(workload.name), what=say(workload.sentence))
    if not isinstance(workload, TaskCard):
        asked = say(
            "{name}: prompt of {read}, answer of {written:,}, context up to {context}.",
            name=say(workload.name),
            read=tokens(workload.prompt_tokens),
            written=workload.generated_tokens,
            context=tokens(workload.context_tokens),
        )
    line = say(
        "{well} of {all} models run well here ({counts}).",
        well=sum(counts[one] for one in _USEFUL),
        all=counts.total(),
        counts=joined(told, ", "),
    )
    asked = joined((unusable, line if told else "", _why_first(ranked), asked))
    columns = [say(name) for name in COLUMNS]
    columns[SPEED_COLUMN] = capital(say(SHOWN[workload.task].unit.text))
    unmeasured = any(one.rate is None for one in ranked if one.usability == "unknown")
    title = _title(ranked, counts, workload_id, catalog)
    return WhatCanIRunView(title, asked, tuple(rows), tuple(columns), offers_measure=unmeasured)


def ranking_workloads(catalog: Catalog) -> tuple[Choice, ...]:
    """What the models can be ranked for."""
    return workload_choices(catalog)


def _title(ranked: Sequence[Ranked], counts: Counter[Usability], workload_id: str, catalog: Catalog) -> str:
    """The finding: "Best for chat: Qwen3 14B"."""
    if not ranked:
        return say("No models are known")
    workload, best = find_workload(workload_id, catalog), ranked[0]
    count, name, use = counts[best.usability], best.model.name, uncapital(say(workload.name))
    if best.usability in _USEFUL and not best.is_weak:
        return say("Best for {use}: {name}", use=use, name=name)
    if best.usability in _USEFUL:
        return say("Only weak models for {use} run well; best: {name}", use=use, name=name)
    if best.usability == "slow":
        rate = SHOWN[workload.task].rate_words(best.rate) if best.rate else ""
        return say("Best for {use}: {name}, but slow here: {rate}", use=use, name=name, rate=rate)
    if best.usability == "wont_run":
        return say("No model fits this rig")
    if best.fit is not None and best.fit.verdict == "unknown":
        return say("What fits is unknown: free memory can't be read")
    return say_count(
        "{count} model fits here; measure to see how fast", "{count} models fit here; measure to see how fast", count
    )


def _why_first(ranked: Sequence[Ranked]) -> str:
    """Why the first stands before more capable ones, in one sentence; empty where none is of use."""
    best = ranked[0] if ranked else None
    if best is None or best.usability not in _USEFUL or best.is_weak:
        return ""
    name = best.model.name
    abler = [one for one in ranked if one.able > best.able and one.usability != "wont_run" and not one.older]
    if not abler:
        return say("{name} is first as the most capable one that runs here.", name=name)
    other = max(abler, key=lambda one: one.able)
    if best.rate and other.rate and other.rate.middle < best.rate.middle:
        gain = times(best.rate.middle / other.rate.middle)
        return say(
            "{name} is first: {other} is more capable, but this is {times} as fast.",
            name=name, other=other.model.name, times=gain,
        )  # fmt: skip
    return say("{name} is first as the best mix of capability and speed.", name=name)
