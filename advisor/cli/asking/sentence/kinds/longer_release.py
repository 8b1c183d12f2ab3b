"""A later release of a model that is made for the long text that it is asked about, where the model is not."""

from typing import NamedTuple

from advisor.advice.known_models import KnownModels
from advisor.answer.tasks.told_fields import PROMPT
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.items import TOKENS_A_PAGE
from advisor.cli.asking.sentence.models import NamedModel
from advisor.cli.asking.sentence.volume import Volume
from advisor.cli.frame.context_option import context_tokens
from advisor.facts.cards.workload import TRAINING
from advisor.present.words.quantity import tokens


class Released(NamedTuple):
    """The models to be answered for, and a sentence for each that stands for another one."""

    models: tuple[NamedModel, ...]
    notes: tuple[str, ...]


def later_release(name: str, wanted: int, known: KnownModels) -> str:
    """The model whose name goes on from that one and that is made for so many tokens; empty for none."""
    models = known.catalog.models
    made = (card.name for model_id, card in models.items() if (known.longest_tokens(model_id) or 0) >= wanted)
    return next((one for one in made if one.startswith(f"{name} ")), "")


def with_longer_release(
    models: tuple[NamedModel, ...], volume: Volume, works: tuple[str, ...], catalog: Catalog
) -> Released:
    """Each model, or the later one of its name that is made for what is to be read.

    Beyond what it is made for a model takes a way that its makers document, if any, by which it loses a little.
    """
    wanted, known, notes = _wanted(volume), KnownModels(catalog), list[str]()
    of_training = any((card := catalog.other_workloads.get(one)) and card.task in TRAINING for one in works)

    def made_for(model_id: str) -> int:
        return known.longest_tokens(model_id) or 0

    def released(one: NamedModel) -> NamedModel:
        model_id = catalog.models.find(one.name)
        if model_id is None or made_for(model_id) >= wanted:
            return one
        found = later_release(catalog.models[model_id].name, wanted, known)
        if not found:
            return one
        notes.append(f"{one.name} is made for {tokens(made_for(model_id))}: answered for {found}, made for more.")
        return one._replace(name=found)

    found = models if of_training or not wanted else tuple(map(released, models))
    return Released(found, tuple(notes))


def _wanted(volume: Volume) -> int:
    """The longest text that is told; 0 for none."""
    prompt = volume.fields.get(PROMPT)
    return max(
        (context_tokens(volume.context) or 0) if volume.context else 0,
        prompt if isinstance(prompt, int) else 0,
        (volume.pages or 0) * TOKENS_A_PAGE,
    )
