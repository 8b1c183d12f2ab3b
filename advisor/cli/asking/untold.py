"""A model whose training is not predicted: whether its memory is enough, why no time is told, and what to ask."""

import os
from typing import NamedTuple

from advisor.answer.tasks.ask import untrained
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import rig_of
from advisor.cli.asking.steps import Untold
from advisor.facts.answers.usability import Usability
from advisor.facts.cards.model_parts import AdapterTraining
from advisor.facts.values.reason import reason
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.shell_words import System, command
from advisor.present.words.words import sentence

_SAVES = (
    "Set in kohya's sd-scripts: --fp8_base, --gradient_checkpointing, --cache_latents, "
    "--cache_text_encoder_outputs, --optimizer_type adafactor, --train_batch_size 1, for FLUX also --blocks_to_swap; "
    "in ai-toolkit quantize and low_vram; OneTrainer has the same."
)
_PLAIN = "Programs: kohya's sd-scripts, ai-toolkit, OneTrainer."


class UntoldWords(NamedTuple):
    """What is said of it, with a word for the verdict, and the command that asks what it is made for."""

    word: str
    text: str
    following: str
    usability: Usability


def untold_words(step: Untold, catalog: Catalog) -> UntoldWords:
    """Whether a card of the computer has the memory that is published for it; unknown where none is, or no card."""
    models = catalog.other_models
    found = models.find(step.model)
    system: System = "windows" if os.name == "nt" else "linux"
    following = f"What it is made for: rig-advisor {command(('ask', step.model, *step.rig), system)}"
    needs = models[found].adapter_training if found else None
    vram = _vram_gib(step, catalog)
    if found is None or needs is None or not vram or step.is_whole:
        cause = untrained(models[found]) if found else reason("training_not_predicted", name=step.model)
        return UntoldWords("Unknown", sentence(in_words(cause)), following, "unknown")
    return _of_memory(models[found].name, needs, vram, following)


def _of_memory(name: str, needs: AdapterTraining, vram: float, following: str) -> UntoldWords:
    """The verdict by memory alone."""
    usual, least = f"{needs.usual_gib:g} GB of VRAM", f"{needs.least_gib:g} GB"
    source = "say the documents of kohya's sd-scripts"
    if vram < needs.least_gib:
        text = f"a LoRA of {name} needs {usual}, or {least} with all that saves memory, {source}."
        return UntoldWords("No", text, following, "wont_run")
    is_plain = vram >= needs.usual_gib
    how = _PLAIN if is_plain else _SAVES
    enough = f"{usual} are enough" if is_plain else f"with what saves memory {least} are enough, {usual} without it"
    text = f"a LoRA of {name}: {enough}, {source}. {how} How long it takes is not predicted."
    return UntoldWords("Yes", text, following, "fine")


def _vram_gib(step: Untold, catalog: Catalog) -> float:
    """The memory of the largest card for which such programs are made; 0 for none."""
    named = (one.card.value for one in rig_of(step.rig, catalog).profile.machine.gpus)
    cards = [catalog.gpus[one] for one in named if one is not None and one in catalog.gpus]
    own = (one.memory_gib or 0.0 for one in cards if one.vendor == "nvidia" and one.memory_kind == "dedicated")
    return max(own, default=0.0)
