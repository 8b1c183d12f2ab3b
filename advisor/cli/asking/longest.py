"""The longest context that a plain question may ask for."""

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache

from advisor.advice.known_models import KnownModels
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import answered
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.answers.usability import USABILITIES
from advisor.present.words.quantity import capacity, tokens

_STEP = 4_096


def longest_line(words: Sequence[str], answer: AskAnswer, catalog: Catalog) -> str:
    """The longest context with a light and a fit as good as in the answer; empty for what writes no text.

    `words` are those of the command line of the answer, without a context.
    """
    most = KnownModels(catalog).longest_tokens(answer.model_id) if answer.model_id in catalog.models else None
    if not most or answer.usability == "wont_run":
        return ""
    light, quant = USABILITIES.index(answer.usability), answer.settings.quant
    line = (*words, *(("--quant", quant) if quant and "--quant" not in words else ()))

    @cache
    def at(steps: int) -> AskAnswer:
        return answered((*line, "--context", str(min(most, steps * _STEP))), catalog)[0]

    def is_worse(steps: int) -> bool:
        found = at(steps)
        return (
            USABILITIES.index(found.usability) > light
            or found.fit != answer.fit
            or found.settings.placement != (answer.settings.placement)
        )

    longest = range(1, -(-most // _STEP) + 1)
    steps = bisect_left(longest, True, key=is_worse)
    if not steps:
        return ""
    found = at(longest[steps - 1])
    held = tokens(min(most, longest[steps - 1] * _STEP))
    limit = "all that the model is made for" if steps == len(longest) else "more does not go as well"
    return f"Longest context: {held}, {limit}; with it {capacity(sum(found.need_bytes.values()))} are needed."
