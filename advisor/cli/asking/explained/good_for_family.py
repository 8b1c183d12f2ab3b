"""Whether a computer is good for work with the models of one family: a verdict on these, and on no others."""

from collections.abc import Sequence
from itertools import islice

from advisor.answer.rig.ranked import Ranked
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import answered_if_any, rig_of
from advisor.cli.asking.best_of_all import best_ranked
from advisor.facts.answers.ask import AskAnswer
from advisor.present.words.light import LIGHT_WORDS
from advisor.present.words.quantity import capacity
from advisor.present.words.verdict import Verdict
from advisor.present.words.words import joined

_ALL, _TRIED, _NAMED = 100, 4, 3


def good_for_family(
    rig: Sequence[str], workload: str, settings: Sequence[str], family: str, catalog: Catalog
) -> list[str]:
    """The verdict with the best of the family, then its larger ones that are slow or do not fit; empty for none."""
    ranked = [*best_ranked(rig_of(rig, catalog), workload, catalog, family, count=_ALL)]
    if not ranked:
        return []
    called, work = _called(family, ranked), _name(workload, catalog).lower()
    useful = (one for one in ranked if one.light_is_useful)
    for one in islice(useful, _TRIED):
        found = _answered(one, rig, workload, settings, catalog)
        if found is not None and found[0].is_useful:
            word = "Yes" if found[0].usability == "great" else "Partly"
            first = f"{word} ({work}): the best {called} here is {_told(*found)}."
            return [first, *_in_ram(found[0]), *_larger(one, ranked)]
    slow = next((one for one in ranked if one.usability == "slow" and not one.is_held_by_model), None)
    if slow is not None and (found := _answered(slow, rig, workload, settings, catalog)) is not None:
        return [f"Only slowly ({work}): the nearest {called} is {_told(*found)}.", *_larger(slow, ranked)]
    weak = next((one for one in ranked if one.is_held_by_model), None)
    if weak is not None:
        said = f"No ({work}): the {called} models that run here can do too little for it, such as {weak.model.name}."
        return [said, *_larger(weak, ranked)]
    return [f"No ({work}): no {called} runs here."]


def _answered(
    one: Ranked, rig: Sequence[str], workload: str, settings: Sequence[str], catalog: Catalog
) -> tuple[AskAnswer, Verdict] | None:
    """What a model does with what was asked for."""
    found = answered_if_any((one.model.name, "--workload", workload, *settings, *rig), catalog)
    return None if found is None or not found[1].figures else found[:2]


def _larger(best: Ranked, ranked: Sequence[Ranked]) -> list[str]:
    """Newer models of the family that are larger: the smallest of those that are slow, and of those that won't run."""
    larger = sorted(
        (one for one in ranked if one.model.params > best.model.params and not one.older),
        key=lambda one: one.model.params,
    )
    slow = [one.model.name for one in larger if one.usability == "slow" and not one.is_held_by_model]
    none = [one.model.name for one in larger if one.usability == "wont_run"]
    told = (("Larger ones are slow", slow), ("Larger ones do not fit", none))
    return [f"{words}: {joined(names[:_NAMED], ', ')}." for words, names in told if names]


def _in_ram(found: AskAnswer) -> list[str]:
    ram = found.need_bytes.get("ram", 0) if found.settings.placement == "gpu+ram" else 0
    return [f"{capacity(ram)} of it lie in RAM beside the GPU."] if ram else []


def _told(answer: AskAnswer, verdict: Verdict) -> str:
    """The model with its light, its speed and its wait."""
    speed, wait, *_ = verdict.figures
    file = f" as {answer.settings.quant}" if answer.settings.quant else ""
    figures = joined((f"about {speed.amount}", f"{wait.name.lower()} {wait.amount}"), ", ")
    return f"{answer.model}{file} ({LIGHT_WORDS[answer.usability].lower()}), {figures}"


def _called(family: str, ranked: Sequence[Ranked]) -> str:
    """The family as names of its models write it."""
    names = (one.model.name for one in ranked)
    return next((one[: len(family)] for one in names if one.lower().startswith(family.lower())), family)


def _name(workload: str, catalog: Catalog) -> str:
    return (catalog.workloads.get(workload) or catalog.other_workloads[workload]).name
