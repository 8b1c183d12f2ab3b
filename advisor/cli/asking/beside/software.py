"""Which programs run on a graphics card, on which systems and through what, and what has ended for it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.cli.asking.sentence.said import Said
from advisor.facts.answers.usability import Usability
from advisor.facts.cards.backend import BackendCard
from advisor.facts.cards.program import ProgramCard, ProgramWay
from advisor.facts.rig.rig import Processor, Rig
from advisor.present.words.processor_name import short_name
from advisor.present.words.support_words import ended_words, support_words
from advisor.present.words.words import capital, joined

_MOST_GPUS = 3


class OnCard(NamedTuple):
    """One sentence or more about one card, and the light of it."""

    text: str
    light: Usability


def software_words(told: Said, catalog: Catalog) -> tuple[OnCard, ...]:
    """What is asked about software, for each card that is named; nothing where it is not asked."""
    if not told.software.is_asked and not (told.is_bought and told.software.programs):
        return ()
    gpus = [gpu_processor(one, catalog) for one in dict.fromkeys(cards_of(told, catalog))]
    return tuple(found for one in gpus[:_MOST_GPUS] if (found := _on(one, told, catalog)) is not None)


def software_notes(rig: Rig, workload_id: str, catalog: Catalog) -> tuple[str, ...]:
    """What has ended for the cards of a rig; of those that not every program runs on, which ones do this work."""
    host, *gpus = rig.processors
    apart = {one.name: one for one in gpus if not _is_integrated(one, catalog) and not _runs_all(one)}
    lines = (_programs_line(one, _for_work(workload_id, catalog)) for one in apart.values())
    return tuple(filter(None, (support_words(gpus, host), *lines)))


def _is_integrated(gpu: Processor, catalog: Catalog) -> bool:
    """Whether it is small graphics in a CPU, beside which models run on the CPU."""
    card = catalog.gpus.get(gpu.card or "")
    return card is not None and card.memory_kind == "shared"


def _runs_all(gpu: Processor) -> bool:
    return gpu.vendor == "nvidia" and not gpu.has_ended_support


def cards_of(told: Said, catalog: Catalog) -> Iterator[str]:
    """The ids of the graphics cards and chips that are named."""
    for one in told.hardware.computers:
        yield from (gpu.card_id for gpu in one.gpus)
        options = one.chip.ways[0].options if one.chip is not None else ()
        card_id = catalog.gpus.find(options[1]) if options[:1] == ("--gpu",) else None
        if options[:1] == ("--machine",) and (computer := catalog.computers.find(options[1])):
            card_id = catalog.computers[computer].gpu
        yield from (card_id,) if card_id else ()


def _on(gpu: Processor, told: Said, catalog: Catalog) -> OnCard | None:
    asked = told.software
    named = [catalog.programs[one] for one in asked.programs]
    if not named and not asked.is_of_end and not asked.backends and not told.models:
        named = [one for work in told.works for one in _for_work(work, catalog)]
        named = [one for one in named if one.way_on(gpu.architecture)] or named
    found = [*(_of_backend(gpu, one, catalog) for one in asked.backends)]
    found += [_of_program(gpu, one, asked.systems, catalog) for one in named]
    if not found and asked.is_of_end:
        return _of_all(gpu, catalog)
    if not found:
        return None
    is_said = bool(asked.backends) and gpu.has_ended_rocm
    more = f"{short_name(gpu.name)}: {ended}." if (ended := ended_words(gpu)) and not is_said else ""
    return OnCard(joined((*dict.fromkeys(one.text for one in found), more)), _best(one.light for one in found))


def _best(lights: Iterable[Usability]) -> Usability:
    return "wont_run" if set(lights) == {"wont_run"} else "fine"


def _of_program(gpu: Processor, program: ProgramCard, systems: Sequence[str], catalog: Catalog) -> OnCard:
    name, way = short_name(gpu.name), program.way_on(gpu.architecture)
    if way is None:
        others = [one for one in catalog.programs.values() if one.is_usual and set(one.works) & set(program.works)]
        ways = [f"{one.name} ({_with(on)})" for one in _sorted(others) if (on := one.way_on(gpu.architecture))]
        instead = f" In its place: {_and(ways)}." if ways else ""
        if (fork := program.fork_for(gpu.card)) is not None:
            note = f" {capital(fork.note)}." if fork.note else ""
            kept = f"{_and(fork.places)} (GitHub, {_and(fork.systems)}) run on {name}, kept by others."
            return OnCard(f"Only in forks: {kept}{note} {program.name} itself takes {program.needs}.{instead}", "fine")
        return OnCard(f"No: {program.name} does not run on {name}. It takes {program.needs}.{instead}", "wont_run")
    missing = [one for one in systems if one not in way.systems]
    yes = f"Not on {_and(missing)} itself" if missing else "Yes, in older builds" if way.is_older_build else "Yes"
    note = f" {capital(way.note)}." if way.note else ""
    text = f"{yes}: {program.name} runs on {name} on {_and(way.systems)}, with {way.through}.{note}"
    return OnCard(text, "wont_run" if missing and "through" not in way.note else "fine")


def _of_backend(gpu: Processor, backend: str, catalog: Catalog) -> OnCard:
    """Which versions of a way to reach it run on it, by the cards of these."""
    cards = sorted((one for one in catalog.backends.values() if one.backend == backend), key=lambda one: one.name)
    runs = [one.name for one in cards if _reaches(one, gpu)]
    name, kind = short_name(gpu.name), backend.upper() if backend == "cuda" else cards[0].name.split()[0]
    others = {one.name.split()[0] for one in catalog.backends.values() if one.backend != backend and _reaches(one, gpu)}
    if not runs:
        instead = f" Programs reach it through {_and(sorted(others))}." if others else ""
        return OnCard(f"No: {name} does not run {kind}.{instead}", "wont_run")
    left = [one.name for one in cards if one.name not in runs]
    if left:
        return OnCard(f"In part: {name} runs {_and(runs)}, not {_and(left)}.", "fine")
    card = catalog.gpus.get(gpu.card or "")
    override = card.rocm_override if backend == "rocm" and card is not None else None
    as_other = f", on Linux with HSA_OVERRIDE_GFX_VERSION={override}" if override else ""
    return OnCard(f"Yes: {name} runs {_and(runs)}{as_other}.", "fine")


def _reaches(card: BackendCard, gpu: Processor) -> bool:
    targets = gpu.traits.targets
    if gpu.vendor not in card.vendors or (card.backend == "rocm" and gpu.has_ended_rocm):
        return False
    if card.capability_at_least is not None:
        return any(float(one) >= float(card.capability_at_least) for one in targets)
    return not card.targets or any(one.startswith(target) for one in card.targets for target in targets)


def _of_all(gpu: Processor, catalog: Catalog) -> OnCard:
    """What has ended, and what of all programs runs it."""
    name, ended = short_name(gpu.name), ended_words(gpu)
    usual = (one for one in _sorted(catalog.programs.values()) if one.is_usual)
    programs = [one for one in usual if one.way_on(gpu.architecture) or not one.is_of_macs]
    ways = [(one, one.way_on(gpu.architecture)) for one in programs]
    runs = [one.name for one, way in ways if way is not None and not way.is_older_build]
    older = [one.name for one, way in ways if way is not None and way.is_older_build]
    none = [one.name for one, way in ways if way is None]
    start = (
        f"{'In part' if runs else 'No longer'}. {name}: {ended}." if ended else f"Yes: nothing has ended for {name}."
    )
    told = (
        f"Run on it: {_and(runs)}." if runs else "",
        f"In older builds: {_and(older)}." if older else "",
        f"Not: {_and(none)}." if none else "",
    )
    return OnCard(joined((start, *filter(None, told))), "fine" if runs or older else "wont_run")


def _for_work(work: str, catalog: Catalog) -> list[ProgramCard]:
    return _sorted(one for one in catalog.programs.values() if one.is_usual and work in one.works)


def _sorted(programs: Iterable[ProgramCard]) -> list[ProgramCard]:
    return sorted(programs, key=lambda one: one.name.lower())


def _programs_line(gpu: Processor, programs: Sequence[ProgramCard]) -> str:
    """Which of the programs run on it; where none does, that none does."""
    name = short_name(gpu.name)
    ways = [(one, way) for one in programs if (way := one.way_on(gpu.architecture)) is not None]
    forks = [(one, fork) for one in programs if (fork := one.fork_for(gpu.card)) is not None]
    if not ways and forks:
        copies = (f"{one.name} in forks ({_and(fork.places)})" for one, fork in forks)
        return f"Programs for {name}: {', '.join(copies)}."
    if not ways:
        names = [one.name for one in programs if not one.is_of_macs]
        return f"Programs: no current build of {' or '.join(names)} runs on {name}." if names else ""
    systems = list(dict.fromkeys(way.systems for _, way in ways))
    each = [f"{one.name} ({_with(way, is_told=len(systems) > 1)})" for one, way in ways]
    on = f", on {_and(systems[0])}" if len(systems) == 1 else ""
    return f"Programs for {name}: {', '.join(each)}{on}."


def _with(way: ProgramWay, *, is_told: bool = False) -> str:
    older = ", older builds" if way.is_older_build else ""
    return f"{way.through}{f' on {_and(way.systems)}' if is_told else ''}{older}"


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
