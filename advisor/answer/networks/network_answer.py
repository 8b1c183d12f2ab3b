"""What answers about models that write no text have in common: device, program, what is not known, memory and fit."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from advisor.answer.asked.problem import ProblemError
from advisor.answer.which_device.device import Device, find_processor
from advisor.answer.which_device.task_fit import pool_need
from advisor.answer.which_model.other_model import find_other_model
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.card_link import with_card_link
from advisor.facts.answers.estimate import Verdict
from advisor.facts.answers.network_answers import NetworkBytes, PartsMemory
from advisor.facts.asked.pipeline_request import NetworkRequest
from advisor.facts.asked.request import Request
from advisor.facts.cards.calibration import Doubt
from advisor.facts.cards.card import GpuCard
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.pipeline import ModelKind, Network, NetworkCard, Pipeline, Style
from advisor.facts.rig.rig import Processor
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import BITS_PER_BYTE, GIB
from advisor.predict.memory.fit import budget_bytes, free_bytes
from advisor.predict.networks.network_time import Program
from advisor.predict.rates.disturbed import rate_doubts
from advisor.predict.rates.doubts import ASSUMED, LAPTOP_PROMPT, TYPICAL_PEAK, UNLISTED_PROMPT
from advisor.predict.rates.formats import lacks_bf16, missing_format

RUNTIME_BYTES = GIB // 2
"""What the driver and PyTorch take on a graphics card before the first weight: 0.47 GB with lazy loading."""
_PICTURES: tuple[ModelKind, ...] = ("image", "video")
_PROGRAM = "ComfyUI"
"""What reads the models of pictures and films that have a card, on all makers' graphics (its README.md)."""
_MADE_WITH_PYTORCH: tuple[ModelKind, ...] = ("image", "video", "speech")
"""Kinds of models that people run in PyTorch where it has a build for their graphics processor."""

_WHOLE_BITS = 32
"""Embedding models are published and run in fp32 unless told otherwise."""

_COMPILED = (
    r"compil|tensorrt|\btrt\b|stable-?fast|inductor|cuda ?graph|openvino|onnx|dynamo|aitemplate|oneflow|ggml|\.cpp"
    r"|faster-?whisper|ctranslate|vllm|sglang|exllama|mlx|coreml"
)
_ACCUMULATE16 = r"stable-?fast|tensorrt|\btrt\b|fp16[ _-]?acc"
_MULTIPLIES_FP8 = rf"matmul|products|fast|torchao|w8a8|int8|{_COMPILED}"
"""Words of programs that multiply such weights as they are, where plain ones turn them to 16 bits first."""
_STORED = (
    (r"nvfp4|mxfp4|\bfp4", 4.5, 4),
    (r"q2", 2.6, 16),
    (r"q3", 3.5, 16),
    (r"nf4|int4|q4|w4|awq|gptq|svdq", 4.5, 16),
    (r"q5", 5.5, 16),
    (r"q6", 6.6, 16),
    (r"int8.?wo|w8a16|q8|weight.?only", 8.5, 16),
    (r"fp8|int8|float8|e4m3", 8.0, 8),
    (r"fp32|float32|\bf32|tf32", 32.0, 32),
)
"""Words of a precision, the bits of a stored weight, and those of the factors that are multiplied."""


class Resolved(NamedTuple):
    """What a request is about: the model and what it is made of, the device, the program that it can run.

    `notes` are what was taken for granted, `doubts` what is not known of model and device.
    """

    card: ModelCard
    pipeline: Pipeline
    device: Device
    program: Program
    notes: tuple[Reason, ...]
    doubts: tuple[Doubt, ...]


def resolved(
    request: NetworkRequest, catalog: Catalog, device: Device | None, *, kinds: tuple[ModelKind, ...]
) -> Resolved:
    """Model, device and program of a request; where the device has no units for the format asked for, 16 bits.

    Raises:
        ProblemError: no such model or device, or no program that runs the model there.
    """
    card, pipeline, notes, unsure = find_other_model(request, catalog, kinds=kinds)
    device = device or find_device(request, catalog)
    processor = device.processor
    program = _program(request, processor, default_bits=_WHOLE_BITS if card.kind == "embedding" else 16)
    missing = missing_format(processor, program.bits)
    if missing is not None:
        program, notes = replace(program, bits=16), (*notes, missing)
    if pipeline.fp8_is_plain and program.bits == BITS_PER_BYTE and not _multiplies_fp8(request):
        program = replace(program, bits=16)
    if lacks_bf16(processor) and re.search("bf16|bfloat", request.precision or ""):
        program, notes = replace(program, bits=_WHOLE_BITS), (*notes, reason("no_units_for_bf16", name=processor.name))
    if pipeline.needs_bf16 and processor.vendor == "nvidia" and lacks_bf16(processor) and program.bits < _WHOLE_BITS:
        program, notes = replace(program, bits=_WHOLE_BITS), (*notes, reason("overflows_in_fp16", name=processor.name))
    is_gpu = processor.kind == "gpu"
    if is_gpu and processor.traits.has_rocm_ended and card.kind in _MADE_WITH_PYTORCH:
        if pipeline.vulkan_program is None:
            raise ProblemError("program_needs_cuda_or_rocm", name=card.name, processor=processor.name)
        notes = (*notes, reason("vulkan_program", program=pipeline.vulkan_program))
    elif is_gpu and card.kind in _PICTURES:
        notes = (*notes, *_programs_of_pictures(processor, pipeline, catalog))
    has_peak = processor.fp16_flop_per_s.value is not None or processor.fp32_flop_per_s.value is not None
    doubts = (
        (device.assumed, ASSUMED),
        (is_gpu and processor.card is None, UNLISTED_PROMPT),
        (is_gpu and not has_peak, TYPICAL_PEAK),
        (processor.is_laptop, LAPTOP_PROMPT),
    )
    found = tuple(doubt for is_so, doubt in doubts if is_so)
    return Resolved(
        card, pipeline, device, program, (*device.notes, *notes), (*found, *rate_doubts(processor), *unsure)
    )


def _multiplies_fp8(request: NetworkRequest) -> bool:
    """Whether a program was named, or told, that multiplies in 8 bits (github Comfy-Org/ComfyUI issue 6913)."""
    return re.search(_MULTIPLIES_FP8, f"{request.precision or ''} {request.engine}", re.IGNORECASE) is not None


def runs_fp8_weights(processor: Processor) -> bool:
    """Whether the programs for pictures take weights in FP8 there: ComfyUI does on PyTorch, but not on that of Macs."""
    return processor.vendor != "apple" and not processor.traits.has_rocm_ended


def _programs_of_pictures(processor: Processor, pipeline: Pipeline, catalog: Catalog) -> tuple[Reason, ...]:
    """What runs such a model there, and what a card takes that ROCm does not list."""
    if processor.vendor == "apple":
        return (reason("run_in_draw_things", program=_PROGRAM),)
    if processor.vendor != "amd":
        return (reason("run_in_program", program=_PROGRAM),)
    card = catalog.gpus.get(processor.card or "")
    if card is None or card.rocm_override is None:
        return (reason("rocm_program", program=_PROGRAM),)
    other = reason("or_vulkan_program", program=pipeline.vulkan_program) if pipeline.vulkan_program else ""
    version = card.rocm_override
    return (reason("rocm_override", name=processor.name, program=_PROGRAM, version=version, instead=other),)


def find_device(request: Request, catalog: Catalog) -> Device:
    """The device of a request; of a name that several cards share the fastest of them, said in a note.

    Raises:
        ProblemError: no device is known by that name and its figures were not stated.
    """

    def rank(card: GpuCard) -> tuple[float, float, float]:
        """By power, then bandwidth; of equal ones the smaller memory."""
        return card.power_w or 0.0, card.bandwidth_gb_per_s or 0.0, -(card.memory_gib or 0.0)

    try:
        return find_processor(request, catalog)
    except ProblemError:
        members = [catalog.gpus[one] for one in catalog.gpus.members(request.device or "")]
        if not members:
            raise
    fastest = max(members, key=rank)
    device = find_processor(request.changed(device=fastest.name), catalog)
    note = reason("fastest_assumed", name=request.device or "", assumed=fastest.name)
    return device._replace(notes=(*device.notes, note), assumed=True)


def _program(request: NetworkRequest, processor: Processor, *, default_bits: int) -> Program:
    """The program that precision and engine mean; a processor computes in fp32."""
    text = f"{request.precision or ''} {request.quant or ''}".lower()
    whole = f"{text} {request.engine}".lower()
    stored, bits = next(((one, used) for word, one, used in _STORED if re.search(word, text)), (None, None))
    if stored is None or bits is None:
        known = re.search(r"fp16|bf16|float16|half|amp|16", text) is not None
        bits = 16 if known else default_bits
        stored = float(bits)
    on_cpu = processor.kind == "cpu"
    return Program(
        bits=32 if on_cpu else bits,
        weight_bits=max(stored, 32.0 if on_cpu and not text.strip() else 0.0),
        compiled=re.search(_COMPILED, whole) is not None,
        accumulate16=re.search(_ACCUMULATE16, whole) is not None,
        threads=request.threads,
    )


def cards_by_style(catalog: Catalog) -> dict[Style, NetworkCard]:
    """The constants of each way of building networks."""
    return {style: card for card in catalog.networks.values() for style in card.styles}


def peer_bytes_per_s(processor: Processor, catalog: Catalog, *, devices: int) -> float | None:
    """Bytes per second from one to the others: over the link made for that, where it joins so many, else their slots.

    None where neither is known.
    """
    own = processor.to_peers_bytes_per_s(devices)
    return own if own is not None else with_card_link(processor, catalog).link_bytes_per_s.value


def parts_memory(
    networks: Sequence[Network],
    weight_bytes: Sequence[int],
    *,
    activation_bytes: int,
    processor: Processor,
    need_bytes: int | None = None,
) -> PartsMemory:
    """The need of a model with all parts resident; `need_bytes` where fewer of them are."""
    weights = sum(weight_bytes)
    total = weights + activation_bytes + RUNTIME_BYTES
    names = [network.name or network.role.replace("_", " ") for network in networks]
    need = pool_need(processor, total if need_bytes is None else need_bytes)
    pool = need.changed(free_bytes=free_bytes(processor))
    return PartsMemory(
        weights_bytes=weights,
        kv_cache_bytes=0,
        compute_bytes=activation_bytes,
        output_bytes=0,
        runtime_bytes=RUNTIME_BYTES,
        total_bytes=total,
        pools=(pool,),
        parts=tuple(NetworkBytes(name=name, weights_bytes=own) for name, own in zip(names, weight_bytes, strict=True)),
    )


def verdict_of(memory: PartsMemory, processor: Processor) -> Verdict:
    """Whether the need goes into the memory of the device."""
    budget = budget_bytes(processor)
    if budget is None:
        return "unknown"
    return "fits" if memory.pools[0].need_bytes <= budget else "too_big"
