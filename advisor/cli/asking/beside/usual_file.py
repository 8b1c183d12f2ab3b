"""The file that people take who name none: what somebody saw, or asks the most of, is held against that one."""

from collections.abc import Sequence
from dataclasses import replace

from advisor.answer.asked.problem import ProblemError
from advisor.answer.which_model.subject import DEFAULT_QUANT
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answer import asked_answer
from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.wish import AUTO, Wish
from advisor.cli.frame.rig_options import AskedRig
from advisor.facts.answers.ask import AskAnswer

USUAL = f"Taken as {DEFAULT_QUANT}, the file that most programs take: name yours (--quant)."


def with_usual_file(
    told: Said, words: Sequence[str], wish: Wish, asked: AskedRig, answer: AskAnswer, catalog: Catalog
) -> tuple[str, ...]:
    """The words with the usual file where a speed is judged that somebody has, and no file is named; else the same.

    A model that has one file only is in that; a faster speed than the usual file has may be that of the chosen one.
    """
    card = catalog.models.get(answer.model_id)
    is_judged = told.volume.had_per_s is not None or told.asks.slow
    is_open = wish.quant in (None, AUTO) and card is not None and card.native_quant is None
    if not (is_judged and is_open) or answer.settings.quant in (None, DEFAULT_QUANT):
        return tuple(words)
    try:
        usual, _ = asked_answer(replace(wish, quant=DEFAULT_QUANT), asked, catalog)
    except ProblemError:
        return tuple(words)
    had, rate, chosen = told.volume.had_per_s or 0.0, usual.tokens_per_s, answer.tokens_per_s
    is_chosen = rate is not None and chosen is not None and rate.high < had <= chosen.high
    return tuple(words) if usual.usability == "wont_run" or is_chosen else (*words, "--quant", DEFAULT_QUANT)
