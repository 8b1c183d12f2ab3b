"""How much power sets of cards take, which a usual power supply does not give."""

import re
from collections.abc import Iterator, Sequence

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.versus.row import Row
from advisor.present.words.quantity import count

_SET = re.compile(r"^(?:(?:PC|Server) with )?(\d+)x (.+)$")
_MUCH_W = 600.0
"""From here on the cards alone want a supply of some 1,000 W (a judgment)."""


def power(rows: Sequence[Row], catalog: Catalog) -> Iterator[str]:
    """The watts of each set of cards that takes much."""
    for name in dict.fromkeys(one.name for one in rows if one.rate):
        found = _SET.match(name)
        card_id = catalog.gpus.find(found[2]) if found is not None else None
        watts = int(found[1]) * (catalog.gpus[card_id].power_w or 0.0) if found is not None and card_id else 0.0
        if watts >= _MUCH_W:
            yield f"{name}: the cards alone take up to {count(round(watts))} W."
