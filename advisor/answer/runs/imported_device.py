"""Which processor of a rig a program means by what it printed, or why it ran on another computer."""

from collections.abc import Sequence

from advisor.answer.asked.problem import ProblemError, shortened
from advisor.answer.which_device.named_gpu import find_named_gpu
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.name_key import hardware_key, spellings
from advisor.facts.asked.request import DeviceFacts
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.reason import reason

_VENDORS = {"cuda": "nvidia", "rocm": "amd", "metal": "apple", "sycl": "intel"}
"""Whose cards a backend runs on; the others run on any."""
_MAKERS = {"nvidia": "NVIDIA", "amd": "AMD", "apple": "Apple", "intel": "Intel"}


def meant_graphics(name: str, rig: Rig, catalog: Catalog) -> Processor:
    """The graphics processor of that name.

    Raises:
        ProblemError: the rig has none, or several of that name.
    """
    cards = [one for one in rig.processors if one.kind == "gpu"]
    same = [one for one in cards if _keys(name) & _keys(one.name)]
    if not same:
        card_id = find_named_gpu(name, DeviceFacts(), catalog.gpus).card_id
        same = [one for one in cards if card_id is not None and one.card == card_id]
    if len(same) == 1:
        return same[0]
    if same:
        raise ProblemError("several_of_that_name", number=len(same), name=shortened(name), ids=_ids(same))
    here = tuple(one.name for one in cards) or reason("no_graphics_processor")
    raise ProblemError("ran_elsewhere", name=shortened(name), here=here)


def only_graphics(backend: str | None, rig: Rig) -> Processor:
    """The graphics processor that a backend must mean where no name is given.

    Raises:
        ProblemError: the rig has none that it runs on, or several.
    """
    vendor = _VENDORS.get(backend or "")
    cards = [one for one in rig.processors if one.kind == "gpu" and vendor in (None, one.vendor)]
    if len(cards) == 1:
        return cards[0]
    if cards:
        raise ProblemError("graphics_not_said", ids=_ids(cards))
    if backend and vendor:
        raise ProblemError("no_card_of_maker", backend=backend, maker=_MAKERS[vendor])
    raise ProblemError("no_card_for_backend", backend=backend or reason("a_graphics_card"))


def meant_cpu(name: str | None, rig: Rig, catalog: Catalog) -> Processor:
    """The CPU of the rig, where it is the one of that name.

    Raises:
        ProblemError: it is another one.
    """
    own = next((one for one in rig.processors if one.kind == "cpu"), None)
    if own is None:
        raise ProblemError("no_known_processor")
    if name is None:
        return own
    own_keys, own_card = _keys(own.name), catalog.cpus.find(own.name)
    for part in name.split(", "):  # libraries stand before it
        if _keys(part) & own_keys or (own_card is not None and catalog.cpus.find(part) == own_card):
            return own
    raise ProblemError("ran_elsewhere", name=shortened(name), here=(own.name,))


def _keys(name: str) -> set[str]:
    return {hardware_key(spelling) for spelling in spellings(name)}


def chosen_processor(device: str, rig: Rig) -> Processor:
    """The processor with the id that a person chose.

    Raises:
        ProblemError: there is none; the sentence lists those there are.
    """
    found = next((one for one in rig.processors if one.id == device), None)
    if found is None:
        raise ProblemError("device_unknown_known", name=shortened(device), ids=_ids(rig.processors))
    return found


def _ids(processors: Sequence[Processor]) -> tuple[str, ...]:
    return tuple(one.id for one in processors)
