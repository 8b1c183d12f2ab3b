"""Finds the processor a request means: a catalogue card, filled in or replaced by the facts the request brings."""

import re

from advisor.answer.problem import ProblemError
from advisor.catalog.catalogue import Catalogue
from advisor.catalog.processor import FLOP_PER_CLOCK_PER_UNIT, cpu_processor, gpu_processor, shader_hz_from_fp32
from advisor.facts.answer import AnswerError
from advisor.facts.fact import Fact, known, unknown
from advisor.facts.request import DeviceFacts, PredictRequest
from advisor.facts.rig import Processor
from advisor.facts.units import GIB, GIGA, TERA

DIFFERENCE = 0.05
"""From this relative difference on, a stated figure that contradicts the catalogue is named."""

_VENDORS = (
    ("nvidia", r"\b(rtx|gtx|geforce|quadro|tesla|nvidia|jetson|dgx|gb10|titan|[ahlbv]\d{2,3})\b"),
    ("amd", r"\b(rx ?\d|radeon|instinct|mi ?\d{2,3}|strix halo|ai max)"),
    ("intel", r"\b(arc|iris|uhd)\b"),
    ("apple", r"\bapple\b|^m\d\b"),
)
_BACKEND_VENDORS = {"cuda": "nvidia", "metal": "apple", "rocm": "amd", "hip": "amd", "sycl": "intel"}
_STATED = "stated in the request"


def find_processor(request: PredictRequest, catalogue: Catalogue) -> tuple[Processor, tuple[str, ...]]:
    """The processor of a request and notes on it.

    Raises:
        ProblemError: the device is not in the catalogue and no figure of it was stated.
    """
    found = _from_catalogue(request, catalogue)
    facts = request.device_facts or DeviceFacts()
    if found is not None:
        return _filled_in(found, facts)
    if facts == DeviceFacts() and not _is_any_cpu(request):
        raise ProblemError(AnswerError(code="unknown_device", message=_nothing_known(request, catalogue)))
    return _from_facts(request, facts), (f"{request.device or 'the device'} is not in the catalogue: stated figures",)


def find_host(request: PredictRequest, catalogue: Catalogue) -> Processor | None:
    """The processor around the graphics card, where the request describes it: stated figures over its card's."""
    host = request.host
    if host is None:
        return None
    facts = DeviceFacts(memory_gb=host.memory_gb, memory_bandwidth_gb_per_s=host.memory_bandwidth_gb_per_s)
    stated = _stated_fields(facts, pool="ram")
    cpu_id = catalogue.cpus.find(host.cpu) if host.cpu else None
    if cpu_id is not None:
        return cpu_processor(cpu_id, catalogue.cpus[cpu_id]).changed(**dict(stated))
    as_cpu = request.changed(device=host.cpu or "the stated host", backend="cpu")
    return _from_facts(as_cpu, facts) if stated else None


def wants_cpu(request: PredictRequest) -> bool:
    """Whether the request is about the processor rather than a graphics card."""
    return request.backend == "cpu" or _is_any_cpu(request)


def _is_any_cpu(request: PredictRequest) -> bool:
    """Whether the device is "CPU": some processor, whichever."""
    return (request.device or "").strip().lower() == "cpu"


def vendor_of(name: str, backend: str | None) -> str | None:
    """The maker of a graphics processor by the words of its name or by the backend; None when neither tells."""
    text = name.lower()
    by_name = next((vendor for vendor, pattern in _VENDORS if re.search(pattern, text)), None)
    return by_name or _BACKEND_VENDORS.get(backend or "")


def _from_catalogue(request: PredictRequest, catalogue: Catalogue) -> Processor | None:
    name = request.device or ""
    if not any(letter.isalnum() for letter in name):
        return None
    card_id = catalogue.gpus.find(name) or _variant(name, request.device_facts, catalogue)
    cpu_id = catalogue.cpus.find(name)
    if cpu_id is not None and (card_id is None or wants_cpu(request)):
        return cpu_processor(cpu_id, catalogue.cpus[cpu_id])
    if card_id is None:
        return None
    processor = gpu_processor(card_id, catalogue.gpus[card_id])
    return _as_cpu(processor) if wants_cpu(request) else processor


def _variant(name: str, facts: DeviceFacts | None, catalogue: Catalogue) -> str | None:
    """The card of a name that comes with several memory sizes: the one with the stated size, else the smallest."""
    wanted = facts.memory_gb if facts and facts.memory_gb else 0.0
    ids = catalogue.gpus.variants(name)
    return min(ids, key=lambda one: abs((catalogue.gpus[one].memory_gib or 0) - wanted), default=None)


def _as_cpu(processor: Processor) -> Processor:
    """The CPU cores of a system on a chip: the same memory, none of the graphics rates."""
    reason = "a figure of the graphics part"
    return processor.changed(
        kind="cpu",
        shader_hz=unknown(reason),
        fp32_flop_per_s=unknown(reason),
        fp16_flop_per_s=unknown(reason),
        fp16_accumulate16_flop_per_s=unknown(reason),
        cores=unknown("the card states no processor cores"),
    )


def _filled_in(processor: Processor, facts: DeviceFacts) -> tuple[Processor, tuple[str, ...]]:
    """The catalogue's processor with stated figures where it has none; contradictions become notes."""
    stated = _stated_fields(facts, pool=processor.pool)
    notes = [
        f"{field.split('_')[0]} stated as {fact.value:,.4g}, the catalogue says {own.value:,.4g}"
        for field, fact in stated.items()
        if (own := getattr(processor, field)).value is not None
        and fact.value is not None
        and abs(fact.value / own.value - 1) > DIFFERENCE
    ]
    missing: dict[str, object] = {
        field: fact for field, fact in stated.items() if getattr(processor, field).value is None
    }
    if (
        "fp32_flop_per_s" in missing
        and processor.shader_hz.value is None
        and processor.vendor in FLOP_PER_CLOCK_PER_UNIT
    ):
        fp32 = stated["fp32_flop_per_s"].value or 0.0
        missing["shader_hz"] = shader_hz_from_fp32(fp32, vendor=processor.vendor, source=_STATED)
    return (processor.changed(**missing) if missing else processor), tuple(notes)


def _from_facts(request: PredictRequest, facts: DeviceFacts) -> Processor:
    name = request.device or "the stated device"
    vendor = None if wants_cpu(request) else vendor_of(name, request.backend)
    is_gpu = vendor is not None or (request.backend is not None and not wants_cpu(request))
    fp32 = facts.fp32_tflop_per_s
    rates = (
        shader_hz_from_fp32(fp32 * TERA, vendor=vendor, source=_STATED)
        if fp32 and vendor and is_gpu
        else unknown("neither clock nor fp32 rate was stated")
    )
    no_figure = unknown("not stated")
    fields: dict[str, Fact[float] | Fact[int]] = {
        "memory_total_bytes": no_figure,
        "bandwidth_bytes_per_s": no_figure,
        "fp32_flop_per_s": no_figure,
        "fp16_flop_per_s": no_figure,
        **_stated_fields(facts, pool="vram" if is_gpu else "ram"),
    }
    return Processor.model_validate(
        {
            "id": "stated",
            "name": name,
            "kind": "gpu" if is_gpu else "cpu",
            "vendor": vendor or "other",
            "architecture": None,
            "card": None,
            "pool": ("unified" if vendor == "apple" else "vram") if is_gpu else "ram",
            "memory_free_bytes": unknown("not stated"),
            "read_bytes_per_s": unknown("not measured"),
            "fp16_accumulate16_flop_per_s": no_figure,
            "shader_hz": rates,
            "cores": no_figure,
            "link_bytes_per_s": no_figure,
            "power_w": no_figure,
            **fields,
        }
    )


def _stated_fields(facts: DeviceFacts, *, pool: str) -> dict[str, Fact[float] | Fact[int]]:
    """The facts of a request as fields of a processor; "24 GB" of memory means 24 GiB, as data sheets write it."""
    fields: dict[str, Fact[float] | Fact[int]] = {}
    if facts.memory_gb:
        fields["memory_total_bytes"] = known(round(facts.memory_gb * GIB), origin="user", source=_STATED)
    for field, value, factor in (
        ("bandwidth_bytes_per_s", facts.memory_bandwidth_gb_per_s, GIGA),
        ("fp32_flop_per_s", facts.fp32_tflop_per_s, TERA),
        ("fp16_flop_per_s", facts.fp16_dense_tflop_per_s, TERA),
    ):
        if value:
            fields[field] = known(value * factor, origin="user", source=_STATED)
    return fields


def _nothing_known(request: PredictRequest, catalogue: Catalogue) -> str:
    if not request.device:
        return "the request names no device and states no figures of one"
    near = (*catalogue.gpus.nearest(request.device), *catalogue.cpus.nearest(request.device))
    hint = f"; nearest known: {', '.join(near[:4])}" if near else ""
    return f"no card is known for {request.device!r} and no bandwidth was stated{hint}"
