"""A computer for several people at once: the best that an amount of money buys, and what does it for less."""

from collections.abc import Sequence

from advisor.answer.money.prices import Prices
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import parted, rig_of
from advisor.cli.asking.versus.conclusion import CLEARLY
from advisor.cli.asking.versus.row import NEAR, Row, file_of, use_of
from advisor.present.words.money import currency_of, span_words
from advisor.present.words.quantity import speed_number
from advisor.present.words.words import joined

_PROGRAMS = {"vllm": "vLLM", "llama-server": "llama.cpp", "python": "SGLang"}
"""By the first word of the command that starts them."""


def most_for(useful: Sequence[Row], budget_usd: float | None, prices: Prices) -> Row | None:
    """The fastest of those that cost no more, by the middle of their price; of near ones that with the most VRAM.

    None where nothing may be spent, or none does it within that.
    """
    within = [one for one in useful if one.is_useful and budget_usd is not None and _usd(one) <= budget_usd]
    if not within:
        return None
    top = max(within, key=use_of)
    near = [one for one in within if use_of(top) < NEAR * use_of(one) and _usd(one) <= CLEARLY * _usd(top)]
    return max(near, key=lambda one: (_vram_gib(one, prices.catalog), use_of(one)))


def for_many_users(best: Row, useful: Sequence[Row], prices: Prices) -> str:
    """What to take, with its program; then the cheapest that does it."""
    cheap = min(useful, key=_usd)
    memory = f"{_vram_gib(best, prices.catalog):g} GB of VRAM"
    told = [f"Take the {best.name}, {_cost(best, prices)}: {memory}, {_does(best)}."]
    if cheap is not best:
        told.append(f"For less: {cheap.name}, {_cost(cheap, prices)}: {_does(cheap)}.")
    if best.answer.settings.command:
        told.append(f"Run it: {best.answer.settings.command}")
    return joined(told)


def _does(one: Row) -> str:
    program = _PROGRAMS.get((one.answer.settings.command or "").split(" ")[0], "")
    by = f" with {program}" if program else ""
    return f"{speed_number(one.rate)} tokens/s for all together as {file_of(one)}{by} ({one.light})"


def _cost(one: Row, prices: Prices) -> str:
    return span_words(one.price, currency_of(prices.money)) if one.price is not None else ""


def _usd(one: Row) -> float:
    return one.price.usd.middle if one.price is not None else 0.0


def _vram_gib(one: Row, catalog: Catalog) -> float:
    """What its cards hold together; of one that shares the RAM all of that."""
    machine = rig_of(parted(one.words[2:])[0], catalog).profile.machine
    named = (gpu.card.value for gpu in machine.gpus)
    cards = [catalog.gpus[one] for one in named if one is not None and one in catalog.gpus]
    return sum(one.memory_gib or 0.0 for one in cards if one.memory_kind == "dedicated")
