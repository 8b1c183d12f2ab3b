"""Programs that people install, and on which graphics processors each of them runs."""

from typing import Annotated, Literal

from pydantic import Field, Strict

from advisor.facts.cards.card import ArchitectureIds, Sourced, Texts
from advisor.facts.values.record import Record

ProgramSystem = Literal["Windows", "Linux", "macOS"]


class ProgramWay(Record):
    """How a program runs on the chips of some architectures: on which systems, and `through` which backend or build.

    `note` says what to mind there. `is_older_build`: current builds of the program, or of what it stands on, leave
    these chips out.
    """

    architectures: ArchitectureIds
    systems: Annotated[tuple[ProgramSystem, ...], Strict(False)]
    through: str = Field(min_length=3)
    note: str = ""
    is_older_build: bool = False


class ProgramFork(Record):
    """A changed copy of a program that other people keep for cards that it leaves out, by their ids.

    `places` are where it is kept, owner/name; `note` says what to mind.
    """

    gpus: Texts
    systems: Annotated[tuple[ProgramSystem, ...], Strict(False)]
    places: Texts
    note: str = ""


class ProgramCard(Sourced):
    """One program: the workloads that people take it for, what it `needs` where no way is listed, and its ways.

    `built_on` is the id of the program that does its arithmetic, `suits` what people take it for rather than others,
    `split` the setting that gives each GPU its share of a model. Only those that are `is_usual` are named where nobody
    asks for them. `is_a_word`: its name is one of the language or a person's, too, and counts as it is written alone.
    """

    works: Texts
    needs: str = Field(min_length=5)
    built_on: str = ""
    suits: str = ""
    split: str = ""
    is_usual: bool = True
    is_a_word: bool = False
    ways: Annotated[tuple[ProgramWay, ...], Strict(False)]
    forks: Annotated[tuple[ProgramFork, ...], Strict(False)] = ()

    def fork_for(self, card_id: str | None) -> ProgramFork | None:
        """The copy that others keep for a card; None where there is none."""
        return next((one for one in self.forks if card_id in one.gpus), None)

    @property
    def is_of_macs(self) -> bool:
        """Whether it runs on Macs alone."""
        return {system for one in self.ways for system in one.systems} == {"macOS"}

    def way_on(self, architecture: str | None) -> ProgramWay | None:
        """How it runs on chips of an architecture; None where it does not."""
        return next((one for one in self.ways if architecture in one.architectures), None)
