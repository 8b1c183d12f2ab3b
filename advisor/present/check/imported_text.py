"""What people ran themselves, in words: what a pasted text holds, each run beside its prediction, what was kept."""

from collections.abc import Mapping

from advisor.answer.runs.imported_run import ImportedAnswer, Understood, UnderstoodRate
from advisor.answer.text.own_runs import Judged
from advisor.catalog.imported.imported_text import ACCEPTED
from advisor.facts.cards.model import ModelCard
from advisor.facts.machine.imported import ImportedRun
from advisor.facts.machine.measurement import OwnRun
from advisor.facts.rig.rig import Rig
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import Reason
from advisor.predict.speed.sanity import Finding
from advisor.present.words.choice import Choice
from advisor.present.words.quantity import bandwidth, compute, count, percent, speed, speed_number, tokens
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import capital, joined, say, sentence, to_say

_RATES = {
    "gpu_memory_read": to_say("reading its memory"),
    "gpu_fp32": to_say("fp32 arithmetic"),
    "gpu_fp16": to_say("fp16 arithmetic"),
    "gpu_matrix_fp16_acc32": to_say("fp16 matrices, fp32 sums"),
    "gpu_matrix_fp16_acc16": to_say("fp16 matrices, fp16 sums"),
    "gpu_matrix_bf16": to_say("bf16 matrices"),
    "gpu_matrix_int8": to_say("int8 matrices"),
    "gpu_matrix_fp8": to_say("fp8 matrices"),
    "host_to_device": to_say("copying to the card"),
    "device_to_host": to_say("copying from the card"),
}
_CLOSE = 0.005
_MEANING = {
    "bandwidth": to_say("This speed would need {rate}; this memory delivers at most {limit}."),
    "compute": to_say("This speed would need {rate}; this device peaks at {limit}."),
}
_IMPOSSIBLE = {
    "bandwidth": to_say(
        "It may come from speculative decoding, another model or quantization, another device, or "
        "several requests at once."
    ),
    "compute": to_say("It may come from a cached prompt, another model, another device, or several requests at once."),
}
_FAR_BELOW = {
    "bandwidth": to_say(
        "Check the power plan, the driver, whether part of the model was in RAM, and which device did the work."
    ),
    "compute": to_say("Check the power limit, the driver, and which device did the work."),
}
AS_SAID = ""
"""The choice that leaves it to the text."""


@frozen
class ImportedRow:
    """One run or rate: what it is, what became of it in a sentence, and whether it can be kept."""

    what: str
    sentence: str
    is_kept: bool


@frozen
class ImportedView:
    """What was understood of a text; `heading` sums it up."""

    heading: str
    rows: tuple[ImportedRow, ...]
    can_keep: bool


def imported_view(answer: ImportedAnswer) -> ImportedView:
    """Every run and rate of a text, in its order, then what could not be read."""
    rows = (
        *(_run_row(one) for one in answer.runs),
        *(_rate_row(one) for one in answer.rates),
        *(ImportedRow(capital(in_words(one)), say("Not readable."), is_kept=False) for one in answer.leftover),
    )
    kept = sum(row.is_kept for row in rows)
    heading = say(
        "{program}: {kept} of {count} speeds usable.", program=answer.program, kept=count(kept), count=count(len(rows))
    )
    return ImportedView(heading, rows, can_keep=kept > 0)


def own_run_words(run: OwnRun, models: Mapping[str, ModelCard]) -> str:
    """A kept run in one line: the model, where, what it did, how fast, with what and when."""
    card = models.get(run.model_id)
    name = run.model.name if run.model is not None else card.name if card else run.model_id
    build = f" {run.build}" if run.build else ""
    what = _what_ran(name, run.quant, run)
    return f"{what}: {speed(run.tokens_per_s, measured=True)}{_draft_words(run)} ({run.engine}{build}, {run.ran_on})"


def _draft_words(run: OwnRun) -> str:
    """That tokens were guessed ahead, and how many were right; empty without a draft."""
    if run.draft is None:
        return ""
    share = run.draft.accepted_share
    return say(" with a draft") if share is None else say(" with a draft, {share} accepted", share=percent(share))


def beside_expected(judged: Judged) -> str:
    """Measured beside predicted: "Measured 72.0 tokens/s, expected 64 (52 to 79): 12% faster, within the range."."""
    measured, expected = judged.run.tokens_per_s, judged.expected
    start = say("Measured {speed}", speed=speed(measured, measured=True))
    if expected.tokens_per_s is None:
        return say(
            "{start}. Nothing was expected, for a rate of the hardware is unknown: it counts once that is measured.",
            start=start,
        )
    low, best, high = expected.tokens_per_s
    ratio = measured / best
    share, ends = percent(abs(ratio - 1)), {"low": speed_number(low), "high": speed_number(high)}
    apart = say("{share} faster", share=share) if ratio > 1 else say("{share} slower", share=share)
    apart = say("as expected") if abs(ratio - 1) < _CLOSE else apart
    inside = say("within the range") if low <= measured <= high else say("outside the range")
    text = to_say("{start}, expected {middle} ({low} to {high}): {apart}, {inside}.")
    return say(text, start=start, middle=speed_number(best), **ends, apart=apart, inside=inside)


def _run_row(one: Understood) -> ImportedRow:
    if one.judged is None:
        what = one.imported.model or one.imported.file or say("A run")
        return _unused(f"{what}, {_doing(one.imported)}: {speed(one.imported.tokens_per_s, measured=True)}", one.reason)
    judged = one.judged
    what = _what_ran(judged.subject.name, judged.subject.weights.quant, judged.run)
    refused = refusal(judged.finding)
    if refused is not None:
        return ImportedRow(what, say("Not used: {refused}", refused=refused), is_kept=False)
    parts = [beside_expected(judged), *(sentence(in_words(note)) for note in one.notes)]
    if judged.finding is not None:
        parts.append(finding_sentence(judged.finding))
    return ImportedRow(what, joined(parts), is_kept=True)


def _rate_row(one: UnderstoodRate) -> ImportedRow:
    rate = one.imported
    value = bandwidth(rate.value) if rate.unit == "bytes_per_s" else compute(rate.value)
    what = f"{rate.device}, {say(_RATES.get(rate.name, rate.name))}: {value}"
    if one.processor_id is None:
        return _unused(what, one.reason)
    used = say("Used for {processor_id} until it is measured here.", processor_id=one.processor_id)
    return ImportedRow(what, used, is_kept=True)


def _unused(what: str, why: Reason | None) -> ImportedRow:
    return ImportedRow(what, say("Not used: {reason}.", reason=in_words(why) if why else ""), is_kept=False)


def _what_ran(name: str, quant: str, run: OwnRun) -> str:
    doing, processor = _doing(run), run.processor
    return say("{name} as {quant} on {processor}, {doing}", name=name, quant=quant, processor=processor, doing=doing)


def _doing(run: OwnRun | ImportedRun) -> str:
    """What a run did, in few words."""
    is_read = run.phase == "prefill"
    done = run.prompt_tokens if is_read else run.generated_tokens
    words = say("reading") if is_read else say("writing")
    if done:
        words = say(to_say("reading {tokens}") if is_read else to_say("writing {tokens}"), tokens=tokens(done))
    return say("{words} after {tokens}", words=words, tokens=tokens(run.depth_tokens)) if run.depth_tokens else words


def finding_sentence(finding: Finding) -> str:
    """What the speed would mean in bytes or arithmetic per second, against what there is, and the likely reasons."""
    text = bandwidth if finding.quantity == "bandwidth" else compute
    rate, limit = text(finding.rate), text(finding.limit)
    if finding.verdict == "far_below":
        advice = say(_FAR_BELOW[finding.quantity])
        return say("Far below what is expected: {rate} of {limit}. {advice}", rate=rate, limit=limit, advice=advice)
    return joined((say(_MEANING[finding.quantity], rate=rate, limit=limit), say(_IMPOSSIBLE[finding.quantity])))


def refusal(finding: Finding | None) -> str | None:
    """Why a claim is not kept; None where it may be true."""
    return finding_sentence(finding) if finding is not None and finding.verdict == "impossible" else None


def kept_sentence(found: Judged) -> str:
    """What was kept, beside what was expected before it, and what may be wrong."""
    expected, rate = found.expected, speed(found.run.tokens_per_s, measured=True)
    told = {"name": found.subject.name, "quant": found.subject.weights.quant, "processor": found.run.processor}
    parts = [say("Kept: {name} as {quant} on {processor}, {rate}.", **told, rate=rate)]
    if expected.tokens_per_s is not None:
        low, best, high = expected.tokens_per_s
        span = {"low": speed_number(low), "high": speed_number(high)}
        parts.append(say("Expected were {middle} ({low} to {high}).", middle=speed(best), **span))
    if found.finding is not None:
        parts.append(finding_sentence(found.finding))
    return joined(parts)


@frozen
class CheckView:
    """`models` and `devices` are for texts that do not say what ran where; `kept` are all runs, oldest first."""

    accepted: str
    models: tuple[Choice, ...]
    devices: tuple[Choice, ...]
    kept: tuple[str, ...]


def check_view(rig: Rig, models: Mapping[str, ModelCard], *, model_id: str, subject: str) -> CheckView:
    """The dialog for one model of the page, `subject` in words."""
    as_said = Choice(AS_SAID, say("As the text says"))
    return CheckView(
        accepted=say("Paste {accepted}, or open the file.", accepted=in_words(ACCEPTED)),
        models=(as_said, Choice(model_id, subject)),
        devices=(as_said, *(Choice(one.id, f"{one.name} ({one.id})") for one in rig.processors)),
        kept=kept_words(rig.own_runs, models),
    )


def kept_words(runs: tuple[OwnRun, ...], models: Mapping[str, ModelCard]) -> tuple[str, ...]:
    """The kept runs, one line each."""
    return tuple(own_run_words(one, models) for one in runs)
