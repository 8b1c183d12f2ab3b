"""Finds the processor a request means: a catalog card, filled in or replaced by the facts the request brings."""

import re
from typing import NamedTuple, get_args

from advisor.answer.asked.problem import UnknownDeviceError, shortened
from advisor.answer.which_device.named_gpu import NamedGpu, find_named_gpu
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import cpu_card_id, find_cpu, with_family_memory
from advisor.catalog.cards.name_key import one_of
from advisor.catalog.cards.processor import (
    FLOP_PER_CLOCK_PER_UNIT,
    cpu_processor,
    gpu_processor,
    processor_of,
    shader_hz_from_fp32,
    with_rates_of_forms,
)
from advisor.catalog.hardware.card_link import with_stated_link
from advisor.catalog.hardware.mig_slice import find_slice, names_slice, slice_of, without_slice
from advisor.facts.asked.request import DeviceFacts, Request
from advisor.facts.cards.card import Figure
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import GIB, GIGA, TERA


class Device(NamedTuple):
    """The processor a request means and notes on it; `assumed` where its name leaves open which one of several.

    `slowest_share` is the bandwidth of the slowest of these over that of the one assumed.
    `reads_host_memory`: graphics inside a processor, whose bandwidth is what the request says of the computer's memory.
    `host` is the processor around it in a rig, where the request describes none.
    """

    processor: Processor
    notes: tuple[Reason, ...] = ()
    assumed: bool = False
    reads_host_memory: bool = False
    host: Processor | None = None
    slowest_share: float = 1.0


DIFFERENCE = 0.05
"""From this relative difference on, a stated figure that contradicts the catalog is named."""

_VENDORS = (
    ("nvidia", r"\b(rtx|gtx|geforce|quadro|tesla|nvidia|jetson|dgx|gb10|titan|[ahlbv]\d{2,3})\b"),
    ("amd", r"\b(rx ?\d|radeon|instinct|mi ?\d{2,3}|strix halo|ai max)"),
    ("intel", r"\b(arc|iris|uhd)\b"),
    ("apple", r"\bapple\b|^m\d\b"),
)
_BACKEND_VENDORS = {"cuda": "nvidia", "metal": "apple", "rocm": "amd", "hip": "amd", "sycl": "intel"}
_STATED = reason("stated_in_request")
_WEAK: dict[Figure, Reason] = {
    **dict.fromkeys(("memory_gib", "memory_type"), reason("figure_memory")),
    **dict.fromkeys(("bandwidth_gb_per_s", "bus_bits", "memory_gigatransfers_per_s"), reason("figure_bandwidth")),
    **dict.fromkeys(("peer_gb_per_s", "peer_devices"), reason("figure_peer_link")),
    "power_w": reason("figure_power"),
    **dict.fromkeys(
        (one for one in get_args(Figure) if one.endswith("op_per_s") or one in ("compute_units", "boost_mhz")),
        reason("figure_arithmetic"),
    ),
}
"""What a figure of a card is called in a note; the others decide no answer."""
_FIGURES = {
    "memory_total_bytes": ("memory_gb", GIB),
    "bandwidth_bytes_per_s": ("memory_bandwidth_gb_per_s", GIGA),
    "fp32_flop_per_s": ("fp32_tflop_per_s", TERA),
    "fp16_flop_per_s": ("fp16_dense_tflop_per_s", TERA),
}
"""Field of a processor: its name and unit in a request; "24 GB" of memory means 24 GiB, as data sheets write it."""


def find_processor(request: Request, catalog: Catalog) -> Device:
    """The processor of a request, under the system that it names.

    Raises:
        ProblemError: the device is not in the catalog, or is one of several there, and no figure of it was stated.
    """
    found = _find_processor(request, catalog)
    return found._replace(processor=found.processor.changed(os=request.os)) if request.os else found


def _find_processor(request: Request, catalog: Catalog) -> Device:
    facts = request.device_facts or DeviceFacts()
    if names_slice(request.device or ""):
        return _slice(request, catalog)
    named = find_named_gpu(request.device or "", facts, catalog.gpus)
    if named.members and wants_cpu(request):
        named = _slowest_form(request.device or "", named.members, catalog)
    found = _from_catalog(request, named, catalog)
    if found is not None and wants_cpu(request) and found.kind == "gpu":
        host = find_host(request, catalog) or _from_facts(request.changed(device="CPU"), DeviceFacts())
        note = reason("backend_means_processor", backend=request.backend or "CPU", name=found.name)
        return Device(host, (note,))
    if found is None and _is_any_cpu(request):
        found = find_host(request, catalog)
    if found is not None:
        found = _with_values(found, _stated_values(facts)) if named.stated_first else found
        found = _held_to(found, facts)
        processor, notes = _filled_in(with_stated_link(found, facts, catalog), facts)
        processor, forms = with_rates_of_forms(with_family_memory(processor, catalog), catalog)
        if forms:
            notes = (*notes, reason("rates_between_forms", name=processor.name, forms=forms))
        memory = _host_bandwidth(processor, request, catalog)
        if memory is not None:
            processor = processor.changed(bandwidth_bytes_per_s=memory)
        notes = (*named.notes, *notes, *_terms(processor, catalog))
        is_open = named.assumed or bool(forms)
        return Device(processor, notes, is_open, memory is not None, slowest_share=named.slowest_share)
    member = None if named.members else _family_member(request, facts, catalog)
    if member is not None:
        return member
    if facts.changed(power_limit_w=None) == DeviceFacts() and not _is_any_cpu(request):
        raise UnknownDeviceError(_nothing_known(request, named.members, catalog))
    stated = _from_facts(request, facts)
    device = shortened(request.device) if request.device else reason("the_device")
    return Device(stated, (reason("stated_gpu" if stated.kind == "gpu" else "stated_processor", device=device),))


def _held_to(processor: Processor, facts: DeviceFacts) -> Processor:
    """The processor at a stated power limit that is lower than its own."""
    limit_w, own_w = facts.power_limit_w, processor.power_w.value
    if limit_w is None or (own_w is not None and limit_w >= own_w):
        return processor
    return processor.changed(power_w=known(limit_w, origin="user", source=_STATED))


def _slice(request: Request, catalog: Catalog) -> Device:
    """The slice of a card that the request names.

    Raises:
        ProblemError: no such card, or it is not divided so.
    """
    name = request.device or ""
    part = find_slice(name, catalog.gpus)
    if part is None:
        raise UnknownDeviceError("no_such_slice", name=shortened(name))
    whole = gpu_processor(part.card_id, catalog)
    own = slice_of(whole, part)
    note = reason("slice_shares", name=own.name, units=part.units_share, memory=part.memory_share)
    is_open = catalog.gpus.find(without_slice(name)) is None
    return Device(own, (note,), assumed=is_open)


def _slowest_form(name: str, members: tuple[str, ...], catalog: Catalog) -> NamedGpu:
    """Of the forms of a chip the one with the slowest memory: what tells them apart is their graphics."""
    ids = [one for one in map(catalog.gpus.find, members) if one is not None]
    card_id = min(ids, key=lambda one: catalog.gpus[one].bandwidth_gb_per_s or 0)
    note = reason("card_assumed", name=name, names=members, assumed=catalog.gpus[card_id].name)
    return NamedGpu(card_id, (note,), True)


def _terms(processor: Processor, catalog: Catalog) -> tuple[Reason, ...]:
    """Notes on what cannot be bought, and on figures of one weak source."""
    card = catalog.gpus.get(processor.card or "")
    if card is None:
        return ()
    notes = (reason("rented_only", name=processor.name),) if card.market == "rented only" else ()
    weak = tuple(dict.fromkeys(_WEAK[one] for one in card.uncertain if one in _WEAK))
    return (*notes, reason("figures_uncertain", name=processor.name, figures=weak)) if weak else notes


def find_host(request: Request, catalog: Catalog) -> Processor | None:
    """The processor around the graphics card, where the request describes it: stated figures over its card's."""
    host = request.host
    if host is None:
        return None
    facts = DeviceFacts(memory_gb=host.memory_gb, memory_bandwidth_gb_per_s=host.memory_bandwidth_gb_per_s)
    found = find_cpu(host.cpu, catalog) if host.cpu else None
    if found is not None:
        return _with_values(found[0], _stated_values(facts))
    as_cpu = request.changed(device=host.cpu, backend="cpu")
    stated = _from_facts(as_cpu, facts) if facts != DeviceFacts() else None
    return stated.changed(sockets=one_of(host.cpu)[0]) if stated is not None and host.cpu else stated


_USUAL_GB, USUAL_GB_PER_S = 64, 60
"""A desktop with two channels of DDR4 or DDR5: between 50 and 90 GB/s (specs/cpu-families)."""
_USUAL_HOST = DeviceFacts(memory_gb=_USUAL_GB, memory_bandwidth_gb_per_s=USUAL_GB_PER_S)

_USUAL_SHARE = 2
"""Main memory over that of all cards in computers with large ones: 1.3 to 3 where clouds rent A100 and H100."""


def usual_host(request: Request, card: Processor) -> tuple[Processor, Reason]:
    """The processor around the cards of a computer that nobody described, a desktop; and the note on it."""
    desktop = _from_facts(request.changed(device="CPU", backend="cpu"), _USUAL_HOST)
    size_bytes = usual_memory_bytes((card.memory_total_bytes.value or 0) * request.device_count)
    host = _with_values(desktop, {"memory_total_bytes": size_bytes})
    return host, reason("usual_host_assumed", size_bytes=size_bytes)


def usual_memory_bytes(cards_bytes: int) -> int:
    """The main memory of a computer that nobody described, by that of all its cards."""
    return max(_USUAL_GB * GIB, _USUAL_SHARE * cards_bytes)


def _host_bandwidth(processor: Processor, request: Request, catalog: Catalog) -> Fact[float] | None:
    """The rate of the memory around graphics that have none of their own; None where it is not missing or not told."""
    if processor.kind == "cpu" or processor.pool == "vram" or processor.bandwidth_bytes_per_s.value is not None:
        return None
    host = find_host(request, catalog)
    return host.bandwidth_bytes_per_s if host is not None and host.bandwidth_bytes_per_s.value is not None else None


def wants_cpu(request: Request) -> bool:
    """Whether the request is about the processor rather than a graphics card."""
    return request.backend == "cpu" or _is_any_cpu(request)


def _is_any_cpu(request: Request) -> bool:
    """Whether the device is "CPU": some processor, whichever."""
    return (request.device or "").strip().lower() == "cpu"


def vendor_of(name: str, backend: str | None) -> str | None:
    """The maker of a graphics processor by the words of its name or by the backend; None when neither tells."""
    text = name.lower()
    by_name = next((vendor for vendor, pattern in _VENDORS if re.search(pattern, text)), None)
    return by_name or _BACKEND_VENDORS.get(backend or "")


def _from_catalog(request: Request, named: NamedGpu, catalog: Catalog) -> Processor | None:
    name, card_id = request.device or "", named.card_id
    cpu_id = cpu_card_id(name, catalog)
    if cpu_id is not None and (card_id is None or wants_cpu(request)):
        return cpu_processor(cpu_id, catalog)
    if card_id is None:
        return None
    processor = gpu_processor(card_id, catalog)
    if named.memory_gib:
        size = known(named.memory_gib * GIB, origin="user", source=reason("size_in_name"))
        processor = processor.changed(memory_total_bytes=size)
    return _as_cpu(processor) if wants_cpu(request) and processor.pool != "vram" else processor


def _family_member(request: Request, facts: DeviceFacts, catalog: Catalog) -> Device | None:
    """A processor without a card by what its family tells, stated figures before that."""
    found = find_cpu(request.device or "", catalog) if request.backend in (None, "cpu") else None
    if found is None:
        return None
    processor, notes = found
    return Device(_with_values(processor, _stated_values(facts)), notes, assumed=facts == DeviceFacts())


def _as_cpu(processor: Processor) -> Processor:
    """The CPU cores of a system on a chip: the same memory, none of the graphics rates."""
    graphics = reason("figure_of_graphics")
    return processor.changed(
        kind="cpu",
        shader_hz=unknown(graphics),
        fp32_flop_per_s=unknown(graphics),
        fp16_flop_per_s=unknown(graphics),
        fp16_accumulate16_flop_per_s=unknown(graphics),
        int8_op_per_s=unknown(graphics),
        cores=unknown("card_states_no_processor_cores"),
    )


def _filled_in(processor: Processor, facts: DeviceFacts) -> tuple[Processor, tuple[Reason, ...]]:
    """The catalog's processor with stated figures where it has none; contradictions become notes.

    A part that shares the computer's memory is sold with less than the most it takes: there the stated size counts.
    """
    missing, notes = {}, []
    for field, value in _stated_values(facts).items():
        own = getattr(processor, field).value
        is_smaller_choice = (
            field == "memory_total_bytes" and processor.pool != "vram" and own is not None and value < own
        )
        if own is None or is_smaller_choice:
            missing[field] = value
        elif abs(value / own - 1) > DIFFERENCE:
            name, unit = _FIGURES[field]
            notes.append(reason("figure_contradicts", field=name, stated=value / unit, own=own / unit))
    return _with_values(processor, missing), tuple(notes)


def _with_values(processor: Processor, values: dict[str, float]) -> Processor:
    """The processor with these stated figures, and the clock x units that a stated fp32 rate tells."""
    fields: dict[str, object] = {field: known(value, origin="user", source=_STATED) for field, value in values.items()}
    fp32 = values.get("fp32_flop_per_s")
    if fp32 and processor.shader_hz.value is None and processor.vendor in FLOP_PER_CLOCK_PER_UNIT:
        fields["shader_hz"] = shader_hz_from_fp32(
            fp32, vendor=processor.vendor, traits=processor.traits, source=_STATED
        )
    return processor.changed(**fields) if fields else processor


def _from_facts(request: Request, facts: DeviceFacts) -> Processor:
    """A processor of which nothing but the stated facts is known; its kind and maker by name and backend."""
    vendor = None if wants_cpu(request) else vendor_of(request.device or "", request.backend)
    figures_of_gpu = facts.fp32_tflop_per_s is not None or facts.fp16_dense_tflop_per_s is not None
    is_gpu = not wants_cpu(request) and (vendor is not None or request.backend is not None or figures_of_gpu)
    stated = processor_of(
        reason("not_stated"),
        id="stated",
        name=request.device or "",
        kind="gpu" if is_gpu else "cpu",
        vendor=vendor or "other",
        pool=("unified" if vendor == "apple" else "vram") if is_gpu else "ram",
    )
    return _with_values(stated, _stated_values(facts))


def _stated_values(facts: DeviceFacts) -> dict[str, float]:
    """The facts of a request in base units, by field of a processor."""
    stated = {field: (getattr(facts, name), unit) for field, (name, unit) in _FIGURES.items()}
    return {
        field: round(value * unit) if field.endswith("_bytes") else value * unit
        for field, (value, unit) in stated.items()
        if value
    }


def _nothing_known(request: Request, members: tuple[str, ...], catalog: Catalog) -> Reason:
    if not request.device:
        return reason("no_device_named")
    device = shortened(request.device)
    if members:
        return reason("several_cards_named", name=device, names=members)
    near = (*catalog.gpus.nearest(request.device), *catalog.cpus.nearest(request.device))
    return reason("card_unknown_near", name=device, near=near[:4]) if near else reason("card_unknown", name=device)
