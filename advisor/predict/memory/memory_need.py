"""Memory of a loaded model by part (docs/physics.md 5.1)."""

from advisor.facts.answers.estimate import MemoryNeed
from advisor.facts.cards.calibration import Calibration
from advisor.predict.memory.runtime import runtime_bytes
from advisor.predict.model.buffers import compute_bytes, output_bytes
from advisor.predict.model.kv_cache import kv_cache_bytes
from advisor.predict.model.subject import Run, Subject


def memory_need(subject: Subject, calibration: Calibration, run: Run) -> MemoryNeed:
    """Bytes by part, of all devices together: weights, KV cache, output once; compute and runtime on each."""
    shape = subject.shape
    cache = kv_cache_bytes(
        shape,
        subject.groups,
        context_tokens=run.context_tokens,
        setup=run.cache,
        blocks=subject.blocks,
        flash_attention=run.batching.flash_attention,
    )
    compute = compute_bytes(shape, context_tokens=run.context_tokens, batch=run.batching, setup=run.cache)
    parts = {
        "weights_bytes": subject.weights.total_bytes,
        "kv_cache_bytes": cache,
        "compute_bytes": compute * run.devices,
        "output_bytes": output_bytes(shape, sequences=run.cache.sequences),
        "runtime_bytes": runtime_bytes(calibration) * run.devices,
    }
    exact = subject.weights.exact and subject.shape_known
    return MemoryNeed(**parts, total_bytes=sum(parts.values()), exact=exact)
