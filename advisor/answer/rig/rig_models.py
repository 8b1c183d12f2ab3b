"""What a rig can do before anyone asks: the best models of its ranking, and one model for several people at once."""

from collections.abc import Iterator

from advisor.answer.asked.problem import ProblemError
from advisor.answer.rig.rank import each_of_best
from advisor.answer.tasks.ask import answer_question
from advisor.answer.text.one_setting import Setting
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import Question
from advisor.facts.rig.rig import Rig

_BEST = 3
"""Models of the ranking that are answered about."""


def answer_models(rig: Rig, catalog: Catalog, *, workload_id: str = "chat") -> tuple[TextAnswer, ...]:
    """Answers for the first models of the ranking, each in its best setting, the best first."""
    return tuple(one for one in each_model(rig, catalog, workload_id=workload_id) if one is not None)


def each_model(rig: Rig, catalog: Catalog, *, workload_id: str = "chat") -> Iterator[TextAnswer | None]:
    """The same in small steps, which yield None or an answer, for a caller that does other things in between."""
    ranked = []
    try:
        for one in each_of_best(rig, catalog, workload_id=workload_id, count=_BEST):
            ranked += [one] if one else []
            yield None
    except ProblemError:
        return
    for one in ranked:
        if one.is_weak and not ranked[0].is_weak:
            continue  # what the ranking puts behind a slow model is no headline
        assert isinstance(one.way, Setting)
        question = Question(workload_id=workload_id, model_id=one.model_id, fields={"quant": one.way.quant})
        found = answer_question(rig, catalog, question, is_glance=True)
        assert isinstance(found, TextAnswer)
        yield found


ENGINE = "llama.cpp"


def users_at_once(answer: TextAnswer, rig: Rig, catalog: Catalog) -> TaskAnswer | None:
    """What llama.cpp's server does for so many, each with the context and the cache that one has.

    None where it would run elsewhere than for one, or not at all, and for a file of someone's own: only models of the
    catalog can be asked about.
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
        "context_tokens": answer.context_tokens,
        "kv_type": answer.chosen.launch.key_type.lower() if answer.chosen.launch else "f16",
        "concurrency": 1,
    }
    try:
        question = Question(workload_id=serving_id, model_id=answer.model_id, fields=fields)
        found = answer_question(rig, catalog, question, candidates=())
    except ProblemError:
        return None
    same = found.chosen.processor_id == answer.chosen.processor_id
    return found if same and any(step.option.runs for step in found.steps) else None
