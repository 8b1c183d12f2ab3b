"""The task of serving many people, and in what a model runs there where nothing is said."""

from typing import Any

from advisor.answer.serve.serve import answer_serve, only_floats
from advisor.answer.tasks.device_options import answer_on_devices
from advisor.answer.tasks.task import MANY, Fields, Task
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.serving import ServeRequest
from advisor.facts.rig.rig import Processor

_CARD_FORMS: tuple[Fields, ...] = ({"precision": "bf16"}, {"precision": "fp8"}, {"precision": "AWQ INT4"})
_SLOT_FORMS: tuple[Fields, ...] = (
    {"engine": "llama.cpp", "precision": "Q8_0"},
    {"engine": "llama.cpp", "precision": "Q4_K_M"},
)


def serving_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """Of a server: in vLLM on cards, else in llama.cpp."""
    if asked.get("precision"):
        return ({},)
    if processor.kind == "gpu" and processor.vendor != "apple":
        return _CARD_FORMS
    return tuple(_as_released(form, asked, catalog) for form in _SLOT_FORMS)


def parted_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """How a card serves a model that it does not hold: the engine leaves a part to the processor."""
    if asked.get("precision") or processor.pool != "vram":
        return ()
    return (_as_released(_SLOT_FORMS[-1], asked, catalog),)


def _as_released(form: Fields, asked: Fields, catalog: Catalog) -> Fields:
    """A form with the file of a model that was released in few bits alone."""
    only = only_floats(asked["model"], catalog)
    return {**form, "precision": only} if only else form


SERVING_TASKS: dict[str, Task[Any]] = {
    "serve": Task(
        ServeRequest,
        answer_serve,
        answer_on_devices,
        varied=("concurrency", MANY),
        shares_cards=True,
        forms=serving_forms,
        last_forms=parted_forms,
        rate_unit="tokens",
    ),
}
