"""The memory that a workstation or server needs for a model that is asked about, where nobody says how much it has."""

from collections.abc import Sequence

from advisor.answer.which_model.published_forms import loss_steps
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import most_channels
from advisor.catalog.cards.name_key import one_of
from advisor.cli.asking.answered import answer_if_any, pairs
from advisor.facts.answers.ask import AskAnswer

_DESKTOP_CHANNELS = 2
_STICKS_GB = (32, 64, 128)
"""The sticks of servers that are sold mostly (a judgment); with smaller ones it was asked first."""


def with_enough_ram(words: Sequence[str], answer: AskAnswer, catalog: Catalog) -> tuple[tuple[str, ...], str] | None:
    """The words with the least usual memory that runs the model, and what was taken; None where it need not be.

    In a file of good quality, where one fits at all. What is asked of a CPU with many channels of memory is what it
    does with the model: how much of it is there then follows, as none is sold with it.
    """
    options = dict(pairs(words[1:]))
    if answer.usability != "wont_run" or {"--ram", "--machine"} & {*words}:
        return None
    number, name = one_of(options.get("--cpu", ""))
    channels = most_channels(name, catalog) or 0
    if channels <= _DESKTOP_CHANNELS:
        return None
    sticks = number * channels
    ways = [(*words, "--ram", f"{sticks}x{size}") for size in _STICKS_GB]
    found = [(way, one) for way in ways if (one := answer_if_any(way, catalog)) and one.usability != "wont_run"]
    if not found:
        return None
    enough, one = min(found, key=lambda pair: loss_steps(pair[1].settings.quant or ""))
    size = int(enough[-1].partition("x")[2])
    why = f"the least usual that holds it as {one.settings.quant}"
    return enough, f"Assumed: {sticks * size:,} GB of RAM, {why} (--ram)."
