"""The computers that a plain question is about, as options name them."""

import re
from collections.abc import Sequence

from advisor.catalog.hardware.named_memory import NamedMemory
from advisor.catalog.hardware.usual_size import usual_size
from advisor.cli.asking.sentence.apart.parts import ADDED
from advisor.cli.asking.sentence.chips import Way
from advisor.cli.asking.sentence.hardware import Computer
from advisor.cli.asking.sentence.said import NOTHING_BOUGHT, Said
from advisor.cli.asking.steps import Given, Own
from advisor.cli.frame.rig_options import NO_GPU, USUAL_RAM_GB

"""The memory of a usual desktop, where only its speed is asked about."""
_LARGE, _LARGE_GIB = 60, 128
"""From so many billions of parameters on a model takes more."""
_PARAMS = re.compile(r"(?<!A)\b(\d{2,3})B")
_SIZE = re.compile(r"(\d+) ?GB$")
_MANY_STICKS = 4


class ToldRig:
    """Names computers; `notes` says what was assumed."""

    def __init__(self, told: Said, given: Given) -> None:
        self.told, self.given, self.hardware = told, given, told.hardware
        self.notes = list[str]()

    @property
    def is_told(self) -> bool:
        """Whether any part of a computer is named."""
        return bool(self.given.rig or self.told.names_a_rig or self.told.has_no_gpu)

    @property
    def has_own(self) -> bool:
        """Whether somebody says what is there."""
        return bool(self.hardware.owned or self.given.rig or self.hardware.cpu or self.hardware.rams)

    @property
    def is_for_least(self) -> bool:
        """Whether it is asked for how little money a model runs, of any computer."""
        told = self.told
        is_of_card = told.wording.least.vram_gib or told.makers.wanted
        is_other = is_of_card or told.spent or self.is_told or told.is_of_mine or NOTHING_BOUGHT in told.notes
        return told.asks.cheapest and bool(told.models) and not is_other

    def own_beside(self) -> Own | None:
        """The one computer with cards that somebody has, beside those that would be bought; None for no such one."""
        owned, offered = self.hardware.owned, self.hardware.offered
        if len(owned) != 1 or not owned[0].gpus or not offered or owned[0].added:
            return None
        kept = tuple(way.name for one in offered if one.added for way in self.ways(one))
        (card, *others), name = owned[0].gpus, self.ways(owned[0])[0].name
        return Own(name, "" if others else card.card_id, card.number, kept)

    def ways(self, one: Computer, ram: NamedMemory | None = None) -> tuple[Way, ...]:
        """The options for a computer, with the CPU and the RAM of a person's own."""
        if one.chip is not None:
            return tuple(map(self._with_cpu, one.chip.ways))
        if not one.gpus:
            return (self._of_cpu(one),)
        named = tuple(word for gpu in one.gpus for word in ("--gpu", gpu.value))
        name = " + ".join(gpu.value for gpu in one.gpus)
        is_there = one.role == "owned" and any(other.added for other in self.hardware.computers)
        priced = one.gpus[-1].card_id if (len(one.gpus) == 1 or one.added) and not is_there else ""
        return (Way((*named, *self._beside(ram, one)), name, priced, one.added or one.gpus[0].number),)

    def _with_cpu(self, way: Way) -> Way:
        """With the CPU and the kind of memory that were named beside the graphics in it."""
        if way.options[0] != "--gpu" or way.options[1] == NO_GPU:
            return way
        name, *sized = way.options[1:]
        told, size = self.hardware.ram, float(sized[1]) if sized else None
        memory = NamedMemory(gib=size).filled_from(told) if told is not None else None
        ram = ("--ram", str(memory)) if memory is not None and memory.gib else tuple(sized)
        return way._replace(options=("--gpu", name, *ram, *(("--cpu", self.hardware.cpu) if self.hardware.cpu else ())))

    def _of_cpu(self, one: Computer) -> Way:
        """A computer that is named by its CPU, with the graphics in it where another one has graphics, too."""
        none = () if any(other.gpus or other.chip for other in self.hardware.computers) else ("--gpu", "none")
        memory = one.ram or self.hardware.ram
        ram = ("--ram", str(memory)) if memory is not None and memory.gib else ()
        return Way((*none, "--cpu", one.cpu, *ram), one.cpu, "")

    def _beside(self, ram: NamedMemory | None = None, one: Computer | None = None) -> tuple[str, ...]:
        own = one if one is not None else Computer("owned", 0)
        cpu, memory = own.cpu or self._shared_cpu(own), ram or own.ram or self.hardware.ram
        is_sized = memory is not None and memory.gib
        return (*(("--cpu", cpu) if cpu else ()), *(("--ram", str(memory)) if is_sized else ()))

    def _shared_cpu(self, one: Computer) -> str:
        """The CPU beside a card; that of a computer of its own only where the card would be added to it."""
        is_apart = any(other.cpu == self.hardware.cpu and not other.gpus for other in self.hardware.computers)
        return "" if is_apart and one.gpus and ADDED.search(self.told.wording.text) is None else self.hardware.cpu

    def words(self) -> tuple[str, ...]:
        """The options for the computer of the question: the one of the options, of the words, or this one."""
        if self.given.rig:
            return self.given.rig
        owned = self.hardware.owned
        if not owned:
            return (*(("--gpu", "none") if self.told.has_no_gpu else ()), *self._beside())
        ways = self.ways(owned[0])
        usual = _usual(ways)
        if len(ways) > 1:
            why = "the least of that name" if usual is ways[0] else "of the size that most of that name have"
            self.notes.append(f"Assumed: {usual.name}, {why} (--machine).")
        return usual.options

    def rams(self) -> list[NamedMemory]:
        """Kinds of memory that are held against each other: a speed, or a size, told twice, of which one is bought."""
        own, offered = self.hardware.rams, self.hardware.offered_rams
        rams = [one.told for one in (*own, *(offered if own else ()))]
        whole = self.hardware.ram or NamedMemory()
        rates = [one for one in rams if one.mt_per_s]
        if len({one.mt_per_s for one in rates}) > 1:
            if not whole.gib:
                billions = [int(size) for one in self.told.models for size in _PARAMS.findall(one.name)]
                gib = _LARGE_GIB if max(billions, default=0) >= _LARGE else USUAL_RAM_GB
                whole = whole._replace(gib=gib)
                self.notes.append(f"Assumed: {gib} GB of RAM (--ram).")
            return [one.filled_from(whole._replace(mt_per_s=None)) for one in rates]
        in_sticks = {one.gib for one in rams if one.sticks}
        sizes = [one for one in rams if one.gib and (one.sticks or one.gib not in in_sticks)]
        if len({(one.gib, one.sticks) for one in sizes}) > 1:
            kind = NamedMemory(type=whole.type, mt_per_s=whole.mt_per_s)
            if whole.type == "DDR5" and not whole.mt_per_s:
                many = [told.filled_from(kind) for told in sizes if told.sticks == _MANY_STICKS]
                self.notes += [
                    f"Four sticks of DDR5 usually run slower than two: say the speed where you know it ({one}-3600)."
                    for one in many
                ]
            return [one.filled_from(kind) for one in _with_half(sizes, is_bought=bool(offered))]
        return []

    def all_ways(self, rams: Sequence[NamedMemory]) -> list[tuple[Way, ...]]:
        """Each computer, or the one with each kind of memory, or with each CPU."""
        computers = self.hardware.computers
        if not rams or len(computers) > 1 or (computers and computers[0].chip is not None):
            return [self.ways(one) for one in computers] or [(Way(self.words(), "", ""),)]
        if computers:
            return [
                tuple(way._replace(name=_called(ram), priced="") for way in self.ways(computers[0], ram))
                for ram in rams
            ]
        is_none = self.told.has_no_gpu or not self.hardware.cpu
        none = ("--gpu", "none") if is_none else ()
        return [(Way((*none, *self._beside(ram)), _called(ram), ""),) for ram in rams]


def _usual(ways: Sequence[Way]) -> Way:
    """Of a product in several sizes the first of the usual one."""
    sizes = [float(size[1]) if (size := _SIZE.search(one.name)) else 0.0 for one in ways]
    return ways[sizes.index(usual_size(sizes) or 0.0)]


def _called(ram: NamedMemory) -> str:
    """What a kind of memory is called in a table."""
    size = f"{ram.gib:g} GB" if ram.gib and not ram.sticks_gib else ""
    return f"{size} {ram._replace(gib=None)}".strip() if size else str(ram)


def _with_half(sizes: Sequence[NamedMemory], *, is_bought: bool) -> list[NamedMemory]:
    """Two sizes with half of the larger one between, where that is far more than the other: less may do as well."""
    if not is_bought or len(sizes) != 2 or any(one.sticks or not one.gib for one in sizes):
        return [*sizes]
    less, more = sorted(one.gib or 0.0 for one in sizes)
    half = [NamedMemory(gib=more / 2)] if more >= _FAR_MORE * less else []
    return [sizes[0], *half, sizes[1]]


_FAR_MORE = 4
