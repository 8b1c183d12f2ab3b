"""For how little money a model runs: from an API, on what is bought for it, or a smaller one that does the same."""

from collections.abc import Iterator, Sequence

from advisor.answer.money.prices import Prices
from advisor.answer.which_model.capability import capability
from advisor.answer.which_model.published_forms import loss_steps
from advisor.answer.worth.question import USUAL_HOURS_PER_DAY
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import rig_of
from advisor.cli.asking.best_of_all import best_of_all
from advisor.cli.asking.machines import machines_for
from advisor.cli.asking.need.large_memory import SERVER
from advisor.cli.asking.sentence.models import NamedModel
from advisor.cli.asking.steps import Machines, Needs
from advisor.cli.asking.versus.row import Row, file_of
from advisor.cli.frame.profile import DEFAULT_WORKLOAD
from advisor.facts.values.units import MEGA, SECONDS_PER_HOUR
from advisor.predict.worth.cost import DAYS_PER_MONTH
from advisor.present.words.money import currency_of, span_words
from advisor.present.words.quantity import speed_number
from advisor.present.words.words import joined

_DEAR_USD = 3_000.0
"""What costs less at home is no reason to think of an API or of a smaller model (a judgment)."""
_USUAL_CARD = ("--gpu", "RTX 3090", "--ram", "32")
"""What a smaller model is looked for on: a usual PC with 24 GB of VRAM."""
_SURELY = 2.0
"""From so many doublings on another model is called as able, size, age and ratings counted (a judgment)."""
_LEAST_PER_S = 1.0
"""What is slower is no way to run a model (a judgment)."""


def cheapest_lines(asked: Needs, needed: Sequence[Row], offers: Sequence[Row], prices: Prices) -> Iterator[str]:
    """The ways from the cheapest on; nothing where a computer that does it costs little.

    `needed` are GPUs, servers and unified memory that run it, `offers` complete computers with a price.
    """
    catalog = prices.catalog
    model_id = catalog.models.find(asked.model.name)
    priced = [one for one in (*offers, *needed) if one.price is not None and _runs(one)]
    good = (one for one in priced if one.is_useful and not loss_steps(file_of(one)))
    well = min(good, key=_usd, default=None)
    if model_id is None or (well is not None and _usd(well) <= _DEAR_USD):
        return
    work = asked.workload or DEFAULT_WORKLOAD
    own = [*_servers(needed), *_priced(well, priced, prices)]
    api = [*_api(model_id, work, prices)]
    smaller = [*_smaller(model_id, work, prices)]
    yield f"The cheapest ways to {asked.model.name}, the cheapest first:"
    for place, one in enumerate((*api, *own), start=1):
        yield f"{place}. {one}"
    yield from smaller


def _api(model_id: str, work: str, prices: Prices) -> Iterator[str]:
    """What a provider asks, and what a person who reads answers for some hours a day pays for it a month."""
    price, card = prices.api(model_id), prices.catalog.workloads.get(work)
    if price is None:
        return
    currency = currency_of(prices.money)
    asks = f"{currency.text(price.prompt_usd)} read, {currency.text(price.generated_usd)} written per million tokens"
    month = ""
    if card is not None and card.enough_tokens_per_s and card.generated_tokens:
        written = USUAL_HOURS_PER_DAY * SECONDS_PER_HOUR * card.enough_tokens_per_s * DAYS_PER_MONTH
        read = written * card.prompt_tokens / card.generated_tokens
        usd = (read * price.prompt_usd + written * price.generated_usd) / MEGA
        month = f", about {currency.text(usd)} a month at {USUAL_HOURS_PER_DAY:g} hours a day"
    yield f"Not your own, your data leaves you: the API of {price.provider}, {asks}{month}."


def _servers(rows: Sequence[Row]) -> Iterator[str]:
    """The first server with much RAM: nobody knows its price, and it is bought used."""
    server = next((one for one in rows if one.name.startswith(SERVER) and _runs(one)), None)
    if server is not None:
        wait = server.verdict.figures[1]
        yield (
            f"Likely the cheapest of your own, its price is not in the list: a used {server.name[0].lower()}"
            f"{server.name[1:]}, {speed_number(server.rate)} tokens/s as {file_of(server)}, "
            f"{wait.name.lower()} {wait.amount}."
        )


def _priced(well: Row | None, priced: Sequence[Row], prices: Prices) -> Iterator[str]:
    """The cheapest with a price that does it well, and a cheaper one that only runs it, or in a poor file."""
    least = min(priced, key=_usd, default=None)
    if least is not None and least is not well:
        yield f"With a known price: {_offered(least, prices)}, {least.light}."
    if well is not None:
        yield f"{'What does it well' if least is not well else 'With a known price'}: {_offered(well, prices)}."


def _runs(one: Row) -> bool:
    return one.answer.usability != "wont_run" and one.rate >= _LEAST_PER_S


def _offered(one: Row, prices: Prices) -> str:
    cost = span_words(one.price, currency_of(prices.money)) if one.price is not None else ""
    alone = "" if {"--machine", "--cpu"} & {*one.words} else " (the cards alone)"
    return f"{one.name} for {cost}{alone}, {speed_number(one.rate)} tokens/s as {file_of(one)}"


def _smaller(model_id: str, work: str, prices: Prices) -> Iterator[str]:
    """What a usual PC runs best, and whether that is as able; nothing where it is this model."""
    catalog = prices.catalog
    if work not in catalog.workloads:
        return
    name, does = best_of_all([rig_of(_USUAL_CARD, catalog)], work, (), catalog)
    other_id = catalog.models.find(name)
    if not does or other_id is None or other_id == model_id:
        return
    offers = [one for one in machines_for(Machines(NamedModel(name, 0), work, None), prices).rows if one.is_useful]
    cheap = min((one for one in offers if one.price is not None), key=_usd, default=None)
    if cheap is None:
        return
    is_as_able = _able(other_id, work, catalog) >= _able(model_id, work, catalog) + _SURELY
    why = "newer, and at least as able by size, age and public ratings" if is_as_able else "less able, but far smaller"
    yield f"On less: {joined((f'{name} ({why})', f'on a {_offered(cheap, prices)}'), ' ')}."


def _able(model_id: str, work: str, catalog: Catalog) -> float:
    return capability(catalog.models[model_id], catalog.blocks, use=work)


def _usd(one: Row) -> float:
    return one.price.usd.middle if one.price is not None else 0.0
