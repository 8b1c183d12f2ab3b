"""A model whose training is not predicted: why, and how to ask what is."""

import os

from advisor.answer.tasks.ask import untrained
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.steps import Untold
from advisor.facts.values.reason import reason
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.shell_words import System, command
from advisor.present.words.words import sentence


def untold_words(step: Untold, catalog: Catalog) -> tuple[str, str]:
    """Why it is not predicted, and the command that asks about what it is made for."""
    models = catalog.other_models
    found = models.find(step.model)
    cause = untrained(models[found]) if found else reason("training_not_predicted", name=step.model)
    system: System = "windows" if os.name == "nt" else "linux"
    following = f"What it is made for: rig-advisor {command(('ask', step.model, *step.rig), system)}"
    return sentence(in_words(cause)), following
