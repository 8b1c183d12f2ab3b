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
from advisor.present.words.quantity import tokens
from advisor.present.words.view import Choice
from advisor.present.words.words import capital, say, say_count, to_say, to_say_count, uncapital

_COUNTS: Mapping[Usability, str] = {
    "great": to_say("{count} run great"),
    "fine": to_say("{count} run fine"),
    "slow": to_say("{count} are slow"),
    "unknown": to_say("{count} run at an unknown speed"),
    "wont_run": to_say("{count} won't run"),
}
_RUNNING: Mapping[Usability, tuple[str, str]] = {
    "great": to_say_count(
        "{count} model runs great; best for {use}: {name}",
        "{count} models run great; best for {use}: {name}",
    ),
    "fine": to_say_count(
        "{count} model runs fine; best for {use}: {name}",
        "{count} models run fine; best for {use}: {name}",
    ),
}


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
    if len(told) > 1:
        asked += say(" {counts}.", counts=", ".join(told))
    asked = " ".join(filter(None, (unusable, asked)))
    columns = [say(name) for name in COLUMNS]
    columns[SPEED_COLUMN] = capital(say(SHOWN[workload.task].unit.text))
    unmeasured = any(one.rate is None for one in ranked if one.usability == "unknown")
    title = _title(ranked, counts, workload_id, catalog)
    return WhatCanIRunView(title, asked, tuple(rows), tuple(columns), offers_measure=unmeasured)


def ranking_workloads(catalog: Catalog) -> tuple[Choice, ...]:
    """What the models can be ranked for."""
    return workload_choices(catalog)


def _title(ranked: Sequence[Ranked], counts: Counter[Usability], workload_id: str, catalog: Catalog) -> str:
    """The finding: "41 models run great here; the best for chat is Qwen3 14B"."""
    if not ranked:
        return say("No models are known")
    workload, best = find_workload(workload_id, catalog), ranked[0]
    count, name, use = counts[best.usability], best.model.name, uncapital(say(workload.name))
    if best.usability in _RUNNING and not best.is_weak:
        return say_count(*_RUNNING[best.usability], count, use=use, name=name)
    if best.usability in _RUNNING:
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
