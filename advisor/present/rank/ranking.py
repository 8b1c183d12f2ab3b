"""The ranking of models as records and as a table for the terminal."""

from advisor.answer.rig.rank import Ranked
from advisor.facts.answers.answer import RankedModel, Ranking
from advisor.present.words.answer_text import STATE_WORDS, fit_words, main_pool, reading_words, why_unknown
from advisor.present.words.limit import POOL_WORDS
from advisor.present.words.quantity import UNKNOWN, count, speed, speed_number
from advisor.present.words.words import say, to_say

_HEADINGS = (to_say("Model"), to_say("Quantization"), to_say("Fit"), to_say("Tokens/s"), to_say("Longest conversation"))


def ranking(ranked: tuple[Ranked, ...]) -> Ranking:
    """The models in their order, each with why it stands there."""
    return Ranking(models=tuple(ranked_model(one) for one in ranked))


def ranking_table(found: Ranking) -> tuple[tuple[str, ...], ...]:
    """Rows of texts, the headings first."""
    return (_HEADINGS, *(_row(one) for one in found.models))


def ranked_model(one: Ranked) -> RankedModel:
    """One model as a record, with why it stands where it does."""
    option, decode = one.option, one.option.decode
    return RankedModel(
        model=one.model.name,
        quant=option.subject.weights.quant,
        fit=option.fit.verdict,
        tokens_per_s=decode.tokens_per_s,
        limit=decode.limit if decode.tokens_per_s is not None else None,
        largest_context_tokens=one.largest_context_tokens,
        why=why(one),
    )


def why(one: Ranked) -> str:
    """One sentence: "Fits with 3.1 GiB to spare in the graphics memory; about 42 tokens/s, 8 times as fast as ..."."""
    option = one.option
    fit, rate = fit_words(option), option.tokens_per_s
    if option.fit.verdict == "too_big":
        return say("{fit}, even as {quant}.", fit=fit, quant=option.subject.weights.quant)
    if option.fit.verdict == "fits":
        fit = say("{fit} in the {pool}", fit=fit, pool=say(POOL_WORDS[main_pool(option)]))
    if rate is None:
        reason = why_unknown(option)
        return f"{fit}; {reason[:1].lower()}{reason[1:]}"
    return say("{fit}; about {speed}, {reading}.", fit=fit, speed=speed(rate), reading=reading_words(rate))


def _row(one: RankedModel) -> tuple[str, ...]:
    longest = count(one.largest_context_tokens) if one.largest_context_tokens else ""
    return (one.model, one.quant, say(STATE_WORDS[one.fit]), speed_range(one), longest)


def speed_range(one: RankedModel) -> str:
    """Middle and range: "42 (36 to 48)"."""
    if one.tokens_per_s is None:
        return say(UNKNOWN)
    low, best, high = map(speed_number, one.tokens_per_s)
    return say("{middle} ({low} to {high})", middle=best, low=low, high=high)
