"""Every task by the name that requests and workloads give it, and in what a model runs where nothing is said."""

from typing import Any

from advisor.answer.asked.problem import ProblemError, shortened
from advisor.answer.networks.items import answer_items
from advisor.answer.networks.pictures import answer_picture
from advisor.answer.networks.speech import answer_speech
from advisor.answer.serve.serve import answer_serve, only_floats
from advisor.answer.tasks.device_options import answer_on_devices
from advisor.answer.tasks.task import Fields, Task
from advisor.answer.tasks.writing import answer_writing, printed_estimate
from advisor.answer.text.generate import answer_generate
from advisor.answer.training.finetune import answer_finetune, answer_pretrain
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.serving import ServeRequest
from advisor.facts.asked.pipeline_request import ItemsRequest, PictureRequest, SpeechRequest
from advisor.facts.asked.request import PredictRequest, plain_task
from advisor.facts.asked.training_request import FinetuneRequest, PretrainRequest
from advisor.facts.rig.rig import Processor
from advisor.predict.rates.formats import lacks_bf16

_CARD_FORMS: tuple[Fields, ...] = ({"precision": "bf16"}, {"precision": "fp8"}, {"precision": "AWQ INT4"})
_SLOT_FORMS: tuple[Fields, ...] = (
    {"engine": "llama.cpp", "precision": "Q8_0"},
    {"engine": "llama.cpp", "precision": "Q4_K_M"},
)
_DENOISING_FORMS: tuple[Fields, ...] = ({"precision": "bf16"}, {"precision": "fp8"}, {"precision": "Q4_K_M"})
_SPEECH_FORMS: tuple[Fields, ...] = ({}, {"precision": "Q8_0"}, {"precision": "Q4_K_M"})
_FILM_SHORT_SIDE, _PICTURE_SHORT_SIDE, _SIDE_STEP = 480, 768, 16
"""Pixels of the shorter side of what people make on small cards, and what sides are multiples of."""

_SHORT_TOKENS = 1024
"""Examples of half the usual length."""

_WHOLE_FORMS: tuple[Fields, ...] = ({"precision": "fp32"}, {"precision": "Q8_0", "engine": "stable-diffusion.cpp"})
_HALF_FORMS: tuple[Fields, ...] = ({"precision": "fp16"},)
_VECTOR_FILE: Fields = {"precision": "Q8_0", "engine": "llama.cpp"}


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


def denoising_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """Of pictures and films."""
    if asked.get("precision"):
        return ({},)
    if lacks_bf16(processor):
        return (*_HALF_FORMS, *_DENOISING_FORMS[1:])
    return _DENOISING_FORMS if processor.kind == "gpu" else _WHOLE_FORMS


def smaller_picture_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """How a card makes what its memory does not hold: the smaller size that people take, in the smallest weights."""
    width, height = asked.get("width"), asked.get("height")
    if asked.get("precision") or processor.pool != "vram" or not width or not height:
        return ()
    short = _FILM_SHORT_SIDE if asked["task"] == "video" else _PICTURE_SHORT_SIDE
    factor = short / min(width, height)
    if factor >= 1:
        return ()
    smaller = {
        name: max(1, round(side * factor / _SIDE_STEP)) * _SIDE_STEP
        for name, side in (("width", width), ("height", height))
    }
    return ({**_DENOISING_FORMS[-1], **smaller},)


def speech_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """Of what hears or speaks."""
    return ({},) if asked.get("precision") else _SPEECH_FORMS


def embedding_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """Of vectors: servers for them take 16 bits on graphics processors by themselves."""
    return _HALF_FORMS if processor.kind == "gpu" and not asked.get("precision") else ({},)


def smaller_embedding_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """How vectors are computed in less memory: in 16 bits on processors too, else in the files of llama.cpp."""
    return () if asked.get("precision") else (*_HALF_FORMS, _VECTOR_FILE)


def smaller_step_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """How pre-training goes into less memory: fewer sequences at a time, their gradients added up."""
    batch = int(asked.get("batch") or 1)
    return tuple({"batch": fewer, "checkpointing": True} for fewer in (4, 2, 1) if fewer < batch)


def _as_released(form: Fields, asked: Fields, catalog: Catalog) -> Fields:
    """A form with the file of a model that was released in few bits alone."""
    only = only_floats(asked["model"], catalog)
    return {**form, "precision": only} if only else form


def tuning_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """Of adapters on a graphics card: in the usual program, else in one that keeps less."""
    return ({}, _thrifty(asked)) if _may_be_thrifty(processor, asked) else ({},)


def smaller_tuning_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """How training goes into a memory too small for the usual batch: one example at a time, then shorter ones."""
    single = {**(_thrifty(asked) if _may_be_thrifty(processor, asked) else {}), "batch": 1}
    return (single, {**single, "sequence_tokens": min(_SHORT_TOKENS, asked.get("sequence_tokens") or _SHORT_TOKENS)})


def _may_be_thrifty(processor: Processor, asked: Fields) -> bool:
    """Whether the program is left open, and one that keeps less runs there."""
    return not asked.get("engine") and asked.get("method") != "full" and processor.pool == "vram"


def _thrifty(asked: Fields) -> Fields:
    """Unsloth as its notebooks set it up."""
    return {"engine": "unsloth", "optimizer": asked.get("optimizer") or "adamw_8bit"}


TEXT = "generate"
_MANY = (1, 2, 4, 8, 16, 32, 64, 128, 256)

TASKS: dict[str, Task[Any]] = {
    TEXT: Task(PredictRequest, answer_generate, answer_writing, rate_unit="tokens", printed=printed_estimate),
    "serve": Task(
        ServeRequest,
        answer_serve,
        answer_on_devices,
        varied=("concurrency", _MANY),
        shares_cards=True,
        forms=serving_forms,
        last_forms=parted_forms,
        rate_unit="tokens",
    ),
    "image": Task(
        PictureRequest,
        answer_picture,
        answer_on_devices,
        kind="image",
        varied=("batch", (1, 2, 4, 8, 16)),
        forms=denoising_forms,
        last_forms=smaller_picture_forms,
    ),
    "video": Task(
        PictureRequest,
        answer_picture,
        answer_on_devices,
        kind="video",
        varied=("frames", (17, 33, 49, 81, 121)),
        forms=denoising_forms,
        last_forms=smaller_picture_forms,
    ),
    "embed": Task(
        ItemsRequest,
        answer_items,
        answer_on_devices,
        kind="embedding",
        varied=("batch", _MANY),
        shares_cards=True,
        forms=embedding_forms,
        last_forms=smaller_embedding_forms,
    ),
    "classify": Task(
        ItemsRequest, answer_items, answer_on_devices, kind="vision", varied=("batch", _MANY), shares_cards=True
    ),
    "speech": Task(
        SpeechRequest, answer_speech, answer_on_devices, kind="speech", forms=speech_forms, rate_unit="sound_s"
    ),
    "finetune": Task(
        FinetuneRequest,
        answer_finetune,
        answer_on_devices,
        varied=("batch", (1, 2, 4, 8, 16, 32)),
        shares_cards=True,
        forms=tuning_forms,
        last_forms=smaller_tuning_forms,
        rate_unit="tokens",
    ),
    "pretrain": Task(
        PretrainRequest,
        answer_pretrain,
        answer_on_devices,
        shares_cards=True,
        last_forms=smaller_step_forms,
        rate_unit="tokens",
    ),
}


def find_task(name: object) -> Task[Any]:
    """The task that a request names; writing text where it names none.

    Raises:
        ProblemError: there is no such task.
    """
    if not isinstance(name, str):
        return TASKS[TEXT]
    word = plain_task(name)
    if word not in TASKS:
        raise ProblemError("task_unknown", name=shortened(name), known=tuple(TASKS))
    return TASKS[word]
