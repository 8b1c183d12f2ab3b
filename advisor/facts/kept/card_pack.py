"""Packs of cards: the manifest, and the list of all that a person added."""

import datetime
from typing import Literal

from pydantic import Field

from advisor.facts.values.reason import Reason
from advisor.facts.values.record import Record


class PackManifest(Record):
    """A pack goes by its `name`; `date` is the day of its figures, `about` one line that says what is in it."""

    name: str = Field(min_length=2, max_length=60)
    date: datetime.date
    about: str = Field(min_length=2, max_length=300)


class ListedCard(Record):
    """One own card: its path below specs/, its name, where it lies, and whether it replaces one of ours."""

    full_id: str
    name: str
    where: str
    replaces: bool


class ListedPrices(Record):
    """The file of prices that was added."""

    name: str
    as_of: datetime.date
    count: int


class CardList(Record):
    """What `rig-advisor cards list --json` prints; `faults` are of cards that are left out."""

    schema_version: Literal[1] = 1
    cards: tuple[ListedCard, ...]
    packs: tuple[PackManifest, ...]
    prices: ListedPrices | None
    faults: tuple[Reason, ...]
