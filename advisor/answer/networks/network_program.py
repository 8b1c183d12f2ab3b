"""How people say in which precision and by which program a network runs."""

import re
from dataclasses import replace

from advisor.catalog.cards.catalog import Catalog
from advisor.facts.asked.pipeline_request import NetworkRequest
from advisor.facts.cards.pipeline import NetworkCard, Style
from advisor.facts.rig.rig import Processor
from advisor.facts.values.reason import Reason
from advisor.predict.networks.network_time import Program
from advisor.predict.rates.number_format import missing_format

_COMPILED = (
    r"compil|tensorrt|\btrt\b|stable-?fast|inductor|cuda ?graph|openvino|onnx|dynamo|aitemplate|oneflow|ggml|\.cpp"
    r"|faster-?whisper|ctranslate"
)
_ACCUMULATE16 = r"stable-?fast|tensorrt|\btrt\b|fp16[ _-]?acc"
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


def program_of(request: NetworkRequest, processor: Processor, *, default_bits: int = 16) -> Program:
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


def with_devices_formats(program: Program, processor: Processor) -> tuple[Program, tuple[Reason, ...]]:
    """The program as the device can run it, and a note where it has no units for the format asked for."""
    missing = missing_format(processor, program.bits)
    return (program, ()) if missing is None else (replace(program, bits=16), (missing,))


def cards_by_style(catalog: Catalog) -> dict[Style, NetworkCard]:
    """The constants of each way of building networks."""
    return {style: card for card in catalog.networks.values() for style in card.styles}
