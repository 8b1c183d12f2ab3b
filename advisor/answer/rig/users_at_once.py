"""The same model and file, asked by several people at once: what they get together, and each of them."""

from advisor.answer.asked.problem import ProblemError
from advisor.answer.rig.rig_task import answer_rig_task
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.rig_answer import RigAnswer
from advisor.facts.answers.task_answer import RigTaskAnswer
from advisor.facts.rig.rig import Rig

ENGINE = "llama.cpp"


def users_at_once(answer: RigAnswer, rig: Rig, catalog: Catalog) -> RigTaskAnswer | None:
    """What llama.cpp's server does for so many; None where it would run elsewhere than for one, or not at all.

    A model in a file of someone's own is not asked about: only those of the catalog can be.
    """
    serving = next((one for one in catalog.other_workloads.values() if one.task == "serve"), None)
    if serving is None or answer.model_id not in catalog.models or answer.chosen.fit.verdict not in ("fits", "tight"):
        return None
    fields = {
        "engine": ENGINE,
        "precision": answer.quant,
        "prompt_tokens": answer.chosen.prompt_tokens,
        "generated_tokens": answer.chosen.generated_tokens,
        "concurrency": 1,
    }
    try:
        found = answer_rig_task(rig, catalog, workload=serving, model=answer.model_id, fields=fields, candidates=())
    except ProblemError:
        return None
    same = found.chosen.processor_id == answer.chosen.processor_id
    return found if same and any(step.option.runs for step in found.steps) else None
