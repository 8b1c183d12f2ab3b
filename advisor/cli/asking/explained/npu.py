"""Whether an NPU makes models that write faster: which programs use it, and what bounds their speed."""

import re
from collections.abc import Iterator, Sequence

from advisor.advice.assembled import assembled
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import rig_of
from advisor.present.words.quantity import bandwidth

_NPU = re.compile(r"\b(?:npus?|neural (?:processing unit|engine)s?|xdna ?2?|ai boost)\b", re.IGNORECASE)
_MAKERS = {
    "amd": re.compile(r"\b(?:amd|ryzen|xdna ?2?|strix|krackan|hawk point|phoenix|\d{3}m)\b", re.IGNORECASE),
    "intel": re.compile(
        r"\b(?:intel|core ultra|ultra [579]|ai boost|(?:lunar|arrow|meteor|panther) lake)\b", re.IGNORECASE
    ),
    "qualcomm": re.compile(r"\b(?:snapdragon|qualcomm|hexagon|x[12][ep]-?\w*)\b", re.IGNORECASE),
    "apple": re.compile(r"\b(?:apple|macs?|macbook|neural engine|m[1-5](?: (?:pro|max|ultra))?)\b", re.IGNORECASE),
}
_UNUSED = "The usual builds of llama.cpp, Ollama and LM Studio do not use it"
_PROGRAMS = {
    "amd": (
        f"{_UNUSED}: they run on the graphics, by Vulkan or ROCm.",
        "Lemonade and FastFlowLM use it on Ryzen AI 300 and newer: to save the battery, at times for prompts.",
        "Reported of a Ryzen AI Max+ 395: Qwen3 8B writes 10 tokens/s on the NPU, 33 on the graphics.",
    ),
    "intel": (
        f"{_UNUSED}: they run on the CPU or, by Vulkan, on the graphics.",
        "llama.cpp built with OpenVINO reaches it: mainly to save the battery.",
    ),
    "qualcomm": (
        f"{_UNUSED}: they run on the CPU.",
        "llama.cpp built with Hexagon reaches it: mainly to save the battery.",
    ),
    "apple": ("llama.cpp, Ollama, LM Studio and MLX use the GPU, by Metal, and not the Neural Engine.",),
}
"""By maker. AMD: github ggml-org/llama.cpp issue 21725 (open), ollama/ollama issue 11199 (open) and
lmstudio-ai/lmstudio-bug-tracker issue 79 (open); lemonade-sdk/lemonade README; figures: ROCm/FastFlowLM issue 713.
Intel and Qualcomm: docs/backend/OPENVINO.md and docs/backend/snapdragon of ggml-org/llama.cpp; docs.ollama.com/gpu
names no NPU; read 2026-11-30."""


def is_of_npu(text: str) -> bool:
    """Whether an NPU is named."""
    return _NPU.search(text) is not None


def without_npu(words: Sequence[str]) -> tuple[str, ...]:
    """What was not understood but the words for an NPU and its TOPS."""
    return tuple(one for one in words if not (is_of_npu(one) or re.search(r"\btops\b", one, re.IGNORECASE)))


def npu_words(text: str, rig: Sequence[str], catalog: Catalog) -> str:
    """That it hardly does, why, and which programs use it."""
    return "\n".join(_lines(text, rig, catalog))


def _lines(text: str, rig: Sequence[str], catalog: Catalog) -> Iterator[str]:
    rate, has_card = _memory_rate(rig, catalog) if rig else (None, False)
    here = f" (about {bandwidth(rate)} here)" if rate else ""
    if has_card:
        yield "No: the graphics card does the work from its own memory, which is faster than the RAM of an NPU."
    else:
        yield f"Hardly: writing is bound by the memory{here}, which the NPU shares with the CPU and the graphics."
    yield "TOPS tell how fast a prompt can be read, not how fast an answer is written."
    makers = [maker for maker, named in _MAKERS.items() if named.search(text)]
    if makers:
        yield from _PROGRAMS[makers[0]]
    else:
        yield f"{_UNUSED}: they run on the CPU or the graphics."
        yield "AMD: Lemonade and FastFlowLM use it. Intel: llama.cpp built with OpenVINO."


def _memory_rate(rig: Sequence[str], catalog: Catalog) -> tuple[float | None, bool]:
    """How fast the memory is read that all of them share, and whether there is a card with memory of its own."""
    asked = rig_of(rig, catalog)
    parts = assembled(asked.profile, catalog, name=asked.name).rig.processors
    rates = [one.bandwidth_bytes_per_s.value for one in parts if one.pool in ("ram", "unified")]
    known = [one for one in rates if one]
    return max(known, default=None), any(one.pool == "vram" for one in parts)
