"""The computers that a plain question is about, as options name them."""

from collections.abc import Sequence

from advisor.catalog.hardware.named_memory import NamedMemory
from advisor.cli.asking.sentence.chips import Way
from advisor.cli.asking.sentence.hardware import Computer
from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.steps import Given

_USUAL_GIB = 32
"""The memory of a usual desktop, where only its speed is asked about."""
_MANY_STICKS = 4


class ToldRig:
    """Names computers; `notes` says what was assumed."""

    def __init__(self, told: Said, given: Given) -> None:
        self.told, self.given, self.hardware = told, given, told.hardware
        self.notes = list[str]()

    @property
    def is_told(self) -> bool:
        """Whether any part of a computer is named."""
        hardware = self.hardware
        return bool(self.given.rig or hardware.computers or hardware.cpu or hardware.rams or self.told.has_no_gpu)

    @property
    def has_own(self) -> bool:
        """Whether somebody says what is there."""
        return bool(self.hardware.owned or self.given.rig or self.hardware.cpu or self.hardware.rams)

    def ways(self, one: Computer, ram: NamedMemory | None = None) -> tuple[Way, ...]:
        """The options for a computer, with the CPU and the RAM of a person's own."""
        if one.chip is not None:
            return one.chip.ways
        named = tuple(word for gpu in one.gpus for word in ("--gpu", gpu.value))
        name = " + ".join(gpu.value for gpu in one.gpus)
        priced = one.gpus[0].card_id if len(one.gpus) == 1 else ""
        return (Way((*named, *self._beside(ram)), name, priced, one.gpus[0].number),)

    def _beside(self, ram: NamedMemory | None = None) -> tuple[str, ...]:
        cpu, memory = self.hardware.cpu, ram or self.hardware.ram
        is_sized = memory is not None and memory.gib
        return (*(("--cpu", cpu) if cpu else ()), *(("--ram", str(memory)) if is_sized else ()))

    def words(self) -> tuple[str, ...]:
        """The options for the computer of the question: the one of the options, of the words, or this one."""
        if self.given.rig:
            return self.given.rig
        owned = self.hardware.owned
        if not owned:
            return (*(("--gpu", "none") if self.told.has_no_gpu else ()), *self._beside())
        ways = self.ways(owned[0])
        if len(ways) > 1:
            self.notes.append(f"Assumed: {ways[0].name}, the least of that name (--machine).")
        return ways[0].options

    def rams(self) -> list[NamedMemory]:
        """Kinds of memory that are held against each other: a speed, or a size, told twice, of which one is bought."""
        own, offered = self.hardware.rams, self.hardware.offered_rams
        rams = [one.told for one in (*own, *(offered if own else ()))]
        whole = self.hardware.ram or NamedMemory()
        rates = [one for one in rams if one.mt_per_s]
        if len({one.mt_per_s for one in rates}) > 1:
            if not whole.gib:
                whole = whole._replace(gib=_USUAL_GIB)
                self.notes.append(f"Assumed: {_USUAL_GIB} GB of RAM (--ram).")
            return [one.filled_from(whole._replace(mt_per_s=None)) for one in rates]
        sizes = [one for one in rams if one.gib]
        if len({(one.gib, one.sticks) for one in sizes}) > 1:
            kind = NamedMemory(type=whole.type, mt_per_s=whole.mt_per_s)
            if whole.type == "DDR5" and not whole.mt_per_s:
                many = [told.filled_from(kind) for told in sizes if told.sticks == _MANY_STICKS]
                self.notes += [
                    f"Four sticks of DDR5 usually run slower than two: say the speed where you know it ({one}-3600)."
                    for one in many
                ]
            return [one.filled_from(kind) for one in sizes]
        return []

    def all_ways(self, rams: Sequence[NamedMemory]) -> list[tuple[Way, ...]]:
        """Each computer, or the one with each kind of memory."""
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


def _called(ram: NamedMemory) -> str:
    """What a kind of memory is called in a table."""
    size = f"{ram.gib:g} GB" if ram.gib and not ram.sticks_gib else ""
    return f"{size} {ram._replace(gib=None)}".strip() if size else str(ram)
