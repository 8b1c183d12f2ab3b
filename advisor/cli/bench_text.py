"""What `rig-advisor bench` prints for people."""

from collections.abc import Iterator

from advisor.bench.statistics import WIDE_SPREAD
from advisor.facts.measurement import Measurement, Measurements
from advisor.present.quantity import bandwidth, capacity, compute, latency, operations, percent

_TEXTS = {"bytes_per_s": bandwidth, "flop_per_s": compute, "op_per_s": operations, "s": latency}


def bench_text(found: Measurements) -> str:
    """A line for each figure, what stands with it, and once for each reason what it kept from being measured."""
    return "".join(f"{line}\n" for line in (*_results(found), *_soaks(found), *_failures(found)))


def _results(found: Measurements) -> Iterator[str]:
    told: dict[str, None] = {}
    for result in found.results:
        yield f"{_words(result.name):24} {_on(result.device):8} {_figure(result):22} {result.stability}"
        if isinstance(result.value, tuple):
            yield from (f"  {capacity(at_bytes):>9} {_value(rate, result.unit)}" for at_bytes, rate in result.value)
        new = [warning for warning in result.warnings if warning not in told]
        told.update(dict.fromkeys(new))
        yield from (f"  {warning}" for warning in new)


def _soaks(found: Measurements) -> Iterator[str]:
    for soak in found.soaks:
        begin, end = _value(soak.burst, soak.unit), _value(soak.sustained, soak.unit)
        last_s = soak.points[-1][0]
        yield f"{_words(soak.name):24} {_on(soak.device):8} {begin} at first, {end} after {last_s:.0f} s"
        yield f"  {percent(soak.ratio)} of the first rate is left."
        yield from (f"  {warning}" for warning in soak.warnings)


def _failures(found: Measurements) -> Iterator[str]:
    named: dict[tuple[str, str], list[str]] = {}
    for failure in found.failures:
        named.setdefault((failure.reason, failure.device or ""), []).append(_words(failure.name))
    for (reason, device), names in named.items():
        where = f" ({device})" if device else ""
        yield f"{', '.join(names)}{where}: {reason}"


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _on(device: str) -> str:
    return "" if device == "cpu" else device


def _figure(result: Measurement) -> str:
    """The value, or its range where the readings differ too much for one figure."""
    if isinstance(result.value, tuple):
        return ""
    if result.spread > WIDE_SPREAD:
        return f"{_value(min(result.block_medians), result.unit)} to {_value(max(result.block_medians), result.unit)}"
    return _value(result.figure, result.unit)


def _value(value: float, unit: str) -> str:
    return _TEXTS[unit](value) if unit in _TEXTS else f"{value:.3g} {unit}"
