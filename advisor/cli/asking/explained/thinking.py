"""Whether thinking is to be left on: what is thought before an answer, how long that takes, and how to end it."""

import re
from collections.abc import Iterator

from advisor.answer.judge.thinking import thought_of, usual_tokens
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.explained.asides import SWITCH
from advisor.cli.asking.sentence.said import Said
from advisor.facts.values.range import Range
from advisor.present.words.quantity import count, duration

_MODE = (
    r"(?:(?:the |its |a )?(?:thinking|reasoning)(?: (?:modes?|tokens?|steps?|phase|output|traces?))?"
    r"|chain[ -]of[ -]thought|<?think>? ?(?:mode|tags?|tokens?)|/?no_?think)"
)
_CHANGED = (
    r"(?:leav(?:e|ing)|keep(?:ing)?|turn(?:ing|ed)?|switch(?:ing|ed)?|enabl(?:e|ing|ed)|disabl(?:e|ing|ed)"
    r"|us(?:e|ing)|skip(?:ping)?|hav(?:e|ing)|want)"
)
_ASKED = re.compile(
    rf"\b{_CHANGED} {_MODE}(?: (?:turned|switched|left))? ?(?:on|off|enabled|disabled)?\b"
    rf"|\b{_CHANGED} (?:on|off) {_MODE}(?!\w)"
    rf"|\b{_MODE} (?:\w+ )?(?:on|off|enabled|disabled)\b|\b(?:with|without|with or without) {_MODE}(?!\w)"
    rf"|\b(?:is|are|does|do) {_MODE} (?:really |actually |even )?"
    r"(?:worth|needed|necessary|useful|help|make|slow|matter)"
    rf"|\b(?:slower|faster|better|worse|smarter)\b[^.?!]{{0,20}}\b{_MODE}(?!\w)"
    rf"|\b(?:do|should|would) (?:i|we) (?:really )?(?:need|want|use|enable|disable) {_MODE}(?!\w)",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:i am|i'm|im|i was|we are|we're|been|just) (?:thinking|reasoning)\b|\bthinking (?:of|about|to)\b", re.I
)
_QUESTION = re.compile(
    r"\b(?:should|worth|how much|does|do|is|are|need\w*|better|or|vs|versus|slower|faster|useful|help)\b", re.IGNORECASE
)
_OTHER = re.compile(
    r"\b(?:which|what|best|good|recommend\w*|any) (?:[\w-]+ ){0,3}?models?\b"
    r"|\bhow (?:fast|many|long|much (?:v-?ram|ram))\b|\b(?:fits?|runs?)\b|\bkv\b",
    re.IGNORECASE,
)
_HARD = ("coding", "coding-agent")
_RATES = (20.0, 60.0)
"""Of a model that just fits and of one that is fast on usual graphics cards (a judgment)."""


def asks_thinking(told: Said) -> bool:
    """Whether it is asked if a model is to think, and not what does so on a computer."""
    text, hardware = told.wording.text, told.hardware
    is_other = told.spent is not None or told.volume.users or len(told.models) > 1
    is_rig = told.names_a_rig or told.has_no_gpu
    is_asked = _ASKED.search(text) is not None and _QUESTION.search(text) is not None
    is_asked = is_asked and _VERB.search(text) is None and _OTHER.search(text) is None
    is_bought_for = is_rig and (bool(hardware.offered) or not told.is_bought)  # else its own answer tells the time
    return is_asked and not (is_other or is_bought_for)


def thinking_words(told: Said, catalog: Catalog) -> str:
    """On or off for the work, what it takes, and the switch."""
    model_id = next(filter(None, (catalog.models.find(one.name) for one in told.models)), None)
    card = catalog.models[model_id] if model_id is not None else None
    if card is not None and card.thinking is None:
        return f"{card.name} does not think before it answers: there is nothing to turn off."
    thought = thought_of(card, catalog, wish="on")
    tokens = thought.tokens if thought is not None and thought.tokens is not None else usual_tokens(catalog)
    return "\n".join((_verdict(told), *_time(tokens, card.name if card is not None else "a model"), _switch(told)))


def _verdict(told: Said) -> str:
    if told.wording.is_voice:
        return (
            "Off for a voice assistant: all that is thought is waited for before the first spoken word, and commands "
            "and short questions are answered hardly better for it."
        )
    if {*told.works} & {*_HARD}:
        return (
            "On for hard code, bugs and plans, where it answers better. Off for completion and small changes, where it "
            "is only waited for."
        )
    return (
        "Off where you wait for the answer: voice, short questions, summaries, translation. On for maths, hard code "
        "and plans, which it answers better."
    )


def _time(tokens: Range, who: str) -> Iterator[str]:
    low, high = (count(round(one, -1)) for one in (round(tokens.low), round(tokens.high)))
    yield (
        f"How much slower: it writes as fast, but {who} thinks {low} tokens before the answer to a simple question, "
        f"{high} before that to a hard one."
    )
    told = "; ".join(
        f"at {rate:g} tokens/s {duration(tokens.low / rate)} to {duration(tokens.high / rate)}" for rate in _RATES
    )
    yield f"That is a wait of so long: {told}. Without it the answer begins at once."


def _switch(told: Said) -> str:
    in_voice = " In Home Assistant take a model without thinking, or one whose thinking is off."
    return f"Turn it off: {SWITCH}. Some models always think.{in_voice if told.wording.is_voice else ''}"
