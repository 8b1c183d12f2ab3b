"""Page Learn in words: cards of one idea each, claims of articles recomputed, this rig's own figures and pictures."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from advisor.answer.claims.chips import compared_chips
from advisor.answer.rig.crossover import crossover, layer_work, model_work
from advisor.answer.which_device.formats import formats_of
from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.claim import (
    ARTICLE_CLAIMS,
    Bound,
    ClaimFinding,
    ExplainedClaim,
    LearnCard,
    LearnFinding,
    Outcome,
    RigFigure,
    Said,
    Word,
)
from advisor.facts.answers.crossover import LAYER_WIDTH
from advisor.facts.answers.estimate import Input
from advisor.facts.rig.rig import Rig
from advisor.present.charts.crossover_chart import crossover_chart
from advisor.present.learn.articles import article_words
from advisor.present.learn.chip_tables import PEAKS, chip_tables
from advisor.present.learn.figures import claim_input_text, claimed_text, figure_text, input_name, short_figure_text
from advisor.present.learn.formulas import FORMULAS
from advisor.present.learn.pictures import crossover_why, format_sentence, format_table
from advisor.present.learn.view import ClaimView, LearnPanelView, LearnPictures, LearnView, TextTable, WordView
from advisor.present.words.choice import Choice
from advisor.present.words.origin import origin_words, source_words
from advisor.present.words.processor_name import short_name
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.series import Table
from advisor.present.words.view import MyRigView, Why, WillItRunView
from advisor.present.words.words import is_wide, joined, say, sentence, to_say

Tone = Literal["good", "note", "warning"]

_OUTCOMES: dict[Outcome, tuple[Tone, str]] = {
    "agrees": ("good", to_say("Agrees")),
    "only_if": ("note", to_say("Only if")),
    "does_not_hold": ("warning", to_say("Wrong")),
}
_ADDRESS = re.compile(r"https?://([^/\s),]+)[^\s),]*")
_EXPLAINED = to_say("Explained")
GLOSSARY = "glossary"
"""The id of the card with all words."""
_BOUNDS: dict[Bound, str] = {"about": "", "at_least": to_say("at least "), "at_most": to_say("at most ")}
_COLUMNS = (to_say("Input"), to_say("Value"), to_say("From"))


def learn_view(findings: Iterable[LearnFinding], pictures: Mapping[str, LearnPictures] | None = None) -> LearnView:
    """All cards of the page, with the pictures of each by its id."""
    shown = tuple(findings)
    cards = tuple(_card(finding, (pictures or {}).get(finding.id, LearnPictures())) for finding in shown)
    topics = tuple(
        Choice(one.id, f"{number}. {say(one.card.name)}", search="\n".join(_search_words(one)))
        for number, one in enumerate(shown, 1)
    )
    glossary = _glossary(cards)
    listed = Choice(GLOSSARY, glossary.title, search="\n".join(word.search for word in glossary.words))
    return LearnView(
        summary=_summary(claim for card in cards for claim in card.claims),
        cards=(*cards, glossary),
        topics=(*topics, listed),
    )


def _glossary(cards: Iterable[LearnPanelView]) -> LearnPanelView:
    """All words by the alphabet."""
    words = sorted((word for card in cards for word in card.words), key=lambda word: word.name.casefold())
    idea = say("The words of local AI, each in a sentence or two. A link leads to the topic that explains more.")
    return LearnPanelView(GLOSSARY, say("Glossary"), idea, (), (), "", words=tuple(words), is_glossary=True)


def _search_words(finding: LearnFinding) -> Iterator[str]:
    """What the topic of a card is found by: people know the English names in every language."""
    card = finding.card
    yield card.name
    for word in card.words:
        yield from _names(word)
    yield say(card.idea)
    yield from (f"{say(one.title)} {say(one.text)}" for one in (*card.claims, *card.explained))


def _words(finding: LearnFinding) -> Iterator[WordView]:
    topic = Choice(finding.id, say(finding.card.name))
    for word in finding.card.words:
        name, means = say(word.name), say(word.means)
        yield WordView(name, means, topic, search="\n".join((*_names(word), means)))


def _names(word: Word) -> Iterator[str]:
    """All names of a word, in the language in force and in English."""
    for one in (word.name, *word.also):
        yield from dict.fromkeys((say(one), one))


def _card(finding: LearnFinding, pictures: LearnPictures) -> LearnPanelView:
    ordered = sorted(finding.claims, key=lambda one: one.claim.said_by)
    claims = tuple(_claim(claim) for claim in ordered)
    return LearnPanelView(
        id=finding.id,
        title=say(finding.card.name),
        idea=say(finding.card.idea),
        rig=tuple(claim.rig for claim in claims if claim.is_rig_known),
        claims=(*claims, *map(_explained, finding.card.explained)),
        source=say(
            "{source}. Checked {checked:%Y-%m-%d}.", source=say(finding.card.source), checked=finding.card.checked
        ),
        rig_missing=tuple(text for claim in finding.claims if (text := _missing(claim))),
        pictures=pictures,
        offers_layer="live_layer" in finding.card.shows,
        words=tuple(_words(finding)),
    )


def _whose(claim: Said) -> str:
    """Who says it."""
    if claim.article_claim is None:
        return say("Often said by others")
    return article_words(claim.article_claim)


def _explained(claim: ExplainedClaim) -> ClaimView:
    """A claim in which there is nothing to compute, with its source."""
    return ClaimView(
        id=claim.id,
        title=say(claim.title),
        text=say(claim.text),
        whose=_whose(claim),
        tone="note",
        word=say(_EXPLAINED),
        condition="",
        figures="",
        turns="",
        reason=say("{reason} Source: {source}.", reason=say(claim.reason), source=say(claim.source)),
        why=None,
    )


def _on_rig_figure(text: str, value: float, unit: str) -> str:
    """The figure of the rig in its sentence: what is 1 times as fast is about as fast."""
    figure = short_figure_text(value, unit)
    return say("about") if "{figure} as " in text and figure == short_figure_text(1.0, unit) else figure


def _claim(finding: ClaimFinding) -> ClaimView:
    claim, fact = finding.claim, finding.rig_figure
    tone, word = _OUTCOMES[finding.outcome]
    turns = rig = ""
    if finding.otherwise_figure is not None:
        turns = sentence(joined((say(claim.turns or ""), figure_text(finding.otherwise_figure, finding.unit)), ": "))
    rig_why = None
    if fact is not None and fact.value is not None:
        rig = say(claim.on_rig, figure=_on_rig_figure(claim.on_rig, fact.value, finding.unit)) if claim.on_rig else ""
        rig_why = _why(finding, fact.value, finding.rig_inputs, is_rig=True)
    elif fact is not None and claim.on_rig:
        rig = say("On your rig: unknown, {reason}.", reason=in_words(fact.reason) if fact.reason else "")
    return ClaimView(
        id=claim.id,
        title=say(claim.title),
        text=say(claim.text),
        whose=_whose(claim),
        tone=tone,
        word=say(word),
        condition=say("{text}.", text=say(claim.only_if)) if claim.only_if and finding.outcome == "only_if" else "",
        figures=_figures(finding),
        turns=turns,
        reason=_sites(say(claim.reason)),
        why=_why(finding, finding.figure, finding.inputs),
        rig=rig,
        is_rig_known=rig_why is not None,
        rig_why=rig_why,
    )


def _figures(finding: ClaimFinding) -> str:
    """What is claimed beside what comes out; nothing where both are that it does not run at all."""
    if not (finding.claimed or finding.figure):
        return ""
    return say(
        "Claimed: {claimed}. Recomputed: {claimed_text}.",
        claimed=f"{say(_BOUNDS[finding.claim.bound])}{claimed_text(finding.claimed, finding.claim.unit)}",
        claimed_text=claimed_text(finding.figure, finding.claim.unit),
    )


def _sites(text: str) -> str:
    """A text with the sites of web addresses alone; whole they stand with the formula and the inputs."""
    return _ADDRESS.sub(lambda found: found[1].removeprefix("www."), text)


def _missing(finding: ClaimFinding) -> str:
    """What the rig lacks for a figure of its own; empty where it lacks nothing."""
    fact = finding.rig_figure
    if fact is None or fact.value is not None:
        return ""
    reason = in_words(fact.reason) if fact.reason else ""
    return say('Not known for "{title}": {reason}.', title=say(finding.claim.title), reason=reason)


def _why(finding: ClaimFinding, figure: float, inputs: tuple[Input, ...], *, is_rig: bool = False) -> Why:
    """Formula and inputs behind a figure."""
    called = {one.name: say(one.label) if one.label else input_name(one.name) for one in finding.claim.inputs}
    names = [(called[name], text, "") for name, text in finding.names]
    numbers = [(called[one.name], claim_input_text(one), _source(one, is_rig=is_rig)) for one in inputs]
    return Why(
        title=say("Why {figure}", figure=figure_text(figure, finding.unit)),
        formula=say(FORMULAS[finding.claim.formula], **called),
        inputs=Table(tuple(map(say, _COLUMNS)), tuple(names + numbers)),
        evidence=_peak_words(finding) if is_rig else (say(finding.claim.reason),),
        changes=(),
    )


_PEAKS: Mapping[RigFigure, str] = {
    **dict.fromkeys(("card_flop_per_s", "best_flop_per_s"), PEAKS),
    **dict.fromkeys(
        ("card_prompt_flop_per_s", "prompt_flop_per_s"),
        to_say("Peak: sums in 16 bits where that is faster, as on My rig and Will it run?"),
    ),
}
"""What the peaks of a rig count."""


def _peak_words(finding: ClaimFinding) -> tuple[str, ...]:
    """Which peaks of the rig stand in for those of a claim."""
    used = dict.fromkeys(_PEAKS.get(one.on_rig, "") for one in finding.claim.inputs if one.on_rig)
    return tuple(say(one) for one in used if one)


def _source(number: Input, *, is_rig: bool) -> str:
    """Where an input comes from; of the rig also how it was obtained."""
    if is_rig and number.origin in ("measured", "detected", "user"):
        return joined((origin_words(number.origin, source=number.source), source_words(number.source)), ": ")
    return source_words(number.source)


def _summary(claims: Iterable[ClaimView]) -> str:
    counts = Counter(claim.word for claim in claims)
    agrees, only_if, fails = (counts[say(word)] for _, word in _OUTCOMES.values())
    return say(
        "What people say about AI hardware, recomputed: {agrees} of {all} claims are right, {only_if} only under a "
        "condition, {fails} are wrong. {said} of them come from four introductory articles.",
        said=ARTICLE_CLAIMS,
        all=agrees + only_if + fails,
        agrees=agrees,
        only_if=only_if,
        fails=fails,
    )


MOST = 6
"""Of all that are found, as many as a line holds."""


def _whole(term: str) -> str:
    """A pattern of the term as a whole word; what is written without spaces may stand inside a longer one."""
    start, end = ("" if is_wide(letter) else r"\b" for letter in (term[0], term[-1]))
    return f"{start}{re.escape(term)}{end}"


class TermFinder:
    """The terms of all cards; several words that lead to one card count once, by the first that is found."""

    def __init__(self, cards: Mapping[str, LearnCard]) -> None:
        self._card_of = {say(term).casefold(): card_id for card_id, card in cards.items() for term in card.terms}
        longest_first = sorted(self._card_of, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(_whole, longest_first)) or r"(?!)", re.IGNORECASE)

    def found(self, texts: Iterable[str]) -> tuple[Choice, ...]:
        """The terms in the order in which they are read, each with the id of its card."""
        result: dict[str, Choice] = {}
        for text in texts:
            for match in self._pattern.finditer(text):
                card_id = self._card_of[match.group().casefold()]
                result.setdefault(card_id, Choice(card_id, match.group()))
                if len(result) == MOST:
                    return tuple(result.values())
        return tuple(result.values())


def rig_texts(view: MyRigView) -> tuple[str, ...]:
    """What page My rig says, in the order in which it is read."""
    return (
        view.explanation,
        view.picture.description,
        *(f"{finding.title} {finding.text}" for finding in view.findings),
    )


def answer_texts(view: WillItRunView, *, is_explained: bool) -> tuple[str, ...]:
    """What page Will it run? says, in the order in which it is read; `is_explained` with what is behind Explain."""
    if not is_explained:
        return (view.answer, *_drawn_texts(view.first))
    return (view.answer, view.detail, view.gpu_sentence, *_drawn_texts(view.charts), *view.notes)


def _drawn_texts(charts: Mapping[str, Any]) -> Iterable[str]:
    return (f"{chart.title} {chart.subtitle} {chart.sentence}" for chart in charts.values())


_NO_CARD = to_say("No GPU whose number formats are known was found in this rig.")


def learn_pictures(card: LearnCard, rig: Rig, catalog: Catalog) -> LearnPictures:
    """The charts and tables of a card; of charts with nothing to draw only the first, which says why."""
    answers = [crossover(rig, layer_work(LAYER_WIDTH, LAYER_WIDTH), catalog)] if "layer_trip" in card.shows else []
    if card.model is not None and card.quant is not None:
        subject = subject_of(catalog.models[card.model], catalog.quants[card.quant], catalog)
        answers.append(crossover(rig, model_work(subject), catalog, model=subject))
    charts = tuple(crossover_chart(answer) for answer in answers)
    tables = _formats(rig, catalog) if "number_formats" in card.shows else ()
    if card.chips:
        tables += chip_tables(card.shows, compared_chips(rig, card.chips, catalog))
    drawn = tuple(chart for chart in charts if chart.lines)
    whys = tuple(crossover_why(answer) for answer in answers if answer.curves)
    return LearnPictures(charts=drawn or charts[:1], tables=tables, whys=whys)


def _formats(rig: Rig, catalog: Catalog) -> tuple[TextTable, ...]:
    """One table for each kind of graphics card, or that there is none."""
    found = {one.name: formats for one in rig.processors if (formats := formats_of(one, catalog))}
    tables = tuple(
        TextTable(
            title=say("Number formats of {name}", name=short_name(name)),
            sentence=format_sentence(short_name(name), formats),
            table=format_table(formats),
        )
        for name, formats in found.items()
    )
    empty = TextTable(title=say("Number formats of your GPU"), sentence=say(_NO_CARD), table=format_table(()))
    return tables or (empty,)
