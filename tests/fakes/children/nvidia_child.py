"""The measurements of one card in a process of their own: over this library, with this limit of a step, these names."""

import sys
from collections.abc import Iterator

from advisor.bench.nvidia.cuda import Cuda, load_library
from advisor.bench.nvidia.part import NvidiaPart
from advisor.bench.part import CannotMeasure
from advisor.facts.values.message import Done, Failure, Message, Progress, Result
from advisor.facts.values.reason import reason
from advisor.run.emit import emit_all


def messages(library: str, limit_s: float, names: list[str]) -> Iterator[Message]:
    part = NvidiaPart("gpu0", "00000000:0b:00.0", only=names, cuda=Cuda(lambda: load_library([library])))
    try:
        for step in part.prepare():
            yield Progress(per_mille=0, phase=step.phase, limit_s=min(limit_s, step.limit_s))
        for name, why in part.failures:
            yield Failure(code=name, sentence=reason(why))
        for test in part.tests:
            yield Progress(per_mille=500, phase=test.phase, limit_s=limit_s)
            yield Result(kind="sample", body={"name": test.name, "value": test.sample()})
    except CannotMeasure as refused:
        yield Failure(code="refused", sentence=refused.reason)
    yield Done()


if __name__ == "__main__":
    emit_all(messages(sys.argv[1], float(sys.argv[2]), sys.argv[3:]))
