"""The file types in which people publish a model, the largest first, and which of them answer noticeably worse."""

import re

from advisor.facts.cards.model import ModelCard
from advisor.facts.values.units import GIGA

GOOD_FORMS = ("Q8_0", "Q6_K", "Q5_K_M", "Q4_K_M", "IQ4_XS")
"""More than 8 bits cannot be told from the original."""

WORSE_FORMS = ("Q3_K_M", "IQ3_XXS")
"""Noticeably worse than 4 bits: below these a smaller model answers better (cards in specs/quants)."""

STEP_BETWEEN = "IQ3_M"
"""Answers as the first worse one does in less memory, slower on processors (its card): for what just spills."""

VERY_LARGE_FORMS = ("UD-Q2_K_XL", "UD-IQ2_M", "IQ2_XXS", "IQ1_M")
"""Of very large mixtures alone: with so many weights two bits of each still answer better than a smaller model."""

_TWO_BITS = re.compile(r"(?:UD-)?(?:IQ[12]_|Q2_K)")
_HARDLY_TWO_BITS = re.compile(r"(?:UD-)?IQ(?:1_|2_XX?S)")
_THREE_BITS = re.compile(r"(?:UD-)?IQ3_XX?S")

_VERY_LARGE_PARAMS = 100 * GIGA
_SPARSE_SHARE = 0.5


def published_forms(model: ModelCard) -> tuple[str, ...]:
    """The file types worth trying for a model; only its own where it was released in one."""
    if model.native_quant:
        return (model.native_quant,)
    is_sparse = model.active_params < _SPARSE_SHARE * model.params
    is_very_large = is_sparse and model.params >= _VERY_LARGE_PARAMS
    return (*GOOD_FORMS, *WORSE_FORMS, *(VERY_LARGE_FORMS if is_very_large else ()))


def loses_much(quant: str) -> bool:
    """Whether it is a file of some two bits: of use where no larger one is."""
    return _TWO_BITS.match(quant) is not None


def loses_too_much(quant: str) -> bool:
    """Whether a file answers so much worse that a smaller model in a better one is the better choice, always."""
    return _HARDLY_TWO_BITS.match(quant) is not None


def is_never_great(quant: str) -> bool:
    """Whether a file loses too much to be great, however fast it is: those of some three bits and fewer."""
    return loses_much(quant) or _THREE_BITS.match(quant) is not None


def loss_steps(quant: str) -> int:
    """0 for a file of good quality, else how many steps down from the good ones it is."""
    worse = (*WORSE_FORMS, *VERY_LARGE_FORMS)
    if quant == STEP_BETWEEN:
        return 1
    return worse.index(quant) + 1 if quant in worse else 0
