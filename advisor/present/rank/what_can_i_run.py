"""Page What can I run?: all models ranked for a workload, the finding above them, and what they can be ranked for."""

from collections import Counter
from collections.abc import Sequence

from advisor.answer.rig.ranked import Ranked
from advisor.answer.tasks.ask import find_workload
from advisor.answer.text.one_setting import Setting
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.usability import Usability
from advisor.facts.cards.workload import TaskCard, WorkloadCard
from advisor.facts.values.frozen import frozen
from advisor.present.rank.rows import COLUMNS, SPEED_COLUMN, RankedRow
from advisor.present.tasks.knobs import pixels
from advisor.present.tasks.shown import SHOWN
from advisor.present.text.choices import workload_choices
from advisor.present.words.choice import Choice
from advisor.present.words.quantity import factor
from advisor.present.words.words import capital, joined, say, say_count, to_say

_USEFUL: tuple[Usability, ...] = ("great", "fine")


@frozen
class WhatCanIRunView:
    """Everything page What can I run? shows, the best model first, older ones last."""

    title: str
    subtitle: str
    rows: tuple[RankedRow, ...]
    columns: tuple[str, ...] = COLUMNS
    """The titles, that of the speed in the unit of the task."""
    offers_measure: bool = False
    """Whether no speed is known before something is measured."""
    use: str = ""
    asked: str = ""
    """What the models are ranked for, and with what: a heading of some of them says that, too."""

    @property
    def older(self) -> int:
        """How many models are folded away."""
        return sum(row.facets.older for row in self.rows)

    def heading_of(self, some: Sequence[RankedRow]) -> tuple[str, str]:
        """Title and lines where filters leave some of the rows, the best first."""
        well = sum(row.facets.usability in _USEFUL for row in some)
        line = say("With these filters {well} of {all} run well here.", well=well, all=len(some))
        return self._best_of(some), "\n".join(filter(None, (line, self.asked)))

    def _best_of(self, some: Sequence[RankedRow]) -> str:
        """Which of some is the best."""
        if not some:
            return say("{use}: no model passes these filters", use=self.use)
        best = some[0]
        if best.facets.usability not in _USEFUL:
            return say("{use}: none with these filters runs well", use=self.use)
        text = to_say("{use}: best with these filters is {name}")
        if best.facets.is_weak:
            text = to_say("{use}: only weak ones pass; best: {name}")
        return say(text, use=self.use, name=best.name)

    @property
    def files(self) -> int:
        """How many rows are files on this computer."""
        return sum(row.facets.is_file for row in self.rows)


def what_can_i_run_view(
    ranked: Sequence[Ranked], rows: Sequence[RankedRow], catalog: Catalog, *, workload_id: str, unusable: str = ""
) -> WhatCanIRunView:
    """The models in their order; `rows` are their texts in the same order, `unusable` tells of GPUs left aside."""
    workload = find_workload(workload_id, catalog)
    counts = Counter(one.usability for one in ranked if not one.older)
    well = sum(counts[one] for one in _USEFUL)
    line = say("{well} of {all} models run well here.", well=well, all=counts.total()) if counts else ""
    asked = "\n".join(filter(None, (unusable, asked_words(workload))))
    subtitle = "\n".join(filter(None, (unusable, joined((line, _why_first(ranked))), asked_words(workload))))
    columns = [say(name) for name in COLUMNS]
    columns[SPEED_COLUMN] = capital(say(SHOWN[workload.task].unit.text))
    unmeasured = any(one.rate is None for one in ranked if one.usability == "unknown")
    title = _title(ranked, counts, workload_id, catalog)
    return WhatCanIRunView(
        title, subtitle, tuple(rows), tuple(columns), offers_measure=unmeasured, use=say(workload.name), asked=asked
    )


def asked_words(workload: WorkloadCard | TaskCard) -> str:
    """What the models are judged with: the lengths of text, where the workload states a context, else the work."""
    name, fields = say(workload.name), workload.fields
    if isinstance(workload, WorkloadCard):
        lengths = workload.prompt_tokens, workload.generated_tokens, workload.context_tokens
    elif "context_tokens" in fields:
        lengths = int(fields["prompt_tokens"]), int(fields["generated_tokens"]), int(fields["context_tokens"])
    else:
        return say("{name}: {what}", name=name, what=say(workload.sentence))
    read, written, context = lengths
    if new := fields.get("new_tokens"):
        return say(
            "{name}: {read:,}-token prompt ({new:,} new per step), {written:,}-token answer. Times are per step.",
            name=name,
            read=read,
            new=int(new),
            written=written,
        )
    text = say(
        "{name}: {read:,}-token prompt, {written:,}-token answer, {context:,}-token context.",
        name=name,
        read=read,
        written=written,
        context=context,
    )
    is_one = isinstance(workload, WorkloadCard)
    return joined((text, say("Thinking counts where it is on by default."))) if is_one else text


def ranking_workloads(catalog: Catalog) -> tuple[Choice, ...]:
    """What the models can be ranked for."""
    return workload_choices(catalog)


def _title(ranked: Sequence[Ranked], counts: Counter[Usability], workload_id: str, catalog: Catalog) -> str:
    """The finding: "Chat: best is Qwen3 14B"."""
    if not ranked:
        return say("No models are known")
    workload, best = find_workload(workload_id, catalog), ranked[0]
    count, name, use = counts[best.usability], best.model.name, say(workload.name)
    if best.usability in _USEFUL and not best.is_weak:
        return say("{use}: best is {name}", use=use, name=name)
    if best.usability in _USEFUL or best.is_held_by_model:
        return say("{use}: only weak models run well; best: {name}", use=use, name=name)
    if best.usability == "slow":
        rate = SHOWN[workload.task].rate_words(best.rate) if best.rate else ""
        return say("{use}: best is {name}, but slow here: {rate}", use=use, name=name, rate=rate)
    if best.usability == "wont_run":
        return say("No model fits this rig")
    if best.fit is not None and best.fit.verdict == "unknown":
        return say("What fits is unknown: free memory can't be read")
    return say_count(
        "{count} model fits here; measure to see how fast", "{count} models fit here; measure to see how fast", count
    )


_FELT = 1.25
"""So many times as fast is a reason."""
_AS_ABLE = 0.3
"""Doublings of parameters within which two are as capable: one point of a rating (a judgment)."""


def _why_first(ranked: Sequence[Ranked]) -> str:
    """Why the first stands before more capable ones, in one sentence; empty where none is of use."""
    best = ranked[0] if ranked else None
    if best is None or best.usability not in _USEFUL or best.is_weak:
        return ""
    useful = [one for one in ranked if one.light_is_useful and not one.older]
    abler = [one for one in useful if one.able > best.able + _AS_ABLE]
    if not abler and any(one.able > best.able for one in useful):
        return say("This one is the best mix of capability and speed.")
    if not abler and best.model.rating is None and best.model.kind != "language":
        return say("Nobody rated it: its size, age and speed put it first.")
    if not abler:
        return say("This one is the most capable that runs well here.")
    other = max(abler, key=lambda one: one.able)
    if other.only_language and not best.only_language:
        return say("{other} is more capable, but knows one language only.", other=other.model.name)
    times = _times_as_soon(best, other)
    if other.light.thinks is False and (best.light.thinks or times <= _FELT):
        return say("{other} is more capable when it thinks, which takes longer here.", other=other.model.name)
    if isinstance(other.way, Setting) and other.lost_steps > best.lost_steps:
        return say("{other} is more capable, but runs only as {quant}.", other=other.model.name, quant=other.way.quant)
    if times > _FELT:
        gain = factor(times)
        if best.small_size and not other.small_size:
            text = to_say("{other} is more capable, but takes {gain}x as long: this draws only {size}.")
            return say(text, other=other.model.name, gain=gain, size=pixels(*best.small_size))
        if other.light.thinks and not best.light.thinks:
            return say(
                "{other} is more capable, but takes {gain}x as long: it thinks.", other=other.model.name, gain=gain
            )
        return say("{other} is more capable, but takes {gain}x as long.", other=other.model.name, gain=gain)
    return say("This one is the best mix of capability and speed.")


def _times_as_soon(best: Ranked, other: Ranked) -> float:
    """How many times as soon the first is done, the whole answer with what each thinks; 1 where nobody knows."""
    if best.wait_s is not None and other.wait_s is not None:
        return other.wait_s.middle / best.wait_s.middle
    return best.rate.middle / other.rate.middle if best.rate and other.rate else 1.0
