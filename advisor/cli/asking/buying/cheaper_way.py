"""What does nearly the same as a dearer card in place of one that is there: another card beside that."""

from collections.abc import Sequence

from advisor.answer.which_model.published_forms import loss_steps
from advisor.answer.worth.compared import Compared
from advisor.cli.asking.buying.bought import bought
from advisor.cli.asking.steps import Swapped
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.values.reason import ReasonError
from advisor.facts.values.sentence_error import SentenceError
from advisor.present.upgrade.option_names import option_name, rate_words
from advisor.present.words.money import currency_of, span_words

_MUCH_CHEAPER = 0.7
"""Below this share of what the swap costs another way is named (a judgment)."""


def cheaper_way(swap: Swapped, pairs: Sequence[tuple[AskAnswer, AskAnswer]]) -> str:
    """The cheapest card to be added with which the same model runs greatly in a good file; empty for none."""
    new = pairs[0][1]
    try:
        answer, _ = bought((new.model, "--workload", new.workload, *swap.options))
    except (ReasonError, SentenceError):
        return ""
    ways = [one for one in answer.others if one.kind == "second_card" and one.price is not None and _is_good(one)]
    one = min(ways, key=lambda way: way.cost_usd or 0.0, default=None)
    if one is None or one.price is None or (one.cost_usd or 0.0) > _MUCH_CHEAPER * (swap.left_usd or float("inf")):
        return ""
    does, cost = rate_words(one.reached, answer.question, with_wait=False), currency_of(answer.question.money)
    name = option_name(one).removeprefix("Add ")
    return f"Cheaper: keep it and add one {name} for {span_words(one.price, cost)}: {does}."


def _is_good(one: Compared) -> bool:
    """Whether it does the work greatly, in a good file and without what has to be put together."""
    quant = one.reached.quant
    return one.reached.light.usability == "great" and not (quant and loss_steps(quant)) and not one.is_makeshift
