"""Running a model for real on this computer: with the settings of its prediction, and beside it."""

import contextlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from advisor.advice.local_models import models_on_this_computer
from advisor.answer.asked.problem import ProblemError
from advisor.answer.runs.imported_run import Chosen, ImportedAnswer, Understood, imported_answer, is_impossible
from advisor.answer.tasks.ask import answer_question
from advisor.answer.text.own_runs import ran_model
from advisor.answer.which_model.file_subject import file_subject
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.open.model_file import open_model_file
from advisor.engines.engine import Engine, file_engines, is_running, served_file, served_models
from advisor.engines.loopback import EngineError
from advisor.engines.served import ServedModel
from advisor.engines.trial import NAMES, SERVERS, EngineName, Ran, Trial, fitting_trial
from advisor.facts.answers.local_model import LocalModel
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.answers.tried import Tried, TriedRun
from advisor.facts.asked.question import Question
from advisor.facts.machine.measurement import RanModel
from advisor.facts.rig.rig import Rig
from advisor.facts.values.reason import Reason, ReasonError, reason
from advisor.present.run_it.start import run_start
from advisor.run.limits import bounded
from advisor.store.atomic_file import StoreError
from advisor.store.settings import SETTINGS


class Subject(NamedTuple):
    """What is to be run: a file of this computer, or a model of the catalog as a server has it, called `served`."""

    name: str
    file: ModelFile | None = None
    served: str | None = None
    model_id: str | None = None
    quant: str | None = None


class Planned(NamedTuple):
    """What runs where, and what was predicted for it."""

    subject: Subject
    engine: Engine
    trial: Trial
    answer: TextAnswer


def find_subject(name: str, engine: EngineName | None, catalog: Catalog) -> Subject:
    """What a person means: the path of a file, or a model as the server that was named calls it.

    Raises:
        EngineError: the server does not run or has no such model, or there is no such file.
        ModelFileError: the file cannot be read.
    """
    path = Path(name)
    if engine in ("ollama", "lmstudio"):
        return _served(name, engine, catalog)
    if path.exists():
        return _of_file(path, catalog)
    found = _on_disk(name, catalog)
    if found is None:
        raise EngineError("model_file_not_found", name=name)
    return _of_file(Path(found.path), catalog)


def _on_disk(name: str, catalog: Catalog) -> LocalModel | None:
    """A GGUF file of this computer: what a program calls by that name, else the smallest of the catalog's model."""
    models = [one for one in models_on_this_computer().models if one.format == "gguf" and one.file is not None]
    called = [one for one in models if name in (one.name, *(holder.name for holder in one.holders))]
    model_id = catalog.models.find(name) or catalog.models.newest(name)
    of_model = [one for one in models if model_id is not None and catalog.models.find(one.name) == model_id]
    return min(called or of_model, key=lambda one: one.size_bytes, default=None)


def _of_file(path: Path, catalog: Catalog, served: str | None = None) -> Subject:
    with bounded(path):
        file = open_model_file(path, catalog)
    if file.format != "gguf":
        raise EngineError("trial_needs_file", name=NAMES["llama-bench"])
    return Subject(name=served or path.name, file=file, served=served)


def _served(name: str, engine: EngineName, catalog: Catalog) -> Subject:
    """A model of a server: by its own file where that can be read, else as the catalog has it."""
    models = {one.name: one for one in served_models(engine)}
    found = models.get(name) or models.get(f"{name}:latest") or _one_called(name, models)
    if not models:
        raise EngineError("engine_has_no_model", name=NAMES[engine])
    if found is None:
        raise EngineError("trial_needs_name", name=NAMES[engine], names=tuple(models)[:_MOST_NAMED])
    path = served_file(engine, found.name)
    if path is not None:
        try:
            return _of_file(Path(path), catalog, found.name)
        except (ReasonError, OSError):
            pass  # the files of a service belong to another account
    model_id = catalog.models.find(found.name)
    if model_id is None or found.quant is None:
        raise ProblemError("called_model_not_known", name=found.name)
    return Subject(name=found.name, served=found.name, model_id=model_id, quant=found.quant)


_MOST_NAMED = 8


def _one_called(name: str, models: Mapping[str, ServedModel]) -> ServedModel | None:
    """The one model whose name is a part of the path of a file, as LM Studio names models by their repositories."""
    parts = {part.lower().removesuffix(".gguf").removesuffix("-gguf") for part in PurePosixPath(name).parts}
    found = [one for called, one in models.items() if called.lower().rpartition("/")[2] in parts]
    return found[0] if len(found) == 1 else None


def find_engine(
    subject: Subject, asked: EngineName | None, named: str | None, catalog: Catalog
) -> tuple[Subject, Engine]:
    """The engine to run it: the one that was asked for, else the best that is there; and what it calls the model.

    Where there is no program to run a file, a server that keeps it does. A place that is `named` is kept for later.

    Raises:
        EngineError: there is none.
    """
    if subject.served is not None and asked is not None:
        return subject, Engine(asked)
    path = subject.file.path if subject.file else ""
    found = [one for one in file_engines(path, named, engine_folder()) if asked in (None, one.name)]
    if named is not None and any(one.program for one in found):
        keep_engine_folder(named)
    if found:
        return subject, found[0]
    if asked is not None:
        raise EngineError("no_program_of_engine", name=NAMES[asked])
    holders = [holder for one in models_on_this_computer().models if one.path == path for holder in one.holders]
    servers = [(SERVERS[holder.program], holder.name) for holder in holders if holder.program in SERVERS]
    if not servers:
        raise EngineError("no_engine_found")
    server, called = next((one for one in servers if is_running(one[0])), servers[0])
    return _served(called, server, catalog), Engine(server)


def engine_folder() -> str | None:
    """Where a person said that the programs of llama.cpp are."""
    return SETTINGS.read().record.engine_folder


def keep_engine_folder(named: str) -> None:
    """Look for them there from now on; `named` is the folder or a program in it."""
    path = Path(named).expanduser().absolute()
    folder = str(path if path.is_dir() else path.parent)
    with contextlib.suppress(StoreError):  # it counts this time
        if folder != engine_folder():
            SETTINGS.change(lambda kept: kept.changed(engine_folder=folder))


def planned(
    subject: Subject,
    engine: Engine,
    rig: Rig,
    catalog: Catalog,
    *,
    workload_id: str,
    context_tokens: int | None,
    limit_s: float,
) -> Planned:
    """The run with the settings of the prediction, as long as the limit leaves room for.

    Raises:
        ProblemError: nothing can be predicted of it.
        EngineError: it does not fit into this computer.
    """
    model_id = subject.file.path if subject.file else str(subject.model_id)
    fields = {"quant": subject.quant, "context_tokens": context_tokens}
    question = Question(
        workload_id=workload_id, model_id=model_id, fields={name: one for name, one in fields.items() if one}
    )
    answer: TextAnswer = answer_question(rig, catalog, question, file=subject.file, is_glance=True)  # type: ignore[assignment]
    start, chosen = run_start(answer, system="linux"), answer.chosen
    if start is None:
        raise EngineError("trial_wont_fit")
    trial = Trial(
        path=subject.file.path if subject.file else None,
        model=subject.served,
        prompt_tokens=chosen.prompt_tokens,
        generated_tokens=chosen.generated_tokens,
        context_tokens=chosen.context_tokens,
        gpu_layers=0 if start.on_processor else start.plan.gpu_layers,
        host_expert_layers=start.plan.host_expert_layers,
        threads=start.plan.threads,
        flash_attention=start.plan.flash_attention,
        limit_s=limit_s,
    )
    prefill, decode = chosen.prefill.tokens_per_s, chosen.decode.tokens_per_s
    fitting = fitting_trial(
        trial, prompt_tokens_per_s=prefill.low if prefill else None, tokens_per_s=decode.low if decode else None
    )
    return Planned(subject, engine, fitting, answer)


def tried(
    plan: Planned, ran: Ran, rig: Rig, catalog: Catalog, *, today: str, keep: bool, disturbed: Reason | None = None
) -> tuple[Tried, ImportedAnswer]:
    """What came of a run beside what was predicted, and what of it is to be kept; `disturbed` says why it is not.

    Raises:
        EngineError: what the engine printed holds no figures.
    """
    subject = plan.subject
    chosen = Chosen(
        model_id=None if subject.file else subject.model_id,
        quant=None if subject.file else subject.quant,
        device="cpu" if ran.place == "cpu" else None,
        file=_ran_file(subject.file, catalog) if subject.file else None,
    )
    try:
        found = imported_answer(ran.text, rig, catalog, chosen=chosen, today=today)
    except ProblemError as error:
        raise EngineError("engine_answer_not_understood", name=NAMES[plan.engine.name]) from error
    if ran.place == "both":
        both = tuple(Understood(one.imported, reason=reason("ran_on_two_devices")) for one in found.runs)
        found = found._replace(runs=both)
    runs = tuple(_tried_run(one, plan, keep=keep, disturbed=disturbed) for one in found.runs)
    own = next((one.judged.run for one in found.runs if one.judged is not None), None)
    processor = next((one for one in rig.processors if own is not None and one.id == own.processor), None)
    first, expected = _first_token_s(runs)
    imported = found.runs[0].imported if found.runs else None
    document = Tried(
        engine=NAMES[plan.engine.name],
        build=imported.build if imported else None,
        model_name=plan.answer.model_name,
        quant=plan.answer.quant,
        processor=processor.id if processor else None,
        processor_name=processor.name if processor else None,
        context_tokens=plan.trial.context_tokens,
        threads=imported.threads if imported else None,
        gpu_layers=plan.trial.gpu_layers,
        flash_attention=plan.trial.flash_attention,
        ran_on=today,
        runs=runs,
        first_token_s=first,
        predicted_first_token_s=expected,
    )
    return document, found


def _ran_file(file: ModelFile, catalog: Catalog) -> RanModel:
    subject, _ = file_subject(file, catalog)
    return ran_model(subject)


def _tried_run(one: Understood, plan: Planned, *, keep: bool, disturbed: Reason | None) -> TriedRun:
    """One speed beside what was expected: of the same run, or of the whole answer where a part of it ran elsewhere."""
    imported, judged = one.imported, one.judged
    told = {
        "phase": imported.phase,
        "prompt_tokens": imported.prompt_tokens if imported.phase == "prefill" else 0,
        "depth_tokens": imported.depth_tokens,
        "generated_tokens": imported.generated_tokens if imported.phase == "decode" else 0,
        "tokens_per_s": imported.tokens_per_s,
        "spread": imported.spread,
        "notes": one.notes,
    }
    if judged is None:
        speed = plan.answer.chosen.prefill if imported.phase == "prefill" else plan.answer.chosen.decode
        return TriedRun.model_validate({**told, "predicted": speed.tokens_per_s, "not_kept": one.reason})
    can_be = not is_impossible(judged)
    return TriedRun.model_validate(
        {
            **told,
            "predicted": judged.expected.tokens_per_s,
            "is_kept": keep and can_be,
            "not_kept": disturbed if can_be else reason("faster_than_possible"),
        }
    )


def _first_token_s(runs: tuple[TriedRun, ...]) -> tuple[float | None, float | None]:
    """Seconds to the first token, measured and predicted; None where one of the two speeds is missing."""
    read = next((one for one in runs if one.phase == "prefill"), None)
    written = next((one for one in runs if one.phase == "decode"), None)
    if read is None or written is None:
        return None, None
    measured = read.prompt_tokens / read.tokens_per_s + 1 / written.tokens_per_s
    if read.predicted is None or written.predicted is None:
        return measured, None
    return measured, read.prompt_tokens / read.predicted.middle + 1 / written.predicted.middle
