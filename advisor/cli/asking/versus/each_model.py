"""Which of several computers to take for each of several models."""

from collections.abc import Sequence

from advisor.answer.money.prices import Prices
from advisor.cli.asking.versus.pick import recommended
from advisor.cli.asking.versus.row import Row


def for_each_model(rows: Sequence[Row], prices: Prices) -> str:
    """The one to take for all of them, or for each the one; empty where one model or one computer stands alone."""
    models = dict.fromkeys(one.answer.model for one in rows)
    if len(models) < 2 or len({one.name for one in rows}) < 2 or len({one.answer.rate_unit for one in rows}) > 1:
        return ""
    names = {model: _taken([one for one in rows if one.answer.model == model], prices) for model in models}
    taken = {model: name for model, name in names.items() if name}
    if len(taken) == len(names) and len(set(taken.values())) == 1:
        return f"Take the {next(iter(taken.values()))} for {'both' if len(models) == 2 else 'all'}."
    return " ".join(f"For {model} take the {name}." for model, name in taken.items())


def _taken(some: Sequence[Row], prices: Prices) -> str:
    """The one that is to be taken for one model; the only one that does it well where none else does."""
    useful = list(dict.fromkeys(one.name for one in some if one.is_useful))
    return useful[0] if len(useful) == 1 else recommended(some, prices).name
