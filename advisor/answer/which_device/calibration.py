"""Picks the calibration for an engine, a backend and a processor."""

import re
from functools import lru_cache
from typing import NamedTuple

from advisor.answer.asked.problem import shortened
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.name_key import of_a_name
from advisor.facts.cards.calibration import Calibration, Doubt
from advisor.facts.rig.rig import Processor
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.same import Same
from advisor.facts.values.units import GIGA
from advisor.predict.rates.doubts import ASSUMED, BORROWED

_BACKENDS = {"nvidia": "cuda", "apple": "metal", "amd": "vulkan", "intel": "vulkan"}
"""What the engine's downloads use on a maker's graphics processors."""

_MLX = "mlx"
_AROUND_LLAMA_CPP = ("ollama", "lmstudio")
"""Programs that carry both engines."""

_SMALL_HOST = Doubt(reason=reason("small_host_drivers"), spread=(0.3, 1.02))
_SMALL_BYTES_PER_S, _SMALL_CORES = 40 * GIGA, 8
"""Radeon cards on a Raspberry Pi 5 and on a RISC-V board wrote and read at 0.12 to 0.6 of what they do in a desktop
(issues 20, 23 and 25 of github.com/geerlingguy/ai-benchmarks), NVIDIA's there nearly as fast: the host's drivers and
processor, not its narrow link. Judged: which hosts are so small.
"""

FLASH_SINCE = "2025-09"
"""llama.cpp turns flash attention on by itself since August 2025."""


def find_calibration(
    processor: Processor, catalog: Catalog, *, engine: str, backend: str | None, is_gguf: bool = True
) -> tuple[Calibration, tuple[Reason, ...]] | None:
    """The narrowest card that names engine, backend and vendor; None without any.

    Else the nearest, with a note and the widest range: the figures of another engine or backend tell little.

    On Apple chips the programs around llama.cpp run other files than GGUF with MLX.
    """
    if (
        not is_gguf
        and processor.vendor == "apple"
        and processor.kind == "gpu"
        and engine_key(engine) in _AROUND_LLAMA_CPP
    ):
        engine = _MLX
    wanted = default_backend(processor) if backend in (None, "hybrid") else backend
    kind = _Kind(processor.kind, processor.vendor, processor.pool)
    best = _nearest(kind, catalog, engine=engine_key(engine), backend=shortened(wanted or ""))
    if best is None:
        return None
    notes: list[Reason] = []
    if engine_key(engine) not in map(engine_key, best.engines):
        notes.append(reason("no_engine_figures", engine=shortened(engine), name=best.name))
    if wanted not in best.backends or (best.vendors and processor.vendor not in best.vendors):
        notes.append(reason("no_backend_figures", backend=wanted or "", vendor=processor.vendor, name=best.name))
    return (_widened(best, BORROWED) if notes else best), tuple(notes)


def less_sure(calibration: Calibration, *, slowest_share: float = 1.0) -> Calibration:
    """The same figures where it is only assumed which card a name means; the slowest of them reaches such a share."""
    low, high = ASSUMED.spread
    return _widened(calibration, ASSUMED.changed(spread=(min(low, slowest_share), high)))


def in_computer(calibration: Calibration, processor: Processor, host: Processor | None) -> Calibration:
    """The same figures, less sure where a very small computer drives a card of AMD or Intel."""
    if host is None or processor.kind != "gpu" or processor.vendor not in ("amd", "intel"):
        return calibration
    rate, cores = host.bandwidth_bytes_per_s.value, host.cores.value
    is_small = host.vendor == "other" and rate is not None and rate < _SMALL_BYTES_PER_S
    return _widened(calibration, _SMALL_HOST) if is_small and (cores or 0) <= _SMALL_CORES else calibration


def _widened(calibration: Calibration, doubt: Doubt) -> Calibration:
    """The same figures with one more thing that is not known."""
    return _kept_widened(Same(calibration), doubt)


@lru_cache(maxsize=32)
def _kept_widened(calibration: Same[Calibration], doubt: Doubt) -> Calibration:
    return calibration.one.changed(doubts=(*calibration.one.doubts, doubt))


def default_backend(processor: Processor) -> str:
    """The backend used when none is named."""
    if processor.kind == "cpu":
        return "cpu"
    return processor.traits.usual_backend or _BACKENDS.get(processor.vendor, "vulkan")


class _Kind(NamedTuple):
    """What the choice of a calibration asks of a processor."""

    kind: str
    vendor: str
    pool: str


@lru_cache(maxsize=256)
def _nearest(processor: _Kind, catalog: Catalog, *, engine: str, backend: str) -> Calibration | None:
    """The card that fits best; the same few processors are asked about again and again."""
    cards = catalog.calibrations.values()
    return max(cards, key=lambda card: _score(card, processor, engine=engine, backend=backend), default=None)


def _score(card: Calibration, processor: _Kind, *, engine: str, backend: str) -> tuple[int, ...]:
    """Larger is better, compared field by field: kind of processor, vendor, backend, engine, narrowness."""
    pooled = processor.pool in card.pools
    engines = [engine_key(name) for name in card.engines]
    return (
        int(("cpu" in card.backends) == (processor.kind == "cpu")),
        int(not card.pools or pooled),
        int(processor.vendor in card.vendors) if card.vendors else int(processor.kind == "cpu"),
        int(backend in card.backends),
        int(engine in engines),
        int(pooled),
        int("llamacpp" in engines),
    )


@lru_cache(maxsize=256)
@of_a_name
def engine_key(name: str) -> str:
    """An engine's name without punctuation, or what it is packed in: `llama.cpp(LM Studio)` -> `lmstudio`."""
    packed = re.search(r"\((.+)\)", name)
    return re.sub(r"[^a-z0-9]", "", (packed[1] if packed else name).lower())
