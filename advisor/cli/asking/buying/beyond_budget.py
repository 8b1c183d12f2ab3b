"""The ways to a model that nothing within a budget runs well: rent, servers, sets of cards, and what does it well."""

from collections.abc import Iterator

from advisor.answer.money.prices import Prices
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.cli.asking.buying.cheapest import cheapest_lines
from advisor.cli.asking.machines import machines_for
from advisor.cli.asking.need.needs import needed
from advisor.cli.asking.sentence.models import NamedModel
from advisor.cli.asking.steps import Machines, Needs


def beyond_budget(answer: WorthAnswer, prices: Prices) -> Iterator[str]:
    """The cheapest first; nothing where something within the budget does it, or no model was named."""
    question = answer.question
    if question.is_open or question.model_name is None or answer.decision.reason != "over_budget":
        return
    asked = Needs(NamedModel(question.model_name, 0), question.workload_id, is_cheapest=True)
    offers = machines_for(Machines(asked.model, asked.workload, None), prices)
    yield from cheapest_lines(asked, needed(asked, prices).rows, offers.rows, prices)
