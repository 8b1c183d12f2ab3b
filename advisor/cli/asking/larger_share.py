"""What a GPU that shares the RAM would do with more of it than the system lends it: a setting, no purchase."""

from advisor.advice.known_models import KnownModels
from advisor.advice.question import judged_answer
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import Question
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.fact import known
from advisor.facts.values.units import MIB
from advisor.predict.memory.fit import most_granted_bytes
from advisor.present.tasks.shown import SHOWN
from advisor.present.tasks.verdict import RAISE_LIMIT
from advisor.present.words.quantity import capacity, duration

_MOST_OF_RADEON = 0.75
"""Of the RAM: what AMD's driver for Windows lends at most (Variable Graphics Memory); Linux lends what it is told to.

https://www.amd.com/en/blogs/2025/faqs-amd-variable-graphics-memory-vram-ai-model-sizes-quantization-mcp-more.html and
https://docs.kernel.org/gpu/amdgpu/module-parameters.html (ttm.pages_limit).
"""
_RADEON = "ttm.pages_limit on Linux, Variable Graphics Memory in Windows"
_CLEARLY = 1.1


def larger_share(found: TextAnswer, question: Question, rig: Rig, models: KnownModels) -> str:
    """How fast what runs on the CPU is on that GPU, and which setting it takes; empty where nothing comes of it."""
    now, host = found.chosen, next((one for one in rig.processors if one.kind == "cpu"), None)
    lent = next((pair for one in rig.processors if (pair := _with_more(one, host, models.catalog))), None)
    if lent is None or host is None or now.processor_id != host.id or not now.runs:
        return ""
    more, setting = lent
    changed = rig.changed(processors=tuple(more if one.id == more.id else one for one in rig.processors), own_runs=())
    kept = question.changed(fields={**question.fields, "quant": found.quant})
    then = judged_answer(kept, changed, models, is_quant_own=True)[0].chosen
    if then.processor_id == host.id or then.rate is None or then.first_wait_s is None or now.rate is None:
        return ""
    is_sooner = now.first_wait_s is not None and now.first_wait_s > _CLEARLY * then.first_wait_s
    if not is_sooner and then.rate.middle < _CLEARLY * now.rate.middle:
        return ""
    rate, wait = SHOWN[found.task].rate_text(then.rate), duration(then.first_wait_s)
    size = capacity(more.memory_total_bytes.value)
    return f"On the GPU, if it may use {size} ({setting}): {rate} tokens/s, first word after {wait}."


def _with_more(one: Processor, host: Processor | None, catalog: Catalog) -> tuple[Processor, str] | None:
    """The GPU with as much of the memory as it can be lent, and how; None for one that has all it can get."""
    installed = host.memory_total_bytes.value if host is not None else None
    if one.kind != "gpu" or one.pool == "vram" or one.blocked is not None or installed is None:
        return None
    if one.vendor == "apple":
        most = most_granted_bytes(installed)
        return _sized(one, most), RAISE_LIMIT.format(mb=most // MIB)
    card = catalog.gpus.get(one.card or "")
    is_shared = one.vendor == "amd" and card is not None and card.memory_kind == "shared"
    most = round(_MOST_OF_RADEON * installed)
    if not is_shared or (one.memory_total_bytes.value or 0) >= most:
        return None
    return _sized(one, most), _RADEON


def _sized(one: Processor, most: int) -> Processor:
    total = known(most, origin="detected", source="a setting")
    return one.changed(memory_total_bytes=total, memory_free_bytes=total)
