"""What a card leaves out and its kin tell: the mean of the forms of a part, the clock of a generation of Apple."""

from statistics import fmean

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.facts.cards.card import GpuCard
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import known
from advisor.facts.values.reason import reason
from advisor.facts.values.units import MEGA

_RATES = ("fp32_flop_per_s", "fp16_flop_per_s", "shader_hz")


def with_rates_of_forms(processor: Processor, catalog: Catalog) -> tuple[Processor, tuple[str, ...]]:
    """A part of which no arithmetic rate is known with the means of its forms, and the names of these.

    `M1 Max` was sold with 24 and with 32 graphics cores; without any rate its arithmetic would count as free.
    """
    card = catalog.gpus.get(processor.card or "")
    if card is None or processor.kind == "cpu" or any(getattr(processor, rate).value for rate in _RATES):
        return processor, ()
    if card.compute_units is not None:
        return _with_clock_of_generation(processor, catalog), ()
    forms = [
        _with_clock_of_generation(gpu_processor(one, catalog), catalog)
        for one, form in catalog.gpus.items()
        if _is_form(form, of=card)
    ]
    means = {}
    for rate in _RATES:
        values = [value for form in forms if (value := getattr(form, rate).value) is not None]
        if values:
            source = reason("mean_of", names=tuple(form.name for form in forms))
            means[rate] = known(fmean(values), origin="estimated", source=source)
    return processor.changed(**means), tuple(form.name for form in forms) if means else ()


def _with_clock_of_generation(processor: Processor, catalog: Catalog) -> Processor:
    """An Apple chip of unknown clock with that of another of its generation: their graphics cores are the same."""
    units, is_open = processor.cores.value, processor.shader_hz.value is None
    if processor.vendor != "apple" or units is None or not is_open:
        return processor
    for card in catalog.gpus.values():
        if card.architecture == processor.architecture and card.boost_mhz is not None:
            source = reason("cores_at_clock", cores=units, name=card.name)
            shader_hz = known(units * card.boost_mhz * MEGA, origin="estimated", source=source)
            return processor.changed(shader_hz=shader_hz)
    return processor


def _is_form(form: GpuCard, *, of: GpuCard) -> bool:
    """Whether `form` is that part with a count of cores behind its name."""
    same_part = (form.architecture, form.bandwidth_gb_per_s) == (of.architecture, of.bandwidth_gb_per_s)
    return same_part and form.name.startswith(f"{of.name} (") and form.compute_units is not None
