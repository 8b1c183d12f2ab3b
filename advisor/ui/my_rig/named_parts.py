"""A computer that a typed text names by its parts, as "2x RTX 3090, 128 GB RAM", and the parts of one that is shown."""

import re

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import cpu_card_id
from advisor.facts.rig.rig import KnownRig, Processor
from advisor.facts.values.units import GIB
from advisor.present.upgrade.side_by_side import computer_choices
from advisor.present.words.choice import Choice
from advisor.present.words.search import surely_meant
from advisor.present.words.words import say
from advisor.ui.my_rig.own_parts import MOST_GPUS, SIZES_GIB, Parts, cpu_choices, parts_name, usual_parts

_BETWEEN = re.compile(r"\s*[,;+&]\s*|\s+(?:and|with)\s+", re.IGNORECASE)
_RAM = re.compile(
    r"(?:^|(?<=\s))(?P<gib>\d{1,4}) ?gi?b(?P<said> (?:of )?(?:ddr\d\S* ?)?(?:ram|memory)| ddr\d\S*)?$", re.IGNORECASE
)
_COUNT = re.compile(r"^(\d) (?=\D*\d{3})")
"""A number of GPUs without a sign behind it: "2 RTX 3090"."""
_PARTS, _AND = "parts:", "|"
"""How the id of a computer of named parts begins, and what stands between them."""


def named_computer(text: str, catalog: Catalog) -> Choice | None:
    """The computer of these parts: of the list where it has it, else to be put together.

    None where a text does not name a GPU and something beside it, or also what is no part.
    """
    named = _named(text, catalog)
    if named is None:
        return None
    base = _listed(named, catalog)
    if base is not None and not (named.cpu or named.memory_gib):
        return next(one for one in computer_choices(catalog) if one.id == base)
    usual = usual_parts(named.gpu, catalog)
    card = catalog.computers[base] if base is not None else None
    cpu = named.cpu or (card.cpu if card is not None else None) or usual.cpu
    memory = named.memory_gib or (card.memory_gib if card is not None else None) or usual.memory_gib
    parts = Parts(cpu, memory, named.gpu, named.gpus)
    return Choice(_parts_id(parts), parts_name(parts, catalog), say("as typed"))


def parts_by_id(choice_id: str) -> Parts | None:
    """The parts that the id of such a computer tells; None of any other id."""
    if not choice_id.startswith(_PARTS):
        return None
    cpu, memory, gpu, gpus = choice_id.removeprefix(_PARTS).split(_AND)
    return Parts(cpu, float(memory), gpu, int(gpus))


def parts_of(known: KnownRig | None, catalog: Catalog) -> Parts | None:
    """The parts of a computer; None where they are not known, or where others cannot take their place."""
    if known is None:
        return None
    cpu_id = cpu_card_id(known.machine.cpu.name.value or "", catalog)
    installed = known.machine.memory.installed_bytes.value
    if not installed or cpu_id not in {one.id for one in cpu_choices(catalog)}:
        return None
    gib = next((size for size in SIZES_GIB if size * GIB >= installed), SIZES_GIB[-1])
    cards = [card for one in known.rig.processors if (card := _card(one, catalog))]
    first = cards[0] if cards else ""
    return Parts(cpu_id, float(gib), first, min(MOST_GPUS, cards.count(first)) or 1)


def _card(one: Processor, catalog: Catalog) -> str:
    """The card of a GPU that could be taken out; empty of anything else."""
    card = catalog.gpus.get(one.card or "")
    return one.card or "" if card is not None and card.memory_kind == "dedicated" else ""


def _parts_id(parts: Parts) -> str:
    return _PARTS + _AND.join((parts.cpu, f"{parts.memory_gib:g}", parts.gpu, str(parts.gpus)))


def _named(text: str, catalog: Catalog) -> Parts | None:
    """What a text names: no CPU and no memory where it has none of them."""
    cpu, memory, gpu, gpus = "", 0.0, "", 1
    pieces = [one for one in _BETWEEN.split(text.strip()) if one]
    while pieces:
        piece = pieces.pop(0)
        size = _RAM.search(piece)
        count, card = _gpus(piece, catalog)
        if card and not gpu and not (size and size["said"]):
            gpu, gpus = card, count
        elif size and not memory:
            memory = float(size["gib"])
            pieces[:0] = filter(None, (piece[: size.start()].strip(),))
        elif not cpu and (found := _cpu(piece, catalog)):
            cpu = found
        else:
            return None
    is_more = gpus > 1 or memory or cpu
    return Parts(cpu, memory, gpu, gpus) if gpu and is_more and 0 < gpus <= MOST_GPUS else None


def _gpus(piece: str, catalog: Catalog) -> tuple[int, str]:
    """How many of which card with a memory of its own; an empty name for none."""
    from advisor.answer.request.named_place import counted_name  # too slow for the first paint
    from advisor.answer.which_device.named_gpu import find_named_gpu
    from advisor.facts.asked.request import DeviceFacts

    count, name = counted_name(_COUNT.sub(r"\1x ", piece))
    card = find_named_gpu(name, DeviceFacts(), catalog.gpus).card_id
    if card is None or catalog.gpus[card].memory_kind != "dedicated":
        return 1, ""
    return 1 if count is None else count, card


def _cpu(piece: str, catalog: Catalog) -> str:
    """The CPU that is surely meant; empty for none."""
    choices = cpu_choices(catalog)
    card = cpu_card_id(piece, catalog)
    if card in {one.id for one in choices}:
        return card or ""
    return surely_meant(((one.id, one.text, f"{one.id}\n{one.search}") for one in choices), piece) or ""


def _listed(named: Parts, catalog: Catalog) -> str | None:
    """A usual computer with so many of these GPUs, where several are meant."""
    alike = (
        one
        for one, card in catalog.computers.items()
        if card.usual and (card.gpu, card.gpu_count) == (named.gpu, named.gpus)
    )
    return next(alike, None) if named.gpus > 1 else None
