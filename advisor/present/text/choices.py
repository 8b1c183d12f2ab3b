"""The lists a person picks from: models, quantizations with their file size, workloads, context lengths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.facts.values.units import KIB
from advisor.present.words.choice import Choice
from advisor.present.words.quantity import capacity, params, tokens
from advisor.present.words.search import model_words
from advisor.present.words.words import joined, kept_by_language, say, to_say

if TYPE_CHECKING:  # the settings bring records of money with them
    from collections.abc import Callable, Collection, Mapping

    from advisor.catalog.cards.catalog import Catalog
    from advisor.facts.cards.model import ModelCard
    from advisor.facts.cards.model_rating import Ability
    from advisor.facts.cards.quant import ModelWeights, QuantCard
    from advisor.facts.kept.settings import RecentFile

FILE_QUANT_ID = ""
"""The quantization that a file has: there is no other to choose."""

LAST_FIRST_PLACE = 9
"""The last place of the list of workloads that is seen at first sight."""

_NO_DIFFERENCE = 0.1
"""Of the size of a file: nobody downloads another one for less."""

SHORTEST_TOKENS = 2 * KIB
LONGEST_TOKENS = 128 * KIB
"""The longest context offered for a model whose own limit is unknown."""


@kept_by_language(2)
def model_choices(catalog: Catalog, recent: tuple[RecentFile, ...] = ()) -> tuple[Choice, ...]:
    """The files opened last, then all models by name; the detail is their size.

    The search also finds makers, families, other names, sizes and licenses.
    """
    return (*file_choices(recent), *task_model_choices(catalog.models))


def file_choices(recent: tuple[RecentFile, ...]) -> tuple[Choice, ...]:
    """Files that were opened, the last first; the detail is what their headers said."""
    sizes = [capacity(one.weights_bytes) if one.weights_bytes else "" for one in recent]
    return tuple(
        Choice(one.path, one.name, joined((say("recent file"), one.quant or "", size), ", "))
        for one, size in zip(recent, sizes, strict=True)
    )


def quant_choices(
    catalog: Catalog,
    weights: Callable[[QuantCard], ModelWeights] | None = None,
    *,
    forms: Collection[str] = (),
    kept: str = "",
) -> tuple[Choice, ...]:
    """Quantizations of model files that people download, the largest first; with the size where `weights` tells it.

    Those of `forms`, which the adviser chooses among, stand first, all others under a name of their own. Beside one
    form alone, others of its size make no difference and are left out, but for the one that is `kept`.
    """
    cards = [(quant_id, card) for quant_id, card in catalog.quants.items() if card.format == "gguf"]
    cards.sort(key=lambda item: (item[0] not in forms, -item[1].typical_bits_per_weight, item[0]))
    sizes = {quant_id: weights(card).total_bytes for quant_id, card in cards} if weights else {}
    only = cards[0][0] if len(forms) == 1 else ""
    choices = []
    for quant_id, card in cards:
        is_usual = not forms or quant_id in forms
        if not is_usual and quant_id != kept and _is_alike(sizes.get(quant_id), sizes.get(only)):
            continue
        size = f" · {capacity(sizes[quant_id])}" if sizes else ""
        group = "" if is_usual else say("More")
        choices.append(Choice(quant_id, f"{card.name}{size}", say(card.quality), group=group))
    return tuple(choices)


def _is_alike(size_bytes: int | None, only_bytes: int | None) -> bool:
    return bool(size_bytes and only_bytes) and abs(size_bytes / only_bytes - 1) < _NO_DIFFERENCE  # type: ignore[operator]


def file_quant_choices(weights: ModelWeights) -> tuple[Choice, ...]:
    """The one quantization that a file with weights has."""
    detail = say("The file holds its weights this way; choose the model by its name to compare others.")
    return (Choice(FILE_QUANT_ID, f"{weights.quant} · {capacity(weights.total_bytes)}", detail),)


def task_model_choices(models: Mapping[str, ModelCard]) -> tuple[Choice, ...]:
    """Models by name."""
    cards = sorted(models.items(), key=lambda item: (item[1].name.lower(), item[0]))
    return tuple(model_choice(card_id, card) for card_id, card in cards)


def workload_choices(catalog: Catalog) -> tuple[Choice, ...]:
    """What a person may want to do: the usual first, the others under More."""
    text = [(card.list_place, one, card.name, card.sentence) for one, card in catalog.workloads.items()]
    tasks = [(card.list_place or 0, one, card.name, card.sentence) for one, card in catalog.other_workloads.items()]
    return tuple(
        Choice(one, say(name), say(sentence), group=say("More") if place > LAST_FIRST_PLACE else "")
        for place, one, name, sentence in sorted((*text, *tasks))
        if place
    )


def context_choices(longest_tokens: int | None) -> tuple[Choice, ...]:
    """Context lengths: powers of two up to what the model was made for."""
    longest = longest_tokens or LONGEST_TOKENS
    steps = [SHORTEST_TOKENS]
    while steps[-1] * 2 <= longest:
        steps.append(steps[-1] * 2)
    return tuple(Choice(str(step), tokens(step)) for step in steps)


NO_DRAFT = "none"
AUTOMATIC = "automatic"
"""The knob that leaves all settings to the adviser, and the choice that leaves him one of them."""


def draft_choices(card: ModelCard, models: Mapping[str, ModelCard]) -> tuple[Choice, ...]:
    """What can guess tokens ahead for a model, () where nothing is known: its own layers, a head, smaller models."""
    drafting = card.drafting
    if drafting is None:
        return ()
    own = (Choice("mtp", say("MTP (its own layers)")),) if drafting.layers else ()
    heads = (Choice("head", drafting.heads[0].name),) if drafting.heads else ()
    small = tuple(Choice(one, models[one].name) for one in drafting.models if one in models)
    return (Choice(NO_DRAFT, say("None")), *own, *small, *heads)


_PICTURES = (0, 1, 4, 16)


def picture_choices(card: ModelCard) -> tuple[Choice, ...]:
    """How many pictures are in the prompt, () for a model that sees nothing."""
    return tuple(Choice(f"{number}", f"{number}") for number in _PICTURES) if card.vision else ()


def thinking_choices(card: ModelCard) -> tuple[Choice, ...]:
    """Whether it thinks before it answers, () where a model leaves no choice."""
    if card.thinking is None or card.thinking.habit not in ("unless_switched_off", "if_asked"):
        return ()
    return (Choice("auto", say("Automatic")), Choice("on", say("On")), Choice("off", say("Off")))


def model_choice(card_id: str, card: ModelCard) -> Choice:
    """A model by name; the detail is its size, and whether it sees and thinks."""
    size = params(card.params)
    if card.active_params < card.params:
        size = say("{params}, {active} active", params=size, active=params(card.active_params))
    abilities = (say(word) for ability, word in _ABILITIES.items() if card.is_able(ability))
    return Choice(card_id, card.name, DOT.join((size, *abilities)), model_words(card_id, card))


_ABILITIES: Mapping[Ability, str] = {"sees": to_say("sees"), "thinks": to_say("thinks")}
DOT = " · "
