"""Decides with what a plain question is answered."""

import re
from collections.abc import Iterator, Sequence

from advisor.answer.money.prices import Electricity, Prices
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.beside.enough_rate import enough_rate
from advisor.cli.asking.beside.mixed import are_mixed, mixed_words, of_unnamed, split_words
from advisor.cli.asking.beside.not_judged import NOT_JUDGED, of_console, of_waiting, without, worth_today
from advisor.cli.asking.beside.now_and_then import with_rent
from advisor.cli.asking.beside.outside_box import box_words, is_of_box
from advisor.cli.asking.beside.running_cost import asks_if_larger, running_cost, supply_words
from advisor.cli.asking.beside.software import software_words
from advisor.cli.asking.beside.systems import systems_words
from advisor.cli.asking.beside.teaching import NEEDS, teaching_words
from advisor.cli.asking.beside.which_program import which_program
from advisor.cli.asking.explained.asides import asides
from advisor.cli.asking.explained.explained import explained
from advisor.cli.asking.explained.faster_ram import as_owned
from advisor.cli.asking.explained.token_cost import token_cost
from advisor.cli.asking.families import are_held, unused, without_families
from advisor.cli.asking.need.need_steps import need_steps, with_best_of_family
from advisor.cli.asking.principle import principle
from advisor.cli.asking.purchase import USUAL_PC, Purchase
from advisor.cli.asking.sentence.gpus import NamedPart
from advisor.cli.asking.sentence.models import NamedModel
from advisor.cli.asking.sentence.said import NOTHING_BOUGHT, Said
from advisor.cli.asking.sentence.unjudged import HEAT, LANGUAGE, language_among
from advisor.cli.asking.steps import (
    Given,
    Held,
    Line,
    Plan,
    Retrieval,
    Step,
    Together,
    Told,
    Untold,
    Voice,
    in_order,
    not_understood,
    unknown_first,
)
from advisor.cli.asking.together.parts import parts_at_once
from advisor.cli.asking.told_rig import ToldRig
from advisor.cli.asking.told_work import MOST, ToldWork, held
from advisor.cli.frame.profile import DEFAULT_WORKLOAD
from advisor.facts.kept.settings import Money
from advisor.facts.values.local_time import local_today
from advisor.present.words.money import api_words, currency_of

_WANTED = re.compile(r"\b(?:want|need|looking for|would like|wish|help me|trying to)\b", re.IGNORECASE)
_MODELS = re.compile(
    r"\b(?:which|what|best|good|recommend\w*|any|an?)\b[^.?!]*\b(?:models?|tts|assistants?)\b"
    r"|\bwhat (?:can|could|will) ",
    re.IGNORECASE,
)
"""It is asked which models run."""
_WHICH_MODEL = re.compile(r"\b(?:which|what|best|good)\b[^.?!]{0,30}\bmodels?\b", re.IGNORECASE)
_LORA = {"fine-tune-lora"}
_IN_SHORT = ("NVLink and the lanes of PCIe", "a draft model (speculative decoding)")
"""What page Learn has a word on."""
_FIRST = ("--limit", "10")
_MOST_VOICES = 3
_USUAL_CPU = "Ryzen 5 5600"
_USUAL_PC = (*USUAL_PC[:2], "--cpu", _USUAL_CPU, *USUAL_PC[2:])
_WHOLE = re.compile(r"\bfrom scratch\b|\bfull(?:y)? (?:fine-?)?tun|\bpre-?train", re.IGNORECASE)
_CARD = "RTX 3060 12GB"
"""What a computer without a GPU is held against: the cheapest usual one with 12 GB (a judgment)."""


def planned(told: Said, given: Given, catalog: Catalog, money: Money) -> Plan | None:
    """What answers it; None where nothing says what is meant."""
    if told.is_small or (told.not_here and not told.models and not given.workload):
        console = of_console(told.wording.text) if told.is_small else ""
        what = console or f"Not judged here: {', '.join(told.not_here)}."
        return Plan((Told(what, "wont_run" if console else "unknown"),), told.notes, told.unknown)
    told, in_short, plan = _in_short(told, given, catalog)
    if plan is not None:
        return plan
    if told.asks.heat and any(one.gpus for one in told.hardware.owned):
        told = without(told, (HEAT,))
    told, families = without_families(as_owned(told), catalog)
    family = next(iter(families), "")
    rig, work = ToldRig(told, given), ToldWork(told, given, catalog)
    prices = Prices(catalog, money, local_today())
    if (plan := _in_words(told, given, rig, work, prices, families)) is not None:
        return plan
    purchase = Purchase(told, rig, work, prices, family=family)
    untrained = [
        Untold(one, rig.words(), is_whole=_WHOLE.search(told.wording.text) is not None)
        for one in work.untrained()[:MOST]
    ]
    steps = with_rent(untrained, told, prices)
    is_looked_up = told.wording.is_retrieval and purchase.is_meant and not told.hardware.offered
    has_money = told.spent is not None or told.is_outside
    if is_looked_up and (rig.has_own or not has_money):
        steps.append(_retrieval(told, rig, work, asks_need=not has_money))
    is_answered = is_looked_up and not has_money
    if not is_answered and (not untrained or (purchase.is_meant and set(told.works) - {"chat"} > _LORA)):
        steps += purchase.steps() if _is_bought(told, rig, purchase) else _steps(told, rig, work, families, prices)
    is_held = purchase.is_meant or bool({Held, Together} & {*map(type, steps)})
    if family and told.models and steps and not is_held:  # `is ltx or wan 2.2 5b possible`
        of_family = ("ask", "", "--workload", work.work_of_family(family), *rig.words())
        steps.append(Line(of_family, wants_best=True, family=family))
    software = software_words(told, catalog)
    if software and not purchase.is_meant:
        steps = [*(Told(one.text, one.light) for one in software), *steps]
    mixed = _mixed(told, rig, work)
    if mixed and not told.hardware.computers:
        return Plan(tuple(mixed), told.notes)
    if not steps:
        return _only_unjudged(told)
    if any(isinstance(one, Line) and "--language" in one.words for one in steps):  # the list says it
        told = without(told, (LANGUAGE,))
    if first := of_waiting(told):
        today = steps if purchase.is_meant else [*(Line(one) for one in worth_today(told, rig.words(), catalog))]
        steps = [Told(first, is_aside=True), *today]
    steps = [*(Told(one, is_aside=True) for one in asides(told, in_short, catalog)), *mixed, *steps]
    if not told.is_bought and Told not in map(type, steps):
        work.leave_load()
    if told.is_bought or Told not in map(type, steps):
        steps = [*(Told(one, is_aside=True) for one in work.supply_first()), *steps]
    work.leave_limits(steps)
    told = told._replace(unknown=(*told.unknown, *work.unfit, *unused(families, steps)))
    unknown = told.unknown if not purchase.is_quiet else tuple(one for one in told.unknown if one not in purchase.quiet)
    of_software = (one.text for one in software if purchase.is_meant)
    has_voice = Voice in map(type, steps)
    notes = (*of_software, *told.notes, *rig.notes, *work.notes, *purchase.notes)
    notes = (*notes, *_left(told, work, unknown, has_voice=has_voice))
    return unknown_first(Plan(tuple(steps), in_order(notes), unknown), told.works)


def _in_short(told: Said, given: Given, catalog: Catalog) -> tuple[Said, str, Plan | None]:
    """What is left to answer, the answer in short that comes before it, and the plan where that is all."""
    outside = box_words(told.wording.text) if not (told.spent or told.hardware.offered) else ""
    if outside:
        told, is_alone = _outside(told)
        alone = Plan((Told(f"In short: {outside}"),), (), told.unknown) if is_alone else None
        return told, f"In short: {outside}\nBelow: the GPU in a slot.", alone
    is_of_cache = bool(told.cache_types and told.models) and not told.volume.wants_longest_context  # told in figures
    short = None if is_of_cache else principle(told.wording.text, catalog)
    if short is None:
        return told, "", None
    told = without(told, _IN_SHORT)
    unknown = tuple(one for one in told.unknown if not {*one.lower().split()} <= {*short.phrase.split()})
    told = told._replace(unknown=unknown)
    words = f"In short: {short.answer}\nMore on page Learn: {short.title}"
    alone = None if _is_named(told, given) else Plan((Told(words),), told.notes)
    return told, f"In short: {short.answer}", alone


def _in_words(
    told: Said, given: Given, rig: ToldRig, work: ToldWork, prices: Prices, families: Sequence[str]
) -> Plan | None:
    """What is answered without a model or a computer: programs, systems, what nothing here rests on; else None."""
    catalog = work.catalog
    if (plan := explained(told, rig, work, families)) is not None:
        return plan
    if not told.is_bought and (programs := which_program(told, catalog)):
        return _of_programs(programs, told, rig, work)
    if not told.is_bought and (taught := teaching_words(told.wording.text)):
        return _taught(taught, told, given, rig, work)
    if not rig.is_told and not told.is_bought and (enough := enough_rate(told, catalog)):
        return Plan((Told(enough),), told.notes, told.unknown)
    if not told.models and not told.is_bought and (systems := systems_words(told, catalog)):
        return Plan((Told(systems),), tuple(one for one in told.notes if not one.startswith(NOT_JUDGED)))
    is_of_supply = not told.models and asks_if_larger(told.wording.text)
    if is_of_supply and (supply := supply_words(told, catalog)):
        return Plan((Told(supply),), in_order((*told.notes, *rig.notes)), told.unknown)
    if cost := token_cost(told, rig.words(), prices):
        return Plan((Told(cost),), in_order((*told.notes, *rig.notes)))
    return _only_unjudged(told) if _is_only_unjudged(told, given) else None


def _taught(words: str, told: Said, given: Given, rig: ToldRig, work: ToldWork) -> Plan:
    """Documents are looked up, and what both ways take on the computer that is named."""
    unknown = not_understood(told.unknown)
    if not rig.is_told:
        return Plan((Told(f"{words}\n{NEEDS}"),), in_order((*told.notes, unknown)), told.unknown)
    tuning = next((one for one in told.works if one.startswith("fine-tune")), "fine-tune-lora")
    trained = ToldWork(told._replace(works=(tuning,), is_any_tuning=tuning == "fine-tune-lora"), given, work.catalog)
    named = next((one for one in told.models if work.catalog.models.find(one.name)), None)
    best = Line(("ask", "", "--workload", tuning, *rig.words()), wants_best=True)
    training = trained.line(named, rig.words()) if named is not None else best
    steps = (Told(words, is_aside=True), _retrieval(told, rig, work), training)
    notes = (*told.notes, *rig.notes, *work.notes, *trained.notes, unknown)
    return Plan(steps, in_order(notes), told.unknown)


def _outside(told: Said) -> tuple[Said, bool]:
    """What is said without the words for a box and its cable, and whether nothing else is to be answered."""
    told = without(told, _IN_SHORT)
    told = told._replace(unknown=tuple(one for one in told.unknown if not is_of_box(one)))
    has_card = any(one.gpus or one.chip for one in told.hardware.computers)
    return told, not (has_card or told.models)


def _left(told: Said, work: ToldWork, unknown: Sequence[str], *, has_voice: bool) -> Iterator[str]:
    """What was told and is not counted, and what was not understood."""
    if told.is_private:
        yield "Private: what runs on your own computer sends nothing anywhere."
    if told.wording.is_voice and not has_voice:
        yield "Not counted: hearing and speaking; models for that take 1 to 2 GB beside it."
    if work.left:
        yield f"Not counted: {', '.join(work.left)}."
    yield not_understood(unknown)


def _steps(told: Said, rig: ToldRig, work: ToldWork, families: Sequence[str], prices: Prices) -> list[Step]:
    """What is run where nothing is bought; empty where it is not clear what is meant."""
    computers, rams, family = told.hardware.computers, rig.rams(), next(iter(families), "")
    if (alone_and_all := _alone_and_all(told, rig, work)) is not None:
        return [alone_and_all]
    if rig.is_for_least:
        return need_steps(told, work)
    if told.wording.is_voice:
        rigs = [ways[0].options for ways in rig.all_ways(())] if len(computers) > 1 else [rig.words()]
        named = next((one.name for one in told.models if work.catalog.models.find(one.name)), "")
        return [Voice(rigs[0], named, tuple(rigs[1:_MOST_VOICES]))]
    if told.wording.is_retrieval and len(computers) < 2 and not rams:
        return [_retrieval(told, rig, work)]
    if parts := parts_at_once(told, work, families):
        return [Together(rig.words(), parts)]
    files = max((len(one.quants) for one in told.models), default=0 if told.models else len(told.quants))
    is_of_caches = len(told.cache_types) > 1 and bool(told.models) and not told.volume.wants_longest_context
    if len(computers) > 1 or rams or is_of_caches or (rig.is_told and (len(told.models) > 1 or files > 1)):
        return held(told, rig, work, families=families)
    if are_held(told, families):
        return held(told, rig, work, families=families)
    owned = told.hardware.owned
    if told.models and told.asks.number and len(owned) == 1 and len(owned[0].gpus) == 1:
        return need_steps(told, work, owned[0].gpus[0].name)
    is_of_needs = told.asks.needs or told.volume.wanted_per_s is not None
    if is_of_needs and family and not (told.models or rig.is_told or told.is_of_mine):
        told = with_best_of_family(told, family, work)
    if told.models and is_of_needs and not rig.is_told and not told.is_of_mine:
        return _elsewhere(told, work, prices) if NOTHING_BOUGHT in told.notes else need_steps(told, work)
    if told.models and (rig.is_told or told.is_question):
        words = rig.words()
        beside = [Line(("rank", "--workload", one, *_FIRST, *words)) for one in work.beside()]
        too_long = list(filter(None, map(work.too_long, told.models[:MOST])))
        if too_long:
            settings = work.settings("long-documents")
            others = Line(("ask", "", "--workload", "long-documents", *words, *settings), wants_best=True)
            return [*(Told(one, "wont_run") for one in too_long), others]
        is_slow = told.asks.faster and told.volume.had_per_s is not None
        faster = [Line(("worth", told.models[0].name, *words))] if is_slow and rig.is_told else []
        return [*(work.line(one, words) for one in told.models[:MOST]), *faster, *beside]
    if not told.models and (power := _of_power(told, work.catalog, prices.electricity())):
        return [Told(power)]
    is_asked = told.is_question or (bool(told.works) and _WANTED.search(told.wording.text) is not None)
    if rig.is_told or (is_asked and not told.is_why):
        return _best(told, rig, work, family)
    return []


def _of_programs(programs: str, told: Said, rig: ToldRig, work: ToldWork) -> Plan:
    """Which program to take, with what the models that are named do there."""
    lines = [work.line(one, rig.words()) for one in told.models[:MOST]] if rig.is_told else []
    notes = (*told.notes, *rig.notes, *work.notes) if lines else ()
    return Plan((Told(programs), *lines), in_order((*notes, not_understood(told.unknown))), told.unknown)


def _is_named(told: Said, given: Given) -> bool:
    """Whether a computer, a model or money is named, for which more than a principle can be said."""
    hardware, volume = told.hardware, told.volume
    is_sized = any(one.told.gib or one.told.mt_per_s for one in (*hardware.rams, *hardware.offered_rams))
    has_rig = bool(given.rig or hardware.computers or hardware.cpu or is_sized)
    return has_rig or bool(told.models or given.workload or told.spent or told.bill or volume.items or volume.users)


def _is_only_unjudged(told: Said, given: Given) -> bool:
    """Whether nothing is asked but what nothing here rests on: no model, no computer, no work, nothing to buy."""
    is_of_work = bool({*told.works} - {"chat"}) or _MODELS.search(told.wording.text) is not None
    return not (_is_named(told, given) or is_of_work or told.is_bought or told.software.programs)


def _only_unjudged(told: Said) -> Plan | None:
    """That nothing here rests on what is asked; None where nothing says what is meant."""
    found = next((one for one in told.notes if one.startswith(NOT_JUDGED)), None)
    return None if found is None or told.is_why else Plan((Told(found, "unknown"),), (), told.unknown)


def _mixed(told: Said, rig: ToldRig, work: ToldWork) -> list[Step]:
    """Whether unlike GPUs of one computer work together, where that is asked; empty otherwise."""
    computers = told.hardware.computers
    gpus = computers[0].gpus if len(computers) == 1 else ()
    is_asked = told.asks.mixes or told.asks.splits or (told.asks.joins and not told.models)
    if not told.is_bought and is_asked and told.asks.splits and _are_several(gpus):
        named = work.works()[0] or work.home(told.models)
        does, words = mixed_words(gpus, rig.words(), named, work.catalog)
        how = split_words(gpus, named, work.catalog) if does else ""
        return [Told("\n".join(filter(None, (words, how))), "fine" if does else "wont_run", is_aside=does)]
    if not told.is_bought and is_asked and not rig.is_told and (words := of_unnamed(told.wording.text)):
        return [Told(words)]
    if told.is_bought or not is_asked or not are_mixed(gpus):
        return []
    does, words = mixed_words(gpus, rig.words(), work.works()[0], work.catalog)
    return [Told(words, is_aside=True)] if does else [Told(words, "wont_run")]


def _alone_and_all(told: Said, rig: ToldRig, work: ToldWork) -> Held | None:
    """The GPU with the most memory alone beside all of them, where it is asked how any model is divided."""
    computers = told.hardware.computers
    gpus = computers[0].gpus if len(computers) == 1 else ()
    named = work.works()[0] or DEFAULT_WORKLOAD
    if not told.asks.splits or told.models or not _are_several(gpus) or named not in work.catalog.workloads:
        return None
    cards = work.catalog.gpus
    largest = max(
        gpus, key=lambda one: (cards[one.card_id].memory_gib or 0, cards[one.card_id].bandwidth_gb_per_s or 0)
    )
    alone = computers[0]._replace(gpus=(largest._replace(number=1),))
    ways = tuple((way._replace(priced=""),) for one in (alone, computers[0]) for way in rig.ways(one))
    return Held((), named, ways, work.settings(named))


def _are_several(gpus: Sequence[NamedPart]) -> bool:
    return sum(one.number for one in gpus) > 1


def _retrieval(told: Said, rig: ToldRig, work: ToldWork, *, asks_need: bool = False) -> Retrieval:
    """Passages that are looked up, on the computer that is meant; a usual PC where nobody names one for a purchase."""
    words, of_embedding, of_writing = rig.words(), "embeddings", "chat"
    if asks_need and not words and not told.is_of_mine:
        words = _USUAL_PC
        work.notes.append(f"Answered for a usual PC ({' '.join(words)}): name yours.")
    elif words and not {"--cpu", "--machine"} & {*words} and words[:2] in (("--gpu", "none"), ("--ram", words[1])):
        words = (*words, "--cpu", _USUAL_CPU)  # of none that is named it is not known how fast it calculates
        work.notes.append(f"Assumed: {_USUAL_CPU} (--cpu).")
    names = [one.name for one in told.models]
    embedder = next((one for one in names if work.is_for(one, of_embedding)), "")
    writer = next((one for one in told.models if work.catalog.models.find(one.name)), None)
    quant = next(iter((writer.quants if writer else ()) or told.quants), "")
    context = ("--context", told.volume.context) if told.volume.context else ()
    options = (*(("--quant", quant) if quant else ()), *context)
    has_card = any(one.gpus or one.chip for one in told.hardware.owned) or ("--gpu" in words and "none" not in words)
    beside = ("--gpu", _CARD, *_without_gpu(words)) if asks_need and not has_card else ()
    name = writer.name if writer is not None and work.is_for(writer.name, of_writing) else ""
    return Retrieval(words, told.volume.items, name, embedder, options, beside, asks_need and not has_card)


def _without_gpu(words: tuple[str, ...]) -> tuple[str, ...]:
    return words[2:] if words[:2] == ("--gpu", "none") else words


def _elsewhere(told: Said, work: ToldWork, prices: Prices) -> list[Step]:
    """What a model costs that is to be tried without buying anything: from an API, or on a rented GPU."""
    price = prices.api(work.catalog.models.find(told.models[0].name) or "")
    asks = f"the API of {price.provider} asks {api_words(price, currency_of(prices.money))}" if price else ""
    before = f"To try it without buying anything: {asks or 'rent a GPU by the hour'}; rented GPUs stand below."
    named = ("--workload", work.home(told.models))
    return [Line(("worth", one.name, *named, *USUAL_PC, "--cloud"), before=before) for one in told.models[:1]]


def _is_bought(told: Said, rig: ToldRig, purchase: Purchase) -> bool:
    """Whether a purchase is judged, not voices on several computers, nor for how little money a model runs."""
    is_of_voices = told.wording.is_voice and len(told.hardware.computers) > 1
    return purchase.is_meant and not (is_of_voices or rig.is_for_least)


def _of_power(told: Said, catalog: Catalog, electricity: Electricity) -> str:
    """What GPUs cost to run, or whether a supply feeds them, where that alone is asked; empty otherwise."""
    if set(told.works) - {"chat", "serve-a-team"} or _WHICH_MODEL.search(told.wording.text) is not None:
        return ""
    return (running_cost(told, catalog, electricity) if told.asks.cost or told.asks.heat else "") or (
        supply_words(told, catalog) if told.asks.supply else ""
    )


def _best(told: Said, rig: ToldRig, work: ToldWork, family: str) -> list[Step]:
    """The ranking; with settings that it does not have the best model that does this with them."""
    steps: list[Step] = []
    words = rig.words()
    if words == ("--gpu", "none") and not told.is_of_mine:
        words = _USUAL_PC
        work.notes.append(f"Answered for a usual CPU, {_USUAL_CPU} with {USUAL_PC[-1]} GB of RAM: name yours (--cpu).")
    for one in work.works()[:MOST]:
        named = one or work.of_family_usual(family)
        settings = work.settings(named)
        items = told.volume.items
        is_recorded = named == "speech" and told.volume.audio_s is not None
        if settings or told.quants or is_recorded or (items is not None and items.asks_how_long):
            if family and (models := work.of_family(family, named)):
                steps += [work.line(NamedModel(model, 0), words) for model in models[:MOST]]
                continue
            quant = ("--quant", told.quants[0]) if told.quants else ()
            line = ("ask", "", "--workload", named, *quant, *words, *settings)
            steps.append(Line(line, wants_best=True, family=family, abilities=told.abilities))
            continue
        work.leave_items()
        seen = tuple(word for ability in work.only(named) for word in ("--only", ability))
        seen = (*seen, "--language", language) if (language := language_among(told.wording.text)) else seen
        seen = (*seen, *work.at_least(named))
        find = ("--find", family) if family else _FIRST
        steps.append(Line(("rank", "--workload", named, *seen, *find, *words)))
    return steps
