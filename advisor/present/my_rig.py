"""Page My rig: what this rig can do, its picture, its facts, what was measured and what stands out."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from advisor.answer.rig_models import leaves_room
from advisor.facts.machine import Finding, Machine
from advisor.facts.measurement import Measurements
from advisor.facts.model import ModelCard
from advisor.facts.rig import Processor, Rig
from advisor.facts.rig_answer import RigAnswer
from advisor.facts.units import GIGA
from advisor.present.answer_text import READING_TOKENS_PER_S, reading_words
from advisor.present.fact_rows import fact_rows, measured_rows
from advisor.present.findings import findings, good_signs
from advisor.present.quantity import times
from advisor.present.rig_picture import best_rate, rig_picture
from advisor.present.view import FindingCard, ModelLink, MyRigView

_FLUENT = 2 * READING_TOKENS_PER_S
"""A model at this speed leaves room for skimming; the title names the first of the models to try."""
_MOST_LINKS = 3
_DENSE_SHARE, _SMALLEST_CLASS = 0.8, 3 * GIGA
"""A model is named by its size when most of its weights are read for every token and it is not tiny."""
_SIZE_IN_NAME = re.compile(r"\b\d+(\.\d+)?B\b")
_BATTERY = "On battery most computers save power and run slower. Plug it in and measure again."
_NOTES = ("gpu_asleep", "virtual_machine", "graphics_memory_in_use", "no_graphics_card", "integrated_only")
"""Findings that are facts to know rather than faults to mend."""


def my_rig_view(
    *,
    machine: Machine,
    rig: Rig,
    measurements: Measurements | None,
    answers: Sequence[RigAnswer],
    models: Mapping[str, ModelCard] | None = None,
    measuring: Measurements | None = None,
) -> MyRigView:
    """The whole page. `answers` ask several models of this rig; `measuring` holds what has arrived so far of a run."""
    running = sorted((one for one in answers if _runs(one)), key=_weight, reverse=True)
    return MyRigView(
        title=_title(running, answers, models or {}),
        subtitle=_subtitle(running, answers),
        links=tuple(ModelLink(one.model_id, one.model_name) for one in _links(running)),
        picture=rig_picture(machine, rig, measuring or measurements),
        explanation=_explanation(machine, rig),
        facts=fact_rows(machine),
        measured=measured_rows(measuring or measurements, rig),
        findings=finding_cards(machine, measuring or measurements),
        status=_status(measurements, measuring),
        cautions=_cautions(measuring or measurements),
    )


def finding_cards(machine: Machine, measurements: Measurements | None = None) -> tuple[FindingCard, ...]:
    """Findings worst first, then what is as it should be."""
    bad = tuple(_card(finding) for finding in machine.findings or findings(machine))
    if measurements is not None and any(result.on_battery for result in measurements.results):
        bad += (FindingCard("note", "Good to know", "Measured on battery", _BATTERY),)
    good = tuple(FindingCard("good", "Good", title, text) for title, text in good_signs(machine))
    return bad + good


def _card(finding: Finding) -> FindingCard:
    note = finding.code in _NOTES
    text = f"{finding.cost} {finding.remedy}"
    return FindingCard("note" if note else "warning", "Good to know" if note else "Costs speed", finding.sentence, text)


def _runs(answer: RigAnswer) -> bool:
    """Fits, and at least as fast as a person reads."""
    return answer.chosen.fit.verdict in ("fits", "tight") and _speed(answer) >= READING_TOKENS_PER_S


def _speed(answer: RigAnswer) -> float:
    return answer.chosen.decode.tokens_per_s or 0.0


def _weight(answer: RigAnswer) -> int:
    return answer.chosen.memory.weights_bytes


def _links(running: Sequence[RigAnswer]) -> Sequence[RigAnswer]:
    """The three largest models that run well and leave room for other programs, each model once."""
    roomy = [one for one in running if leaves_room(one)] or running
    fluent = [one for one in roomy if _speed(one) >= _FLUENT] or roomy
    return tuple({one.model_id: one for one in reversed(fluent)}.values())[::-1][:_MOST_LINKS]


def _title(running: Sequence[RigAnswer], answers: Sequence[RigAnswer], models: Mapping[str, ModelCard]) -> str:
    if not answers:
        return "What this computer can do with AI models"
    if not running:
        known = any(one.chosen.decode.tokens_per_s is not None for one in answers)
        return (
            "The models asked about are too large or too slow here" if known else "Measure to see what this rig can do"
        )
    best = _links(running)[0]
    words = reading_words(_speed(best)).removeprefix("about ")
    return f"Chats with {_named(best, models.get(best.model_id))} about {words}"


def _named(answer: RigAnswer, model: ModelCard | None) -> str:
    """What a model is called in a title: "8B models" where it reads all its weights for every token, else its name."""
    if model is None or model.active_params < _DENSE_SHARE * model.params or model.params < _SMALLEST_CLASS:
        return answer.model_name
    named = _SIZE_IN_NAME.search(model.name)
    return f"{named[0] if named else f'{model.params / GIGA:.0f}B'} models"


def _subtitle(running: Sequence[RigAnswer], answers: Sequence[RigAnswer]) -> str:
    if not running:
        known = any(one.chosen.decode.tokens_per_s is not None for one in answers)
        return "Smaller models or smaller quantizations may still run: look under Will it run?" if known else ""
    largest = running[0]
    small = [one for one in answers if one.chosen.fit.verdict in ("spills", "too_big")]
    end = "; larger ones do not fit" if small else ""
    return f"The largest of the models asked about that keeps up with reading is {largest.model_name}{end}."


def _explanation(machine: Machine, rig: Rig) -> str:
    """One sentence on why memory speed decides, with this rig's own ratio."""
    start = "For every token, about three quarters of a word, nearly the whole model is read from memory once."
    cpu = best_rate(rig.processors[0]).value
    cards = [card for card in rig.processors[1:] if card.pool == "vram"]
    fastest = max((best_rate(card).value or 0.0 for card in cards), default=0.0)
    if fastest and cpu:
        alone = any(finding.code == "one_module" for finding in machine.findings or findings(machine))
        end = "; with a second stick the gap would be about half." if alone else "."
        return f"{start} Your graphics memory is read {times(fastest / cpu)} as fast as your main memory{end}"
    if cards and not fastest:
        return f"{start} How fast your graphics memory is read is unknown until it is measured."
    shared = next((card for card in rig.processors[1:] if card.pool == "unified"), None)
    if shared is not None:
        return f"{start} Processor and graphics read the same memory here, and share its speed."
    return f"{start} {_alone(rig.processors[0])}"


def _alone(cpu: Processor) -> str:
    if best_rate(cpu).value is None:
        return "How fast your main memory is read is unknown until it is measured."
    return "Without a graphics card that is your main memory, so its speed sets the pace."


def _cautions(measurements: Measurements | None) -> tuple[str, ...]:
    """What made measured figures less than they could be, and what could not be measured, each said once."""
    if measurements is None:
        return ()
    warnings = (warning for result in measurements.results for warning in result.warnings)
    return tuple(dict.fromkeys((*warnings, *(failure.reason for failure in measurements.failures))))


def _status(measurements: Measurements | None, measuring: Measurements | None) -> str:
    if measuring is not None:
        return "Measuring. Everything stays on this computer."
    if measurements is None or not measurements.results:
        return "Not yet measured. Everything stays on this computer."
    newest = max(datetime.fromisoformat(result.started_at).astimezone() for result in measurements.results)
    return f"Measured {newest:%Y-%m-%d %H:%M}. Everything stays on this computer."
