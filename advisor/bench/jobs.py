"""What is to be measured in which child on this machine, and what is not, and why."""

from collections.abc import Iterator, Sequence
from typing import Literal

from advisor.bench.card import Card
from advisor.bench.host import Host
from advisor.bench.names import (
    ALL_NAMES,
    CPU_NAMES,
    FMA_FP32,
    GRAPHICS_NAMES,
    LINK_NAMES,
    MATRIX_NAMES,
    MEMORY_READ,
    NVIDIA_NAMES,
)
from advisor.facts.values.frozen import frozen
from advisor.facts.values.message import Failure
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.record import Record
from advisor.run.command import advisor_command

START = reason("start")
"""The first word of every child."""

LeafKind = Literal["cpu", "adapters", "graphics", "nvidia", "layer"]
SOAKED = (MEMORY_READ, FMA_FP32)
"""What a soak keeps busy when nothing is named."""
_WITHOUT_CARDS_S, _WITH_CARD_S, _FURTHER_CARD_S = 8.8, 13.6, 4.0
"""Whole runs without a card, with one, with each further one: below what is promised, for programs start slowly."""


class WorkerPlan(Record):
    """One child: `names` of one `device`, within `seconds` from its start.

    With `stretch` all the seconds are used, with `complete` nothing is left out for lack of them.
    `virtual_machine` names the one that the figures of the CPU are measured in.
    `soak` keeps the device busy for all the seconds instead. `free_bytes`, `is_shared`, `pci_address` are those of a
    graphics processor, `adapter_index` and `backend` its place in the list of the graphics interface. `notes` are
    sentences to stand with every figure.
    """

    kind: LeafKind
    names: tuple[str, ...]
    device: str
    seconds: float
    host: Host
    stretch: bool = False
    complete: bool = False
    soak: bool = False
    power_source: Literal["mains", "battery"] | None = None
    power_plan: str | None = None
    virtual_machine: str | None = None
    free_bytes: int | None = None
    is_shared: bool = False
    pci_address: str | None = None
    adapter_index: int = 0
    backend: Literal["Vulkan", "Metal", "DX12"] | None = None
    allow_software: bool = False
    notes: tuple[Reason, ...] = ()


def worker_command(plan: WorkerPlan) -> list[str]:
    """The command line of the child that follows this plan."""
    return advisor_command("bench", "--events", "--part", plan.model_dump_json(exclude_defaults=True))


@frozen
class Choice:
    """What a person asked for: names (empty: all), seconds in all, seconds of a soak, sleeping cards to wake."""

    only: tuple[str, ...] = ()
    seconds: float | None = None
    soak_s: float | None = None
    wake: tuple[str, ...] = ()
    allow_software: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """All that is to be measured."""
        return self.only or (ALL_NAMES if self.soak_s is None else SOAKED)

    @property
    def is_complete(self) -> bool:
        """Whether nothing is to be left out, however late it is: what a person named is wanted."""
        return bool(self.only) or self.soak_s is not None


@frozen
class Job:
    """One child to be started: `usual_s` is how long it takes, start included."""

    kind: LeafKind
    names: tuple[str, ...]
    device: str
    usual_s: float
    card: Card | None = None


def total_s(choice: Choice, cards: int) -> float:
    """How long the whole run on so many cards may take, but for a soak, which each device gets in turn."""
    if choice.seconds is not None:
        return choice.seconds
    return _WITH_CARD_S + _FURTHER_CARD_S * (cards - 1) if cards else _WITHOUT_CARDS_S


def cpu_job(names: Sequence[str]) -> Job | None:
    """The processor and its memory, as far as they are asked for."""
    own = tuple(name for name in CPU_NAMES if name in names)
    return Job("cpu", own, "cpu", min(6.5, 1.5 + len(own))) if own else None


def listing_job() -> Job:
    """The list of adapters, which every measurement through the graphics interface needs first."""
    return Job("adapters", (), "gpu", 0.8)


def nvidia_job(card: Card, names: Sequence[str], *, of: Sequence[str] = NVIDIA_NAMES) -> Job | None:
    """What the driver of NVIDIA measures better than the graphics interface, or `of` what it measures at all."""
    own = tuple(name for name in of if name in names and card.has_cuda)
    return Job("nvidia", own, card.device, min(2.8, 1.0 + 0.4 * len(own)), card) if own else None


def graphics_job(card: Card, names: Sequence[str]) -> Job | None:
    """What every card measures through the graphics interface; its link only where no better way is."""
    better = LINK_NAMES if card.has_cuda else ()
    own = tuple(name for name in GRAPHICS_NAMES if name in names and name not in better)
    return Job("graphics", own, card.device, min(4.5, 1.5 + 0.6 * len(own)), card) if own else None


def refusals(cards: Sequence[Card], choice: Choice) -> Iterator[Failure]:
    """What cannot be measured on the cards of this machine, before any driver is asked."""
    names = [name for name in choice.names if name not in CPU_NAMES]
    if not cards and not choice.allow_software:
        yield from (Failure(code=name, sentence=reason("no_gpu_found")) for name in names)
    for card in cards:
        refused = refusal(card, cards, choice)
        for name in names:
            if refused:
                yield Failure(code=name, sentence=refused, device=card.device)
            elif not card.has_cuda and name in MATRIX_NAMES:
                yield Failure(code=name, sentence=reason("matrix_rates_of_nvidia_only"), device=card.device)


def refusal(card: Card, cards: Sequence[Card], choice: Choice) -> Reason | None:
    """Why nothing is measured on this card, None where it is."""
    if card.state == "no_driver":
        return reason("no_driver_serves_card")
    if sleeps(card, choice):
        return reason("card_asleep", device=card.device)
    other = next((one for one in cards if one.vendor == card.vendor and sleeps(one, choice)), None)
    return reason("card_would_wake_another", other=other.device) if other else None


def sleeps(card: Card, choice: Choice) -> bool:
    """Whether the card is to be left asleep."""
    return card.state == "asleep" and card.device not in choice.wake
