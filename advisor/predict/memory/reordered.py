"""Weights that llama.cpp stores a second time for its CPU kernels, with rows side by side (docs/physics.md 5.6)."""

from advisor.facts.rig.rig import Processor
from advisor.predict.model.subject import Subject

_X86 = frozenset({"Q4_0", "Q4_K", "IQ4_NL", "MXFP4"})
"""Block types with AVX2 (Q2_K needs AVX-512 and is left out)."""

_ARM = frozenset({"Q4_0", "Q4_K", "Q5_K", "Q6_K", "Q8_0", "IQ4_NL", "MXFP4"})
"""Block types with dot product instructions."""

_BY_VENDOR = {"intel": _X86, "amd": _X86, "apple": _ARM, "ampere": _ARM, "qualcomm": _ARM, "arm": _ARM, "nvidia": _ARM}
_BY_MACHINE = {"x86_64": _X86, "amd64": _X86, "aarch64": _ARM, "arm64": _ARM}


def reordered_bytes(processor: Processor, subject: Subject) -> int:
    """Bytes of the matrices that a processor stores once more, rows in eights, while it loads them.

    Block type and instruction set decide (ggml/src/ggml-cpu/repack.cpp, ggml_repack_get_optimal_repack_type); never
    the token embedding, nor layers left to the processor beside a card. 0 where the kind of processor is not known, and
    on one with few vector instructions.
    """
    if processor.kind != "cpu" or processor.vector is not None or not subject.is_gguf:
        return 0
    machine = (processor.architecture or "").lower()
    types = _BY_MACHINE.get(machine) or _BY_VENDOR.get(processor.vendor.lower(), frozenset())
    return sum(part.interleavable_bytes for part in subject.weights.by_type if part.block_type in types)
