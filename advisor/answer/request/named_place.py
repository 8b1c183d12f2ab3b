"""What a device's name says beyond the card: a rack or server, a number of cards, rent, a program and threads."""

import re

from advisor.answer.asked.checked_request import AnyRequest
from advisor.answer.which_device.named_gpu import find_named_gpu
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.name_key import of_a_name
from advisor.catalog.hardware.computer_machine import memory_gb_per_s, processor_name
from advisor.facts.asked.request import DeviceFacts, HostFacts, PredictRequest
from advisor.facts.cards.card import GpuCard
from advisor.facts.cards.computer import ComputerCard
from advisor.facts.values.reason import Parameter, Reason, reason, told
from advisor.facts.values.units import KILO

_RENTED = re.compile(r"\(?\b(?:rented|rental|cloud(?! tpu)|in the cloud|on demand)\b\)?", re.IGNORECASE)
_COUNTED = re.compile(r"^\s*(\d{1,4})\s?[x\u00d7*](?!tx?\b)\s?(?=\D|\d{4}\b)", re.IGNORECASE)
_COUNTED_AFTER = re.compile(
    r"^(?P<one>.*\S)\s+\(?(?:(?P<count>\d{1,4})\s?[x\u00d7]|[x\u00d7]\s?(?P<times>\d{1,2}))\)?$", re.IGNORECASE
)
_NUMBERS = {"two": 2, "dual": 2, "three": 3, "triple": 3, "four": 4, "quad": 4, "eight": 8}
_IN_WORDS = re.compile(rf"^(?P<number>{'|'.join(_NUMBERS)})\s+(?P<one>.*?)(?P<many>(?<=[\dx])s)?$", re.IGNORECASE)
_BESIDE = re.compile(
    r"\s+\(?(?:(?P<threads>\d{1,3}) threads|(?P<program>(?:tensorrt|onnx|openvino)\S*)"
    r"|(?:windows(?: 1[01])?|linux|ubuntu(?: [\d.]+)?|wsl ?2?|nvlink))\)?$",
    re.IGNORECASE,
)
"""Operating systems change no figure; whether cards have NVLink is on their card."""
_UNITS = {"gb/s": 1.0, "tb/s": KILO, "w": 1.0}
_RATE = re.compile(r"\s*(?<![\w.,])(\d{1,4}(?:\.\d+)?) ?([gt]b/s)\b", re.IGNORECASE)
_FIGURES = {"memory_bandwidth_gb_per_s": _RATE, "power_limit_w": re.compile(r"\s+(\d{2,4}) ?(W)\b")}
_MEMORY = re.compile(r"\s+(\d{2,3}) ?gi?b(?: hbm\d?\w?)?(?=\s|$)", re.IGNORECASE)
"""Figures of a data sheet that people write behind a name; the memory alone is a part of it."""
_ONE_CARD = ("generate", "embed", "classify", "speech", "image")
"""Tasks in which one card works on one thing: a rack as a whole is no faster."""


def named_place(request: AnyRequest, catalog: Catalog) -> tuple[AnyRequest, tuple[Reason, ...]]:
    """The request with the cards that its device's name means, and notes that say so."""
    request = _counted(_with_figures(_beside(_with_host(request, catalog)), catalog), catalog)
    name, notes = request.device or "", tuple[Reason, ...]()
    plain = _RENTED.sub(" ", name).strip() if catalog.gpus.find(name) is None else name
    if plain and plain != name:
        request = request.changed(device=plain)
    computer_id = catalog.computers.find(plain) if catalog.gpus.find(plain) is None else None
    system = catalog.computers[computer_id] if computer_id is not None else None
    if system is not None:
        request, notes = _part_of(request, system, catalog)
    if plain != name:
        notes = (*notes, _rent(request, catalog))
    return request, notes


def _beside(request: AnyRequest) -> AnyRequest:
    """The request without what stands behind the device's name: the program and the threads, where it names none."""
    changes: dict[str, object] = {}
    name = request.device or ""
    while (found := _BESIDE.search(name)) is not None:
        name = name[: found.start()]
        field = "threads" if found["threads"] else "engine" if found["program"] else ""
        if field in type(request).annotated and field not in request.model_fields_set:
            changes[field] = int(found["threads"]) if found["threads"] else found["program"]
    return request.changed(device=name, **changes) if name != (request.device or "") else request


def _with_figures(request: AnyRequest, catalog: Catalog) -> AnyRequest:
    """The request with the figures in its device's name as facts: `H100 96GB HBM2e 2.4TB/s 500W`; facts go first."""
    name, told = request.device or "", dict[str, float]()
    for field, pattern in _FIGURES.items():
        if (found := pattern.search(name)) is not None:
            told[field] = _figure(found)
            name = name[: found.start()] + name[found.end() :]
    if not told:
        return request
    memory = _MEMORY.search(name)
    if memory is not None and ("memory_bandwidth_gb_per_s" in told or not _is_card(name, catalog)):
        told["memory_gb"] = float(memory[1])
        name = name[: memory.start()] + name[memory.end() :]
    facts = request.device_facts or DeviceFacts()
    missing = {field: value for field, value in told.items() if getattr(facts, field) is None}
    return request.changed(device=name, device_facts=facts.changed(**missing))


def _figure(found: re.Match[str]) -> float:
    """A number with its unit, in the unit of its field."""
    return float(found[1]) * _UNITS[found[2].lower()]


def _with_host(request: AnyRequest, catalog: Catalog) -> AnyRequest:
    """The request with what stands behind a card and a plus as the computer around it: `RTX 4090 + i7-8700`.

    Other cards that stand there hold the model together with it, where it writes text.
    """
    card, plus, rest = (request.device or "").partition(" + ")
    one = _COUNTED.sub("", card)
    if not plus or not _is_card(one, catalog):
        return request
    names = (card, *rest.split(" + "))
    if isinstance(request, PredictRequest) and all(_is_card(_COUNTED.sub("", name), catalog) for name in names):
        each = [one for name in names for one in repeated(name)]
        return request.changed(device=each[0], other_devices=(*each[1:], *request.other_devices))
    rate = _RATE.search(rest)
    host = HostFacts(cpu=re.sub(r"\s*\(.*|\s+DDR\d.*", "", rest).strip() or None)
    if rate is not None and host.cpu:
        host = HostFacts(cpu=host.cpu, memory_bandwidth_gb_per_s=_figure(rate))
    return request.changed(device=card, host=request.host or host)


@of_a_name
def counted_name(name: str) -> tuple[int | None, str]:
    """How many cards a name counts before or behind it, and the name of one: `2x RTX 3090`, `RTX 3090 2x`."""
    if (words := _IN_WORDS.match(name)) is not None:
        return _NUMBERS[words["number"].lower()], words["one"]
    after = _COUNTED_AFTER.match(name)
    before = f"{after['count'] or after['times']}x {after['one']}" if after else name
    found = _COUNTED.match(before)
    return (int(found[1]), before[found.end() :]) if found else (None, name)


def repeated(name: str) -> tuple[str, ...]:
    """One name as often as it says: `2x RTX 3060` twice."""
    count, one = counted_name(name)
    return (one,) * (1 if count is None else count)


def _is_card(name: str, catalog: Catalog) -> bool:
    """Whether a name means one or several cards of the catalog."""
    named = find_named_gpu(name, DeviceFacts(), catalog.gpus)
    return named.card_id is not None or bool(named.members)


def _counted(request: AnyRequest, catalog: Catalog) -> AnyRequest:
    """The request with the number of cards before or behind the name of one (`8x H100`, `H100 8x`).

    A stated number goes first.
    """
    count, one = counted_name(request.device or "")
    if not count or catalog.gpus.find(request.device or ""):
        return request
    named = find_named_gpu(one, request.device_facts or DeviceFacts(), catalog.gpus)
    if named.card_id is None and not named.members:
        return request
    is_stated = "device_count" in request.model_fields_set
    return request.changed(device=one, device_count=request.device_count if is_stated else count)


def _part_of(request: AnyRequest, system: ComputerCard, catalog: Catalog) -> tuple[AnyRequest, tuple[Reason, ...]]:
    """What works in a computer: its graphics cards, or the chip with its memory; else its processor."""
    cpu = processor_name(system, catalog)
    card = catalog.gpus[system.gpu] if system.gpu else None
    around = HostFacts(cpu=cpu, memory_gb=system.memory_gib, memory_bandwidth_gb_per_s=memory_gb_per_s(system))
    host = request.host or (around if around != HostFacts() else None)
    if card is None or (card.memory_kind == "shared" and cpu is not None):
        return request.changed(device=cpu, host=host), (reason("computer_processor", name=system.name, cpu=cpu or ""),)
    if card.memory_kind == "dedicated":
        return _cards_of(request.changed(host=host), system, card)
    facts = request.device_facts or DeviceFacts()
    facts = facts.changed(memory_gb=system.memory_gib) if facts.memory_gb is None else facts
    return _cards_of(request.changed(device_facts=facts), system, card)


def _cards_of(request: AnyRequest, system: ComputerCard, card: GpuCard) -> tuple[AnyRequest, tuple[Reason, ...]]:
    """So many of the system's cards as the request states, else one or all of them by its task."""
    is_stated = "device_count" in request.model_fields_set
    count = request.device_count if is_stated else 1 if request.task in _ONE_CARD else system.gpu_count
    changes: dict[str, object] = {"device": card.name, "device_count": count}
    if count > 1 and "split" in type(request).annotated and getattr(request, "split", None) is None:
        changes["split"] = "tensor"
    notes = []
    if max(count, system.gpu_count) > 1:
        notes.append(reason("system_cards", name=system.name, cards=system.gpu_count, card=card.name, asked=count))
    if count > system.gpu_count:
        notes.append(reason("beyond_one_system", asked=count, name=system.name))
    notes += [reason("system_note", name=system.name, note=told(system.note))] if system.note else []
    return request.changed(**changes), tuple(notes)


def _rent(request: AnyRequest, catalog: Catalog) -> Reason:
    """What an hour costs by the catalog's prices."""
    card_id = find_named_gpu(request.device or "", request.device_facts or DeviceFacts(), catalog.gpus).card_id
    prices = [one for one in catalog.prices.values() if one.kind == "rent" and one.of == card_id and one.low_price]
    if card_id is None or not prices:
        return reason("rent_unknown")
    low = min(one.low_price or 0.0 for one in prices) * request.device_count
    high = max(one.high_price or 0.0 for one in prices) * request.device_count
    newest = max(one.as_of for one in prices)
    price: dict[str, Parameter] = {"low": low, "currency": prices[0].currency, "date": f"{newest}"}
    return reason("rent", **price) if low == high else reason("rent_between", high=high, **price)
