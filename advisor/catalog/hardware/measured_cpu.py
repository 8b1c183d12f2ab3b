"""What was measured of a processor's cores: arithmetic, products of stored weights, caches."""

from collections.abc import Sequence

from advisor.catalog.hardware.judged_rate import Judge
from advisor.facts.machine.measurement import Measurement, MeasurementName
from advisor.facts.rig.rig import CoreFigures, ThreadRate
from advisor.facts.values.fact import Fact, known, unknown

DOTS: tuple[MeasurementName, ...] = ("q4_0_dot", "q8_0_dot", "f16_dot")


def core_figures(judge: Judge, *, kinds: Sequence[str], cores: int | None, paper: Fact[float]) -> CoreFigures:
    """The figures of all cores together or, of several kinds, of the first and fastest one.

    Weights come from memory, so that nothing is multiplied faster than memory is read: `paper` is that rate.
    """
    dots = {name: _possible(judge, _result(judge, name, kinds), paper) for name in DOTS}
    return CoreFigures(
        read=tuple(_read(judge, paper)),
        dots={name: _rates(result) for name, result in dots.items() if result},
        fma_flop_per_s=_per_core(_result(judge, "fma_fp32", kinds), cores),
        int8_op_per_s=_per_core(_result(judge, "int8_dot", kinds), cores),
        cache_curve=_curve(_result(judge, "cache_curve", kinds)),
    )


def together(judge: Judge, name: MeasurementName, *, kinds: Sequence[str]) -> Fact[float]:
    """The rate of all cores: measured together, else the sum over their kinds."""
    found = [result for device in _devices(kinds) if (result := judge.result(name, device=device))]
    if not found:
        return unknown("not_measured_yet")
    parts = found[:1] if found[0].device == "cpu" else found
    for part in parts:
        judge.rate(name, device=part.device, paper=unknown("no_data_sheet_states_it"))
    source = f"{parts[0].method}, {parts[0].started_at}"
    return known(sum(part.figure for part in parts), origin="measured", source=source)


def _devices(kinds: Sequence[str]) -> tuple[str, ...]:
    return ("cpu", *(f"cpu:{kind}" for kind in kinds))


def _result(judge: Judge, name: MeasurementName, kinds: Sequence[str]) -> Measurement | None:
    """The measurement on the fast cores alone, else on all."""
    fast = [f"cpu:{kinds[0]}"] if kinds else []
    results = (judge.result(name, device=device) for device in (*fast, "cpu"))
    return next((result for result in results if result is not None), None)


def _possible(judge: Judge, result: Measurement | None, paper: Fact[float]) -> Measurement | None:
    """The measurement unless a cache must have answered."""
    if result is None or judge.rate(result.name, device=result.device, paper=paper).read.value is None:
        return None
    return result


def _read(judge: Judge, paper: Fact[float]) -> list[ThreadRate]:
    """The memory read rate by threads, few first."""
    one = _possible(judge, judge.result("memory_read_one_thread", device="cpu"), paper)
    is_wrong = judge.is_impossible("memory_read", device="cpu")
    both = (one, None if is_wrong else judge.result("memory_read", device="cpu"))
    rates = {rate.threads: rate for result in both if result for rate in _rates(result)}
    return [rates[threads] for threads in sorted(rates)]


def _rates(result: Measurement) -> tuple[ThreadRate, ...]:
    """What each number of threads reached, few first."""
    rates = dict(result.tried) | {result.threads or 1: result.figure}
    return tuple(ThreadRate(threads=threads, rate=rates[threads]) for threads in sorted(rates) if rates[threads] > 0)


def _per_core(result: Measurement | None, cores: int | None) -> float | None:
    """Of as many cores as there were threads at most: two threads of one core share its units."""
    if result is None:
        return None
    threads = result.threads or 1
    return result.figure / min(threads, cores or threads)


def _curve(result: Measurement | None) -> tuple[tuple[int, float], ...] | None:
    return result.value if result is not None and isinstance(result.value, tuple) else None
