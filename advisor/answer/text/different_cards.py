"""Different graphics cards that hold one model together (docs/physics.md 5.4, 6.5)."""

from collections import Counter

from advisor.answer.asked.problem import ProblemError
from advisor.answer.which_device.calibration import default_backend, find_calibration
from advisor.answer.which_device.device import find_processor
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.card_link import with_card_link
from advisor.facts.asked.request import PredictRequest
from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Fact, known, weakest


def runs_vulkan(processor: Processor) -> bool:
    """Whether Vulkan reaches it, as far as that is known."""
    return all(one.runs is not False for one in processor.backends if one.backend == "vulkan")


def _sum_of(facts: list[Fact[int]]) -> Fact[int]:
    """The sum, as sure as the least sure of them; what is not known of one is not of all."""
    unsaid = next((one for one in facts if one.value is None), None)
    if unsaid is not None:
        return unsaid
    total = sum(one.value for one in facts if one.value is not None)
    origin = weakest(*(one.origin for one in facts if one.origin is not None))
    return known(total, origin=origin, source=facts[0].source or "")


def as_one(cards: tuple[Processor, ...]) -> Processor:
    """Several cards as one with the memory of all, otherwise described like the first."""
    counts = Counter(one.name for one in cards)
    return cards[0].changed(
        name=" + ".join(name if count == 1 else f"{count} x {name}" for name, count in counts.items()),
        memory_total_bytes=_sum_of([one.memory_total_bytes for one in cards]),
        memory_free_bytes=_sum_of([one.memory_free_bytes for one in cards]),
        link_bytes_per_s=min((one.link_bytes_per_s for one in cards), key=lambda link: link.value or 0.0),
    )


def named_cards(request: PredictRequest, first: Processor, catalog: Catalog) -> list[tuple[Processor, Calibration]]:
    """The cards of a request that names several, the fastest first, each with how the engine uses it.

    Raises:
        ProblemError: one of them is not known, or the catalog has no engine.
    """
    named = (request.changed(device=name, device_count=1, device_facts=None) for name in request.other_devices)
    cards = [
        *(first,) * request.device_count,
        *(with_card_link(find_processor(one, catalog).processor, catalog) for one in named),
    ]
    cards.sort(key=lambda one: -(one.best_bytes_per_s.value or 0.0))
    backend = request.backend or ("vulkan" if len({default_backend(one) for one in cards}) > 1 else None)
    found = [find_calibration(one, catalog, engine=request.engine, backend=backend) for one in cards]
    if None in found:
        raise ProblemError("no_engine")
    return [(card, one[0]) for card, one in zip(cards, found, strict=True) if one is not None]
