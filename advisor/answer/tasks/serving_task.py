"""The task of serving, and in which program and form a model runs there where nothing is said."""

from typing import Any

from advisor.answer.serve.pace import pacing_of, serving_misses
from advisor.answer.serve.serve import answer_serve
from advisor.answer.serve.service_of import only_floats, precision_of
from advisor.answer.tasks.device_options import answer_on_devices
from advisor.answer.tasks.task import MANY, Fields, Rounds, Task
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.serving import ServeRequest
from advisor.facts.cards.quant import PLAIN_TYPES, QuantCard
from advisor.facts.rig.rig import Processor

_CARD_FORMS: tuple[Fields, ...] = ({"precision": "bf16"}, {"precision": "fp8"}, {"precision": "AWQ INT4"})
_LLAMA_CPP: Fields = {"engine": "llama.cpp"}
_SLOT_TYPES = ("Q8_0", "Q4_K_M")
_SMALLER_TYPES = ("IQ4_XS",)
_WORSE_TYPES = ("Q3_K_M", "IQ3_XXS")
SMALL_CACHE: Fields = {"kv_type": "q8_0"}
"""A cache that cannot be told from the whole one."""


def serving_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """Of a server: in vLLM where that is at home, else in llama.cpp; in a named precision only what runs it."""
    if asked.get("engine"):
        return ({},)
    if asked.get("precision"):
        return _named_forms(processor, asked, catalog)
    forms = _CARD_FORMS if _is_at_home(processor, catalog) else tuple(map(_file, _SLOT_TYPES))
    return _as_released(forms, asked, catalog)


def file_forms(processor: Processor, asked: Fields, catalog: Catalog) -> Rounds:
    """For one person files of llama.cpp on graphics: each whole, else with a small cache, before a part is moved."""
    if not _is_for_one(processor, asked):
        return ()
    if asked.get("precision"):
        return (_with_caches(_LLAMA_CPP),) if _is_file_type(asked["precision"], catalog) else ()
    forms = tuple(map(_file, (*_SLOT_TYPES, *_SMALLER_TYPES)))
    return tuple(map(_with_caches, _as_released(forms, asked, catalog)))


def worse_forms(processor: Processor, asked: Fields, catalog: Catalog) -> Rounds:
    """Files that answer noticeably worse, where the model exists in others than its own."""
    if asked.get("precision") or not _is_for_one(processor, asked) or only_floats(asked["model"], catalog):
        return ()
    return tuple(_with_caches(_file(one)) for one in _WORSE_TYPES)


def parted_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """How a card serves a model that it does not hold: the engine leaves a part to the processor."""
    if asked.get("precision") or processor.pool != "vram":
        return ()
    return _as_released((_file(_SLOT_TYPES[-1]),), asked, catalog)


def _named_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """A type of llama.cpp's in llama.cpp; other types where their program runs; plain numbers in either."""
    precision = asked["precision"]
    if _is_file_type(precision, catalog):
        return () if _is_for_one(processor, asked) else (_LLAMA_CPP,)
    engine = _engine_of(precision, catalog)
    if engine == "mlx":
        return ({"engine": engine},) if processor.vendor == "apple" else ()
    if _is_card(processor, catalog):
        return ({"engine": engine} if engine else {},)
    return (_LLAMA_CPP,) if _is_plain(_type_of(precision, catalog)) else ()


def _engine_of(precision: str, catalog: Catalog) -> str | None:
    """The program that a type of weights was made for, where that is not every server."""
    card = _type_of(precision, catalog)
    if card is None:
        return None
    return "mlx" if card.format == "mlx" else "exllamav2" if card.head_bits else None


def _is_file_type(precision: str, catalog: Catalog) -> bool:
    """Whether it is a type of GGUF files, other than plain numbers; an unknown one may be."""
    card = _type_of(precision, catalog)
    return card is None or (card.format == "gguf" and not _is_plain(card))


def _is_plain(card: QuantCard | None) -> bool:
    return card is not None and card.base_type in PLAIN_TYPES


def _type_of(precision: str, catalog: Catalog) -> QuantCard | None:
    """The card of the weights that are meant."""
    named = precision_of(precision)
    found = catalog.quants.find(named.quant) if named else None
    return catalog.quants[found] if found else None


def _is_card(processor: Processor, catalog: Catalog) -> bool:
    """Whether vLLM runs there: on cards, and on chips whose graphics were made for models."""
    if processor.kind != "gpu" or processor.vendor == "apple":
        return False
    card = catalog.gpus.get(processor.card or "")
    return processor.pool == "vram" or (card is not None and card.memory_kind == "unified")


def _is_at_home(processor: Processor, catalog: Catalog) -> bool:
    """Whether people serve with vLLM there; elsewhere it runs on some, without weights of few bits or far behind."""
    usual = (one for card in catalog.serving.values() if "vllm" in card.engines for one in card.at_home_on)
    return _is_card(processor, catalog) and processor.architecture in tuple(usual)


def _is_for_one(processor: Processor, asked: Fields) -> bool:
    return processor.kind == "gpu" and asked.get("concurrency") == 1 and not asked.get("engine")


def _with_caches(form: Fields) -> tuple[Fields, ...]:
    return (form, {**form, **SMALL_CACHE})


def _file(quant: str) -> Fields:
    return {**_LLAMA_CPP, "precision": quant}


def _as_released(forms: tuple[Fields, ...], asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """The forms; of a model that was released in few bits alone the one that it has."""
    only = only_floats(asked["model"], catalog)
    return ({**forms[0], "precision": only},) if only else forms


SERVING_TASKS: dict[str, Task[Any]] = {
    "serve": Task(
        ServeRequest,
        answer_serve,
        answer_on_devices,
        varied=("concurrency", MANY),
        shares_cards=True,
        forms=serving_forms,
        further_forms=file_forms,
        worse_forms=worse_forms,
        last_forms=parted_forms,
        outcome=pacing_of,
        misses=serving_misses,
        rate_unit="tokens",
    ),
}
