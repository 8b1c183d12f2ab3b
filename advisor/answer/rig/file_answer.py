"""The question asked of a whole rig about a model that someone opened from a file."""

from dataclasses import replace

from advisor.answer.rig.rig_answer import answer_subject
from advisor.answer.which_model.file_subject import file_subject
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.answers.rig_answer import RigAnswer
from advisor.facts.rig.rig import Rig
from advisor.predict.model.subject import Run


def answer_file(
    rig: Rig,
    file: ModelFile,
    *,
    context_tokens: int,
    prompt_tokens: int,
    depth_tokens: int,
    generated_tokens: int,
    catalog: Catalog,
    quant: str | None = None,
    candidates: tuple[str, ...] | None = None,
    name: str | None = None,
) -> RigAnswer:
    """The answer for the model in an opened file, as `answer_rig` gives it for one of the catalog.

    The id of the model is the path of its file, `name` what it is called if not as the file says. `quant` counts for a
    configuration without weights. What the file leaves open stands in the notes of `describe_file`.

    Raises:
        ProblemError: the file holds nothing a prediction can be made of, or the rig has no processor.
    """
    subject, _ = file_subject(file, catalog, quant=quant)
    subject = replace(subject, name=name or subject.name)
    run = Run(
        context_tokens=context_tokens,
        prompt_tokens=prompt_tokens,
        depth_tokens=depth_tokens,
        generated_tokens=generated_tokens,
    )
    return answer_subject(rig, subject, run, model_id=file.path, catalog=catalog, candidates=candidates)
