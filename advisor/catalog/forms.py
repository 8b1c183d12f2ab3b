"""What a card leaves out because the forms of the part differ in it: the mean of the forms."""

from statistics import fmean

from advisor.catalog.processor import gpu_processor
from advisor.catalog.shelf import Shelf
from advisor.facts.card import GpuCard
from advisor.facts.fact import known
from advisor.facts.rig import Processor

_RATES = ("fp32_flop_per_s", "fp16_flop_per_s", "shader_hz")


def with_rates_of_forms(processor: Processor, gpus: Shelf[GpuCard]) -> tuple[Processor, tuple[str, ...]]:
    """A part of which no arithmetic rate is known with the means of its forms, and the names of these.

    `M1 Max` was sold with 24 and with 32 graphics cores; without any rate its arithmetic would count as free.
    """
    card = gpus.get(processor.card or "")
    if card is None or processor.kind == "cpu" or any(getattr(processor, rate).value for rate in _RATES):
        return processor, ()
    forms = [gpu_processor(one, form) for one, form in gpus.items() if _is_form(form, of=card)]
    means = {}
    for rate in _RATES:
        values = [value for form in forms if (value := getattr(form, rate).value) is not None]
        if values:
            source = f"mean of {' and '.join(form.name for form in forms)}"
            means[rate] = known(fmean(values), origin="estimated", source=source)
    return processor.changed(**means), tuple(form.name for form in forms) if means else ()


def _is_form(form: GpuCard, *, of: GpuCard) -> bool:
    """Whether `form` is that part with a count of cores behind its name."""
    same_part = (form.architecture, form.bandwidth_gb_per_s) == (of.architecture, of.bandwidth_gb_per_s)
    return same_part and form.name.startswith(f"{of.name} (") and form.compute_units is not None
