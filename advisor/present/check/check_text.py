"""What dialog "Check this prediction" shows: the question, what can be chosen, and the runs that are kept."""

from collections.abc import Mapping
from dataclasses import dataclass

from advisor.catalog.imported.imported_text import ACCEPTED
from advisor.facts.cards.model import ModelCard
from advisor.facts.machine.measurement import OwnRun
from advisor.facts.rig.rig import Rig
from advisor.present.check.imported_text import own_run_words
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.view import Choice
from advisor.present.words.words import say

AS_SAID = ""
"""The choice that leaves it to the text."""


@dataclass(frozen=True)
class CheckView:
    """`models` and `devices` are for texts that do not say what ran where; `kept` are all runs, oldest first."""

    accepted: str
    models: tuple[Choice, ...]
    devices: tuple[Choice, ...]
    kept: tuple[str, ...]


def check_view(rig: Rig, models: Mapping[str, ModelCard], *, model_id: str, subject: str) -> CheckView:
    """The dialog for one model of the page, `subject` in words."""
    as_said = Choice(AS_SAID, say("As the text says"))
    return CheckView(
        accepted=say("Paste {accepted}. Or open its file.", accepted=in_words(ACCEPTED)),
        models=(as_said, Choice(model_id, subject)),
        devices=(as_said, *(Choice(one.id, f"{one.name} ({one.id})") for one in rig.processors)),
        kept=kept_words(rig.own_runs, models),
    )


def kept_words(runs: tuple[OwnRun, ...], models: Mapping[str, ModelCard]) -> tuple[str, ...]:
    """The kept runs, one line each."""
    return tuple(own_run_words(one, models) for one in runs)
