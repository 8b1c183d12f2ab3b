"""Page My rig: what this rig can do, its picture, its facts, what was measured and what stands out."""

from collections.abc import Sequence
from dataclasses import replace

from advisor.answer.findings.changes import measured_at
from advisor.answer.findings.graphics import lists_gpus
from advisor.answer.rig.good_for import GoodFor, good_for
from advisor.answer.rig.idle_gpus import idle_gpus, unusable_gpus, used_gpus
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.kept.history import MachineHistory
from advisor.facts.machine.machine import Finding, Machine
from advisor.facts.machine.measurement import Measurements
from advisor.facts.rig.rig import Rig
from advisor.facts.values.range import middle
from advisor.present.findings.findings import NOTES, findings, good_signs
from advisor.present.findings.measured import doubtful_rates, link_findings, measured_findings
from advisor.present.findings.to_check import as_sold, card_notes, is_looked_at, unsure
from advisor.present.measured.charts import measured_charts
from advisor.present.measured.history import history_chart, history_rows
from advisor.present.measured.text import MAIN, TOLD_AS_DISTURBED, measured_rows
from advisor.present.rig.fact_rows import fact_rows
from advisor.present.rig.rig_lines import rig_lines
from advisor.present.rig.rig_picture import rig_picture
from advisor.present.words.answer_text import left_aside, reading_words
from advisor.present.words.choice import Choice
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import speed, times
from advisor.present.words.reasons.findings import SHORT
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.view import FindingPanel, MyRigView
from advisor.present.words.words import joined, say, to_say, uncapital

_LINKS = ("slow_link", "narrow_link")
"""Findings that a link seen at work tells more of."""
_BATTERY = to_say("On battery, most computers run slower. Plug it in and measure again.")


def my_rig_view(
    *,
    machine: Machine,
    rig: Rig,
    measurements: Measurements | None,
    answers: Sequence[TextAnswer],
    measuring: Measurements | None = None,
    is_here: bool = True,
    history: MachineHistory | None = None,
    what_if: str = "",
) -> MyRigView:
    """The whole page. `answers` ask several models of this rig; `measuring` holds what has arrived so far of a run.

    The rig is the one that both were put into; `history` is what was measured on it before. `is_here` is False for a
    machine other than this computer: nothing then promises that it can be measured. `what_if` says what is changed in
    thought, and with it the page is marked as such.
    """
    shown, good = measuring or measurements, good_for(answers)
    over_time = history_chart(history)
    can_measure = is_here and not (measurements and measurements.results)
    status = _status(measurements, measuring, is_here=is_here)
    best = next(iter(good.best or good.roomy), None)
    lost = unusable_gpus(rig)
    aside = left_aside(one for one in idle_gpus(rig, best) if one not in lost) if answers else ""
    cautions = *_cautions(shown), *doubtful_rates(machine, rig, shown)
    view = MyRigView(
        title=_title(good, answers, can_measure=can_measure),
        subtitle=joined((left_aside(lost), _subtitle(good), aside)),
        links=tuple(Choice(one.model_id, one.model_name) for one in good.best or good.roomy),
        picture=rig_picture(machine, rig),
        explanation=_explanation(machine, rig, is_here=is_here),
        facts=fact_rows(machine, rig),
        measured=measured_rows(shown, rig, machine),
        findings=finding_panels(machine, rig, shown, history, with_backends=_uses_gpu(rig, answers)),
        status=say("{status} Nothing leaves this computer.", status=status) if is_here else status,
        paper_status=status,
        unmeasured=_unmeasured(good, is_here=is_here),
        cautions=cautions,
        main_results=MAIN,
        measured_charts=(*measured_charts(shown), *((over_time,) if over_time else ())),
        history=history_rows(history, shown),
        names=tuple(dict.fromkeys(short_name(one.counted_name) for one in rig.processors)),
        lines=rig_lines(rig),
        check=as_sold(machine, rig) or (unsure(machine, shown) if not cautions else None),
    )
    return _in_thought(view, what_if) if what_if else view


def _uses_gpu(rig: Rig, answers: Sequence[TextAnswer]) -> bool:
    """Whether some answer uses a GPU, or none is there yet."""
    return not answers or any(used_gpus(rig, one.chosen) for one in answers)


def _in_thought(view: MyRigView, what_if: str) -> MyRigView:
    """The same of a rig that is not so: nothing of it can be measured or put right."""
    picture, status = view.picture, say("A what-if.")
    description = say("A what-if, with {what_if}. {description}", what_if=what_if, description=picture.description)
    return replace(
        view,
        title=say("With {what_if}: {title}", what_if=what_if, title=uncapital(view.title)),
        picture=replace(
            picture,
            title=say("What if: with {what_if} (wider pipe = more bandwidth)", what_if=what_if),
            description=description,
        ),
        facts=tuple(replace(row, typed=None) for row in view.facts),
        status=say("{status} Nothing leaves this computer.", status=status),
        paper_status=status,
        unmeasured=say("What-if figures are estimates."),
        what_if=what_if,
    )


def finding_panels(
    machine: Machine,
    rig: Rig | None = None,
    measurements: Measurements | None = None,
    history: MachineHistory | None = None,
    *,
    with_backends: bool = True,
) -> tuple[FindingPanel, ...]:
    """Findings worst first, then what is as it should be; `with_backends`: also what runs on the GPUs."""
    measured = measured_findings(rig, measurements, history) if rig else ()
    links = link_findings(machine, rig, measurements) if rig else ()
    found = tuple(one for one in findings(machine, rig) if with_backends or one.code != "backends")
    has_slow_link = bool(links) or any(finding.code in _LINKS for finding in found)
    bad = (*links, *(_card(finding) for finding in found if not (links and finding.code in _LINKS)))
    bad = (*(card for card in bad if card.tone == "warning"), *measured, *(card for card in bad if card.tone == "note"))
    if measurements is not None and any(result.on_battery for result in measurements.results):
        bad += (FindingPanel("note", say("Good to know"), say("Measured on battery"), say(_BATTERY)),)
    bad += card_notes(rig) if rig else ()
    good = good_signs(machine, with_links=not has_slow_link) if is_looked_at(machine) else ()
    return bad + tuple(FindingPanel("good", say("Good"), title, text) for title, text in good)


def _card(finding: Finding) -> FindingPanel:
    text = joined((finding.cost, finding.remedy))
    told = {"evidence": finding.evidence, "remedy": finding.remedy}
    if finding.code in NOTES:
        return FindingPanel("note", say("Good to know"), finding.sentence, text, **told)
    return FindingPanel("warning", say("Costs speed"), finding.sentence, text, **told, short=say(SHORT[finding.code]))


def _title(good: GoodFor, answers: Sequence[TextAnswer], *, can_measure: bool) -> str:
    if not answers:
        return say("What this computer can do with AI models")
    if good.best:
        best = good.best[0]
        words = reading_words(middle(best.chosen.rate) or 0.0)
        return say("Chats with {named} at {words}", named=best.model_name, words=words)
    if good.has_speeds:
        return say("No model runs well here")
    if not good.roomy and can_measure:
        return say("Measure to see what this rig can do")
    if not good.roomy:
        return say("The speed of this rig is unknown")
    name = good.roomy[0].model_name
    if can_measure:
        return say("Fits models up to {name}; measure for speed", name=name)
    return say("Fits models up to {name}; speed unknown", name=name)


def _subtitle(good: GoodFor) -> str:
    if good.best:
        best = good.best[0]
        values = {"name": best.model_name, "quant": best.quant, "speed": speed(middle(best.chosen.rate))}
        if best.chosen.holds:
            return say("Best for chat: {name} as {quant}, about {speed}.", **values)
        return say("Best for chat: {name} as {quant}, about {speed}, partly in RAM.", **values)
    return say("Smaller models or smaller quantizations may still run.") if good.has_speeds else ""


def _explanation(machine: Machine, rig: Rig, *, is_here: bool) -> str:
    """One sentence on the memory that sets the pace, with this rig's own ratio."""
    cpu = rig.processors[0].best_bytes_per_s.value
    cards = [card for card in rig.processors[1:] if card.pool == "vram"]
    fastest = max((card.best_bytes_per_s.value or 0.0 for card in cards), default=0.0)
    if fastest and cpu:
        return say("Memory speed sets the pace: VRAM is {times} as fast as RAM.", times=times(fastest / cpu))
    if cards and not fastest:
        return say("The memory speed of this GPU is unknown.")
    if any(card.pool == "unified" for card in rig.processors[1:]):
        return say("CPU and GPU share one memory; its speed sets the pace.")
    if cpu is None and is_here:
        return say("Measure to learn how fast your RAM is.")
    if cpu is None:
        return say("How fast its RAM is, is unknown.")
    without = say("Without a GPU") if lists_gpus(machine) else say("On the CPU")
    return say("{without}, RAM speed sets the pace.", without=without)


def _unmeasured(good: GoodFor, *, is_here: bool) -> str:
    """What stands in place of measured figures."""
    if not is_here:
        return say("This machine was not measured.")
    if good.has_speeds:
        return say("Not measured yet (ten seconds, longer on a busy computer). Until then, figures are estimates.")
    return say("Not measured yet (ten seconds, longer on a busy computer).")


def _cautions(measurements: Measurements | None) -> tuple[str, ...]:
    """What made measured figures less than they could be, and what could not be measured, each said once."""
    if measurements is None:
        return ()
    warnings = (warning for result in measurements.results for warning in result.warnings)
    # what the row of its figure gives in its own words is not said twice
    warnings = (warning for warning in warnings if warning.code not in TOLD_AS_DISTURBED)
    return tuple(dict.fromkeys(map(in_words, (*warnings, *(failure.reason for failure in measurements.failures)))))


def _status(measurements: Measurements | None, measuring: Measurements | None, *, is_here: bool) -> str:
    if measuring is not None:
        return say("Measuring.")
    if measurements is None or not measurements.results:
        return say("Not measured yet.") if is_here else say("This machine was not measured.")
    dates = [date for result in measurements.results if (date := measured_at(result)) is not None]
    return say("Measured {dates:%Y-%m-%d %H:%M}.", dates=max(dates)) if dates else say("Measured (date unknown).")
