"""Formulas of claims about chips, links and the rules of docs/physics.md 14.1."""

from collections.abc import Callable

from advisor.answer.asked.problem import ProblemError
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.mig_slice import MigSlice, find_slice
from advisor.facts.answers.claim import FormulaName
from advisor.facts.values.units import BITS_PER_BYTE
from advisor.predict.worth import rules as worth_rules


def product(*, units: float, per_unit: float) -> float:
    """So many in each of so many."""
    return units * per_unit


def clocked(*, units: float, clock: float, per_clock: float) -> float:
    """What so many units do in a second."""
    return units * clock * per_clock


def ratio(*, first: float, second: float) -> float:
    """How many times the second the first is."""
    return first / second


def share(*, part: float, rest: float) -> float:
    """What of both together the part is."""
    return part / (part + rest)


def read_per_watt(*, card_rate: float, card_power: float, cpu_rate: float, cpu_power: float) -> float:
    """Bytes that a card reads for a joule over those that a processor does."""
    return card_rate / card_power / (cpu_rate / cpu_power)


def link_ratio(*, peer: float, lane: float, lanes: float) -> float:
    """A link between cards against a slot, both in one direction."""
    return peer / (lane * lanes)


def slice_units(*, catalog: Catalog, device: str) -> float:
    """The share of the compute units that a slice of a card has."""
    return _slice(device, catalog).units_share


def slice_memory(*, catalog: Catalog, device: str) -> float:
    """The share of the memory and its bandwidth that a slice of a card has."""
    return _slice(device, catalog).memory_share


def _slice(device: str, catalog: Catalog) -> MigSlice:
    found = find_slice(device, catalog.gpus)
    if found is None:
        raise ProblemError("card_not_divided", name=device)
    return found


def layer_flop(*, rows: float, width: float, outputs: float) -> float:
    """A multiply and an add for each row, input and output."""
    return 2 * rows * width * outputs


def layer_over_ridge(
    *, rows: float, width: float, outputs: float, bits: float, flop_per_s: float, bytes_per_s: float
) -> float:
    """FLOP per byte of a layer over those at which arithmetic becomes the limit (R7)."""
    read = (width * outputs + rows * (width + outputs)) * bits / BITS_PER_BYTE
    found = worth_rules.ridge(
        work_flop=layer_flop(rows=rows, width=width, outputs=outputs),
        read_bytes=read,
        flop_per_s=flop_per_s,
        bytes_per_s=bytes_per_s,
    )
    return found.figure / found.boundary


def requests_to_fill(*, bits: float, flop_per_s: float, bytes_per_s: float) -> float:
    """Requests at once at which arithmetic becomes the limit: 2 FLOP per weight and request, each weight read once."""
    one = worth_rules.ridge(
        work_flop=2, read_bytes=bits / BITS_PER_BYTE, flop_per_s=flop_per_s, bytes_per_s=bytes_per_s
    )
    return one.boundary / one.figure


def used_share(*, requests: float, bits: float, flop_per_s: float, bytes_per_s: float) -> float:
    """The share of the arithmetic that so many requests at once can use before memory is the limit."""
    return min(1.0, requests / requests_to_fill(bits=bits, flop_per_s=flop_per_s, bytes_per_s=bytes_per_s))


def whole_speed_up(*, parallel_share: float, speed_up: float) -> float:
    """Amdahl's law (R8)."""
    return worth_rules.branchy(parallel_share=parallel_share, parallel_speed_up=speed_up).figure


def busy_share(*, rate: float, request_s: float) -> float:
    """The share of a processor's time that requests take (R4)."""
    return worth_rules.traffic(requests_per_s=rate, request_s=request_s, patience_s=request_s).figure


def cache_share(*, params: float, bits: float, cache_bytes: float) -> float:
    """Weights over the last cache (R5)."""
    found = worth_rules.cache(weights_bytes=params * bits / BITS_PER_BYTE, cache_bytes=cache_bytes)
    return found.figure / found.boundary


def trip_worth(*, width: float, columns: float, bits: float, flop_per_s: float, link_bytes_per_s: float) -> float:
    """Work per byte sent of a matrix of `width` x `width` times `columns`, over what a trip has to bring (R6)."""
    found = worth_rules.link(
        work_flop=2 * width * width * columns,
        moved_bytes=(width * width + 2 * width * columns) * bits / BITS_PER_BYTE,
        cpu_flop_per_s=flop_per_s,
        link_bytes_per_s=link_bytes_per_s,
    )
    return found.figure / found.boundary


def request_speed_up(
    *,
    work: float,
    cpu_flop_per_s: float,
    gpu_flop_per_s: float,
    launches: float,
    launch_s: float,
    moved: float,
    link_bytes_per_s: float,
    copy_s: float,
) -> float:
    """Time of one request on a processor over that on a card with launches and the way there (R3)."""
    found = worth_rules.one_small_request(
        work_flop=work,
        cpu_flop_per_s=cpu_flop_per_s,
        gpu_flop_per_s=gpu_flop_per_s,
        launches=launches,
        launch_s=launch_s,
        moved_bytes=moved,
        link_bytes_per_s=link_bytes_per_s,
        copy_s=copy_s,
    )
    return found.figure / found.boundary


FORMULAS: dict[FormulaName, Callable[..., float]] = {
    "product": product,
    "clocked": clocked,
    "ratio": ratio,
    "read_per_watt": read_per_watt,
    "share": share,
    "link_ratio": link_ratio,
    "slice_units": slice_units,
    "slice_memory": slice_memory,
    "layer_flop": layer_flop,
    "layer_over_ridge": layer_over_ridge,
    "requests_to_fill": requests_to_fill,
    "used_share": used_share,
    "whole_speed_up": whole_speed_up,
    "busy_share": busy_share,
    "cache_share": cache_share,
    "trip_worth": trip_worth,
    "request_speed_up": request_speed_up,
}
