"""The figures that an answer on one processor rests on."""

from collections.abc import Iterator

from advisor.facts.answers.estimate import Input
from advisor.facts.rig.rig import Processor


def known_inputs(processor: Processor) -> Iterator[Input]:
    """The figures of a processor that are known."""
    facts = (
        ("memory_bandwidth", "bytes_per_s", processor.bandwidth_bytes_per_s),
        ("measured_bandwidth", "bytes_per_s", processor.read_bytes_per_s),
        ("fp32_rate", "flop_per_s", processor.fp32_flop_per_s),
        ("fp16_rate", "flop_per_s", processor.fp16_flop_per_s),
        ("memory", "bytes", processor.memory_total_bytes),
    )
    for name, unit, fact in facts:
        if fact.value is not None and fact.origin is not None:
            yield Input(
                name=name,
                value=float(fact.value),
                unit=unit,
                origin=fact.origin,
                source=fact.source or "",
                is_uncertain=fact.uncertainty is not None,
            )
