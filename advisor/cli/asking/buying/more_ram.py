"""What more RAM does for a computer that a plain question is about."""

from collections.abc import Sequence

from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.named_memory import NamedMemory
from advisor.cli.asking.answered import answer_if_any, pairs, parted, rig_of, workload_among
from advisor.cli.asking.best_of_all import newly_useful
from advisor.cli.asking.buying.ram_or_gpu import MoreRam
from advisor.cli.asking.sentence.memory import NamedRam
from advisor.cli.asking.sentence.said import Said
from advisor.cli.frame.rig_options import USUAL_RAM_GB

_NEW = 5


def of_ram(ram: NamedRam, words: Sequence[str], told: Said, catalog: Catalog, size: str) -> str:
    """What the RAM that was asked about makes possible where it is no option for the model that is judged with."""
    _, others = parted(words[1:])
    work = workload_among(others)
    new = _newly(words, _with_ram(words, ram.in_all(_own_gib(told)), told), work, catalog) if ram.told.gib else []
    if not new:
        return f"Asked about {size}: it makes nothing new possible in this work."
    return f"Asked about {size}: it would not speed this up, but makes possible {', '.join(new[:_NEW])}."


def more_ram(words: Sequence[str], told: Said, answer: WorthAnswer, catalog: Catalog) -> MoreRam:
    """What the RAM that was asked about, or twice what is there, does for the model and for others."""
    own = _own_gib(told)
    asked = max((one.in_all(own) for one in told.hardware.offered_rams), default=0.0)
    gib, work = asked or 2 * own, answer.question.workload_id
    then = _with_ram(words, gib, told)
    new = _newly(words, then, work, catalog)
    return MoreRam(gib, answer_if_any((answer.question.model_text, "--workload", work, *then), catalog), new)


def _own_gib(told: Said) -> float:
    ram = told.hardware.ram
    return ram.gib if ram is not None and ram.gib else USUAL_RAM_GB


def _with_ram(words: Sequence[str], gib: float, told: Said) -> list[str]:
    """The options for the computer with so much RAM in all."""
    rig, _ = parted(words[1:])
    kind = told.hardware.ram or NamedMemory()
    ram = NamedMemory(gib=gib).filled_from(kind._replace(sticks=None, sticks_gib=()))
    return [*(word for pair in pairs(rig) if pair[0] != "--ram" for word in pair), "--ram", str(ram)]


def _newly(words: Sequence[str], then: Sequence[str], work: str, catalog: Catalog) -> list[str]:
    """The first models of this work that run well with other RAM and not without."""
    rig, _ = parted(words[1:])
    return newly_useful(rig_of(rig, catalog), rig_of(then, catalog), work, catalog)
