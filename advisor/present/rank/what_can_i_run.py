"""Every model as a row of finished texts, as records and as a table for the terminal, and the finding above them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from advisor.answer.rig.rank import Ranked
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.answer import RankedModel, Ranking
from advisor.facts.answers.usability import USABILITIES, Usability
from advisor.facts.values.range import middle
from advisor.present.words.answer_text import STATE_WORDS, fit_words, main_pool, reading_words, why_unknown
from advisor.present.words.light import LIGHT_WORDS
from advisor.present.words.limit import POOL_WORDS
from advisor.present.words.quantity import UNKNOWN, count, params, short_tokens, speed, speed_number, tokens
from advisor.present.words.series import Cell
from advisor.present.words.view import Choice
from advisor.present.words.words import say, say_count, to_say, to_say_count

COLUMNS = (
    to_say("Model"),
    to_say("Fit"),
    to_say("Tokens/s"),
    to_say("Quantization"),
    to_say("Context up to"),
    to_say("Size"),
    to_say("License"),
    to_say("Quality"),
)
FIT_COLUMN = COLUMNS.index("Fit")
FALLING_COLUMNS = tuple(
    map(
        COLUMNS.index,
        ("Tokens/s", "Quantization", "Context up to", "Size", "Quality"),
    )
)
"""Sorted from the largest down, as people mean it; the others rise."""
NO_CONTEXT = "-"
"""Stands where no conversation fits in one memory."""

_COUNTS: Mapping[Usability, str] = {
    "great": to_say("{count} run great"),
    "fine": to_say("{count} run fine"),
    "slow": to_say("{count} are slow"),
    "unknown": to_say("{count} run at an unknown speed"),
    "wont_run": to_say("{count} won't run"),
}
_HEADINGS = (to_say("Model"), to_say("Quantization"), to_say("Fit"), to_say("Tokens/s"), to_say("Longest conversation"))
_RUNNING: Mapping[Usability, tuple[str, str]] = {
    "great": to_say_count(
        "{count} model runs great here; the best for {use} is {name}",
        "{count} models run great here; the best for {use} is {name}",
    ),
    "fine": to_say_count(
        "{count} model runs fine here; the best for {use} is {name}",
        "{count} models run fine here; the best for {use} is {name}",
    ),
}


@dataclass(frozen=True)
class RankedRow:
    """One model at its best quantization: one cell for each of `COLUMNS`, and the words it is found by, in lower case.

    `why` says how it stands here, `quality` what it and its quantization are good for.
    """

    model_id: str
    quant_id: str
    light: Usability
    cells: tuple[Cell, ...]
    why: str
    quality: str
    search: str

    @property
    def name(self) -> str:
        """The model's name."""
        return self.cells[0].text

    @property
    def subject(self) -> str:
        """What it is, for a line of its own: name, quantization, size, license, context."""
        name, _, _, quant, context, size, license_name, _ = self.texts
        known = "" if context == NO_CONTEXT else say(" · context up to {context}", context=context)
        return f"{name} · {quant} · {size} · {license_name}{known}"

    @property
    def texts(self) -> tuple[str, ...]:
        """What its cells say."""
        return tuple(cell.text for cell in self.cells)


@dataclass(frozen=True)
class WhatCanIRunView:
    """Everything page What can I run? shows, the best model first."""

    title: str
    subtitle: str
    rows: tuple[RankedRow, ...]
    offers_measure: bool = False
    """Whether no speed is known before something is measured."""


def ranked_row(one: Ranked, catalog: Catalog) -> RankedRow:
    """The texts of one model."""
    found, card = ranked_model(one), one.model
    quant_id = catalog.quants.find(found.quant) or ""
    quant = catalog.quants.get(quant_id)
    fit = say("{light}, {fit}", light=say(LIGHT_WORDS[one.usability]), fit=say(STATE_WORDS[found.fit]).lower())
    longest = found.largest_context_tokens
    quality = say(quant.quality) if quant else ""
    cells = (
        Cell(card.name, card.name.lower()),
        Cell(fit, one.setting.place),
        Cell(speed_range(found), middle(found.tokens_per_s)),
        Cell(found.quant, quant.typical_bits_per_weight if quant else None),
        Cell(short_tokens(longest) if longest else NO_CONTEXT, longest or 0),
        Cell(params(card.params), card.params),
        Cell(card.license or say("license unknown"), card.license),
        Cell(quality, quant.rank if quant else None),
    )
    words = (
        card.name,
        one.model_id,
        card.maker,
        card.family,
        *card.aliases,
        card.license or "",
        params(card.params).replace(" ", ""),
    )
    notes = (say(card.quality) if card.quality else "", f"{found.quant}: {quality}" if quality else "")
    return RankedRow(
        model_id=one.model_id,
        quant_id=quant_id,
        light=one.usability,
        cells=cells,
        why=found.why,
        quality=" ".join(text for text in notes if text),
        search=" ".join(words).lower(),
    )


def what_can_i_run_view(
    ranked: Sequence[Ranked], rows: Sequence[RankedRow], catalog: Catalog, *, workload_id: str, unusable: str = ""
) -> WhatCanIRunView:
    """The models in their order; `rows` are their texts in the same order, `unusable` tells of GPUs left aside."""
    workload = catalog.workloads[workload_id]
    counts = Counter(one.usability for one in ranked)
    told = [say(_COUNTS[one], count=counts[one]) for one in USABILITIES if counts[one]]
    asked = say(
        "{name}: {read} read, {written:,} written, in a conversation of up to {context}.",
        name=say(workload.name),
        read=tokens(workload.prompt_tokens),
        written=workload.generated_tokens,
        context=tokens(workload.context_tokens),
    )
    if len(told) > 1:
        asked += say(" {counts}.", counts=", ".join(told))
    title = _title(ranked, counts, say(workload.name).lower())
    unmeasured = any(one.option.tokens_per_s is None for one in ranked if one.usability == "unknown")
    asked = " ".join(filter(None, (unusable, asked)))
    return WhatCanIRunView(title, asked, tuple(rows), offers_measure=unmeasured)


def ranking_workloads(catalog: Catalog) -> tuple[Choice, ...]:
    """What the models can be ranked for."""
    cards = sorted(catalog.workloads.items(), key=lambda item: item[1].list_place)
    return tuple(Choice(workload_id, say(card.name), say(card.sentence)) for workload_id, card in cards)


def _title(ranked: Sequence[Ranked], counts: Counter[Usability], use: str) -> str:
    """The finding: "41 models run great here; the best for chat is Qwen3 14B"."""
    if not ranked:
        return say("No models are known")
    best = ranked[0]
    count, name = counts[best.usability], best.model.name
    if best.usability in _RUNNING:
        return say_count(*_RUNNING[best.usability], count, use=use, name=name)
    if best.usability == "slow":
        return say(
            "All models are slow here; the fastest is {name}, {rate}", name=name, rate=speed(best.option.tokens_per_s)
        )
    if best.usability == "wont_run":
        return say("No model fits this rig")
    if best.option.fit.verdict == "unknown":
        return say("Which models fit is unknown: the free memory could not be read")
    return say_count(
        "{count} model fits here; measure to see how fast", "{count} models fit here; measure to see how fast", count
    )


def ranking(ranked: tuple[Ranked, ...], *, unusable: str = "") -> Ranking:
    """The models in their order, each with why it stands there; `unusable` tells of GPUs left aside."""
    return Ranking(models=tuple(ranked_model(one) for one in ranked), notes=(unusable,) if unusable else ())


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
        usability=one.usability,
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
