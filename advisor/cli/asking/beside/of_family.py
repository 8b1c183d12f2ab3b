"""Whether a computer runs a family of models that is asked about by its name, in one sentence."""

from collections.abc import Sequence
from math import inf

from advisor.answer.which_model.published_forms import loses_much
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import answered
from advisor.cli.asking.best_of_all import best_on
from advisor.cli.asking.sentence.models import NamedModel
from advisor.cli.frame.rig_options import AskedRig
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.answers.ranking import RankedModel
from advisor.facts.cards.workload import READING_TOKENS_PER_S
from advisor.present.words.light import LIGHT_WORDS
from advisor.present.words.quantity import duration, speed_number

_USEFUL = ("great", "fine")
_TRIED = 8
_SOON_S = 150.0
"""So long somebody waits for an answer of a model that is named, though it counts as slow (a judgment)."""
_DISTILLED = "distill"


def smaller_of_name(models: Sequence[NamedModel], answer: AskAnswer, asked: AskedRig, catalog: Catalog) -> str:
    """Which smaller model goes by the name as well and runs well, where the one that is taken does not; else empty."""
    called = next((one.sized for one in models if one.sized and one.name == answer.model), "")
    if not called or answer.usability in _USEFUL or answer.workload not in catalog.workloads:
        return ""
    names = [one for one in best_on(asked, answer.workload, catalog, called) if one != answer.model][:_TRIED]
    found = [answered((one, "--workload", answer.workload, *asked.parts), catalog)[0] for one in names]
    useful = [one for one in found if one.usability in _USEFUL]
    running = [one for one in found if one.usability != "wont_run" and one.tokens_per_s]
    readable = [one for one in running if one.tokens_per_s and one.tokens_per_s.middle >= READING_TOKENS_PER_S]
    slow = max(readable, key=lambda one: sum(one.need_bytes.values()), default=None)
    best = next(iter(useful), slow if answer.usability == "wont_run" else None)
    if best is None or best.tokens_per_s is None:
        return ""
    file = f" as {best.settings.quant}" if best.settings.quant else ""
    speed = f"{LIGHT_WORDS[best.usability].lower()}, {speed_number(best.tokens_per_s.middle)} tokens/s"
    taught = ", another model that imitates it" if _is_taught(best.model, catalog) else ""
    return f"Smaller ones go by that name, too: {best.model}{file} ({speed}){taught}."


def _is_taught(name: str, catalog: Catalog) -> bool:
    """Whether a model is another one that learned from that whose name it has: the name of the other is in its own."""
    words = name.split()
    return _DISTILLED in name.lower() or any(
        catalog.models.find(" ".join(words[at:])) for at in range(1, len(words) - 1)
    )


def family_line(models: Sequence[RankedModel], family: str) -> str:
    """The largest of the family that runs well, and the best of those that are slow; empty where none goes by it."""
    everyone = [one for one in models if one.model.lower().startswith(family.lower())]
    if not everyone:
        return ""
    runs = [one for one in everyone if one.usability != "wont_run" and one.rate_per_s is not None]
    running = [one for one in runs if not one.too_weak]
    useful = [one for one in running if one.usability in _USEFUL]
    slow = _soonest(running)
    if not running and runs:
        largest = max(runs, key=lambda one: (not one.older, one.memory_bytes or 0))
        return f"Only small ones, which can do little: {_told(largest)}."
    if not running:
        return f"No: none of {family} runs here."
    if useful and all(one.tokens_per_s is None for one in running):
        return _of_pictures(running, next((one for one in useful if not one.older), useful[0]))
    largest = max(running, key=lambda one: one.memory_bytes or 0)
    if not useful:
        weak = [one for one in runs if one.too_weak and not one.older]
        sooner = [one for one in weak if one.wait_s is not None and one.wait_s.middle <= _SOON_S]
        small = max(sooner, key=lambda one: one.memory_bytes or 0, default=None)
        first = f"Small ones, which can do less: {_told(small)}. " if small is not None else ""
        large = " Larger ones won't run." if any(one.usability == "wont_run" for one in everyone) else ""
        return f"{first}Only slowly: {_told(slow or running[0])}.{large}"
    best = max(useful, key=lambda one: (not one.older, not loses_much(one.quant or ""), one.memory_bytes or 0))
    if largest.usability in _USEFUL or slow is None:
        return f"Yes: {_told(best)}."
    return f"A small one: {_told(best)}. Larger ones only slowly: {_told(slow)}."


def _soonest(running: Sequence[RankedModel]) -> RankedModel | None:
    """Of those that are slow the one with the first whole answer."""
    slow = [one for one in running if one.usability == "slow"]
    return min(slow, key=lambda one: one.wait_s.middle if one.wait_s is not None else inf, default=None)


def _of_pictures(running: Sequence[RankedModel], best: RankedModel) -> str:
    """The first that runs well, and how long the same takes in all its steps; its size says little of what it can.

    A form in few steps has the name of the model with a word more.
    """
    whole = next((one for one in running if best.model.startswith(f"{one.model} ")), None)
    if whole is None or whole.wait_s is None or whole.usability in _USEFUL:
        return f"Yes: {_told(best)}."
    return f"Yes: {_told(best)}, in few steps; {whole.model} in all its steps takes {duration(whole.wait_s.middle)}."


def _told(one: RankedModel) -> str:
    rate = one.tokens_per_s
    wait = f", {duration(one.wait_s.middle)}" if one.wait_s is not None and one.rate_unit != "tokens" else ""
    speed = f", {speed_number(rate.middle)} tokens/s" if rate is not None else wait
    file = f" as {one.quant}" if one.quant else ""
    return f"{one.model}{file} ({LIGHT_WORDS[one.usability].lower()}{speed})"
