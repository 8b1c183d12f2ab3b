"""What one question is about: a model by any of its names or in a file, the work, and what was chosen for it."""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple, get_args

from advisor.advice.known_models import KnownModels
from advisor.advice.question import question_about, settled, turned
from advisor.answer.asked.problem import UnknownModelError
from advisor.answer.tasks.ask import find_task_model, named_question
from advisor.answer.tasks.own_work import own_work
from advisor.answer.tasks.told_fields import CONTEXT, IMAGES, PROMPT, settable
from advisor.answer.which_model.family import is_one_of_several_sizes
from advisor.answer.which_model.subject import find_quant
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.name_key import quant_in_name
from advisor.catalog.on_disk.candidate import Candidate
from advisor.cli.asking.sentence.kinds.longer_release import later_release
from advisor.cli.frame.command import UsageError
from advisor.cli.frame.named_model import newest_note
from advisor.cli.frame.profile import DEFAULT_WORKLOAD, find_workload_id
from advisor.cli.frame.set_option import check_fields
from advisor.facts.asked.question import CACHE_TYPE, THINKING, Question, ThinkingWish
from advisor.facts.kept.settings import Settings
from advisor.facts.rig.rig import Rig
from advisor.facts.values.frozen import frozen
from advisor.facts.values.plain_text import plain_text
from advisor.facts.values.reason import ReasonError
from advisor.present.words.program_names import PROGRAM_NAMES
from advisor.present.words.quantity import count, tokens
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import joined, sentence

AUTO = "auto"
_PATHS = ("/", "./", "../", "~", ".\\", "..\\", "\\\\")
_FILES = (".gguf", ".safetensors")
_NEWEST = re.compile(r":latest$", re.IGNORECASE)
_VERSION = re.compile(r"(?<![\d.])[1-9]\d?\.[1-9]\d*(?![\d.]*\s?[bm]\b)", re.IGNORECASE)
"""A version in a name, which is no size: `V3.1`, not `1.5B`, nor one that ends with 0."""
_MOST_IMAGES = 16
_THINKING = re.compile(r"(?<![a-z])thinking(?![a-z])", re.IGNORECASE)


@frozen
class Wish:
    """What was asked: `model` as it was typed; what is None is chosen as in the window.

    `fields` are those of a request; of writing text `prompt_tokens`.
    """

    model: str
    workload: str | None = None
    quant: str | None = None
    context_tokens: int | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)


class Meant(NamedTuple):
    """What it is about: the id of a model, or the path of its opened file; the work; the quantization in its name.

    `note` says where the file was found. `stretch` is what it takes to hold more than the model is made for, where that
    is asked for: a line about it, and the settings of llama.cpp; both empty otherwise.
    """

    model_id: str
    workload_id: str
    known: KnownModels
    quant: str | None = None
    note: str = ""
    stretch: tuple[str, str] = ("", "")


class Put(NamedTuple):
    """The question as it is put to a rig, whether a person chose the quantization, and what was made of its name."""

    question: Question
    is_quant_own: bool
    note: str = ""


def meant(wish: Wish, catalog: Catalog) -> Meant:
    """The model and the work that are meant.

    Raises:
        UsageError: no name at all.
        SentenceError, ReasonError: no such model or work, or a file that holds none.
    """
    name = plain_text(wish.model)
    if not name:
        raise UsageError('name a model, for example "Qwen3 8B"')
    workload_id = find_workload_id(wish.workload, catalog) if wish.workload is not None else None
    path = _file(wish)
    if path is not None:
        return _opened(path, "", workload_id, catalog)
    cause: ReasonError | None = None
    if workload_id not in catalog.other_workloads and wish.quant in (None, AUTO):
        for held in _held(name):
            try:
                return _opened(held.opened, held.name, workload_id, catalog)._replace(note=_note(held))
            except ReasonError as error:  # it writes no text, or is damaged
                cause = cause or error
    try:
        model_id = _model_id(name, workload_id, catalog)
    except UnknownModelError as error:
        if cause is None and _is_path(name):
            raise UsageError(f"there is no file {name}, nor is a model known by that name") from None
        raise cause or error from None
    quant = quant_in_name(name) if model_id in catalog.models else None
    home = workload_id or _home(model_id, catalog)
    own_quant = quant if quant and catalog.quants.find(quant) else None
    card = catalog.models.get(model_id) or catalog.other_models[model_id]
    is_newest = model_id in catalog.models and catalog.models.find(_NEWEST.sub("", name)) is None
    note = newest_note(card.name) if is_newest else _note_on_version(name, card.name)
    if not note and is_one_of_several_sizes(_NEWEST.sub("", name), card, catalog):
        note = f"Assumed: {card.name} for {name}."
    return _stretched(wish, Meant(model_id, home, KnownModels(catalog), own_quant, note))


def _note_on_version(asked: str, answered: str) -> str:
    """That another version answers for the one that was asked about: their layers are the same, not what they know."""
    versions = set(_VERSION.findall(asked)) - set(_VERSION.findall(answered))
    return f"{asked} is answered as {answered}: same size and layers, so as fast." if versions else ""


def _file(wish: Wish) -> Path | None:
    """The file or folder that was named; a folder is told from a model of its name by what is no letter."""
    is_folder = os.path.isdir(wish.model) and set(wish.model) & {"/", os.sep, "."}
    return Path(wish.model) if is_folder or os.path.isfile(wish.model) else None


def _is_path(name: str) -> bool:
    """Whether a name says where a file is, or what kind of file; a name of Hugging Face has a slash, too."""
    return name.startswith(_PATHS) or name.lower().endswith(_FILES)


def _held(name: str) -> Iterator[Candidate]:
    """The models of that name in the folders of programs and in those of a person."""
    # imported here: for a file that is named nothing is looked for
    from advisor.catalog.on_disk.by_name import QUICK, candidates_of_name
    from advisor.catalog.on_disk.moved import places_here
    from advisor.catalog.on_disk.walk import Search
    from advisor.probe.shared.host import running_kind
    from advisor.store.settings import SETTINGS

    folders = map(Path, SETTINGS.read().record.model_folders)
    places = places_here(running_kind(), Path.home(), os.environ, folders)
    return candidates_of_name(name, places, Search(QUICK))


def _note(held: Candidate) -> str:
    return f"Answered for the file on this computer, in {PROGRAM_NAMES[held.program]}."


def _opened(path: Path, called: str, workload_id: str | None, catalog: Catalog) -> Meant:
    """What a file is about; `called` is the name of one that has only a digest.

    Raises:
        ReasonError: it holds no model that anything can be said of.
        UsageError: the work is none that a file is asked about for.
    """
    from advisor.catalog.open.model_file import open_model_file
    from advisor.run.limits import bounded

    with bounded(path):
        file = open_model_file(path, catalog)
    known = KnownModels(catalog).with_file(file.changed(name=called) if called else file)
    known.check(file.path)
    if workload_id in catalog.other_workloads:
        raise UsageError(f"about a file ask for one of the workloads {', '.join(catalog.workloads)}")
    return Meant(file.path, workload_id or DEFAULT_WORKLOAD, known)


def _model_id(name: str, workload_id: str | None, catalog: Catalog) -> str:
    """The id of a model by its name, a Hugging Face name or one of Ollama.

    Raises:
        UnknownModelError: there is none; with the nearest names.
        ProblemError: it cannot do the work.
    """
    plain = _NEWEST.sub("", name)
    if workload_id is not None and workload_id in catalog.other_workloads:
        return find_task_model(plain, catalog.other_workloads[workload_id], catalog)[0]
    found = catalog.models.find(plain) or (None if workload_id else catalog.other_models.find(plain))
    if found is not None:
        return found
    if workload_id is not None:  # it says what a model of another kind can do
        return find_task_model(plain, catalog.workloads[workload_id], catalog)[0]
    if (newest := catalog.models.newest(plain)) is not None:
        return newest
    near = (*catalog.models.nearest(plain), *catalog.other_models.nearest(plain))
    if near:
        raise UnknownModelError("model_unknown_near", name=plain, near=near)
    raise UnknownModelError("model_unknown", name=plain)


def _home(model_id: str, catalog: Catalog) -> str:
    """The work that people take a model for."""
    found = own_work(model_id, catalog)
    if found is None:
        raise UsageError(f"what {catalog.other_models[model_id].name} takes is not known well enough for an answer")
    return found


def question_of(wish: Wish, about: Meant, rig: Rig) -> Put:
    """The question as the window puts it to a rig.

    Raises:
        ProblemError: no such quantization, or the model cannot do the work.
        UsageError: a context that the model or the work does not have.
    """
    known, catalog = about.known, about.known.catalog
    quant = about.quant if wish.quant in (None, AUTO) else wish.quant
    if about.workload_id in catalog.other_workloads:
        workload = catalog.other_workloads[about.workload_id]
        check_fields(wish.fields, workload)
        told = {**({"precision": quant} if quant else {}), **wish.fields}
        if wish.context_tokens is not None:
            if CONTEXT not in settable(workload):
                raise UsageError(f"--context is for text; for {about.workload_id} see --set")
            told = {CONTEXT: wish.context_tokens, **told}
        card = catalog.models.get(about.model_id) or catalog.other_models[about.model_id]
        return Put(named_question(about.workload_id, card.name, catalog, fields=told), is_quant_own=True)
    prompt_tokens = _prompt_tokens(wish, about)
    page = turned(question_about(about.model_id, Settings(), known), "workload", about.workload_id, known)
    note = ""
    if quant:
        named, _, notes = find_quant(quant, catalog.models.get(about.model_id), catalog)
        page = page.with_own(quant=catalog.quants.find(named.name))
        note = joined(map(sentence, map(in_words, notes)))
    if wish.context_tokens is not None:
        _check_context(wish.context_tokens, about)
        page = page.with_own(context_tokens=wish.context_tokens)
    if prompt_tokens is not None:
        room = catalog.workloads[about.workload_id].asked(prompt_tokens=prompt_tokens).context_tokens
        room = min(room, known.longest_tokens(about.model_id) or room)
        page = page.with_own(prompt_tokens=prompt_tokens, context_tokens=wish.context_tokens or room)
    if (images := _images(wish, about)) is not None:
        page = page.with_own(images=images)
    if (cache := wish.fields.get(CACHE_TYPE)) is not None:
        if str(cache).upper() not in catalog.blocks:
            raise UsageError(f"--set {CACHE_TYPE} takes a type of llama.cpp's cache: f16, q8_0, q5_1 or q4_0")
        page = page.with_own(**{CACHE_TYPE: str(cache).lower()})
    if (thinking := wish.fields.get(THINKING, _thinking_in_name(wish.model, about))) is not None:
        if thinking not in get_args(ThinkingWish):
            raise UsageError(f"--set {THINKING} takes one of {', '.join(get_args(ThinkingWish))}")
        page = page.with_own(**{THINKING: thinking})
    text = page.text.changed(fields={**page.text.fields, **page.own_settings})
    page = settled(replace(page, text=text, now=text), rig, known)
    return Put(page.now, "quant" in page.own_settings, note)


def _thinking_in_name(name: str, about: Meant) -> ThinkingWish | None:
    """That the form which thinks is meant, where one card stands for it and for the one that does not."""
    card = about.known.catalog.models.get(about.model_id)
    if card is None or card.thinking is None or _THINKING.search(card.name) is not None:
        return None
    return "on" if _THINKING.search(name) is not None else None


def _prompt_tokens(wish: Wish, about: Meant) -> int | None:
    """The length of the prompt of a model that writes to one person; None for the usual one.

    Raises:
        UsageError: no length, one that the model or the context does not hold, or another setting.
    """
    workload = about.known.catalog.workloads[about.workload_id]
    check_fields(wish.fields, workload)
    found = wish.fields.get(PROMPT)
    if found is None:
        return None
    if not isinstance(found, int) or isinstance(found, bool) or found < 1:
        raise UsageError(f"--set {PROMPT} takes a number of tokens, for example {PROMPT}=8000")
    _check_context(found + workload.generated_tokens, about)
    if wish.context_tokens is not None and found + workload.generated_tokens > wish.context_tokens:
        needed = count(found + workload.generated_tokens)
        raise UsageError(f"this prompt with its answer takes {needed} tokens of context; --context is shorter")
    return found


def _images(wish: Wish, about: Meant) -> int | None:
    """How many pictures are in the prompt; None for none.

    Raises:
        UsageError: no such number, or a model that does not see.
    """
    found = wish.fields.get(IMAGES)
    if found is None:
        return None
    if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found <= _MOST_IMAGES:
        raise UsageError(f"--set {IMAGES} takes a number of pictures, 0 to {_MOST_IMAGES}")
    card = about.known.catalog.models.get(about.model_id)
    if card is None or card.vision is None:
        raise UsageError("this model sees no pictures, as far as its card tells; rig-advisor rank --only sees")
    return found


def _check_context(context_tokens: int, about: Meant) -> None:
    most, further = about.known.longest_tokens(about.model_id), about.known.extension(about.model_id)
    if most is not None and context_tokens > max(most, further.tokens if further is not None else 0):
        held = f"the model is made for at most {tokens(most)}"
        more = f"{count(further.tokens)} with YaRN" if further else "no way beyond is documented by its makers"
        asked = f"{count(context_tokens)} were asked for"
        raise UsageError(f"{held} ({more}), {asked}; rig-advisor rank says how long a context others hold")


def _stretched(wish: Wish, about: Meant) -> Meant:
    """The same; where more is asked for than the model is made for, as a model that holds what its makers document."""
    catalog = about.known.catalog
    if about.model_id not in catalog.models or about.workload_id not in catalog.workloads:
        return about
    prompt = wish.fields.get(PROMPT)
    read = prompt + catalog.workloads[about.workload_id].generated_tokens if isinstance(prompt, int) else 0
    wanted = max(wish.context_tokens or 0, read)
    most, further = about.known.longest_tokens(about.model_id), about.known.extension(about.model_id)
    card = catalog.models[about.model_id]
    if most is None or further is None or card.shape is None or not most < wanted <= further.tokens:
        return about
    scale = ceil(wanted / further.trained_tokens)
    to = f"YaRN, which its makers document up to {count(further.tokens)}; short texts lose a little by it."
    settings = f"--rope-scaling yarn --rope-scale {scale} --yarn-orig-ctx {further.trained_tokens}"
    longer = card.changed(shape=card.shape.changed(context_tokens=further.tokens))
    known = KnownModels(replace(catalog, models=catalog.models.with_card(about.model_id, longer)))
    later = later_release(card.name, wanted, about.known)
    instead = f" {later} is made for more: ask about that." if later else ""
    told = f"The model is made for {tokens(most)}: beyond that it takes {to}{instead}"
    return about._replace(known=known, stretch=(told, settings))
