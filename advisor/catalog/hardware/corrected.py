"""A machine as detected, with what a person put right: what was typed outranks what was read."""

from collections.abc import Sequence
from typing import Any

from advisor.catalog.cards.processor import channels_bytes_per_s
from advisor.catalog.hardware.typed_fact import TYPED_FACTS, typed_value
from advisor.facts.kept.profile import Correction
from advisor.facts.machine.machine import Gap, Gpu, Machine, Memory
from advisor.facts.values.fact import Fact, known, unknown, weakest
from advisor.facts.values.reason import reason

_SOURCE = reason("typed_by_you")


def gpu_place(gpu: Gpu, index: int) -> str:
    """The place of a graphics card in paths of facts: its address, or its number where it has none."""
    return f"gpus.{gpu.pci_address.value or index}"


def corrected(machine: Machine, corrections: Sequence[Correction]) -> Machine:
    """The machine with these facts, and what follows from them; what cannot be true is left out."""
    typed = {one.fact: value for one in corrections if (value := typed_value(one.fact, one.value)) is not None}
    if not typed:
        return machine
    gpus = tuple(
        _with_free(_with(gpu, gpu_place(gpu, index), typed), before=gpu) for index, gpu in enumerate(machine.gpus)
    )
    return machine.changed(
        cpu=_with(machine.cpu, "cpu", typed),
        memory=_with_rate(_with(machine.memory, "memory", typed), before=machine.memory),
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
        name: unknown("implausible_value", value=fact.value, source=fact.source)
        for name, fact in numbers.items()
        if isinstance(fact.value, int | float) and typed_value(fields[name], fact.value) is None
    }
    return record.changed(**wrong) if wrong else record


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


def _with_free(gpu: Gpu, *, before: Gpu) -> Gpu:
    """With another size of its memory, what other programs hold of it stays the same, unless that was typed."""
    total, free, old = gpu.memory_total_bytes, gpu.memory_free_bytes, before.memory_total_bytes.value
    if total.origin != "user" or free.origin == "user" or not total.value or free.value is None:
        return gpu
    held_bytes = max(0, old - free.value) if old else 0
    left = min(total.value, max(0, total.value - held_bytes if old else free.value))
    source = reason("with_typed_size", source=free.source or "")
    return gpu.changed(memory_free_bytes=known(left, origin="estimated", source=source))


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
