"""Another program, or build of llama.cpp, that writes clearly faster on the same graphics."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor.answer.text.execution_targets import ENGINE
from advisor.answer.text.run_option import RunOption
from advisor.answer.which_device.calibration import find_calibration
from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.cards.calibration import Calibration
from advisor.facts.cards.model import ModelCard
from advisor.facts.values.reason import Reason, reason
from advisor.predict.memory.load import load
from advisor.predict.model.subject import Subject, with_ubatch
from advisor.predict.speed.decode import decode_parts
from advisor.predict.speed.prefill import prefill_parts

_CLEARLY, _NO_SLOWER = 1.2, 0.9
"""Another program is worth it from so many times the speed on, unless it reads prompts slower than that."""

_BUILDS = {"amd": {"rocm": "ROCm", "vulkan": "Vulkan"}, "intel": {"sycl": "SYCL", "vulkan": "Vulkan"}}
"""What llama.cpp is built for on a maker's cards; on those of NVIDIA and Apple its usual build is the fastest."""
_MLX, _MLX_BITS, _SAME_SIZE = "mlx-lm", (8, 6, 5, 4, 3), 1.05
"""Of the files of MLX the largest that is no larger than the one that is asked about."""
_TENTHS_BELOW = 10.0
_LONG_PROMPT, _LARGE_BATCH = 4096, 2048
"""Tokens of a prompt of which people wait for the first word, and of a micro batch that fills any device."""


class _Way(NamedTuple):
    """A program with its file; `bits` of one of MLX, else `build` names what llama.cpp is built for."""

    calibration: Calibration
    subject: Subject
    build: str = ""
    bits: int = 0


def faster_way(best: RunOption, model: ModelCard, catalog: Catalog) -> Reason | None:
    """What to run the model with instead, and about how fast.

    None where nothing is clearly faster, and where several processors hold the model or something was run already.
    """
    alone = best.is_gpu and best.target.devices == 1 and not best.is_divided and not best.target.runs
    if not alone or best.fit.verdict not in ("fits", "tight"):
        return None
    found = [(speed, way) for way in _ways(best, model, catalog) if (speed := _faster_speed(best, way)) is not None]
    if not found:
        return None
    speed, way = max(found, key=lambda one: one[0])
    shown = round(speed, 1) if speed < _TENTHS_BELOW else round(speed)
    if way.bits:
        return reason("faster_with_mlx", bits=way.bits, speed=shown)
    return reason("faster_build", build=way.build, speed=shown)


def larger_batches(best: RunOption) -> Reason | None:
    """That micro batches of more tokens read a long prompt sooner, and in how long; None where hardly, or without room.

    Each micro batch of a mixture reads nearly all experts: 512 tokens leave a DGX Spark at half of what 2,048 reach.
    """
    run, now, processor = best.run, best.work.prompt, best.processor
    alone = best.is_gpu and not best.is_divided and not best.target.runs
    if not alone or now is None or run.prompt_tokens < _LONG_PROMPT or run.batching.ubatch_tokens >= _LARGE_BATCH:
        return None
    larger, calibration = with_ubatch(run, _LARGE_BATCH), best.target.calibration
    read = prefill_parts(processor, best.subject, calibration, larger)
    if read is None or now.total_s < _CLEARLY * read.total_s:
        return None
    fit = load(processor, best.subject, calibration, larger).fit
    return reason("larger_batches", tokens=_LARGE_BATCH, s=read.total_s) if fit.verdict == "fits" else None


def _ways(best: RunOption, model: ModelCard, catalog: Catalog) -> Iterator[_Way]:
    """The other ways whose figures are known."""
    processor = best.processor
    for backend, build in _BUILDS.get(processor.vendor, {}).items():
        found = find_calibration(processor, catalog, engine=ENGINE, backend=backend)
        if found is not None and not found[1] and found[0].name != best.target.calibration.name:
            yield _Way(found[0], best.subject, build=build)
    if processor.vendor != "apple" or not best.subject.is_gguf:
        return
    found = find_calibration(processor, catalog, engine=_MLX, backend=None)
    room = _SAME_SIZE * best.subject.weights.total_bytes
    forms = ((bits, subject_of(model, catalog.quants[f"mlx-{bits}bit"], catalog)) for bits in _MLX_BITS)
    fitting = next(((bits, form) for bits, form in forms if form.weights.total_bytes <= room), None)
    if found is not None and not found[1] and fitting is not None:
        yield _Way(found[0], fitting[1], bits=fitting[0])


def _faster_speed(best: RunOption, way: _Way) -> float | None:
    """Tokens per second; None where it is not clearly faster, or reads prompts slower."""
    processor, run, usual = best.processor, best.run, best.tokens_per_s
    step = decode_parts(processor, way.subject, way.calibration, run.written)
    if step is None or usual is None or run.batch / step.total_s < _CLEARLY * usual:
        return None
    read = prefill_parts(processor, way.subject, way.calibration, run) if run.prompt_tokens else None
    before = best.work.prompt
    is_slower = read is not None and before is not None and before.total_s < _NO_SLOWER * read.total_s
    return None if is_slower else run.batch / step.total_s
