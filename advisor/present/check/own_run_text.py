"""What a person's own run means, in plain words: kept, doubtful, or impossible."""

from advisor.answer.text.own_runs import Judged
from advisor.predict.speed.sanity import Finding
from advisor.present.words.quantity import bandwidth, compute, speed, speed_number
from advisor.present.words.words import say, to_say

_IMPOSSIBLE = {
    "bandwidth": to_say(
        "It may come from speculative decoding, another model or quantization, another device, or "
        "several requests at once."
    ),
    "compute": to_say("It may come from a cached prompt, another model, another device, or several requests at once."),
}
_FAR_BELOW = {
    "bandwidth": to_say(
        "Check the power plan, the driver, whether part of the model spilled into main memory, and which "
        "device did the work."
    ),
    "compute": to_say("Check the power limit, the driver, and which device did the work."),
}


def finding_sentence(finding: Finding) -> str:
    """What the speed would mean in bytes or arithmetic per second, against what there is, and the likely reasons."""
    text = bandwidth if finding.quantity == "bandwidth" else compute
    rate, limit = text(finding.rate), text(finding.limit)
    if finding.verdict == "far_below":
        return say(
            "Far below what is expected: {rate} of {limit}. {advice}",
            rate=rate,
            limit=limit,
            advice=say(_FAR_BELOW[finding.quantity]),
        )
    if finding.quantity == "bandwidth":
        meaning = say(
            "This speed would mean reading {rate} from a memory that delivers at most {limit}.", rate=rate, limit=limit
        )
    else:
        meaning = say("This speed would take {rate} from a device that peaks at {limit}.", rate=rate, limit=limit)
    return f"{meaning} {say(_IMPOSSIBLE[finding.quantity])}"


def refusal(finding: Finding | None) -> str | None:
    """Why a claim is not kept; None where it may be true."""
    return finding_sentence(finding) if finding is not None and finding.verdict == "impossible" else None


def kept_sentence(found: Judged) -> str:
    """What was kept, beside what was expected before it, and what may be wrong."""
    expected, rate = found.expected, speed(found.run.tokens_per_s, measured=True)
    parts = [
        say(
            "Kept: {name} as {quant} on {processor}, {rate}.",
            name=found.subject.name,
            quant=found.subject.weights.quant,
            processor=found.run.processor,
            rate=rate,
        )
    ]
    if expected.tokens_per_s is not None:
        low, best, high = expected.tokens_per_s
        span = {"low": speed_number(low), "high": speed_number(high)}
        parts.append(say("Expected were {middle} ({low} to {high}).", middle=speed(best), **span))
    if found.finding is not None:
        parts.append(finding_sentence(found.finding))
    return " ".join(parts)
