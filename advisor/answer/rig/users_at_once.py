"""The same model and file, asked by several people at once: what they get together, and each of them."""

from advisor.answer.asked.problem import ProblemError
from advisor.answer.tasks.ask import answer_question
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.task_answer import TaskAnswer, TaskOption
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import Question
from advisor.facts.rig.rig import Rig

ENGINE = "llama.cpp"


def users_at_once(answer: TextAnswer, rig: Rig, catalog: Catalog) -> TaskAnswer[TaskOption] | None:
    """What llama.cpp's server does for so many; None where it would run elsewhere than for one, or not at all.

    A model in a file of someone's own is not asked about: only those of the catalog can be.
    """
    serving_id = next((one_id for one_id, one in catalog.other_workloads.items() if one.task == "serve"), None)
    holds = answer.chosen.fit.verdict in ("fits", "tight")
    if serving_id is None or answer.model_id not in catalog.models or not holds:
        return None
    fields = {
        "engine": ENGINE,
        "precision": answer.quant,
        "prompt_tokens": answer.chosen.prompt_tokens,
        "generated_tokens": answer.chosen.generated_tokens,
        "concurrency": 1,
    }
    try:
        question = Question(workload_id=serving_id, model_id=answer.model_id, fields=fields)
        found = answer_question(rig, catalog, question, candidates=())
    except ProblemError:
        return None
    same = found.chosen.processor_id == answer.chosen.processor_id
    return found if same and any(step.option.runs for step in found.steps) else None
