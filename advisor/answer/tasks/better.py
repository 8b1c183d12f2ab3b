"""The one setting to try where a model is of little use as it was asked about: its file, its context, its precision."""

from collections.abc import Iterator

from advisor.answer.asked.problem import ProblemError
from advisor.answer.tasks.ask import answer_question
from advisor.answer.text.smaller import SHORTEST_CONTEXT_TOKENS
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.answers.task_answer import BetterSetting, TaskAnswer
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import Question
from advisor.facts.rig.rig import Rig

Fields = dict[str, str | int | None]
_LEFT_OPEN = ("precision", "engine", "kv_type")
"""Fields that the rig chooses best where nobody sets them; they are set together."""
_SMALLER_METHODS = {"full": ("lora", "qlora"), "lora": ("qlora",)}


def with_better(
    found: TaskAnswer,
    question: Question,
    rig: Rig,
    catalog: Catalog,
    *,
    file: ModelFile | None = None,
    is_quant_own: bool = True,
) -> TaskAnswer:
    """The answer with the first setting that gives the model a better light; as it is where it is of use already.

    `is_quant_own`: a person chose the quantization; else it is the best one.
    """
    if found.light.is_useful or found.light.is_too_weak:
        return found
    for fields in _tried(found, question, is_quant_own=is_quant_own and file is None):
        kept = {**question.fields, **fields}
        changed = question.changed(fields={name: one for name, one in kept.items() if one is not None})
        try:
            other = answer_question(rig, catalog, changed, file=file, is_glance=True)
        except ProblemError:
            continue
        if other.light.place < found.light.place and other.light.usability != "unknown":
            named: Fields = {"quant": other.quant} if isinstance(other, TextAnswer) and "quant" in fields else fields
            return found.changed(better=BetterSetting(fields=named, light=other.light))
    return found


def _tried(found: TaskAnswer, question: Question, *, is_quant_own: bool) -> Iterator[Fields]:
    """What is changed, one thing at a time, in the order in which it is missed least."""
    fields = question.fields
    if isinstance(found, TextAnswer):
        if is_quant_own and fields.get("quant") is not None:
            yield {"quant": None}
        shorter = found.smaller.context_tokens if found.smaller is not None else None
        if shorter is not None and shorter >= SHORTEST_CONTEXT_TOKENS:
            yield {"context_tokens": 1 << (shorter.bit_length() - 1)}
        return
    if any(fields.get(name) is not None for name in _LEFT_OPEN):
        both = found.task == "serve"
        yield dict.fromkeys(_LEFT_OPEN if both else _LEFT_OPEN[:1])
    for method in _SMALLER_METHODS.get(str(fields.get("method")), ()) if found.task == "finetune" else ():
        yield {"method": method}
