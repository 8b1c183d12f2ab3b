"""Keeps the speed that a person measured: judged by the rooms below, said in one line."""

from PySide6.QtCore import QDate, Qt

from advisor.answer.own_claim import judged_claim, likely_processor_id
from advisor.answer.problem import ProblemError
from advisor.catalog.catalog import Catalog
from advisor.facts.machine import Machine
from advisor.facts.own_run import OwnRun
from advisor.facts.rig import Rig
from advisor.present.own_run_text import kept_sentence, refusal
from advisor.store.atomic_file import StoreError
from advisor.store.history import save_own_run
from advisor.ui.question import Question


def kept_run(question: Question, tokens_per_s: float, machine: Machine, rig: Rig, catalog: Catalog) -> str:
    """What was kept, or why nothing was."""
    try:
        device = likely_processor_id(rig, catalog, model_id=question.model_id, quant=question.quant_id)
        claim = OwnRun(
            model_id=question.model_id,
            quant=question.quant_id,
            processor=device,
            tokens_per_s=tokens_per_s,
            ran_on=QDate.currentDate().toString(Qt.DateFormat.ISODate),
        )
        found = judged_claim(claim, rig, catalog)
        refused = refusal(found.finding)
        if refused is None:
            save_own_run(machine, claim)
        return refused or kept_sentence(found)
    except (ProblemError, StoreError) as error:
        return str(error)
