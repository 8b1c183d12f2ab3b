"""A question about writing text, put to a whole rig: the typical request of its workload."""

import re
from pathlib import Path

from advisor.answer.asked.problem import shortened
from advisor.answer.judge.thinking import thinking_answer, thought_of
from advisor.answer.tasks.task import Asked
from advisor.answer.text.generate import answer_of
from advisor.answer.text.judged import judged_for, light_of_estimate
from advisor.answer.text.seeing import Pictures
from advisor.answer.text.setting import LONG_TOKENS, Chooser
from advisor.answer.text.text_answer import answer_file, answer_text, typical_request
from advisor.answer.which_model.local_model import card_of_file
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.answer import Answer
from advisor.facts.answers.estimate import Estimate
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import CACHE_TYPE
from advisor.facts.asked.request import PredictRequest
from advisor.facts.cards.workload import WorkloadCard
from advisor.facts.rig.rig import Rig
from advisor.facts.values.plain_text import plain_text
from advisor.predict.model.subject import with_cache_type

_DIGEST = re.compile(r"^(?:sha256-)?[0-9a-f]{64}$")


def answer_writing(asked: Asked, rig: Rig, catalog: Catalog) -> TextAnswer:
    """The answer of a rig about a model of the catalog, or the one in a file; where no quantization is named, the best.

    Raises:
        ProblemError: no such quantization, a file that says too little, or a rig without processors.
    """
    workload, fields, file = asked.workload, asked.question.fields, asked.file
    assert isinstance(workload, WorkloadCard)
    wish, model = fields.get("thinking", "auto"), asked.model or (card_of_file(file, catalog) if file else None)
    thought = thought_of(model, catalog, name=model.name, wish=wish) if model else None
    run = typical_request(workload, model, context_tokens=fields.get("context_tokens"))
    if CACHE_TYPE in fields:
        run = with_cache_type(run, str(fields[CACHE_TYPE]).upper())
    quant, candidates = fields.get("quant"), asked.candidates
    if file is not None:
        own = None if file.weights else quant
        name = file_name(file)
        found = answer_file(
            rig,
            file,
            run=run,
            catalog=catalog,
            quant=own,
            candidates=candidates,
            is_glance=asked.is_glance,
            name=name,
            judged=judged_for(workload, thought),
        )
        thinking = thinking_answer(thought, found.chosen.time_to_first_token_s, found.chosen.decode)
        return found.changed(thinking=thinking, light=light_of_estimate(workload, found.chosen, thought))
    assert asked.model is not None
    context_tokens = fields.get("context_tokens")
    if quant is None:
        chooser = Chooser(rig, catalog, workload)
        quant = chooser.best(asked.model, context_tokens=context_tokens, thinking=wish).quant
    if CACHE_TYPE not in fields and context_tokens is not None and context_tokens >= LONG_TOKENS:
        chooser = Chooser(rig, catalog, workload)
        suited = chooser.at(asked.model, quant, context_tokens=context_tokens, thinking=wish)
        run = with_cache_type(run, suited.option.run.cache.key_type)
    found = answer_text(
        rig,
        model_id=asked.question.model_id,
        quant=quant,
        run=run,
        catalog=catalog,
        candidates=candidates,
        is_glance=asked.is_glance,
        draft=fields.get("draft"),
        pictures=Pictures(int(fields.get("images", 0))),
        thinking=wish,
        judged=judged_for(workload, thought),
    )
    return found.changed(light=light_of_estimate(workload, found.chosen, thought))


def printed_estimate(one: Estimate) -> Answer:
    """An estimate as the answer to a request."""
    return answer_of(PredictRequest(), one)


def file_name(file: ModelFile) -> str:
    """What a model's file is called: a GGUF by its file, for what it says of itself is often a base model's name.

    A file that is called by its digest, as Ollama's are, is called as it says.
    """
    if _DIGEST.match(Path(file.path).name):
        return shortened(file.name)
    return shortened(plain_text(Path(file.path).name)) if file.format == "gguf" else file.name
