"""The models on this computer: found in a child process, which has a limit, whatever the disk does."""

from collections.abc import Callable, Iterable

from advisor.facts.answers.local_model import LocalModel, LocalModels, Looked
from advisor.facts.values.message import Message, Result
from advisor.facts.values.reason import reason
from advisor.run.child import run_child
from advisor.run.command import advisor_command
from advisor.run.watch import ChildOutcome

LOCAL_MODEL, LOOKED = "local_model", "looked"
"""What a child's results are called: each model, then what else was met."""

LIMIT_S = 25.0
"""The search ends itself before; a network folder that does not answer keeps it."""


class Gathered:
    """What a child has found so far."""

    def __init__(self) -> None:
        self.models: list[LocalModel] = []
        self.looked: Looked | None = None

    def take(self, message: Message) -> None:
        """Take a message of the child."""
        if isinstance(message, Result) and message.kind == LOCAL_MODEL:
            self.models.append(message.record(LocalModel))
        elif isinstance(message, Result) and message.kind == LOOKED:
            self.looked = message.record(Looked)

    def found_until(self, outcome: ChildOutcome) -> LocalModels:
        """All of it; of a child that did not come to its end, what it had found before, and why it ended."""
        slow = outcome.kind == "timed_out"
        ended = reason("search_took_too_long") if slow else reason("search_broke_off")
        return LocalModels(models=tuple(self.models), looked=self.looked or Looked(stopped=ended))


def search_arguments(folders: Iterable[str]) -> tuple[str, ...]:
    """The arguments of the command that searches, in the folders of programs and in these."""
    return ("models", "--events", *(part for folder in folders for part in ("--folder", folder)))


def models_on_this_computer(
    folders: Iterable[str] | None = None, *, should_stop: Callable[[], bool] | None = None
) -> LocalModels:
    """All models in the folders of programs and in those a person named; None stands for the remembered ones."""
    if folders is None:
        from advisor.store.settings import SETTINGS

        folders = SETTINGS.read().record.model_folders
    gathered = Gathered()
    command = advisor_command(*search_arguments(folders))
    outcome = run_child(command, total_limit_s=LIMIT_S, on_message=gathered.take, should_stop=should_stop)
    return gathered.found_until(outcome)
