"""Asks the app what an expert was asked, through its doors, and holds both answers together."""

import datetime
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from advisor.answer.asked.problem import ProblemError
from advisor.answer.findings.findings import machine_findings
from advisor.answer.money.prices import WITH_MEMORY
from advisor.answer.rig.rank import each_of_best, rank_models, ranker
from advisor.answer.rig.ranked import Ranked
from advisor.answer.tasks.ask import answer_question, usual_question
from advisor.answer.text.one_setting import Setting
from advisor.answer.text.setting import Chooser
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import answer_worth
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.kept.settings import Money
from tests.answer.judge.expert_rigs import named_rig

TODAY = datetime.date(2026, 11, 23)
_KINDS = {
    "card": "gpu",
    "second_card": "gpu",
    "sticks": "ram",
    "memory": "ram",
    "computer": "computer",
    "rent": "rent",
    "api": "api",
}
_FELT = 1.1
"""What brings less than a tenth is no advice."""
_FINDINGS = {
    "memory_below_rated": (("slow_memory_setting",), ("memory-setting",)),
    "one_channel": (("one_module", "one_channel"), ("sticks",)),
}
"""Codes of what is noticed about a machine, and ids of the change that ends it."""


@dataclass(frozen=True)
class Wrong:
    """One thing that was answered otherwise than an expert would; `part` is what answered it."""

    part: str
    expected: str
    got: str


class Table:
    """The cases of a file with their rigs and sets."""

    def __init__(self, path: Path) -> None:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        self.cases: list[dict[str, Any]] = told["case"]
        self.rigs: dict[str, dict[str, Any]] = told["rigs"]
        self.sets: dict[str, list[str]] = told["sets"]

    def all_of(self, names: Sequence[str]) -> set[str]:
        """Names with every set replaced by what is in it."""
        return {one for name in names for one in (self.sets[name[1:]] if name.startswith("@") else (name,))}


class Asked:
    """One case put to the app."""

    def __init__(self, case: Mapping[str, Any], table: Table, catalog: Catalog) -> None:
        self.case, self.table, self.catalog = case, table, catalog
        self.parts = table.rigs[case["rig"]]
        self.machine, self.rig = named_rig(self.parts, catalog)
        self.workload_id = str(case["workload"])

    @property
    def is_text(self) -> bool:
        """Whether one person talks to a model."""
        return self.workload_id in self.catalog.workloads

    @cached_property
    def setting(self) -> Setting:
        """The model that writes text in the settings chosen for the person."""
        model_id = self.catalog.models.find(self.case["model"])
        assert model_id is not None
        return Chooser(self.rig, self.catalog, self.catalog.workloads[self.workload_id]).best(
            self.catalog.models[model_id]
        )

    @cached_property
    def ranking(self) -> tuple[Ranked, ...]:
        """The first models for the workload, as many as the case asks about; all where it compares later ones."""
        count = 10 if "first_ten" in self.case else 1
        found = each_of_best(self.rig, self.catalog, workload_id=self.workload_id, count=count)
        first = tuple(one for one in found if one is not None)
        named = {name for pair in self.case.get("above", ()) for name in pair} - {one.model.name for one in first}
        return first if not named else rank_models(self.rig, self.catalog, workload_id=self.workload_id)

    @cached_property
    def worth(self) -> WorthAnswer:
        """The verdict for the money of the case."""
        case = self.case
        hours, budget = case.get("hours_per_day", 2.0), case.get("budget_usd")
        money = Money(hours_per_day=hours, budget_usd=budget, stays_here=case.get("stays_here", True))
        money = money.changed(psu_w=self.parts.get("psu_w"))
        model = case.get("model") or (self.ranking[0].model.name if self.is_text else None)
        question = WorthQuestion(self.catalog, self.workload_id, model, None, money, is_open="model" not in case)
        return answer_worth(self.machine, self.rig, question, today=TODAY)

    @property
    def lead(self) -> Compared | None:
        """What the list recommends first; None where it is to do nothing."""
        found = self.worth
        if found.best is not None:
            return found.best
        if found.decision.verdict == "no":
            return None
        return next((one for one in found.others if one.kind in _KINDS and not one.is_dear), None)

    def light(self) -> str:
        """The word of the light of the named model."""
        if self.is_text:
            written = self.catalog.models.find(self.case["model"]) or ""
            rank = ranker(self.rig, self.catalog, self.workload_id)
            return rank(written, self.catalog.models[written]).usability
        try:
            return self.answer.light.usability
        except ProblemError as problem:
            return f"no answer: {problem.reason.code}"

    @cached_property
    def answer(self) -> TaskAnswer:
        """The answer of a task other than writing to one person, as it is usually set up."""
        model_id = self.catalog.models.find(self.case["model"]) or self.catalog.other_models.find(self.case["model"])
        question = usual_question(self.workload_id, self.catalog, model_id)
        return answer_question(self.rig, self.catalog, question, candidates=())

    def wrong(self) -> Iterator[Wrong]:
        """Everything that an expert would not sign."""
        case = self.case
        if "light" in case and (got := self.light()) not in case["light"]:
            yield Wrong("light", " or ".join(case["light"]), got)
        if "placement" in case and self.is_text and (got := self._placement()) not in case["placement"]:
            yield Wrong("placement", " or ".join(case["placement"]), got)
        if "bits" in case and not case["bits"][0] <= (bits := self._bits()) <= case["bits"][1]:
            yield Wrong("bits", f"{case['bits'][0]} to {case['bits'][1]}", f"{bits:.1f}")
        if "engine" in case and (got := dict(self.answer.chosen.request).get("engine") or "vLLM") not in case["engine"]:
            yield Wrong("engine", " or ".join(case["engine"]), got)
        if "best" in case or "first_ten" in case or "above" in case:
            yield from self._wrong_order()
        if "verdict" in case and (verdict := self.worth.decision.verdict) not in case["verdict"]:
            yield Wrong("verdict", " or ".join(case["verdict"]), f"{verdict} {self._lead_name()}")
        if "buys" in case or "never" in case:
            yield from self._wrong_purchase()
        for finding in case.get("finding", ()):
            yield from self._wrong_finding(finding)

    def _placement(self) -> str:
        option = self.setting.option
        if self.setting.is_divided or option.fit.verdict == "spills":
            return "divided"
        return "cpu" if option.processor.kind == "cpu" else "gpu"

    def _bits(self) -> float:
        subject = self.setting.option.subject
        model_id = self.catalog.models.find(self.case["model"])
        return 8 * subject.weights.total_bytes / self.catalog.models[model_id or ""].params

    def _wrong_order(self) -> Iterator[Wrong]:
        names = [one.model.name for one in self.ranking]
        top = ", ".join(names[:5])
        if "best" in self.case and names[0] not in self.table.all_of(self.case["best"]):
            yield Wrong("best", " or ".join(self.case["best"]), top)
        for wanted in self.case.get("first_ten", ()):
            if not self.table.all_of([wanted]) & set(names[:10]):
                yield Wrong("first_ten", wanted, ", ".join(names[:10]))
        for first, second in self.case.get("above", ()):
            if second in names and (first not in names or names.index(first) > names.index(second)):
                place = names.index(first) + 1 if first in names else "absent"
                yield Wrong("above", f"{first} above {second}", f"{place} and {names.index(second) + 1}")

    def _lead_name(self) -> str:
        lead = self.lead
        return "nothing" if lead is None else f"{lead.id}"

    def _matches(self, lead: Compared | None, wanted: Sequence[str]) -> bool:
        """Whether what is recommended is one of those names or kinds."""
        kind = "nothing" if lead is None else _KINDS.get(lead.kind, lead.kind)
        if f"kind:{kind}" in wanted:
            return True
        if lead is not None and lead.id.startswith(WITH_MEMORY):
            return "kind:card and ram" in wanted
        card_id = lead.id.split(":")[-1] if lead is not None else ""
        card = self.catalog.gpus.get(card_id)
        return card is not None and card.name in self.table.all_of(wanted)

    def _wrong_purchase(self) -> Iterator[Wrong]:
        lead, case = self.lead, self.case
        if "buys" in case and not self._matches(lead, case["buys"]) and not self._is_free(lead):
            yield Wrong("buys", " or ".join(case["buys"]), self._lead_name())
        if "never" in case and self._matches(lead, case["never"]):
            yield Wrong("never", " nor ".join(case["never"]), self._lead_name())
        budget = case.get("budget_usd")
        price = lead.price.usd.low if lead is not None and lead.price else None
        if lead is not None and budget is not None and not self._is_free(lead) and (price is None or price > budget):
            yield Wrong("budget", f"at most {budget}", f"{lead.id} at {price}")

    def _is_free(self, lead: Compared | None) -> bool:
        """Whether a setting comes first, which stands in nobody's way."""
        return lead is not None and lead.kind == "setting"

    def _wrong_finding(self, finding: str) -> Iterator[Wrong]:
        """`CODE:faster` is noticed and worth while, `CODE:no_effect` is not advised, `!CODE:...` neither."""
        name, effect = finding.removeprefix("!").split(":")
        codes, ids = _FINDINGS[name]
        is_noticed = any(one.code in codes for one in machine_findings(self.machine, self.rig))
        found = next((one for one in self.worth.others if one.id in ids), None)
        is_felt = found is not None and found.gain is not None and found.gain.middle >= _FELT
        if finding.startswith("!"):
            is_right = not is_noticed
        else:
            is_right = is_noticed and is_felt if effect == "faster" else not is_felt
        if not is_right:
            yield Wrong("finding", finding, f"noticed {is_noticed}, felt {is_felt}")
