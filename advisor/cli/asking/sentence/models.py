"""The models that a plain question names, each with the file types that it is asked about, and models named by size."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from advisor.answer.asked.problem import UnknownModelError
from advisor.answer.which_model.capability import capability
from advisor.answer.which_model.family import family_members, is_one_of_several_sizes
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.name_key import quant_in_name
from advisor.cli.asking.sentence.fillers import is_filler
from advisor.cli.asking.sentence.kinds.millions import of_millions
from advisor.cli.asking.sentence.kinds.short_names import by_short_name
from advisor.cli.asking.sentence.sentence import Sentence, Word, runs, text_of
from advisor.facts.cards.model import ModelCard
from advisor.facts.values.units import GIGA

_ONLY_NUMBER = re.compile(r"^[\d.]+ ?(gb|gib|tb|b|x|k|w)?$", re.IGNORECASE)
_QUANT = re.compile(
    r"^(ud-)?i?q[1-8](_[0-9a-z]+)*$|^[2-8]-?bits?$|^(bf|f|fp)16$|^fp8$|^int[48]$|^(awq|gptq|nvfp4|mxfp4|gguf)s?$", re.I
)
_OF_OTHERS = re.compile(r"^(bf|f|fp)16$|^fp8$|^int[48]$|^(awq|gptq|nvfp4)$", re.IGNORECASE)
"""File types that other programs than llama.cpp run."""
_OF_GGUF = re.compile(r"^(?:ud-)?i?q[1-8]", re.IGNORECASE)
_USUAL = {
    "q1": "IQ1_M", "q2": "Q2_K", "q3": "Q3_K_M", "q4": "Q4_K_M", "q5": "Q5_K_M", "q6": "Q6_K", "q8": "Q8_0",
    "iq1": "IQ1_M", "iq2": "IQ2_XS", "iq3": "IQ3_XXS", "iq4": "IQ4_XS",
    "2bit": "Q2_K", "3bit": "Q3_K_M", "4bit": "Q4_K_M", "5bit": "Q5_K_M", "6bit": "Q6_K", "8bit": "Q8_0",
    "fp16": "F16", "int4": "Q4_K_M", "int8": "Q8_0",
}  # fmt: skip
"""What people mean who name the bits alone."""
_FORMAT, _OF_FORMAT = "gguf", {True: ("Q8_0", "Q4_K_M"), False: ("Q4_K_M",)}
"""Of files in llama.cpp's format those that are meant, of models that draw or film, and of others (a judgment)."""
_SIZED = re.compile(r"\b(\d{1,4}(?:\.\d)?) ?b(?:illion)?(?: param\w*)?(?: (dense|moe))?\b", re.IGNORECASE)
_SIZED_WRITER = re.compile(rf"{_SIZED.pattern}(?= (?:llms?|(?:language )?models)\b)", re.IGNORECASE)
_SIZE_ALONE = re.compile(r"(?<![\w.-])(\d{1,4}(?:\.\d)?b)(?:[ -](a\d{1,3}(?:\.\d)?b))?(?![\w-])", re.IGNORECASE)
_WORD_ALONE = re.compile(r"\b(?:or|vs\.?|versus|over|than) (?:the |its )?([a-z]{4,12})(?![\w-])", re.IGNORECASE)
_SIZE_IN_NAME = re.compile(r"[ -]\d+(?:\.\d+)?B\b.*$")
_KINDS = frozenset(
    ("quantized", "quantised", "uncensored", "abliterated", "distilled", "multimodal", "vision", "instruct")
)
_OF = re.compile(r"\S+ (?:of|for) (?:an? |the )?", re.IGNORECASE)
_NAME_BEFORE = re.compile(r"(?<![\w.-])([A-Za-z][\w.-]*)(?: [\d.]+)? $")
_TOKEN = re.compile(r"[a-z]+|\d+")
_WHICH = frozenset(("which", "what", "best", "largest", "biggest", "smallest", "fastest"))
_SEVERAL = 2
_DENSE = re.compile(r"\bdense\b", re.IGNORECASE)
_ALIKE = 0.15
"""A model of a size that is named is at most so much larger or smaller."""


class NamedModel(NamedTuple):
    """A model by its name, where its name begins, and the file types that are named with it.

    `sized` is what was written where that stands for several sizes, of which this one is taken.
    """

    name: str
    start: int
    quants: tuple[str, ...] = ()
    sized: str = ""


def models_among(sentence: Sentence, catalog: Catalog) -> list[NamedModel]:
    """The models in their order; where none has a name, the newest of the size that is named."""
    found, seen = dict[str, int](), dict[str, str | None]()
    quants, assumed = list[tuple[int, str]](), dict[str, str]()

    def model_of(name: str) -> str | None:
        if name not in seen:
            seen[name] = None if _ONLY_NUMBER.match(name) or _QUANT.match(name) else _model(name, catalog)
        return seen[name]

    while True:
        words = sentence.words()
        named = [(model_of(text_of(words, *run)), run) for run in runs(words) if not _asks_which(words, run, catalog)]
        first = next((model for model, _ in named if model), None)
        if first is None:
            break
        start, end = _place_of(named, words, first)
        text = sentence.text[start:end]
        if (quant := quant_in_name(text)) and catalog.quants.find(quant):
            quants.append((start, quant))
        found.setdefault(first, start)
        if is_one_of_several_sizes(text, _card(first, catalog), catalog):
            assumed.setdefault(first, _without_quant(text))
        sentence.blank(start, end)
    named_models = [
        NamedModel(name, start, sized=assumed.get(name, ""))
        for name, start in sorted(found.items(), key=lambda one: one[1])
    ]
    named_models += _of_same_series(sentence, named_models, catalog)
    if not any(catalog.models.find(one.name) for one in named_models):
        named_models += _of_size(sentence, catalog, is_beside=bool(named_models))
    if not named_models and (small := of_millions(sentence, catalog)) is not None:
        named_models = [NamedModel(small[0], small[1], sized=small[2])]
    if not named_models:
        return []
    starts = [one.start for one in named_models]
    told = [(_place_of_model(sentence, place, starts), quant) for place, quant in (*quants, *_quants(sentence))]
    return _with_quants(named_models, told, catalog)


def _card(name: str, catalog: Catalog) -> ModelCard:
    """The card of a model that was found."""
    model_id = catalog.models.find(name)
    return (
        catalog.models[model_id]
        if model_id is not None
        else catalog.other_models[catalog.other_models.find(name) or ""]
    )


def _without_quant(text: str) -> str:
    return " ".join(one for one in text.split() if not _QUANT.match(one))


def _of_same_series(sentence: Sentence, named: Sequence[NamedModel], catalog: Catalog) -> list[NamedModel]:
    """Models that are named by their size alone behind one of their series: `qwen3.6 27b or the 35b a3b`."""
    found = [*_of_same_name(sentence, named, catalog)]
    for one in list(_SIZE_ALONE.finditer(sentence.left)):
        before = [model.name for model in named if model.start < one.start()]
        series = _SIZE_IN_NAME.split(before[-1])[0] if before else ""
        model_id = catalog.models.find(f"{series} {one[1]}{f'-{one[2]}' if one[2] else ''}") if series else None
        name = catalog.models[model_id].name if model_id else ""
        if name and name not in (model.name for model in (*named, *found)):
            found.append(NamedModel(name, one.start()))
            sentence.blank(one.start(), one.end())
    return found


def _of_same_name(sentence: Sentence, named: Sequence[NamedModel], catalog: Catalog) -> Iterator[NamedModel]:
    """Models that are named by a word alone that their name has beside that of one before: `large v3 vs turbo`."""
    for one in list(_WORD_ALONE.finditer(sentence.left)):
        before = [model.name for model in named if model.start < one.start()]
        name = _model(f"{before[-1]} {one[1]}", catalog) if before else None
        if name and name not in (model.name for model in named):
            yield NamedModel(name, one.start(1))
            sentence.blank(one.start(1), one.end(1))


def _asks_which(words: Sequence[Word], run: tuple[int, int], catalog: Catalog) -> bool:
    """Whether it is asked which model of a family: `which whisper model` names none of them."""
    name, before = text_of(words, *run), words[run[0] - 1].text.lower() if run[0] else ""
    if before not in _WHICH or len(family_members(name, catalog)) < _SEVERAL:
        return False
    if not any(map(str.isdigit, name)):
        return True
    found = _model(name, catalog)  # `best qwen3` names none of its sizes, `best qwen3 8b` does
    return found is not None and is_one_of_several_sizes(name, _card(found, catalog), catalog)


def _place_of_model(sentence: Sentence, place: int, starts: Sequence[int]) -> int:
    """Where a file type counts as told: `Q3 of a 70B` and `or Q4 14B` are those of the model behind it."""
    behind = _OF.match(sentence.text, place)
    if behind is None:
        beside = re.compile(r"\S+ ").match(sentence.text, place)
        is_first = not any(map(str.isdigit, "".join(sentence.before(place, 1))))
        behind = beside if beside is not None and is_first and beside.end() in starts else None
    return behind.end() if behind is not None else place


def quants_alone(sentence: Sentence) -> list[str]:
    """File types that are named without a model."""
    return [*_files([quant for _, quant in _quants(sentence)], is_drawn=False)]


def _files(quants: Sequence[str], *, is_drawn: bool) -> Iterator[str]:
    """The file types, those of a format in its place where it says something: models that write mostly come in it.

    It says nothing beside one of its own files (`fp16 vs q8_0 gguf`).
    """
    is_said = (is_drawn or any(map(_OF_OTHERS.match, quants))) and not any(map(_OF_GGUF.match, quants))
    for one in quants:
        if one.lower().removesuffix("s") != _FORMAT:
            yield one
        elif is_said:
            yield from _OF_FORMAT[is_drawn]


def _place_of(named: list[tuple[str | None, tuple[int, int]]], words: list[Word], model: str) -> tuple[int, int]:
    """Where the longest run stands that names this model, without words about it that its name does not have."""
    first, last = next(run for name, run in named if name == model)
    same, own = {run for name, run in named if name == model}, _tokens(model)
    while (first + 1, last) in same and not _tokens(words[first].text) <= own:
        first += 1
    while (first, last - 1) in same and not _tokens(words[last - 1].text) <= own:
        last -= 1
    return words[first].start, words[last - 1].end


def _tokens(text: str) -> set[str]:
    return set(_TOKEN.findall(text.lower()))


def _quants(sentence: Sentence) -> list[tuple[int, str]]:
    found = list[tuple[int, str]]()
    for one in sentence.words():
        if one.text and _QUANT.match(one.text):
            found.append((one.start, _USUAL.get(one.text.lower().replace("-", "").removesuffix("s"), one.text)))
            sentence.blank(one.start, one.end)
    return found


def _with_quants(models: list[NamedModel], quants: list[tuple[int, str]], catalog: Catalog) -> list[NamedModel]:
    """Each file type goes to the model before it where there are several; without one before it, to the first."""
    told: dict[str, list[str]] = {one.name: [] for one in models}
    for place, quant in quants:
        behind = [one for one in models if one.start <= place] or models[:1]
        for one in behind[-1:] if len(models) > 1 else behind:
            if quant not in told[one.name] and not _is_own_form(one.name, quant, catalog):
                told[one.name].append(quant)
    files = {name: _files(each, is_drawn=catalog.models.find(name) is None) for name, each in told.items()}
    return [one._replace(quants=tuple(dict.fromkeys(files[one.name]))) for one in models]


def _is_own_form(name: str, quant: str, catalog: Catalog) -> bool:
    """Whether a model comes in four bits alone, which `Q4` then means."""
    model_id = catalog.models.find(name)
    native = catalog.models[model_id].native_quant if model_id else None
    return bool(native and "4" in native and quant == _USUAL["q4"])


def _of_size(sentence: Sentence, catalog: Catalog, *, is_beside: bool) -> list[NamedModel]:
    """A model of general use of each size that is named (`30B dense models`).

    `is_beside` models of another kind, whose size it may be, only what is said to be one of language.

    Raises:
        UnknownModelError: a word before the size is a name like those of models.
    """
    found = list[NamedModel]()
    is_dense = _DENSE.search(sentence.left) is not None
    for one in sentence.take(_SIZED_WRITER if is_beside else _SIZED):
        _check_name(sentence, one, catalog)
        kind = (one[2] or ("dense" if is_dense else "")).lower()
        for model in _both_kinds(_nearest(one[1], kind, catalog), one[1], kind, catalog):
            if model not in (known.name for known in found):
                found.append(NamedModel(model, one.start(), sized=f"{one[1]}B {kind}".strip()))
    if is_dense and found:
        sentence.take(_DENSE)
    return found


def _check_name(sentence: Sentence, size: re.Match[str], catalog: Catalog) -> None:
    """Raise UnknownModelError where the size is the end of a name (`Qwenn3 8B`, `Llama 9 900B`)."""
    before = _NAME_BEFORE.search(sentence.text[: size.start()])
    if before is None or before[1].lower() in _KINDS or is_filler(before[1]) or _QUANT.match(before[1]):
        return
    name = f"{before[0].rstrip()} {size[0].split()[0]}"
    if near := catalog.models.nearest(name):
        raise UnknownModelError("model_unknown_near", name=name, near=near)
    if any(map(str.isdigit, before[0])):
        raise UnknownModelError("model_unknown", name=name)


def _both_kinds(model: str, size: str, kind: str, catalog: Catalog) -> Iterator[str]:
    """The model; beside a mixture, where nobody said which kind, one that takes all of its weights for each token."""
    if not model:
        return
    yield model
    if float(size) > _DENSE_AT_MOST_B:
        return
    card = catalog.models[catalog.models.find(model) or ""]
    dense = _nearest(size, "dense", catalog, by_name=False) if not kind and card.active_params < card.params else ""
    if dense:
        yield dense


_DENSE_AT_MOST_B = 40
"""Larger models that take all of their weights for each token hardly anybody runs at home (a judgment)."""
_KNOWN = ("Qwen", "Llama", "Gemma", "Mistral", "gpt-oss")
"""Series by whose sizes people call models of so many parameters (a judgment)."""


def _nearest(size: str, kind: str, catalog: Catalog, *, by_name: bool = True) -> str:
    """The most capable model that is so large and chats, of those that people compare first.

    `by_name`: before these those that say so by name.
    """
    params, blocks = float(size) * GIGA, catalog.blocks
    named = re.compile(rf"(?<![\w.]){re.escape(size)}B\b", re.IGNORECASE)
    fitting = [
        (
            by_name and named.search(one.name) is not None,
            one.rating is not None and one.name.startswith(_KNOWN),
            one.rating is not None,
            capability(one, blocks, use="chat"),
            one.name,
        )
        for one in catalog.models.values()
        if "chat" in one.good_for
        and abs(one.params - params) <= _ALIKE * params
        and (not kind or (one.params == one.active_params) == (kind == "dense"))
    ]
    return max(fitting, default=(False, False, False, 0.0, ""))[-1]


def _model(name: str, catalog: Catalog) -> str | None:
    found = catalog.models.find(name) or catalog.models.newest(name)
    if found is not None:
        return catalog.models[found].name
    other = catalog.other_models.find(name)
    if other:
        return catalog.other_models[other].name
    short = by_short_name(name, catalog)
    return short.name if short is not None else None
