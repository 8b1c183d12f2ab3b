"""Formulas of claims about chips, links, the rules of docs/physics.md 14.1, and what models need and read."""

from collections.abc import Callable
from math import ceil, floor

from advisor.answer.asked.problem import ProblemError
from advisor.answer.which_model.subject import find_quant, subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.mig_slice import MigSlice, find_slice
from advisor.facts.answers.claim import FormulaName
from advisor.facts.cards.quant import ModelWeights
from advisor.facts.values.units import BITS_PER_BYTE
from advisor.predict.model.kv_cache import CacheSetup, kv_cache_bytes
from advisor.predict.model.subject import Subject
from advisor.predict.model.weights import flop_per_token
from advisor.predict.speed.drafted import tokens_per_step
from advisor.predict.worth import rules as worth_rules


def _slice(device: str, catalog: Catalog) -> MigSlice:
    found = find_slice(device, catalog.gpus)
    if found is None:
        raise ProblemError("card_not_divided", name=device)
    return found


def layer_over_ridge(
    *, rows: float, width: float, outputs: float, bits: float, flop_per_s: float, bytes_per_s: float
) -> float:
    """FLOP per byte of a layer over those at which arithmetic becomes the limit (R7)."""
    read = (width * outputs + rows * (width + outputs)) * bits / BITS_PER_BYTE
    found = worth_rules.ridge(
        work_flop=2 * rows * width * outputs,
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


def claim_subject(model: str, quant: str, catalog: Catalog) -> Subject:
    """A model of the catalog in one form."""
    card = catalog.models[model]
    return subject_of(card, find_quant(quant, card, catalog)[0], catalog)


def cache_bytes(*, catalog: Catalog, model: str, quant: str, context: float) -> float:
    """The KV cache of one conversation, in 16 bits."""
    subject = claim_subject(model, quant, catalog)
    return kv_cache_bytes(
        subject.shape, subject.groups, context_tokens=round(context), setup=CacheSetup(), blocks=subject.blocks
    )


def need_share(*, catalog: Catalog, model: str, quant: str, context: float, memory: float, cards: float = 1) -> float:
    """Weights and KV cache over the memory of so many cards."""
    cache = cache_bytes(catalog=catalog, model=model, quant=quant, context=context)
    return (_weights(catalog, model, quant).total_bytes + cache) / (memory * cards)


def conversations(*, catalog: Catalog, model: str, quant: str, context: float, memory: float) -> float:
    """Whole conversations that have room beside the weights."""
    room = memory - _weights(catalog, model, quant).total_bytes
    return max(0, floor(room / cache_bytes(catalog=catalog, model=model, quant=quant, context=context)))


def offload_speed(
    *, catalog: Catalog, model: str, quant: str, memory: float, bandwidth: float, ram_bandwidth: float
) -> float:
    """Tokens per second at most where what `memory` cannot hold is read from RAM; 0 where nothing reads it there."""
    weights = _weights(catalog, model, quant)
    spilled = max(0.0, 1 - memory / weights.total_bytes)
    if spilled and not ram_bandwidth:
        return 0.0
    token_s = weights.bytes_per_token * ((1 - spilled) / bandwidth + (spilled / ram_bandwidth if spilled else 0))
    return 1 / token_s


def over_ceiling(*, catalog: Catalog, model: str, quant: str, bandwidth: float, speed: float) -> float:
    """Tokens per second over those that reading all weights for each of them allows."""
    return speed * _weights(catalog, model, quant).bytes_per_token / bandwidth


def _weights(catalog: Catalog, model: str, quant: str) -> ModelWeights:
    return claim_subject(model, quant, catalog).weights


FORMULAS: dict[FormulaName, Callable[..., float]] = {
    "product": lambda units, per_unit: units * per_unit,
    "clocked": lambda units, clock, per_clock: units * clock * per_clock,
    "ratio": lambda first, second: first / second,
    "share": lambda part, rest: part / (part + rest),
    "read_per_watt": lambda card_rate, card_power, cpu_rate, cpu_power: card_rate / card_power / (cpu_rate / cpu_power),
    "link_ratio": lambda peer, lane, lanes: peer / (lane * lanes),
    "slice_units": lambda catalog, device: _slice(device, catalog).units_share,
    "slice_memory": lambda catalog, device: _slice(device, catalog).memory_share,
    "layer_flop": lambda rows, width, outputs: 2 * rows * width * outputs,
    "layer_over_ridge": layer_over_ridge,
    "requests_to_fill": requests_to_fill,
    "used_share": used_share,
    "whole_speed_up": lambda parallel_share, speed_up: (
        worth_rules.branchy(parallel_share=parallel_share, parallel_speed_up=speed_up).figure
    ),
    "busy_share": lambda rate, request_s: (
        worth_rules.traffic(requests_per_s=rate, request_s=request_s, patience_s=request_s).figure
    ),
    "cache_share": cache_share,
    "trip_worth": trip_worth,
    "request_speed_up": request_speed_up,
    "token_flop": lambda catalog, model, quant: flop_per_token(_weights(catalog, model, quant)),
    "cache_bytes": cache_bytes,
    "need_share": need_share,
    "cards_needed": lambda catalog, model, quant, memory: ceil(_weights(catalog, model, quant).total_bytes / memory),
    "stored_share": lambda params, bits, memory: params * bits / BITS_PER_BYTE / memory,
    "file_ratio": lambda catalog, model, quant, than: (
        _weights(catalog, model, quant).total_bytes / _weights(catalog, model, than).total_bytes
    ),
    "read_speed": lambda catalog, model, quant, bandwidth: bandwidth / _weights(catalog, model, quant).bytes_per_token,
    "read_share": lambda catalog, model, quant: (
        _weights(catalog, model, quant).bytes_per_token / _weights(catalog, model, quant).total_bytes
    ),
    "conversations": conversations,
    "offload_speed": offload_speed,
    "shared_pool": lambda catalog, model, quant, context, memory, held: need_share(
        catalog=catalog, model=model, quant=quant, context=context, memory=max(1.0, memory - held)
    ),
    "answers_per_s": lambda catalog, model, quant, bandwidth, answer: (
        bandwidth / _weights(catalog, model, quant).bytes_per_token / answer
    ),
    "over_ceiling": over_ceiling,
    "guessed_ahead": lambda right, guesses, guess_cost: (
        tokens_per_step(right, round(guesses)) / (1 + guesses * guess_cost)
    ),
    "compute_speed": lambda catalog, model, quant, flop_per_s: (
        flop_per_s / flop_per_token(_weights(catalog, model, quant))
    ),
    "job_time": lambda work, flop_per_s, reached: work / (flop_per_s * reached),
    "fitting_params": lambda memory, bits: memory * BITS_PER_BYTE / bits,
    "slice_read_ratio": lambda catalog, device, bandwidth, second: (
        bandwidth * _slice(device, catalog).memory_share / second
    ),
    "reading_speed": lambda words, words_per_token: words / words_per_token,
}
