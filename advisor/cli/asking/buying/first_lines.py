"""What the steps of an answer say together: it comes before all of them."""

from collections.abc import Iterator, Sequence
from typing import Any

from advisor.answer.money.prices import Prices
from advisor.cli.asking.buying.cheaper_way import cheaper_way
from advisor.cli.asking.buying.cheapest import cheapest_lines
from advisor.cli.asking.buying.for_all import for_all
from advisor.cli.asking.side_by_side import Compared
from advisor.cli.asking.steps import Held, Machines, Needs, Step
from advisor.cli.asking.swap import SOLD, swap_verdict, swapped_pairs
from advisor.cli.asking.versus.for_both import Use, for_both

Done = tuple[Step, Compared]
"""A step, and what was held against each other in it."""


def first_lines(done: Sequence[Done], worths: Sequence[Any], prices: Prices) -> Iterator[str]:
    """Which computer is better for what, which card for all of it, for how little money."""
    if len(worths) > 1:
        yield from for_all(worths)
    held = [(step, found) for step, found in done if isinstance(step, Held)]
    if swap := next((step.swapped for step, _ in held if step.swapped), None):
        pairs = [pair for step, found in held for pair in swapped_pairs(step, found.answers)]
        verdict = swap_verdict(swap, pairs, prices)
        yield from filter(None, (verdict, cheaper_way(swap, pairs) if verdict.startswith(SOLD) else ""))
    tables = [(_work(found), found) for step, found in done if not isinstance(step, Needs | Machines)]
    if len(tables) > 1:
        both = [*for_both([Use(work, found.choice, found.rows) for work, found in tables], prices)]
        each = [f"For {work}: {found.better}" for work, found in tables]
        yield from both or (each if all(found.better for _, found in tables) else ())
    for step, found in done:
        if isinstance(step, Needs) and step.is_cheapest:
            offers = (one for other, one in done if isinstance(other, Machines) and other.model == step.model)
            yield from cheapest_lines(step, found.rows, [row for one in offers for row in one.rows], prices)


def _work(found: Compared) -> str:
    return found.answers[0].workload.replace("-", " ") if found.answers else ""
