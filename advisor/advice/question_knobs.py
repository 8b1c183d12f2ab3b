"""What page Will it run? lets a person choose for its question: the models, the workload, and the knobs of that."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from advisor.advice.known_models import KnownModels
from advisor.advice.question import PageQuestion, automatic_fields
from advisor.answer.tasks.ask import find_workload, longest_tokens, task_models
from advisor.answer.which_model.published_forms import published_forms
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.cards.model import ModelCard
from advisor.present.tasks.knobs import setting_words, task_knobs
from advisor.present.tasks.shown import SHOWN
from advisor.present.text.choices import (
    AUTOMATIC,
    FILE_QUANT_ID,
    NO_DRAFT,
    context_choices,
    draft_choices,
    file_quant_choices,
    model_choices,
    picture_choices,
    quant_choices,
    task_model_choices,
    thinking_choices,
    workload_choices,
)
from advisor.present.words.choice import Choice, Knob
from advisor.present.words.quantity import tokens
from advisor.present.words.view import Knobs
from advisor.present.words.words import joined, kept_by_language, say


def knobs(question: PageQuestion, known: KnownModels, before: Knobs | None = None) -> Knobs:
    """All choices and the chosen ones; lists that depend on the model only are taken over from `before`.

    For another model than before, quantizations have their names only: `sizing` makes `sized` quick.
    """
    catalog, now = known.catalog, question.now
    if question.is_text:
        models, others = model_choices(catalog, known.recent), _text_knobs(question, known, before)
        words, is_own = _text_settings(question, known), bool(question.own_settings)
        is_own = is_own or now.fields.get("draft", NO_DRAFT) != NO_DRAFT
    else:
        models, shown = _models(now.workload_id, catalog), SHOWN[find_workload(now.workload_id, catalog).task]
        card = catalog.other_models.get(now.model_id)
        plans = shown.knobs_of(card.pipeline if card is not None else None)
        others = task_knobs(plans, now.fields, longest_tokens=longest_tokens(now.model_id, catalog))
        settings = setting_words([plan for plan in plans if plan.is_advanced], now.fields)
        is_own = automatic_fields(now, catalog) != now.fields
        words = _settings((is_own, settings))
    workloads = before.workloads if before else workload_choices(catalog)
    return Knobs(models, workloads, now.model_id, now.workload_id, others, words, is_own)


def _text_settings(question: PageQuestion, known: KnownModels) -> str:
    """The file type and the context, and which of them a person chose: the one follows from the other."""
    own = question.own_settings
    return _settings(
        ("quant" in own, _quant_name(question, known)), ("context_tokens" in own, tokens(question.context_tokens))
    )


def _settings(*told: tuple[bool, str]) -> str:
    """Settings in words, those that a person chose first."""
    own, left = (joined([words for is_own, words in told if is_own is wanted], ", ") for wanted in (True, False))
    yours = say("Yours: {settings}", settings=own) if own else ""
    return joined(filter(None, (yours, say("Auto: {settings}", settings=left) if left else "")), "; ")


def _quant_name(question: PageQuestion, known: KnownModels) -> str:
    weights = known.file_weights(question.now.model_id)
    return weights.quant if weights else known.catalog.quants[question.quant_id].name


@kept_by_language(16)
def _models(workload_id: str, catalog: Catalog) -> tuple[Choice, ...]:
    return task_model_choices(task_models(catalog.other_workloads[workload_id], catalog))


def _text_knobs(question: PageQuestion, known: KnownModels, before: Knobs | None) -> tuple[Knob, ...]:
    model_id = question.now.model_id
    weights = known.file_weights(model_id)
    was_text = before is not None and before.workload_id in known.catalog.workloads
    same = (
        {knob.id: knob.choices for knob in before.others} if before and was_text and before.model_id == model_id else {}
    )
    if weights is not None:
        quants = file_quant_choices(weights)
    else:
        quants = same.get("quant") or _quants(model_id, known, kept=question.quant_id, is_sized=before is None)
    contexts = same.get("context") or context_choices(known.longest_tokens(model_id))
    card = known.catalog.models.get(model_id)
    chosen = FILE_QUANT_ID if weights else question.quant_id
    if weights is None and model_id in known.catalog.models:
        quants = (_automatic(question, known), *(one for one in quants if one.id != AUTOMATIC))
        chosen = chosen if "quant" in question.own_settings else AUTOMATIC
    return (
        Knob("quant", say("Quantization"), quants, chosen, is_advanced=True),
        Knob("context", say("Context"), contexts, str(question.context_tokens), is_scale=True, is_advanced=True),
        *(model_knobs(card, question.now.fields, known.catalog) if card else ()),
    )


def _automatic(question: PageQuestion, known: KnownModels) -> Choice:
    """The choice that leaves it to the adviser; says what that is, where it is in force."""
    detail = say("The best quality that runs well on this rig.")
    if "quant" in question.own_settings:
        return Choice(AUTOMATIC, say("Automatic"), detail)
    return Choice(AUTOMATIC, say("Automatic: {quant}", quant=known.catalog.quants[question.quant_id].name), detail)


def model_knobs(card: ModelCard, fields: Mapping[str, Any], catalog: Catalog) -> Iterator[Knob]:
    """What only some models offer: something that guesses ahead, pictures, thinking."""
    offered = (
        ("draft", say("Draft model / MTP"), draft_choices(card, catalog.models), NO_DRAFT),
        ("images", say("Pictures in prompt"), picture_choices(card), "0"),
        ("thinking", say("Thinking"), thinking_choices(card), "auto"),
    )
    return (
        Knob(id, name, some, str(fields.get(id, usual)), is_advanced=id == "draft")
        for id, name, some, usual in offered
        if some
    )


def sizing(model_id: str, known: KnownModels) -> Iterator[None]:
    """Work out the size of a model at each quantization, one a step; what is known stays known for a while."""
    if known.file_weights(model_id) is None:
        for quant in known.catalog.quants.values():
            known.weights(model_id, quant)
            yield


def sized(knobs: Knobs, known: KnownModels) -> Knobs:
    """The same choices, quantizations with the size of the chosen model."""
    if known.file_weights(knobs.model_id) is not None:
        return knobs
    others = (
        replace(one, choices=(*_unsized(one), *_quants(knobs.model_id, known, kept=one.choice_id)))
        if one.id == "quant"
        else one
        for one in knobs.others
    )
    return replace(knobs, others=tuple(others))


def _unsized(quants: Knob) -> tuple[Choice, ...]:
    return tuple(one for one in quants.choices if one.id == AUTOMATIC)


def needs_sizes(question: PageQuestion, before: Knobs | None) -> bool:
    """Whether quantizations were offered by their names only, as the knobs `before` did not tell their sizes."""
    if before is None or not question.is_text:
        return False
    return before.model_id != question.now.model_id or before.knob("quant") is None


def _quants(model_id: str, known: KnownModels, *, kept: str, is_sized: bool = True) -> tuple[Choice, ...]:
    """The file types of a model, first those that the adviser chooses among; of an opened file nobody knows these."""
    card, quants = known.catalog.models.get(model_id), known.catalog.quants
    found = map(quants.find, published_forms(card) if card else ())
    forms = [one for one in found if one is not None and quants[one].format == "gguf"]
    weights = partial(known.weights, model_id) if is_sized else None
    return quant_choices(known.catalog, weights, forms=forms, kept=kept)
