"""The longest context that a plain question may ask for."""

from bisect import bisect_left
from dataclasses import replace
from functools import cache

from advisor.advice.known_models import KnownModels
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answer import asked_answer
from advisor.cli.asking.sentence.items import TOKENS_A_PAGE
from advisor.cli.asking.wish import AUTO, Wish
from advisor.cli.frame.rig_options import AskedRig
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.answers.usability import USABILITIES
from advisor.present.words.quantity import capacity, tokens

_STEP = 4_096


def longest_line(wish: Wish, asked: AskedRig, answer: AskAnswer, catalog: Catalog) -> str:
    """The longest context with a light and a fit as good as in the answer to a wish; empty for what writes no text."""
    most = KnownModels(catalog).longest_tokens(answer.model_id) if answer.model_id in catalog.models else None
    if not most or answer.usability == "wont_run":
        return ""
    light = USABILITIES.index(answer.usability)
    same_file = replace(wish, quant=answer.settings.quant or AUTO) if wish.quant in (None, AUTO) else wish

    @cache
    def at(steps: int) -> AskAnswer:
        longer = replace(same_file, context_tokens=min(most, steps * _STEP))
        return asked_answer(longer, asked, catalog)[0]

    def is_worse(steps: int) -> bool:
        found = at(steps)
        return (
            USABILITIES.index(found.usability) > light
            or found.fit != answer.fit
            or found.settings.placement != answer.settings.placement
        )

    longest = range(1, -(-most // _STEP) + 1)
    steps = bisect_left(longest, True, key=is_worse)
    if not steps:
        return ""
    found = at(longest[steps - 1])
    held = tokens(min(most, longest[steps - 1] * _STEP))
    limit = "all that the model is made for" if steps == len(longest) else "more does not go as well"
    pages = f", about {min(most, longest[steps - 1] * _STEP) // TOKENS_A_PAGE} pages"
    return f"Longest context: {held}{pages}, {limit}; with it {capacity(sum(found.need_bytes.values()))} are needed."
