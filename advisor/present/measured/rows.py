"""Measured figures as rows: name, figure, how far it is from the data sheet, and what else to know of it."""

from collections.abc import Sequence

from advisor.catalog.hardware.outdated import outdated
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Measurement, Measurements
from advisor.facts.rig.rig import Judgement, Rig
from advisor.present.measured.text import (
    MEASURED_NAMES,
    condition_words,
    distance_text,
    figure_text,
    measured_name,
    state_words,
)
from advisor.present.words.processor_name import names_apart
from advisor.present.words.view import FactRow
from advisor.present.words.words import say

MAIN = 4
"""So many results are shown first: memory, graphics memory, link, arithmetic."""

_KINDS = (
    ("memory_read",),
    ("gpu_memory_read",),
    ("host_to_device", "device_to_host"),
    ("gpu_matrix_fp16_acc32", "gpu_matrix_fp16_acc16", "gpu_fp16", "gpu_fp32", "fma_fp32"),
)
"""What the first results may be, the best of each kind first."""


def measured_rows(measurements: Measurements | None, rig: Rig, machine: Machine) -> tuple[FactRow, ...]:
    """All measured figures, the main ones first; a name that several devices share is told apart by them."""
    results = _ordered(measurements.results if measurements else ())
    names = [result.name for result in results if ":" not in result.device]
    judgements = {(one.name, one.device): one for one in rig.judgements}
    return tuple(
        _row(result, judgements.get((result.name, result.device)), rig, machine, alone=names.count(result.name) <= 1)
        for result in results
    )


def _ordered(results: Sequence[Measurement]) -> list[Measurement]:
    """One of each main kind, then the rest in the order of names."""
    order = list(MEASURED_NAMES)
    known = sorted((one for one in results if one.name in order), key=lambda one: (order.index(one.name), one.device))
    main: list[Measurement] = []
    for names in _KINDS:
        found = (result for name in names for result in known if result.name == name)
        main.extend([first] if (first := next(found, None)) else [])
    return [*main, *(result for result in known if result not in main)]


def _row(result: Measurement, judgement: Judgement | None, rig: Rig, machine: Machine, *, alone: bool) -> FactRow:
    words = [distance_text(result, judgement), *state_words(result, judgement, outdated(result, machine))]
    said = "; ".join(word for word in words if word)
    name = measured_name(result.name, device=result.device)
    parts = names_apart({one.id: one.name for one in rig.processors})
    if result.device in parts and not alone:
        name = f"{name}: {parts[result.device]}"
    conditions = condition_words(result)
    return FactRow(name, figure_text(result), say("measured here"), said or conditions, more=conditions)
