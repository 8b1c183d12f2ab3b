"""A model that was run for real, in words: each speed beside its prediction."""

from advisor.facts.answers.tried import Tried, TriedRun
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.reason import Reason
from advisor.present.words.quantity import duration, speed, speed_number, tokens
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import joined, say, sentence, to_say

_TOO_SLOW: tuple[ReasonCode, ...] = ("engine_too_slow", "took_too_long", "stopped_answering")


def tried_lines(tried: Tried) -> tuple[str, ...]:
    """The model and where it ran, then a line for each speed, and what became of them."""
    engine = f"{tried.engine} {tried.build}" if tried.build else tried.engine
    told = {"name": tried.model_name, "quant": tried.quant, "engine": engine}
    where = tried.processor_name
    if where is None:
        head = say("{name} as {quant}, run by {engine}:", **told)
    else:
        head = say("{name} as {quant} on {processor}, run by {engine}:", **told, processor=where)
    lines = [head, *(run_words(one) for one in tried.runs)]
    if tried.first_token_s is not None:
        lines.append(_first_token(tried.first_token_s, tried.predicted_first_token_s))
    return (*lines, *_becomes(tried))


def tried_sentence(tried: Tried, *, names_file: bool = False) -> str:
    """How fast it wrote beside what was predicted, else how fast it read; and why that does not count, if so.

    `names_file`: it is in another quantization than the verdict beside it.
    """
    shown = next((one for one in tried.runs if one.phase == "decode"), next(iter(tried.runs), None))
    if shown is None:
        return ""
    file = say("Your file is {quant}.", quant=tried.quant) if names_file else ""
    return joined((file, run_words(shown), "" if shown.is_kept or shown.not_kept is None else in_words(shown.not_kept)))


def trouble_sentence(why: Reason) -> str:
    """Why a run came to no end, and what helps where it was too slow."""
    remedy = say("Choose a smaller file or a shorter context, and close other programs.")
    return joined((in_words(why), remedy if why.code in _TOO_SLOW else ""))


def run_words(run: TriedRun) -> str:
    """One speed: "Writing: 52 tokens/s predicted (47 to 58), 49 measured here: inside the range."."""
    doing = say("Writing") if run.phase == "decode" else say("Reading")
    measured = speed_number(run.tokens_per_s)
    if run.predicted is None:
        text = to_say("{doing}: {measured} measured here; nothing was predicted.")
        return say(text, doing=doing, measured=speed(run.tokens_per_s))
    low, best, high = run.predicted
    ends = {"low": speed_number(low), "high": speed_number(high)}
    text = to_say("{doing}: {middle} predicted ({low} to {high}), {measured} measured here: {where}.")
    return say(text, doing=doing, middle=speed(best), **ends, measured=measured, where=_where(run, run.predicted))


def _where(run: TriedRun, predicted: tuple[float, float, float]) -> str:
    """Where a speed lies beside a range."""
    if run.is_inside:
        return say("inside the range")
    return say("slower than the range") if run.tokens_per_s < predicted[0] else say("faster than the range")


def _first_token(measured_s: float, predicted_s: float | None) -> str:
    if predicted_s is None:
        return say("First token: after {measured}.", measured=duration(measured_s))
    text = to_say("First token: after {measured}; {predicted} predicted.")
    return say(text, measured=duration(measured_s), predicted=duration(predicted_s))


def _becomes(tried: Tried) -> tuple[str, ...]:
    """What was run, what is kept of it, and why something is not."""
    reasons = dict.fromkeys(in_words(why) for one in tried.runs if (why := one.not_kept) is not None)
    notes = dict.fromkeys(in_words(note) for one in tried.runs for note in one.notes)
    read = sum(one.prompt_tokens for one in tried.runs)
    written = next((one for one in tried.runs if one.phase == "decode"), None)
    size = say("Read {read}.", read=tokens(read))
    if written is not None:
        told = {"written": tokens(written.generated_tokens), "depth": tokens(written.depth_tokens)}
        size = say("Read {read}; wrote {written} after {depth}.", read=tokens(read), **told)
    kept = say("Kept: later predictions use it.") if any(one.is_kept for one in tried.runs) else say("Not kept.")
    said = joined((kept, *(sentence(one) for one in reasons), *(sentence(one) for one in notes)))
    return size, said
