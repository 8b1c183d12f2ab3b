"""A speed that cannot be true, or is far too low, in plain words."""

from advisor.predict.sanity import Finding
from advisor.present.quantity import bandwidth, compute

_IMPOSSIBLE = {
    "bandwidth": "It may come from speculative decoding, another model or quantization, another device, "
    "or several requests at once.",
    "compute": "It may come from a cached prompt, another model, another device, or a count that is not of tokens.",
}
_FAR_BELOW = {
    "bandwidth": "Check the power plan, the driver, whether part of the model spilled into main memory, "
    "and which device did the work.",
    "compute": "Check the power limit, the driver, and which device did the work.",
}


def finding_sentence(finding: Finding) -> str:
    """What the speed would mean in bytes or arithmetic per second, against what there is, and the likely reasons."""
    text = bandwidth if finding.quantity == "bandwidth" else compute
    rate, limit = text(finding.rate), text(finding.limit)
    if finding.verdict == "impossible":
        what = "would have to read" if finding.quantity == "bandwidth" else "would take"
        has = "at most" if finding.quantity == "bandwidth" else "a peak of"
        return f"This {what} {rate}; the device has {has} {limit}. {_IMPOSSIBLE[finding.quantity]}"
    return f"This is far below what is expected: {rate} of {limit}. {_FAR_BELOW[finding.quantity]}"
