"""Figures of one rig beside those of others with the same part. Only that: no prediction is changed by it."""

from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

from advisor.facts.kept.shared_result import SharedFigure, SharedResult, SharedRun
from advisor.facts.values.units import GIB

_SAME_SIZE = 0.08
"""Drivers tell the memory of one card a little differently."""


class Compared(NamedTuple):
    """One figure of this rig, the median of `others` rigs, and what it is of."""

    part: str
    figure: SharedFigure | SharedRun
    value: float
    median: float
    others: int

    @property
    def difference(self) -> float:
        """-0.08 is 8 % below the median."""
        return self.value / self.median - 1


def compared(own: SharedResult, results: Sequence[SharedResult]) -> tuple[Compared, ...]:
    """Every figure of this rig that rigs with the same part have, too: quiet, on mains, of one method and settings."""
    others: dict[object, list[float]] = {}
    for one in results:
        for key, _, value in _keyed(one):
            others.setdefault(key, []).append(value)
    found = []
    for key, figure, value in _keyed(own):
        if key in others:
            name = _part_name(own, figure.part)
            found.append(Compared(name, figure, value, median(others[key]), len(others[key])))
    return tuple(found)


Keyed = tuple[object, SharedFigure | SharedRun, float]


def _keyed(result: SharedResult) -> Iterator[Keyed]:
    """Each figure with what has to be the same; of several runs alike the last one counts."""
    found: dict[object, Keyed] = {}
    for one in result.figures:
        part = _part(result, one.part)
        if part is not None and not one.noisy and not one.on_battery:
            same = (part, one.name, one.method)
            found[same] = (same, one, one.value)
    for run in result.runs:
        part, model = _part(result, run.part), run.model.id or run.model.hash
        if part is None or model is None:
            continue
        tokens = run.depth_tokens if run.phase == "decode" else (run.depth_tokens, run.prompt_tokens)
        key = (part, model, run.quant, run.engine, run.backend, run.phase, tokens, run.ubatch_tokens)
        found[key] = (key, run, run.tokens_per_s)
    yield from found.values()


def _part(result: SharedResult, part: str) -> object:
    """What tells that two parts are alike: card or PCI id and memory of a GPU; of a CPU also its memory's rate."""
    if part.startswith("cpu"):
        cpu = result.cpu
        name = cpu.card or cpu.name
        return name and (part, name, cpu.modules, cpu.transfers_per_s, result.virtual)
    gpu = result.gpus[int(part[3:])] if int(part[3:]) < len(result.gpus) else None
    if gpu is None:
        return None
    name = gpu.card or gpu.pci_id
    return name and (name, _size(gpu.memory_bytes), result.virtual)


def _size(size_bytes: int | None) -> int | None:
    """Whole GiB, so that what a driver keeps for itself makes no other card."""
    return None if size_bytes is None else round(size_bytes * (1 + _SAME_SIZE / 2) / GIB)


def _part_name(result: SharedResult, part: str) -> str:
    if part.startswith("cpu"):
        return result.cpu.name or part
    return result.gpus[int(part[3:])].name or part
