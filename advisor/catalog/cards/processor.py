"""Turns a catalog card into a processor of a rig: units converted once, sources kept.

What a card leaves out its kin may tell: the mean of the forms of a part.
"""

from collections.abc import Sequence
from functools import lru_cache
from statistics import fmean
from typing import Any

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.name_key import one_of
from advisor.facts.cards.card import CpuCard, Figure, GpuCard, GpuTraits
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Fact, Source, T, Uncertainty, known, unknown
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import BITS_PER_BYTE, GIB, GIGA, MEGA, TERA

FLOP_PER_CLOCK_PER_UNIT = {"nvidia": 256, "apple": 256, "amd": 128, "intel": 256}
"""fp32 FLOP per clock of a compute unit, unless its architecture says otherwise (docs/physics.md 6.2).

For what states neither units nor clock.
"""

BYTES_PER_TRANSFER = 8
"""A memory channel is 64 bits wide."""


_UNITS = {"_gb_per_s": GIGA, "_tflop_per_s": TERA, "_top_per_s": TERA}

_STATED: dict[str, tuple[Figure, ReasonCode]] = {
    "bandwidth_bytes_per_s": ("bandwidth_gb_per_s", "card_states_no_bandwidth"),
    "fp32_flop_per_s": ("fp32_tflop_per_s", "card_states_no_fp32_rate"),
    "fp16_flop_per_s": ("fp16_dense_tflop_per_s", "card_states_no_fp16_rate"),
    "fp16_accumulate16_flop_per_s": (
        "fp16_accumulate16_dense_tflop_per_s",
        "card_states_no_fp16_accumulate16_rate",
    ),
    "int8_op_per_s": ("int8_dense_top_per_s", "card_states_no_int8_rate"),
    "cores": ("compute_units", "card_states_no_compute_units"),
    "power_w": ("power_w", "card_states_no_power_limit"),
}
"""Fields of a processor that a graphics card states as they are, and the reason where it states none."""

_FIGURES = tuple(
    name
    for name, annotation in Processor.annotated.items()
    if isinstance(annotation, type) and issubclass(annotation, Fact)
)


def processor_of(why: Reason, **fields: object) -> Processor:
    """A processor of which only the given fields are known: every other figure is unknown for that reason."""
    nothing: dict[str, object] = dict.fromkeys(_FIGURES, unknown(why))
    return Processor.model_validate({"architecture": None, "card": None, **nothing, **fields})


@lru_cache(maxsize=64)
def gpu_processor(card_id: str, catalog: Catalog) -> Processor:
    """The processor a catalog card describes: nothing measured, memory empty."""
    card, source = catalog.gpus[card_id], catalog.source_of(card_id)
    traits = catalog.architectures[card.architecture]
    figures: dict[str, Any] = {field: _figure(card, figure, why, source) for field, (figure, why) in _STATED.items()}
    return Processor(
        id=card_id,
        name=card.name,
        kind="gpu",
        vendor=card.vendor,
        architecture=card.architecture,
        traits=traits,
        card=card_id,
        pool="vram" if card.memory_kind == "dedicated" else "unified",
        memory_total_bytes=_stated(_memory_bytes(card), "card_states_no_memory_size", source),
        memory_free_bytes=unknown("card_runs_nothing"),
        read_bytes_per_s=unknown("card_not_measured"),
        **figures,
        shader_hz=_shader_hz(card, traits, source),
        link_bytes_per_s=unknown("slot_decides"),
        peer_bytes_per_s=unknown("bridge_sold_apart") if is_bridged(card) else peer_rate(card, source),
        peer_devices=card.peer_devices,
        peer_is_mesh=card.peer_by in ("bridge", "mesh"),
        released=card.released,
        is_laptop=card.form == "laptop",
        needs_airflow=card.needs_airflow,
        memory_type=card.memory_type,
        clock_hz=card.boost_mhz * MEGA if card.boost_mhz else None,
        inline_ecc=_has_inline_ecc(card),
    )


def common_processor(card_ids: tuple[str, ...], catalog: Catalog) -> Processor:
    """What several cards have in common, one of which a device is: of a figure that differs the least, estimated."""
    first, *others = (gpu_processor(card_id, catalog) for card_id in card_ids)
    fields: dict[str, object] = {"card": None, "is_laptop": first.is_laptop and all(one.is_laptop for one in others)}
    for name in _FIGURES:
        facts = [getattr(one, name) for one in (first, *others)]
        values = [fact.value for fact in facts]
        if None in values:
            fields[name] = next(fact for fact in facts if fact.value is None)
        elif len(set(values)) > 1:
            source = reason("least_of_cards", names=" / ".join(catalog.gpus[one].name for one in card_ids))
            fields[name] = known(min(values), origin="estimated", source=source)
    return first.changed(**fields)


def usual_processor(card_id: str, possible: Sequence[str], catalog: Catalog) -> Processor:
    """The processor of the usual one of cards that differ in their memory; its rate has the others' as ends."""
    usual = gpu_processor(card_id, catalog)
    own, rates = usual.bandwidth_bytes_per_s, [catalog.gpus[one].bandwidth_gb_per_s for one in possible]
    known_rates = {rate * GIGA for rate in rates if rate}
    if own.value is None or not known_rates - {own.value}:
        return usual
    why = reason("usual_of_memories", names=" / ".join(catalog.gpus[one].name for one in possible))
    ends = Uncertainty(reasons=(why,), low=min(known_rates) / own.value, high=max(known_rates) / own.value)
    return usual.changed(bandwidth_bytes_per_s=own.changed(uncertainty=ends))


def is_bridged(card: GpuCard) -> bool:
    """Whether its link to other devices needs a bridge that is sold apart."""
    return card.peer_by == "bridge"


def peer_rate(card: GpuCard, source: str) -> Fact[float]:
    """What the card sends to others over a link of their own."""
    return _figure(card, "peer_gb_per_s", "card_states_no_peer_link", source)


def _has_inline_ecc(card: GpuCard) -> bool:
    """Whether check bits lie in the data's memory: server cards have ECC on, and HBM keeps the bits aside."""
    return card.vendor == "nvidia" and card.form == "server" and "GDDR" in (card.memory_type or "")


def _shader_hz(card: GpuCard, traits: GpuTraits, source: str) -> Fact[float]:
    """Compute units x clock in Hz, or from the fp32 rate where the card does not state both."""
    if card.compute_units and card.boost_mhz:
        value = card.compute_units * card.boost_mhz * MEGA
        return _known_figure(value, source, is_weak=not {"compute_units", "boost_mhz"}.isdisjoint(card.uncertain))
    if card.fp32_tflop_per_s and card.vendor in FLOP_PER_CLOCK_PER_UNIT:
        return shader_hz_from_fp32(card.fp32_tflop_per_s * TERA, vendor=card.vendor, traits=traits, source=source)
    return unknown("card_states_no_clock")


def shader_hz_from_fp32(fp32_flop_per_s: float, *, vendor: str, traits: GpuTraits, source: Source) -> Fact[float]:
    """Compute units x clock in Hz, derived from an fp32 rate by the usual width of a unit."""
    width = traits.flop_per_clock_per_unit or FLOP_PER_CLOCK_PER_UNIT[vendor]
    return known(
        fp32_flop_per_s / width, origin="estimated", source=reason("fp32_rate_over", source=source, width=width)
    )


def cpu_processor(card_id: str, catalog: Catalog) -> Processor:
    """The processor a CPU card describes, with the fastest memory its data sheet allows."""
    card, source = catalog.cpus[card_id], catalog.source_of(card_id)
    return processor_of(
        reason("not_stated_on_card"),
        id=card_id,
        name=card.name,
        kind="cpu",
        vendor=card.vendor,
        architecture=card.architecture,
        card=card_id,
        pool="ram",
        memory_total_bytes=unknown("cpu_card_without_memory"),
        memory_free_bytes=unknown("card_runs_nothing"),
        bandwidth_bytes_per_s=_cpu_bandwidth(card, source),
        read_bytes_per_s=unknown("card_not_measured"),
        cores=(fast := working_cores(card.cores, card.threads, source, fast=card.fast_cores)),
        slow_cores=slow_cores(card.cores, fast),
        sockets=one_of(card.name)[0],
        power_w=_stated(card.power_w, "card_states_no_power_limit", source),
        vector=card.vector,
    )


def working_cores(cores: int | None, threads: int | None, source: str, *, fast: int | None = None) -> Fact[int]:
    """The cores a program uses by itself: of two kinds the fast ones, stated or because they alone have two threads.

    llama.cpp leaves the others out (cpu_get_num_math in common/common.cpp).
    """
    if fast is not None:
        return known(fast, origin="datasheet", source=source)
    if cores and threads and cores < threads < 2 * cores:
        return known(threads - cores, origin="estimated", source=reason("threads_beyond_cores", source=source))
    return _stated(cores, "card_states_no_cores", source)


def slow_cores(cores: int | None, fast: Fact[int]) -> int:
    """The cores of the other kind."""
    return max(0, cores - fast.value) if cores and fast.value else 0


def _cpu_bandwidth(card: CpuCard, source: str) -> Fact[float]:
    if card.bandwidth_gb_per_s:
        return known(card.bandwidth_gb_per_s * GIGA, origin="datasheet", source=source)
    if card.memory_channels and card.memory_mt_per_s:
        value = channels_bytes_per_s(card.memory_channels, transfers_per_s=card.memory_mt_per_s * MEGA)
        bits = BYTES_PER_TRANSFER * BITS_PER_BYTE
        return known(value, origin="estimated", source=reason("channels_by_rate", source=source, bits=bits))
    return unknown("card_states_no_channels")


def channels_bytes_per_s(channels: int, *, transfers_per_s: int) -> float:
    """What so many memory channels carry together at that rate."""
    return float(channels * transfers_per_s * BYTES_PER_TRANSFER)


def _memory_bytes(card: GpuCard) -> int | None:
    return None if card.memory_gib is None else int(card.memory_gib * GIB)


def _figure(card: GpuCard, figure: Figure, otherwise: ReasonCode, source: str) -> Fact[Any]:
    """A figure of a card in base units; estimated where it rests on one weak source."""
    value = getattr(card, figure)
    if value is None:
        return unknown(otherwise)
    unit = next((unit for ending, unit in _UNITS.items() if figure.endswith(ending)), 1)
    return _known_figure(value * unit, source, is_weak=figure in card.uncertain)


def _known_figure(value: T, source: str, *, is_weak: bool) -> Fact[T]:
    if is_weak:
        return known(value, origin="estimated", source=reason("weak_source", source=source))
    return known(value, origin="datasheet", source=source)


def _stated(value: T | None, otherwise: ReasonCode, source: str) -> Fact[T]:
    if value is None:
        return unknown(otherwise)
    return known(value, origin="datasheet", source=source)


_RATES = ("fp32_flop_per_s", "fp16_flop_per_s", "shader_hz")


def with_rates_of_forms(processor: Processor, catalog: Catalog) -> tuple[Processor, tuple[str, ...]]:
    """A part of which no arithmetic rate is known with the means of its forms, and the names of these.

    `M1 Max` was sold with 24 and with 32 graphics cores; without any rate its arithmetic would count as free.
    """
    card = catalog.gpus.get(processor.card or "")
    is_told = any(getattr(processor, rate).value for rate in _RATES)
    if card is None or processor.kind == "cpu" or is_told or card.compute_units is not None:
        return processor, ()
    forms = [gpu_processor(one, catalog) for one, form in catalog.gpus.items() if _is_form(form, of=card)]
    means = {}
    for rate in _RATES:
        values = [value for form in forms if (value := getattr(form, rate).value) is not None]
        if values:
            source = reason("mean_of", names=tuple(form.name for form in forms))
            means[rate] = known(fmean(values), origin="estimated", source=source)
    return processor.changed(**means), tuple(form.name for form in forms) if means else ()


def _is_form(form: GpuCard, *, of: GpuCard) -> bool:
    """Whether `form` is that part with a count of cores behind its name."""
    same_part = (form.architecture, form.bandwidth_gb_per_s) == (of.architecture, of.bandwidth_gb_per_s)
    return same_part and form.name.startswith(f"{of.name} (") and form.compute_units is not None
