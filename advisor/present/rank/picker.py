"""What the model picker offers: the models asked about last, the best here, all; and how each runs on the rig."""

from collections.abc import Sequence
from dataclasses import replace

from advisor.answer.rig.ranked import Ranked
from advisor.answer.tasks.ask import find_workload
from advisor.catalog.cards.catalog import Catalog
from advisor.present.rank.records import needed_bytes
from advisor.present.rank.search import models_elsewhere
from advisor.present.tasks.shown import SHOWN
from advisor.present.text.choices import DOT, model_choice
from advisor.present.words.choice import Choice
from advisor.present.words.light import light_word
from advisor.present.words.quantity import capacity
from advisor.present.words.view import OPEN_FILE, Badge, ChoiceGroup
from advisor.present.words.words import kept_by_language, say, uncapital

MOST_HELD, MOST_RECENT, BEST = 6, 5, 3
"""Models of the first three groups."""


def picker_groups(
    here: Sequence[Choice],
    elsewhere: Sequence[Choice],
    recent: Sequence[str],
    best: Sequence[str] | None,
    use: str,
    held: Sequence[Choice] = (),
) -> tuple[ChoiceGroup, ...]:
    """The groups in their order. `here`: models of the workload `use`, `elsewhere`: all others.

    `recent` and `best` are ids, the latter None while they are not known; `held` are files on this computer.
    """
    known = {one.id: one for one in (*elsewhere, *here)}
    named = [tuple(known[one] for one in ids if one in known) for ids in (recent, best or ())]
    groups = (
        ChoiceGroup(say("On this computer"), tuple(held[:MOST_HELD])),
        ChoiceGroup(say("Recent"), named[0][:MOST_RECENT]),
        ChoiceGroup(say("Best here for {use}", use=uncapital(use)), named[1], waits=BEST if best is None else 0),
        ChoiceGroup("", (Choice(OPEN_FILE, say("Open a model file …"), say("GGUF, safetensors")),)),
        ChoiceGroup(say("All models"), tuple(here)),
        ChoiceGroup(say("On this computer"), tuple(held[MOST_HELD:]), is_only_found=True),
        ChoiceGroup(say("Other tasks"), tuple(elsewhere), is_only_found=True),
    )
    return tuple(group for group in groups if group.choices or group.waits)


@kept_by_language(32)
def choices_elsewhere(catalog: Catalog, workload_id: str, text_id: str) -> tuple[Choice, ...]:
    """Every model that a workload leaves out, with the workload it is asked about in: `text_id` where it writes."""
    text = say(catalog.workloads[text_id].name)
    found = []
    for one in models_elsewhere(catalog, workload_id):
        card = catalog.models.get(one.model_id)
        use = one.workload if card is None else text
        choice = model_choice(one.model_id, card or catalog.other_models[one.model_id])
        found.append(replace(choice, detail=f"{choice.detail}{DOT}{use}"))
    return tuple(found)


def badge(one: Ranked, workload_id: str, catalog: Catalog) -> Badge:
    """How a model runs in a workload, as far as that is known."""
    needed = needed_bytes(one, SHOWN[find_workload(workload_id, catalog).task])
    light = None if one.usability == "unknown" else one.usability
    return Badge(light, light_word(one.light) if light else "", "" if needed is None else capacity(needed))


def use_name(workload_id: str, catalog: Catalog) -> str:
    """What the picker is opened for."""
    return say(find_workload(workload_id, catalog).name)
