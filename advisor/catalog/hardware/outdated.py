"""Whether a kept measurement is still one of the machine as it is now (docs/measuring.md 2)."""

from typing import Literal, NamedTuple

from advisor.facts.machine.machine import Gpu, Machine
from advisor.facts.machine.measurement import Measurement, Measurements, is_earlier_method
from advisor.facts.values.units import GIB, MEGA


class Outdated(NamedTuple):
    """What changed since, as it was then and as it is now (empty for a method)."""

    what: Literal["driver", "memory", "power", "method"]
    then: str = ""
    now: str = ""


def stamped(run: Measurements, machine: Machine) -> Measurements:
    """The run with the memory modules and graphics drivers of the machine it was measured on."""
    setting = memory_setting(machine)
    results = (
        result.changed(memory_setting=setting, machine_driver=_driver(result, machine)) for result in run.results
    )
    return run.changed(results=tuple(results))


def outdated(result: Measurement, machine: Machine) -> Outdated | None:
    """The first thing that changed since a measurement; None where nothing did, or nobody can tell."""
    driver, setting = _driver(result, machine), memory_setting(machine)
    if result.machine_driver and driver and driver != result.machine_driver:
        return Outdated("driver", result.machine_driver, driver)
    if result.memory_setting and setting and setting != result.memory_setting and not result.name.startswith("gpu_"):
        return Outdated("memory", result.memory_setting, setting)
    source = machine.os.power_source.value
    if source is not None and (source == "battery") != result.on_battery:
        return Outdated("power", "battery" if result.on_battery else "mains", source)
    return Outdated("method") if is_earlier_method(result.method) else None


def memory_setting(machine: Machine) -> str | None:
    """Memory modules and their rate, "2 x 16 at 6000"; None where the firmware does not tell."""
    modules = machine.memory.modules.value
    if not modules:
        return None
    sizes = sorted({module.bytes for module in modules})
    count = [f"{sum(module.bytes == size for module in modules)} x {size / GIB:g}" for size in sizes]
    rates = sorted({module.configured_transfers_per_s or 0 for module in modules})
    return " + ".join(count) + "".join(f" at {rate / MEGA:.0f}" for rate in rates if rate)


def _driver(result: Measurement, machine: Machine) -> str | None:
    gpus: dict[str, Gpu] = {f"gpu{index}": gpu for index, gpu in enumerate(machine.gpus)}
    gpu = gpus.get(result.device)
    return gpu.driver.value if gpu else None
