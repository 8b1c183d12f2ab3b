"""What is explained before anything is ranked, each with its figures."""

from collections.abc import Callable, Sequence

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.explained.both_rams import without_ram
from advisor.cli.asking.explained.divided import asks_why_divided, divided_words
from advisor.cli.asking.explained.enough_vram import asks_enough_vram, enough_vram_words
from advisor.cli.asking.explained.faster_ram import asks_faster_ram, faster_ram_words
from advisor.cli.asking.explained.faster_with_ram import asks_faster_with_ram, ram_words
from advisor.cli.asking.explained.file_types import asks_of_file_types, file_types_words
from advisor.cli.asking.explained.good_for import asks_if_good, good_for
from advisor.cli.asking.explained.good_for_family import good_for_family
from advisor.cli.asking.explained.indexing import asks_of_indexing, indexing_words
from advisor.cli.asking.explained.memory_profile import asks_profile, profile_words, without_profile
from advisor.cli.asking.explained.npu import is_of_npu, npu_words, without_npu
from advisor.cli.asking.explained.on_cpu import asks_why_on_cpu, on_cpu_words
from advisor.cli.asking.explained.ram_needed import asks_ram_needed, ram_needed_words
from advisor.cli.asking.explained.slower_when_long import is_of_long, slower_when_long
from advisor.cli.asking.explained.thinking import asks_thinking, thinking_words
from advisor.cli.asking.explained.two_cpus import asks_if_two_cpus, two_cpus_words
from advisor.cli.asking.explained.useful import asks_of_use, useful_words
from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.steps import Line, Plan, Step, Told, in_order, not_understood
from advisor.cli.asking.told_rig import ToldRig
from advisor.cli.asking.told_work import MOST, ToldWork
from advisor.cli.frame.profile import DEFAULT_WORKLOAD

_FIRST = ("--limit", "5")


def explained(told: Said, rig: ToldRig, work: ToldWork, families: Sequence[str] = ()) -> Plan | None:
    """The plan where an explanation is all that is asked, or comes first; None for any other question."""
    text = told.wording.text
    if not told.is_bought and is_of_long(text):
        return Plan((Told(slower_when_long(told, rig.words(), work.catalog)),), tuple(rig.notes))
    if not told.is_bought and asks_why_divided(told):
        said = divided_words(told, rig.words() if rig.is_told else (), work.catalog)
        return Plan((Told(said),), in_order((*rig.notes, *work.notes)))
    if not rig.is_told and asks_of_file_types(told, work.catalog) and (said := file_types_words(told, work.catalog)):
        return Plan((Told(said),), in_order((*told.notes, *work.notes)))
    if asks_of_indexing(told) and (said := indexing_words(told, work.catalog)):
        return Plan((Told(said),), in_order((*told.notes, *work.notes, not_understood(told.unknown))), told.unknown)
    if asks_ram_needed(told) and (plan := _of_ram_needed(told, rig, work)):
        return plan
    if asks_thinking(told):
        return _of_thinking(told, rig, work)
    if not told.is_bought and asks_why_on_cpu(told):
        return _of_cpu(told, rig, work)
    if is_of_npu(text) and told.spent is None and not told.hardware.offered:
        return _of_npu(told, rig, work)
    is_of_a_rig = rig.is_told or told.is_of_mine
    if asks_profile(told) and (plan := _of_profile(told, rig, work)):
        return plan
    if is_of_a_rig and asks_faster_ram(told) and (plan := _of_ram(faster_ram_words, told, rig, work)):
        return plan
    if is_of_a_rig and asks_faster_with_ram(told) and (plan := _of_ram(ram_words, told, rig, work)):
        return plan
    if len(families) > 1:  # held against each other, each with its best
        return None
    if families and (plan := _of_family(told, rig, work, families[0])) is not None:
        return plan
    if asks_if_two_cpus(told, rig.words()) and work.works()[0] in ("", *work.catalog.workloads):
        return _of_two_cpus(told, rig, work)
    if asks_of_use(text) and _is_plain(told, rig, work):
        return _ranked(useful_words, told, rig, work)
    is_good_asked = _is_good_asked(told, rig)
    is_of_work = is_good_asked and work.works()[0] not in ("", DEFAULT_WORKLOAD)
    if _is_of_vram(told, rig, work) and ("vram" in text.lower() or not is_of_work):
        return _ranked(enough_vram_words, told, rig, work)
    if is_of_work:
        return _of_good(told, rig, work)
    return _ranked(useful_words, told, rig, work) if is_good_asked else None


def _is_good_asked(told: Said, rig: ToldRig) -> bool:
    """Whether it is asked if a computer that is named is good for anything."""
    return asks_if_good(told) and rig.is_told and not rig.rams()


def _is_of_vram(told: Said, rig: ToldRig, work: ToldWork) -> bool:
    """Whether it is asked if the memory of a card is enough."""
    is_asked = asks_enough_vram(told.wording.text) and _is_plain(told, rig, work)
    return is_asked and _is_of_card(told, work.catalog)


def _is_of_card(told: Said, catalog: Catalog) -> bool:
    """Whether a card with memory of its own is named."""
    gpus = [gpu for one in told.hardware.owned for gpu in one.gpus]
    return bool(gpus) and all(catalog.gpus[one.card_id].memory_kind == "dedicated" for one in gpus)


def _is_plain(told: Said, rig: ToldRig, work: ToldWork) -> bool:
    """Whether nothing is named but one computer and a work of writing."""
    is_other = told.is_bought or told.models or told.abilities or told.wording.is_voice or told.wording.is_retrieval
    is_plain = not (is_other or told.volume.context or told.volume.users or told.quants or len(work.works()) > 1)
    is_one = rig.is_told and len(told.hardware.computers) < 2 and not rig.rams()
    is_text = (work.works()[0] or DEFAULT_WORKLOAD) in work.catalog.workloads
    return is_plain and is_one and is_text


def _ranked(words_of: Callable[[Sequence[str], str, Catalog], str], told: Said, rig: ToldRig, work: ToldWork) -> Plan:
    """The verdict first, then the ranking."""
    named, words = work.works()[0] or DEFAULT_WORKLOAD, rig.words()
    ranked = Line(("rank", "--workload", named, "--limit", "10", *words))
    return _before(words_of(words, named, work.catalog), [ranked], told, rig, work)


def _before(said: str, after: Sequence[Step], told: Said, rig: ToldRig, work: ToldWork) -> Plan:
    """What is said, then the steps, and all that has to be said about them."""
    notes = (*told.notes, *rig.notes, *work.notes, not_understood(told.unknown))
    return Plan((Told(said, is_aside=True), *after), in_order(notes), told.unknown)


def _of_cpu(told: Said, rig: ToldRig, work: ToldWork) -> Plan:
    """Why a GPU is left unused, and what the models that are named do on it."""
    said = Told(on_cpu_words(told, work.catalog), is_aside=True)
    has_card = any(one.gpus or one.chip for one in told.hardware.owned)
    if not (has_card and told.models):
        return Plan((said._replace(is_aside=False),))
    lines = [work.line(one, rig.words()) for one in told.models[:MOST]]
    return Plan((said, *lines), in_order((*rig.notes, *work.notes)))


def _of_thinking(told: Said, rig: ToldRig, work: ToldWork) -> Plan:
    """Whether to leave thinking on, and what the models that are named do on the computer."""
    said = thinking_words(told, work.catalog)
    lines = [work.line(one, rig.words()) for one in told.models[:MOST]] if rig.is_told else []
    return Plan((Told(said, is_aside=bool(lines)), *lines), in_order((*rig.notes, *work.notes)))


def _of_ram_needed(told: Said, rig: ToldRig, work: ToldWork) -> Plan | None:
    """How much RAM the model needs there, then what it does with so much; None for a model that writes nothing."""
    named = work.works()[0] or DEFAULT_WORKLOAD
    said, size = ram_needed_words(told, rig.words(), work.settings(named), work.catalog)
    if not said:
        return None
    words = (*without_ram(rig.words()), "--ram", f"{size}") if rig.is_told else ()
    lines = [work.line(one, words) for one in told.models[:1]] if words else []
    return Plan((Told(said, is_aside=bool(lines)), *lines), in_order((*told.notes, *rig.notes, *work.notes)))


def _of_two_cpus(told: Said, rig: ToldRig, work: ToldWork) -> Plan:
    """Whether a server with several CPUs is good for it, then the ranking."""
    named, words = work.works()[0] or DEFAULT_WORKLOAD, rig.words()
    said = two_cpus_words(words, named, work.settings(named), work.catalog, is_there=told.is_of_mine)
    return _before(said, [Line(("rank", "--workload", named, *_FIRST, *words))], told, rig, work)


def _of_ram(words_of: Callable[..., list[str]], told: Said, rig: ToldRig, work: ToldWork) -> Plan | None:
    """Whether more RAM, or faster, gives speed; None for work that writes nothing, or a model that nothing runs."""
    named, words = work.works()[0] or DEFAULT_WORKLOAD, rig.words()
    if named not in work.catalog.workloads:
        return None
    lines = words_of(told, words, named, work.settings(named), work.catalog)
    unknown = [one for one in told.unknown if not one.isdigit()]  # `2 more sticks`
    notes = (*told.notes, *rig.notes, *work.notes, not_understood(unknown))
    return Plan((Told("\n".join(lines)),), in_order(notes), told.unknown) if lines else None


def _of_profile(told: Said, rig: ToldRig, work: ToldWork) -> Plan | None:
    """Whether the profile of the RAM helps, on a usual PC where none is named."""
    return _of_ram(profile_words, told._replace(unknown=without_profile(told.unknown)), rig, work)


def _of_good(told: Said, rig: ToldRig, work: ToldWork) -> Plan | None:
    """Whether it is good for the work, then the ranking; None for work without one."""
    named, words = work.works()[0] or DEFAULT_WORKLOAD, rig.words()
    said = good_for(words, named, work.settings(named), work.catalog)
    if not said:
        return None
    return _before("\n".join(said), [Line(("rank", "--workload", named, *_FIRST, *words))], told, rig, work)


def _of_family(told: Said, rig: ToldRig, work: ToldWork, family: str) -> Plan | None:
    """Whether it is good for the models of a family, then these; None where that is not asked."""
    if not (_is_good_asked(told, rig) or _is_of_vram(told, rig, work)):
        return None
    words = rig.words()
    named = work.works()[0] or work.of_family_usual(family)
    said = good_for_family(words, named, work.settings(named), family, work.catalog)
    if not said:
        return None
    ranked = Line(("rank", "--workload", named, "--find", family, *_FIRST, *words))
    return _before("\n".join(said), [ranked], told, rig, work)


def _of_npu(told: Said, rig: ToldRig, work: ToldWork) -> Plan:
    """What an NPU does, and what runs on the graphics or the CPU beside it."""
    words, notes = rig.words(), tuple(one for one in told.notes if not is_of_npu(one))
    told = told._replace(unknown=without_npu(told.unknown), notes=notes)
    said = npu_words(told.wording.text, words if rig.is_told else (), work.catalog)
    if not rig.is_told:
        return Plan((Told(said),), (), told.unknown)
    after: list[Step] = [*(work.line(one, words) for one in told.models[:MOST])]
    after = after or [Line(("rank", "--workload", work.works()[0] or DEFAULT_WORKLOAD, *_FIRST, *words))]
    return _before(said, after, told, rig, work)
