"""Where a rig can run a model: each of its processors, equal cards together, and different ones."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from advisor.answer.asked.problem import ProblemError
from advisor.answer.text.different_cards import as_one, runs_vulkan
from advisor.answer.text.own_runs import scaled_runs
from advisor.answer.which_device.calibration import default_backend, find_calibration
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.same import Same
from advisor.predict.memory.fit import free_bytes
from advisor.predict.speed.own_run import ScaledRun

ENGINE = "llama.cpp"

_SET_SIZES = (2, 3, 4, 6, 8, 12)
"""Of so many equal cards sets are tried, and of all there are."""
_MOST_DIFFERENT = 12
"""Of different ones every number up to this is tried, and all there are."""


@frozen
class ExecutionTarget:
    """Where a model may run: one processor, or `devices` cards as one, with how the engine uses it.

    `host` is the processor whose memory takes what a card does not hold, `runs` what people ran there. `cards` are the
    devices where they differ, the fastest first, which takes as many layers as it holds. `names` are what the engine
    calls the devices where it has to be kept from others.
    """

    processor: Processor
    calibration: Calibration
    host: Processor | None = None
    devices: int = 1
    notes: tuple[Reason, ...] = ()
    runs: tuple[ScaledRun, ...] = ()
    cards: tuple["ExecutionTarget", ...] = ()
    names: tuple[str, ...] = ()


def execution_targets(rig: Rig, catalog: Catalog) -> tuple[ExecutionTarget, ...]:
    """Every processor of a rig in its order, then equal cards together, then different ones.

    Raises:
        ProblemError: the rig has no processor, or the catalog no engine.
    """
    return _targets(Same(rig), Same(catalog))


@lru_cache(maxsize=8)
def _targets(of_rig: Same[Rig], of_catalog: Same[Catalog]) -> tuple[ExecutionTarget, ...]:
    """Every question about the rig that is shown asks for them."""
    rig, catalog = of_rig.one, of_catalog.one
    if not rig.processors:
        raise ProblemError("no_processor")
    host = next((one for one in rig.processors if one.kind == "cpu"), None)
    targets = (target(processor, catalog, host=host) for processor in rig.processors)
    alone = tuple(
        replace(one, runs=scaled_runs(rig.own_runs, one.processor, one.calibration, catalog)) for one in targets
    )
    cards = _usable_cards(alone)
    return tuple(_kept(one, cards) for one in (*alone, *_together(cards), *_different(cards, catalog)))


def _kept(one: ExecutionTarget, cards: list[ExecutionTarget]) -> ExecutionTarget:
    """The target kept from the other cards that its backend reaches; by a note where their names are not known.

    CUDA counts its devices, and which of equal ones it counts first is all the same.
    """
    if one.processor.pool != "vram" or one.processor.blocked is not None:
        return one
    backends = {default_backend(card.processor) for card in one.cards or (one,)}
    is_any_maker = len(backends) > 1 or "vulkan" in backends
    reached = [card for card in cards if is_any_maker or default_backend(card.processor) in backends]
    if len(reached) <= one.devices:
        return one
    if backends == {"cuda"} and len({card.processor.name for card in reached}) == 1:
        return replace(one, names=tuple(f"CUDA{number}" for number in range(one.devices)))
    return replace(one, notes=(*one.notes, reason("keep_to_these_cards")))


def distinct_targets(targets: tuple[ExecutionTarget, ...]) -> tuple[ExecutionTarget, ...]:
    """The same without those that only their number tells from an earlier one: nothing runs otherwise there."""
    return _distinct(tuple(map(Same, targets)))


@lru_cache(maxsize=8)
def _distinct(of_targets: tuple[Same[ExecutionTarget], ...]) -> tuple[ExecutionTarget, ...]:
    """Every model is asked about the same ones."""
    found: dict[str, list[ExecutionTarget]] = {}
    first: list[ExecutionTarget] = []
    for one in (target.one for target in of_targets):
        unnumbered = replace(one, processor=one.processor.changed(id=""))
        alike = found.setdefault(one.processor.name, [])
        if unnumbered not in alike:
            alike.append(unnumbered)
            first.append(one)
    return tuple(first)


def target(
    processor: Processor, catalog: Catalog, *, host: Processor | None, backend: str | None = None
) -> ExecutionTarget:
    """One processor with the calibration that fits it best; a card from the catalog runs under the host's system.

    `backend` None takes the usual one of its maker.

    Raises:
        ProblemError: the catalog has no engine.
    """
    if processor.os is None and host is not None and host.os is not None:
        processor = processor.changed(os=host.os)
    found = find_calibration(processor, catalog, engine=ENGINE, backend=backend)
    if found is None:
        raise ProblemError("no_engine")
    calibration, notes = found
    if processor.blocked is not None:
        notes += (reason("would_reach", blocked=processor.blocked),)
    return ExecutionTarget(processor, calibration, host, notes=notes)


def _together(cards: list[ExecutionTarget]) -> tuple[ExecutionTarget, ...]:
    """Several cards of one kind as one: the layers are divided among them, each with the memory of the fullest.

    More of them than it takes only cost time, so there are smaller sets to choose from.
    """
    counts = Counter(one.processor.name for one in cards)
    fullest = {one.processor.name: one for one in sorted(cards, key=lambda one: -(free_bytes(one.processor) or 0))}
    return tuple(
        replace(
            fullest[name], processor=fullest[name].processor.changed(name=f"{count} x {name}"), devices=count, runs=()
        )
        for name, most in counts.items()
        for count in (*(size for size in _SET_SIZES if size < most), most)
        if count > 1
    )


def _usable_cards(alone: Iterable[ExecutionTarget]) -> list[ExecutionTarget]:
    return [one for one in alone if one.processor.pool == "vram" and one.processor.blocked is None]


def _different(usable: list[ExecutionTarget], catalog: Catalog) -> Iterator[ExecutionTarget]:
    """Cards that differ as one: the fastest two, three and so on, and all, of each maker, and of all over Vulkan.

    A slower one joins only where the faster ones do not hold a model, so that it never holds them up for nothing.
    """
    fastest_first = sorted(usable, key=lambda one: -(one.processor.best_bytes_per_s.value or 0.0))
    makers = dict.fromkeys(one.processor.vendor for one in fastest_first)
    groups = [[one for one in fastest_first if one.processor.vendor == maker] for maker in makers]
    if len(makers) > 1:
        groups.append(fastest_first)
    for cards in groups:
        for count in (*range(2, min(len(cards), _MOST_DIFFERENT + 1)), len(cards)):
            some = tuple(cards[:count])
            is_of_one_maker = len({one.processor.vendor for one in some}) == 1
            if len({one.processor.name for one in some}) > 1 and is_of_one_maker == (cards is not fastest_first):
                yield from _as_one(some, catalog)


def _as_one(cards: tuple[ExecutionTarget, ...], catalog: Catalog) -> Iterator[ExecutionTarget]:
    """Several cards as one with the memory of all, otherwise described like the fastest; none without one backend."""
    if len({default_backend(one.processor) for one in cards}) > 1:
        if not all(runs_vulkan(one.processor) for one in cards):
            return
        cards = tuple(target(one.processor, catalog, host=one.host, backend="vulkan") for one in cards)
        cards = (replace(cards[0], notes=(*cards[0].notes, reason("two_makers"))), *cards[1:])
    pooled = as_one(tuple(one.processor for one in cards))
    order = reason("split_in_order", names=tuple(one.processor.name for one in cards))
    yield replace(cards[0], notes=(*cards[0].notes, order), processor=pooled, devices=len(cards), runs=(), cards=cards)
