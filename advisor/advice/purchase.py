"""Whether a purchase is worth its money on a rig, as page and report show it."""

from collections.abc import Iterator
from dataclasses import replace

from advisor.answer.asked.problem import ProblemError
from advisor.answer.worth.known import Instead, Known
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import worth_steps
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.asked.question import ThinkingWish
from advisor.facts.kept.settings import Money
from advisor.facts.rig.rig import KnownRig, Rig
from advisor.facts.values.frozen import frozen
from advisor.facts.values.local_time import local_today
from advisor.facts.values.same import Same
from advisor.present.upgrade.view import WorthView, worth_trip, worth_view
from advisor.present.words.view import Knobs


@frozen
class PurchaseAsked:
    """All that decides about an answer; an opened file can be asked about, but has no prices."""

    rig: KnownRig
    question: WorthQuestion
    is_file: bool = False

    def is_of_same(self, other: "PurchaseAsked") -> bool:
        """Whether only money or settings differ: the rig, the work and the model are those of the other one."""
        asked, before = self.question, other.question
        return self.rig.rig is other.rig.rig and (asked.workload_id, asked.model_id) == (
            before.workload_id,
            before.model_id,
        )


def page_purchase(rig: KnownRig, catalog: Catalog, knobs: Knobs, money: Money) -> PurchaseAsked:
    """The question about the model and the workload that are chosen."""
    quant, thinking = knobs.knob("quant"), knobs.knob("thinking")
    quant_id = quant.choice_id if quant is not None and quant.choice_id in catalog.quants else None
    is_file = knobs.model_id not in catalog.models and knobs.model_id not in catalog.other_models
    question = _question(catalog, knobs.workload_id, knobs.model_id, quant_id, money)
    if thinking is not None:
        question = replace(question, thinking=_WISHES.get(thinking.choice_id, "auto"))
    return PurchaseAsked(rig, question, is_file)


def best_purchase(rig: KnownRig, catalog: Catalog, workload_id: str, model_id: str, money: Money) -> PurchaseAsked:
    """The question about the best model for a workload, as it is run best."""
    return PurchaseAsked(rig, _question(catalog, workload_id, model_id, None, money))


def _question(catalog: Catalog, workload_id: str, model_id: str, quant_id: str | None, money: Money) -> WorthQuestion:
    return WorthQuestion(
        catalog,
        workload_id,
        model_id,
        quant_id,
        money,
        users=money.users,
        tokens_per_day=money.tokens_per_day,
    )


_WISHES: dict[str, ThinkingWish] = {"on": "on", "off": "off"}


class Purchase:
    """Answers in short steps; what a question reached is kept while only money changes, some while the rig does not."""

    def __init__(self) -> None:
        self._known: tuple[PurchaseAsked, Known] | None = None
        self._instead: tuple[Same[Rig], Same[Catalog], Instead] | None = None

    def steps(self, asked: PurchaseAsked) -> Iterator[WorthView | None]:
        """The view at the end, nothing before.

        Raises:
            ProblemError: it cannot be asked: nothing is known of the model, or it is a file.
        """
        if asked.is_file:
            raise ProblemError("file_has_no_prices")
        without_money = replace(asked, question=replace(asked.question, money=Money()))
        if self._known is None or self._known[0] != without_money:
            self._known = without_money, Known(self._kept(asked.rig.rig, asked.question.catalog))
        (machine, rig), today = asked.rig, local_today()
        for answer in worth_steps(machine, rig, asked.question, today=today, known=self._known[1]):
            yield None
            if answer is not None:
                trip = worth_trip(answer, rig)
                yield None
                view = worth_view(answer, trip)
                yield None  # to show it takes a step of its own
                yield view

    def _kept(self, rig: Rig, catalog: Catalog) -> Instead:
        about = Same(rig), Same(catalog)
        if self._instead is None or self._instead[:2] != about:
            self._instead = *about, {}
        return self._instead[2]

    def view(self, asked: PurchaseAsked) -> WorthView | None:
        """The view at once; None where it cannot be asked."""
        try:
            *_, view = self.steps(asked)
        except ProblemError:
            return None
        return view
