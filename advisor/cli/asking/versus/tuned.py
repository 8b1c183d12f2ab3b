"""What makers' programs reach only with work, where cards of several makers make pictures or films."""

import re
from collections.abc import Iterator, Sequence

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.versus.row import Row

NVIDIA = "nvidia"
WORKS = ("pictures", "films")
TUNED = {"rdna4": "PyTorch for ROCm", "battlemage": "PyTorch for XPU"}
"""Designs whose cards reach the figures only with a tuned installation.

An RX 9070 XT made an SDXL image in 30.5 s untuned, and FLUX in 34 s with its owner's fixes
(github.com/ROCm/legacy-rocm-build/issues/4846, May 2025 and January 2026; read 2026-11-29); an Arc B580 lost half its
speed by an update (github.com/Comfy-Org/ComfyUI/issues/14081).
"""
CLOSE = 1.3
"""Within this the card that needs no tuning is the better one (a judgment)."""
_NUMBER = re.compile(r"^\d+x ")


def tuned(rows: Sequence[Row], catalog: Catalog) -> Iterator[str]:
    """Which cards need a tuned installation that others do not."""
    if not rows or rows[0].answer.workload not in WORKS:
        return
    designs = {one.name: design(one, catalog) for one in rows}
    needing = [one for one in rows if designs[one.name][0] in TUNED and one.rate]
    plain = [one for one in rows if designs[one.name][1] == NVIDIA and one.rate]
    if not needing or not plain:
        return
    for one in needing:
        program = TUNED[designs[one.name][0]]
        yield f"{one.name} reaches this only with a tuned {program}, and many report far less."


def design(one: Row, catalog: Catalog) -> tuple[str, str]:
    """The architecture of its card, and the maker."""
    card_id = catalog.gpus.find(_NUMBER.sub("", one.name))
    return (catalog.gpus[card_id].architecture or "", catalog.gpus[card_id].vendor) if card_id else ("", "")
