"""How sure a verdict is, in one sentence."""

from advisor.answer.worth.speed import Reached
from advisor.answer.worth.sureness import HeldBack
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.facts.answers.worth import Sureness
from advisor.present.words.words import say, to_say

_SURENESS: dict[Sureness, str] = {
    "sure": to_say("Confidence: high; measured, and both ends of the range give this advice."),
    "likely": to_say("Confidence: medium; at one end of the speed range the advice would be different."),
    "depends": to_say("Confidence: low; the speed is too uncertain for firm advice."),
}
_HELD_BACK: dict[HeldBack, str] = {
    "no_room": to_say("Confidence: medium; hardly any memory is left beside the model."),
    "not_measured": to_say("Confidence: medium; no chip of this kind was measured."),
    "no_place": to_say("Confidence: medium; the free slots and the power supply are unknown."),
}


def sureness_sentence(answer: WorthAnswer) -> str:
    """How sure it is, from the ranges of all speeds."""
    decision = answer.decision
    if decision.reason == "speed_unknown":
        return say("Confidence: none until this computer is measured.")
    if answer.limits.hindrance == "virtual" and decision.reason == "nothing_helps":
        return say("Confidence: high; a virtual machine takes no parts, however fast it is.")
    if answer.held_back is not None:
        return say(_HELD_BACK[answer.held_back])
    if decision.sureness == "sure" and decision.reason == "not_used":
        return say("Confidence: high.")
    if decision.sureness == "sure" and not answer.counted.now.is_measured:
        if _is_disturbed(answer.counted.now):
            return say(
                "Confidence: high; the measurement was disturbed, but both ends of the wider range give this advice."
            )
        return say("Confidence: high; not measured, but both ends of the estimated range give this advice.")
    return say(_SURENESS[decision.sureness])


def _is_disturbed(now: Reached) -> bool:
    """Whether it was measured what the speed goes by, though not in peace."""
    read = now.processor.read_bytes_per_s if now.processor is not None else None
    return read is not None and read.origin == "measured" and read.is_poor
