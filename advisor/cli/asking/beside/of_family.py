"""Whether a computer runs a family of models that is asked about by its name, in one sentence."""

from collections.abc import Sequence

from advisor.facts.answers.ranking import RankedModel
from advisor.present.words.light import LIGHT_WORDS
from advisor.present.words.quantity import duration, speed_number

_USEFUL = ("great", "fine")


def family_line(models: Sequence[RankedModel], family: str) -> str:
    """The largest of the family that runs well, and the best of those that are slow; empty where none goes by it."""
    everyone = [one for one in models if one.model.lower().startswith(family.lower())]
    if not everyone:
        return ""
    runs = [one for one in everyone if one.usability != "wont_run" and one.rate_per_s is not None]
    running = [one for one in runs if not one.too_weak]
    useful = [one for one in running if one.usability in _USEFUL]
    slow = next((one for one in running if one.usability == "slow"), None)
    if not running and runs:
        largest = max(runs, key=lambda one: (not one.older, one.memory_bytes or 0))
        return f"Only small ones, which can do little: {_told(largest)}."
    if not running:
        return f"No: none of {family} runs here."
    if useful and all(one.tokens_per_s is None for one in running):
        return _of_pictures(running, next((one for one in useful if not one.older), useful[0]))
    largest = max(running, key=lambda one: one.memory_bytes or 0)
    if not useful:
        return f"Only slowly: {_told(slow or running[0])}."
    best = max(useful, key=lambda one: (not one.older, one.memory_bytes or 0))
    if largest.usability in _USEFUL or slow is None:
        return f"Yes: {_told(best)}."
    return f"A small one: {_told(best)}. Larger ones only slowly: {_told(slow)}."


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
