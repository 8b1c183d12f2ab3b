"""What a wished speed takes that no number of cards reaches in llama.cpp: layers that are shared, another model."""

from collections.abc import Iterator, Sequence
from itertools import islice

from advisor.answer.money.prices import Prices
from advisor.cli.asking.answered import answer_if_any, rig_of
from advisor.cli.asking.best_of_all import best_on
from advisor.cli.asking.steps import Needs
from advisor.cli.asking.versus.row import Row
from advisor.cli.frame.profile import DEFAULT_WORKLOAD
from advisor.present.words.quantity import speed_number

_SHARED = (2, 4, 8)
"""Numbers of cards that divide the heads of most models, as sharing every layer takes."""
_SERVED, _FOUR_BITS = "serve-a-team", "AWQ INT4"
_TRIED = 8


def not_reached(asked: Needs, rows: Sequence[Row], prices: Prices) -> Iterator[str]:
    """How fast the fastest is, why more cards do not help, and what would; nothing where none runs it."""
    fastest = max((one for one in rows if one.rate), key=lambda one: one.rate, default=None)
    if fastest is None:
        return
    of = f"number of {asked.card}" if asked.card else "usual GPU"
    yield (
        f"In llama.cpp no {of} reaches {asked.wanted_per_s:g} tokens/s: {fastest.name} comes nearest, "
        f"about {speed_number(fastest.rate)}."
    )
    if asked.card:
        yield "There each card works on its layers in turn: more cards hold more, and are no faster."
        yield from _shared(asked, prices)
    yield from _other(asked, fastest, prices)


def _shared(asked: Needs, prices: Prices) -> Iterator[str]:
    """How many cards reach it where every layer is shared by all of them; else how near the most come."""
    best = None
    for number in _SHARED:
        words = ("--workload", _SERVED, "--set", "concurrency=1", "--gpu", f"{number}x {asked.card}", "--ram", "64")
        found = answer_if_any((asked.model.name, *words, "--quant", _FOUR_BITS), prices.catalog)
        if found is None or found.rate_per_s is None or found.usability == "wont_run":
            continue
        if best is None or found.rate_per_s.middle > best[1]:
            best = number, found.rate_per_s.middle
        if found.rate_per_s.middle >= asked.wanted_per_s:
            break
    if best is None:
        return
    number, rate = best
    does = "would" if rate >= asked.wanted_per_s else "comes nearer"
    yield (
        f"vLLM, where all cards share every layer (tensor parallel), {does}: "
        f"about {speed_number(rate)} tokens/s on {number}x {asked.card} in 4 bits (AWQ)."
    )


def _other(asked: Needs, fastest: Row, prices: Prices) -> Iterator[str]:
    """The first of the ranking that is fast enough on the same cards."""
    catalog, work = prices.catalog, asked.workload or DEFAULT_WORKLOAD
    if work not in catalog.workloads:
        return
    rig = fastest.words[1:]
    options = [one for one in rig if one]
    named = options[options.index("--gpu") :][:4] if "--gpu" in options else []
    for name in islice(best_on(rig_of(named, catalog), work, catalog), _TRIED):
        found = answer_if_any((name, "--workload", work, *named), catalog) if name != asked.model.name else None
        if found is not None and found.rate_per_s and found.rate_per_s.middle >= asked.wanted_per_s:
            yield f"Another model would: {name}, about {speed_number(found.rate_per_s.middle)} on {fastest.name}."
            return
