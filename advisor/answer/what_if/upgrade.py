"""One change of a computer, or another one beside it, with what it needs and what it is for."""

from advisor.answer.money.prices import SECOND
from advisor.facts.answers.worth import CARDS, CandidateKind, Doubt, Needs, Price
from advisor.facts.asked.question import Edit
from advisor.facts.cards.card import Vendor
from advisor.facts.rig.rig import Rig
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import Reason
from advisor.facts.values.units import GIB

NEARLY = 0.95
"""Of what is sold as so many GB some of it may be kept by the card itself."""


@frozen
class Upgrade:
    """One change and the rig that comes of it; `name` is that of a product, or what it is where it has none.

    `edits` make the same of the computer; empty where it is none of its parts that changes. `bare_price` is without the
    power supply that the price includes; None where that includes none.
    """

    id: str
    kind: CandidateKind
    name: str | Reason
    rig: Rig
    price: Price | None
    doubts: tuple[Doubt, ...] = ()
    needs: Needs | None = None
    maker: str | None = None
    edits: tuple[Edit, ...] = ()
    bare_price: Price | None = None

    @property
    def is_twin(self) -> bool:
        """Whether it is one more of the cards that are there."""
        *before, added = self.rig.processors
        return self.kind == "second_card" and added.name in {one.name for one in before}

    @property
    def has_ended_support(self) -> bool:
        """Whether it is a card for which its maker builds no current tools any more."""
        return self.kind in CARDS and self.rig.processors[-1].has_ended_support


@frozen
class Asked:
    """What the upgrades are for: the memory that is needed, and what was told of slots and the power supply.

    `has_airflow` as in the limits of the computer; `may_lie_in_ram`: programs leave what a card lacks to main memory.
    `for_many`: people are served at once, so that a second card is of use to a model that one holds. `makers` are those
    that are wanted, none for all; `named` are ids of cards that somebody asked about by name. `least_vram_gib`: what is
    bought is a card with at least so much memory. `good_bytes` takes a file of good quality, where a poor one is there.
    """

    need_bytes: int
    is_too_small: bool
    slots: int | None = None
    psu_w: float | None = None
    has_airflow: bool = False
    may_lie_in_ram: bool = False
    for_many: bool = False
    makers: tuple[Vendor, ...] = ()
    named: tuple[str, ...] = ()
    least_vram_gib: float = 0.0
    good_bytes: int = 0

    @property
    def whole_bytes(self) -> int:
        """What cards together have to hold."""
        return max(self.need_bytes, self.good_bytes)

    def takes(self, maker: str | None) -> bool:
        """Whether something of that maker is wanted; what has none always is."""
        return maker is None or not self.makers or maker in self.makers

    def is_large_enough(self, one: Upgrade) -> bool:
        """Whether it is a card with the memory that is wanted; whatever was named is meant in any case."""
        if not self.least_vram_gib or one.id.removeprefix(SECOND) in self.named:
            return True
        added = one.rig.processors[-1]
        memory_bytes = added.memory_total_bytes.value or 0
        return one.kind in CARDS and memory_bytes >= NEARLY * self.least_vram_gib * GIB
