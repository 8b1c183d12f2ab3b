"""That graphics in a CPU beside a GPU add neither memory nor speed."""

import re

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.said import Said

_NAMED = re.compile(
    r"\b(?:i-?gpus?|apu graphics|(?:integrated|onboard|on-board|built-?in) (?:graphics|gpus?|video)"
    r"|(?:cpu|processor)(?:'s)?(?: own)? graphics)\b",
    re.IGNORECASE,
)
_BOTH = re.compile(
    r"\b(?:together|both|combin\w+|alongside|along with|as well as|add(?:s|ed|ing)?|split\w*|plus|and|with)\b|\+",
    re.IGNORECASE,
)
_NO = (
    "No: graphics in the CPU read the same RAM as the CPU, so they add no memory and hardly any speed beside a GPU. "
    "Connect the monitor to them: that leaves all of the GPU's VRAM to the model. Below: the GPU alone."
)
"""Writing reads all weights for each token, and who reads them from RAM does it at the speed of RAM;
what a desktop takes of a GPU's VRAM is among the findings of a computer (advisor/answer/findings)."""


def own_graphics_words(told: Said, catalog: Catalog) -> str:
    """The answer; empty where no such graphics are named beside a GPU."""
    text = told.wording.text
    owned = [gpu for one in told.hardware.computers for gpu in one.gpus]
    has_gpu = any(catalog.gpus[one.card_id].memory_kind == "dedicated" for one in owned)
    is_named = _NAMED.search(text) is not None and _BOTH.search(text) is not None and len(told.hardware.computers) < 2
    is_beside = told.hardware.has_own_graphics or is_named
    return _NO if has_gpu and is_beside and not told.is_bought else ""
