"""A machine as detected, with what a person put right: what was typed outranks what was read."""

from collections.abc import Sequence
from typing import Any

from advisor.catalog.cards.processor import channels_bytes_per_s
from advisor.catalog.hardware.typed_fact import PART_OF, TYPED_FACTS, typed_value
from advisor.facts.kept.profile import Correction
from advisor.facts.machine.machine import Gap, Gpu, Machine, Memory
from advisor.facts.values.fact import Fact, known, unknown, weakest
from advisor.facts.values.reason import reason

_SOURCE = reason("typed_by_you")
_LEFT = 0.8
"""Of the sticks, at least, that a system finds usable (a judgment)."""


def gpu_place(gpu: Gpu, index: int) -> str:
    """The place of a graphics card in paths of facts: its address, or its number where it has none."""
    return f"gpus.{gpu.pci_address.value or index}"


def corrected(machine: Machine, corrections: Sequence[Correction]) -> Machine:
    """The machine with these facts, and what follows from them; what cannot be true is left out."""
    typed = {one.fact: value for one in corrections if (value := typed_value(one.fact, one.value)) is not None}
    if not typed:
        return machine
    gpus = tuple(
        _with_free(_typed_over(gpu, gpu_place(gpu, index), typed), before=gpu) for index, gpu in enumerate(machine.gpus)
    )
    memory = _with_sticks(_typed_over(machine.memory, "memory", typed))
    return machine.changed(
        cpu=_with(machine.cpu, "cpu", typed),
        memory=_with_rate(_with_free(memory, before=machine.memory), before=machine.memory),
        gpus=gpus,
        os=_with(machine.os, "os", typed),
        gaps=tuple(gap for gap in machine.gaps if _path_of(gap, gpus) not in typed),
    )


def plausible(machine: Machine) -> Machine:
    """The machine without detected figures that cannot be true: they are unknown, with the figure in the reason."""
    return machine.changed(
        cpu=_plausible(machine.cpu, "cpu"),
        memory=_plausible(machine.memory, "memory"),
        gpus=tuple(_plausible(gpu, "gpus") for gpu in machine.gpus),
    )


def _plausible(record: Any, part: str) -> Any:
    fields = {path.rpartition(".")[2]: path for path in TYPED_FACTS if path.startswith(f"{part}.")}
    numbers = {name: getattr(record, name) for name in fields}
    wrong = {
        name: _impossible(fact)
        for name, fact in numbers.items()
        if isinstance(fact.value, int | float) and typed_value(fields[name], fact.value) is None
    }
    wrong |= {name: _impossible(numbers[name]) for name in _more_than_all(record) if name not in wrong}
    return record.changed(**wrong) if wrong else record


def _impossible(fact: Any) -> Fact[Any]:
    return unknown("implausible_value", value=fact.value, source=fact.source or "")


def _more_than_all(record: Any) -> list[str]:
    """What is said to be free of a memory and is more than all of it."""
    pairs = [(free, total) for free, total in PART_OF.items() if hasattr(record, free)]
    known_pairs = [(free, getattr(record, free).value, getattr(record, total).value) for free, total in pairs]
    return [free for free, part, whole in known_pairs if part is not None and whole is not None and part > whole]


def _typed_over(record: Any, place: str, typed: dict[str, Any]) -> Any:
    """With what was typed, but for what is free where that is more than all there is: it stays as it was read."""
    found = _with(record, place, typed)
    wrong = [name for name in _more_than_all(found) if getattr(found, name).origin == "user"]
    return found.changed(**{name: getattr(record, name) for name in wrong}) if wrong else found


def _with(record: Any, place: str, typed: dict[str, Any]) -> Any:
    fields = {path.rpartition(".")[2]: value for path, value in typed.items() if path.rpartition(".")[0] == place}
    facts = {name: known(value, origin="user", source=_SOURCE) for name, value in fields.items()}
    return record.changed(**facts) if facts else record


def _path_of(gap: Gap, gpus: tuple[Gpu, ...]) -> str:
    """The path of the fact of a gap, which counts graphics cards."""
    part, _, rest = gap.fact.partition(".")
    number, _, name = rest.partition(".")
    if part != "gpus" or not number.isdigit() or int(number) >= len(gpus):
        return gap.fact
    return f"{gpu_place(gpus[int(number)], int(number))}.{name}"


def _with_free(record: Any, *, before: Any) -> Any:
    """With another size of its memory, what other programs hold of it stays the same, unless that was typed."""
    free_name, total_name = next(pair for pair in PART_OF.items() if hasattr(record, pair[0]))
    total, free, old = getattr(record, total_name), getattr(record, free_name), getattr(before, total_name).value
    if total.origin != "user" or free.origin == "user" or not total.value or free.value is None:
        return record
    held_bytes = max(0, old - free.value) if old else 0
    left = min(total.value, max(0, total.value - held_bytes if old else free.value))
    source = reason("with_typed_size", source=free.source or "")
    return record.changed(**{free_name: known(left, origin="estimated", source=source)})


def _with_sticks(memory: Memory) -> Memory:
    """With another size, as many sticks that have it together, alike; unless they were typed themselves.

    A little less than they have is what the system leaves of them.
    """
    size, sticks = memory.usable_bytes, memory.modules
    if size.origin != "user" or sticks.origin == "user" or not size.value or not sticks.value:
        return memory
    if _LEFT <= size.value / max(1, sum(one.bytes for one in sticks.value)) <= 1:
        return memory
    alike = tuple(one.changed(bytes=size.value // len(sticks.value)) for one in sticks.value)
    source = reason("with_typed_size", source=sticks.source or "")
    return memory.changed(modules=known(alike, origin="estimated", source=source))


def _with_rate(memory: Memory, *, before: Memory) -> Memory:
    """Other channels or another rate of the sticks make another theoretical rate, unless that was typed itself."""
    channels, modules = memory.channels, memory.modules
    if memory.theoretical_bytes_per_s.origin == "user" or "user" not in (channels.origin, modules.origin):
        return memory
    rate = _product(channels, [one.configured_transfers_per_s for one in modules.value or ()], modules)
    old = before.theoretical_bytes_per_s
    if rate is None and old.value and old.origin and channels.value and before.channels.value:
        share = channels.value / before.channels.value
        rate = known(
            old.value * share,
            origin=weakest(old.origin, "user"),
            source=reason("with_typed_channels", source=old.source or ""),
        )
    return memory if rate is None else memory.changed(theoretical_bytes_per_s=rate)


def _product(channels: Fact[int], rates: list[int | None], modules: Fact[Any]) -> Fact[float] | None:
    real = [rate for rate in rates if rate]
    if not (channels.value and real and len(real) == len(rates) and channels.origin and modules.origin):
        return None
    value = channels_bytes_per_s(channels.value, transfers_per_s=min(real))
    return known(value, origin=weakest(channels.origin, modules.origin), source=reason("channels_by_slowest"))
