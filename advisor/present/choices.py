"""The lists a person picks from: models, quantizations with their file size, workloads, context lengths."""

from advisor.answer.subject import subject_of
from advisor.catalog.catalog import Catalog
from advisor.facts.model import ModelCard
from advisor.facts.units import KIB
from advisor.present.quantity import capacity, params, tokens
from advisor.present.view import Choice

SHORTEST_TOKENS = 2 * KIB
LONGEST_TOKENS = 128 * KIB
"""The longest context offered for a model whose own limit is unknown."""


def model_choices(catalog: Catalog) -> tuple[Choice, ...]:
    """All models by name; the detail is their size, aliases help the search."""
    cards = sorted(catalog.models.items(), key=lambda item: (item[1].name.lower(), item[0]))
    return tuple(
        Choice(card_id, card.name, _model_detail(card), " ".join((card.maker, card.family, *card.aliases)))
        for card_id, card in cards
    )


def quant_choices(model: ModelCard, catalog: Catalog) -> tuple[Choice, ...]:
    """Quantizations of model files that people download, the largest first, each with its size for this model."""
    cards = [(quant_id, card) for quant_id, card in catalog.quants.items() if card.format == "gguf"]
    cards.sort(key=lambda item: (-item[1].typical_bits_per_weight, item[0]))
    return tuple(
        Choice(
            quant_id, f"{card.name} · {capacity(subject_of(model, card, catalog).weights.total_bytes)}", card.quality
        )
        for quant_id, card in cards
    )


def workload_choices(catalog: Catalog) -> tuple[Choice, ...]:
    """What a person may want to do."""
    return tuple(Choice(workload_id, card.name, card.sentence) for workload_id, card in catalog.workloads.items())


def context_choices(model: ModelCard) -> tuple[Choice, ...]:
    """Context lengths: powers of two up to what the model was made for."""
    longest = (model.shape.context_tokens if model.shape else None) or LONGEST_TOKENS
    steps = [SHORTEST_TOKENS]
    while steps[-1] * 2 <= longest:
        steps.append(steps[-1] * 2)
    return tuple(Choice(str(step), tokens(step)) for step in steps)


def _model_detail(card: ModelCard) -> str:
    if card.active_params < card.params:
        return f"{params(card.params)}, {params(card.active_params)} active"
    return params(card.params)
