"""Arithmetic that a device reaches on many tokens at once (docs/physics.md 7.2)."""

from advisor.facts.cards.calibration import Calibration, PrefillShare, TiledTypes
from advisor.facts.cards.quant import PLAIN_TYPES
from advisor.facts.rig.rig import Processor
from advisor.facts.values.units import GIGA, TERA
from advisor.predict.model.subject import Run, Subject
from advisor.predict.rates.measured_core import measured_prompt_flop_per_s, prompt_share, run_core_gflop_per_s
from advisor.predict.rates.overlap import lower_rate
from advisor.predict.rates.rates import prompt_peak, rate_of_type, typical_cores, typical_peak, used_cores

UNKNOWN_POWER_SHARE = 0.7
"""What a typical power limit leaves of the share of the matrix peak, where the limit is not known."""

USUAL_HZ = 1.755 * GIGA
"""The clock of a graphics card whose clock is not known: that of an H100 PCIe."""

SLOW_CORE_SHARE = 0.16
"""Of a fast core, what a slow one adds on a prompt: such cores alone reach a third, and half of the programs use them.

Without a number of threads llama.cpp takes the fast ones only on Linux (cpu_get_num_math in common/common.cpp) and all
on Windows (cpu_get_num_physical_cores).
"""


def arithmetic_flop_per_s(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> float | None:
    """FLOP per second on dense weights of a batch of tokens on one device, attention aside; None where unknown.

    GPU: 4-norm of peak x share and power limit (W) x FLOP per joule: the lower of both decides. The first is at most
    what units do in a clock. CPU: cores x the rate of one core x the share of its architecture, measured where it was
    (docs/physics.md 7.2).
    """
    if processor.kind == "cpu":
        return _cores_flop_per_s(processor, subject, calibration, run)
    peak = prompt_peak(processor, main_type=subject.weights.main_type) or typical_peak(processor)
    shares = prefill_share(calibration, processor=processor, run=run)
    if peak is None or shares is None:
        return None
    multiplied = "F16" if unpacks(subject, calibration, run) else subject.weights.main_type
    share = rate_of_type(shares.share, multiplied)
    if share is None:
        return None
    reached = bounded_by_clock(processor, peak.value * share, rate_of_type(shares.flop_per_clock, multiplied))
    power_w, per_joule = processor.power_w.value, shares.tflop_per_j or calibration.prefill_tflop_per_j
    if per_joule is None:
        return reached
    if power_w is None:
        return reached * UNKNOWN_POWER_SHARE
    return lower_rate(reached, power_w * per_joule * TERA)


def bounded_by_clock(processor: Processor, flop_per_s: float, per_clock: float | None) -> float:
    """A rate, at most so many FLOP per compute unit and clock; as it is where these or the units are not known."""
    units = processor.cores.value
    return min(flop_per_s, units * (processor.clock_hz or USUAL_HZ) * per_clock) if per_clock and units else flop_per_s


def _cores_flop_per_s(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> float | None:
    main_type, doubt = subject.weights.main_type, processor.core.uncertainty
    cores, shares = working_cores(processor, run), prefill_share(calibration, processor=processor, run=run)
    is_new = any(main_type in _since(types, processor, run) for types in (calibration.tiled, calibration.interleaved))
    per_core = run_core_gflop_per_s(processor, calibration, main_type=main_type) if is_new else None
    per_core = per_core or rate_of_type(calibration.prefill_core_gflop_per_s, main_type)
    share = rate_of_type(shares.share, main_type) if shares else 1.0
    share = (share or 0.0) * (calibration.vector_share.get(processor.vector, 1.0) if processor.vector else 1.0)
    usual = per_core * GIGA * share if per_core and share else None
    measured = _measured_core_flop_per_s(processor, calibration, run, main_type=main_type)
    if measured is None:
        return usual * cores if usual and cores else None
    return (doubt.nearest(measured, usual=usual) if doubt and usual else measured) * cores if cores else None


def _measured_core_flop_per_s(
    processor: Processor, calibration: Calibration, run: Run, *, main_type: str
) -> float | None:
    """Of one core whose arithmetic was measured."""
    if main_type not in tiled_later(processor, calibration, run):
        known = measured_prompt_flop_per_s(processor, calibration, run, main_type=main_type)
        if known is not None:
            return known
    per_core = rate_of_type(calibration.prefill_core_gflop_per_s, main_type)
    measured = prompt_share(processor, calibration, main_type=main_type)
    return per_core * GIGA * measured if per_core and measured is not None else None


def tiled_types(processor: Processor, calibration: Calibration, run: Run) -> tuple[str, ...]:
    """The block types that this build multiplies in tiles on these cores."""
    return _since(calibration.tiled, processor, run)


def _since(new: TiledTypes | None, processor: Processor, run: Run) -> tuple[str, ...]:
    """The types that this build has a newer kernel for on these cores."""
    is_there = new is not None and processor.vendor in new.vendors and not is_before(run, new.since)
    return new.types if new is not None and is_there else ()


def tiled_later(processor: Processor, calibration: Calibration, run: Run) -> tuple[str, ...]:
    """Those that later builds do."""
    later = calibration.tiled.types if calibration.tiled else ()
    return () if tiled_types(processor, calibration, run) else later


def working_cores(processor: Processor, run: Run) -> float | None:
    """Cores at work on a prompt, slow ones in part; as many as go with the bandwidth where their number is unknown."""
    slow = SLOW_CORE_SHARE * processor.slow_cores if run.threads is None else 0.0
    fast = used_cores(processor, run)
    return fast + slow if fast else typical_cores(processor)


def unpacks(subject: Subject, calibration: Calibration, run: Run) -> bool:
    """Whether quantized weights are stored as 16 bit before they are multiplied: in earlier builds."""
    before = calibration.unpacks_before
    return before is not None and is_before(run, before) and subject.weights.main_type not in PLAIN_TYPES


def prefill_share(calibration: Calibration, *, processor: Processor, run: Run) -> PrefillShare | None:
    """The first shares of a calibration that hold for this architecture and build; None without any.

    A processor whose design is not known may still be known by its vector instructions.
    """
    for share in calibration.prefill:
        is_any = not (share.architectures or share.vectors)
        is_meant = is_any or processor.microarchitecture in share.architectures or processor.vector in share.vectors
        is_meant &= not share.memories or processor.memory_type in share.memories
        if is_meant and (share.before is None or is_before(run, share.before)):
            return share
    return None


def expert_share(calibration: Calibration, *, processor: Processor, run: Run) -> float:
    """Of the rate on dense weights, what experts reach that see many tokens."""
    shares = prefill_share(calibration, processor=processor, run=run)
    return calibration.expert_share if shares is None or shares.expert_share is None else shares.expert_share


def flash_share(shares: PrefillShare, *, head_width: int) -> float:
    """Of the matrix peak, what flash attention reaches on heads so wide (docs/physics.md 7.4)."""
    reached = [int(width) for width in shares.flash_by_width if int(width) <= head_width]
    return shares.flash_by_width[str(max(reached))] if reached else shares.flash


def is_before(run: Run, month: str) -> bool:
    """Whether the engine was built before a month; a build without a date is a new one."""
    return run.build_date is not None and run.build_date < month
