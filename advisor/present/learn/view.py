"""What page Learn shows, as finished texts. The page lays these out; it formats nothing."""

from typing import Literal

from advisor.facts.values.frozen import frozen
from advisor.present.words.choice import Choice
from advisor.present.words.series import LineChart, Table
from advisor.present.words.view import Why


@frozen
class ClaimView:
    """One claim: what is said, what comes of it with a word for its outcome, why, and the same on this rig.

    `whose` says who claims it. `why` is None where there is nothing to compute.
    `condition` completes "Only if", empty otherwise. `figures` holds what the claim says beside what the app computes,
    `turns` the figure of the case next to it. `rig` is a sentence with this rig's own figure, or what is missing for
    one; empty where the claim does not depend on the rig. `rig_why` explains that figure, None where there is none.
    """

    id: str
    title: str
    text: str
    whose: str
    tone: Literal["good", "note", "warning"]
    word: str
    condition: str
    figures: str
    turns: str
    reason: str
    why: Why | None
    rig: str = ""
    is_rig_known: bool = False
    rig_why: Why | None = None


@frozen
class TextTable:
    """A table with its finding as title; `sentence` alone where there are no rows."""

    title: str
    sentence: str
    table: Table


@frozen
class LearnPictures:
    """What a card shows of this rig besides claims; `whys` explain the charts."""

    charts: tuple[LineChart, ...] = ()
    tables: tuple[TextTable, ...] = ()
    whys: tuple[Why, ...] = ()


@frozen
class WordView:
    """One word of the glossary, what it means, and the topic where it belongs; `search` holds what finds it."""

    name: str
    means: str
    topic: Choice
    search: str


@frozen
class LearnPanelView:
    """One idea in one paragraph, this rig's own figures about it, and the claims that belong to it.

    `rig_missing` says what is missing for more such figures. `offers_layer`: it can be seen by running a layer live.
    `words` are explained here; those of the glossary lead to their topics.
    """

    id: str
    title: str
    idea: str
    rig: tuple[str, ...]
    claims: tuple[ClaimView, ...]
    source: str
    rig_missing: tuple[str, ...] = ()
    pictures: LearnPictures = LearnPictures()
    offers_layer: bool = False
    words: tuple[WordView, ...] = ()
    is_glossary: bool = False

    @property
    def rig_whys(self) -> tuple[Why, ...]:
        """Why the figures of the rig are what they are."""
        own = tuple(claim.rig_why for claim in self.claims if claim.rig_why is not None)
        return (*own, *self.pictures.whys)


@frozen
class LearnView:
    """All cards in their order, the glossary last, and in one sentence what came of all claims together."""

    summary: str
    cards: tuple[LearnPanelView, ...]
    topics: tuple[Choice, ...]
    """The cards by their titles, with the words they are found by."""
