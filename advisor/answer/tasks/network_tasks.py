"""The tasks of networks that write no text: pictures, films, vectors, classes, speech; and in what they run."""

from typing import Any

from advisor.answer.networks.in_time import may_be_in_time
from advisor.answer.networks.items import answer_items
from advisor.answer.networks.network_answer import runs_fp8_weights
from advisor.answer.networks.pictures import answer_picture
from advisor.answer.networks.speech import answer_speech
from advisor.answer.tasks.device_options import answer_on_devices
from advisor.answer.tasks.task import MANY, Fields, Task
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.asked.pipeline_request import ItemsRequest, PictureRequest, SpeechRequest
from advisor.facts.rig.rig import Processor
from advisor.facts.values.units import BITS_PER_BYTE
from advisor.predict.rates.formats import has_format, lacks_bf16

_DENOISING_FORMS: tuple[Fields, ...] = ({"precision": "bf16"}, {"precision": "fp8"}, {"precision": "Q4_K_M"})
_EIGHT_BITS: Fields = {"precision": "Q8_0"}
"""Where nothing computes in FP8, or programs do not run such weights: PyTorch on Macs (github Comfy-Org/ComfyUI issues
5533, 6859, 9263), and stable-diffusion.cpp, which reads GGUF files."""
_SPEECH_FORMS: tuple[Fields, ...] = ({"precision": "Q8_0"}, {"precision": "Q4_K_M"})
_FILM_SIDES, _PICTURE_SIDES, _SIDE_STEP = (1080, 720, 480), (1536, 1024, 768), 16
"""Pixels of the shorter side of what people make, and what sides are multiples of."""
_WHOLE_FORMS: tuple[Fields, ...] = ({"precision": "Q8_0", "engine": "stable-diffusion.cpp"}, {"precision": "fp32"})
"""Of processors: 8 bits cannot be told from 32, and take a quarter of the memory."""
_FEW_BITS: Fields = {"precision": "Q4_K_M", "engine": "stable-diffusion.cpp"}
_HALF_FORMS: tuple[Fields, ...] = ({"precision": "fp16"},)
_FULL_FORMS: tuple[Fields, ...] = ({"precision": "fp32"},)
_VECTOR_FILE: Fields = {"precision": "Q8_0", "engine": "llama.cpp"}


def denoising_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """Of pictures and films; eight bits of another kind where FP8 is asked for and no program takes it."""
    if told := asked.get("precision"):
        if str(told).lower() == "fp8" and not runs_fp8_weights(processor):
            return (_EIGHT_BITS,)
        is_of_file = str(told).upper().startswith("Q") and processor.kind != "gpu" and not asked.get("engine")
        return ({"engine": _FEW_BITS["engine"]},) if is_of_file else ({},)
    if processor.kind != "gpu":
        return _WHOLE_FORMS
    whole = _HALF_FORMS if lacks_bf16(processor) else _DENOISING_FORMS[:1]
    has_fp8 = has_format(processor, BITS_PER_BYTE) and runs_fp8_weights(processor)
    return (*whole, _DENOISING_FORMS[1] if has_fp8 else _EIGHT_BITS, *_DENOISING_FORMS[2:])


def fewer_bits(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """What a processor is left with where memory does not hold 8 bits, which it would compute as soon.

    Nothing of one whose speed nobody knows: that a file goes into its memory makes no model better for it.
    """
    is_known = processor.kind != "gpu" and processor.cores.value is not None
    return (_FEW_BITS,) if is_known and not asked.get("precision") else ()


def smaller_sizes(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """The sizes that people take of what a card's memory does not hold, in the same shape, the largest first."""
    width, height = asked.get("width"), asked.get("height")
    if asked.get("precision") or processor.pool != "vram" or not width or not height:
        return ()
    short = min(width, height)
    sides = _FILM_SIDES if asked["task"] == "video" else _PICTURE_SIDES
    return tuple(
        {
            name: max(1, round(side * least / short / _SIDE_STEP)) * _SIDE_STEP
            for name, side in (("width", width), ("height", height))
        }
        for least in sides
        if least < short
    )


def speech_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """Of what hears or speaks."""
    if asked.get("precision"):
        return ({},)
    return (*(_HALF_FORMS if processor.kind == "gpu" else _FULL_FORMS), *_SPEECH_FORMS)


def embedding_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """Of vectors: servers for them take 16 bits on graphics processors by themselves."""
    if asked.get("precision"):
        return ({},)
    return _HALF_FORMS if processor.kind == "gpu" else _FULL_FORMS


def smaller_embedding_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """How vectors are computed in less memory: in 16 bits on processors too, else in the files of llama.cpp."""
    return () if asked.get("precision") else (*_HALF_FORMS, _VECTOR_FILE)


NETWORK_TASKS: dict[str, Task[Any]] = {
    "image": Task(
        PictureRequest,
        answer_picture,
        answer_on_devices,
        kind="image",
        varied=("batch", (1, 2, 4, 8, 16)),
        forms=denoising_forms,
        last_forms=fewer_bits,
        sizes=smaller_sizes,
        may_do=may_be_in_time,
    ),
    "video": Task(
        PictureRequest,
        answer_picture,
        answer_on_devices,
        kind="video",
        varied=("frames", (17, 33, 49, 81, 121)),
        forms=denoising_forms,
        last_forms=fewer_bits,
        sizes=smaller_sizes,
        may_do=may_be_in_time,
    ),
    "embed": Task(
        ItemsRequest,
        answer_items,
        answer_on_devices,
        kind="embedding",
        varied=("batch", MANY),
        shares_cards=True,
        forms=embedding_forms,
        last_forms=smaller_embedding_forms,
    ),
    "classify": Task(
        ItemsRequest, answer_items, answer_on_devices, kind="vision", varied=("batch", MANY), shares_cards=True
    ),
    "speech": Task(
        SpeechRequest, answer_speech, answer_on_devices, kind="speech", forms=speech_forms, rate_unit="sound_s"
    ),
}
