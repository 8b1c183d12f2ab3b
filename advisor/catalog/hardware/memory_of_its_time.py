"""The type of RAM in the usual PC around GPUs of which nothing else is known: that of the years they were new in."""

from collections.abc import Iterable

from advisor.catalog.cards.catalog import Catalog

_TYPES = (("2015-08", "DDR3"), ("2020-09", "DDR4"))
"""Up to these months desktops took that: Intel's sixth Core brought DDR4 (August 2015), and a card of the series from
September 2020 on is put into new PCs, too (judgments)."""


def type_of_its_time(gpu_ids: Iterable[str], catalog: Catalog) -> str | None:
    """That of the newest of them; None for what is put into a PC of today, and where a month is unknown."""
    released = [catalog.gpus[one].released for one in gpu_ids]
    if not released or not all(released):
        return None
    newest = max(filter(None, released))
    return next((kind for before, kind in _TYPES if newest < before), None)
