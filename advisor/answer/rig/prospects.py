"""Which models may be of use on a rig at all, by bounds alone: what cannot be is not worked out to be named instead.

A model is left out only where no file of it goes into all memories together, where all of them read it too slowly even
at their best, where training does more arithmetic than there is time for, or where it does too little for the work,
however fast.
"""

from collections.abc import Callable
from math import inf

from advisor.answer.judge.too_weak import Workload, is_too_weak
from advisor.answer.training.training_subject import find_device
from advisor.answer.which_model.published_forms import published_forms
from advisor.answer.which_model.subject import find_quant, weights_in_layers
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.usability import ENOUGH_SHARE
from advisor.facts.cards.model import ModelCard, ModelShape
from advisor.facts.cards.workload import TRAINING
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.units import BITS_PER_BYTE
from advisor.predict.memory.fit import free_bytes, granted_bytes
from advisor.predict.model.weights import least_bytes
from advisor.predict.rates.core_rate import cores_flop_per_s

_BEYOND = 1.25
"""Times its rate on paper or as measured that no memory is taken to be faster."""
_TRAINED_BITS, _BELOW_ADAPTERS_BITS, _FOUR_BITS = 32.0, 16.0, 4.0
"""The fewest that a weight takes with its gradient, or below adapters."""
_FROZEN_FLOP, _TRAINED_FLOP, _AGAIN_FLOP = 4.0, 6.0, 2.0
"""Of each weight and token in training: forward and backward, where it is trained, too, and once more forward."""


def prospects(rig: Rig, catalog: Catalog, workload: Workload, *, use: str) -> Callable[[ModelCard], bool]:
    """Whether a model may be of use for some work on a rig."""
    bounds = _training if workload.task in TRAINING else _writing
    is_possible = bounds(rig, catalog, workload)

    def may_be(model: ModelCard) -> bool:
        if is_too_weak(model, workload, catalog, use=use):
            return False
        return model.shape is None or is_possible(model, model.shape)

    return may_be


_Bound = Callable[[ModelCard, ModelShape], bool]


def _writing(rig: Rig, catalog: Catalog, workload: Workload) -> _Bound:
    """Text to one or many: all memories hold the smallest file, and read it as often as the work needs."""
    held = sum(map(_most_bytes, rig.processors))
    bytes_per_s = inf if rig.own_runs else _BEYOND * sum(map(_most_bytes_per_s, rig.processors))
    pace = ENOUGH_SHARE * (workload.enough_tokens_per_s or 0.0)

    def is_possible(model: ModelCard, shape: ModelShape) -> bool:
        weights = weights_in_layers(model, shape)
        smallest = find_quant(published_forms(model)[-1], model, catalog)[0]
        least = least_bytes(weights, shape, smallest, blocks=catalog.blocks)
        read = least * max(0, weights - (model.params - model.active_params)) / max(weights, 1)
        return least <= held and pace * read <= bytes_per_s

    return is_possible


def _training(rig: Rig, catalog: Catalog, workload: Workload) -> _Bound:
    """Some kind of processor holds the weights, those of adapters in main memory, too, and is done in time."""
    fields = workload.fields
    is_small = fields.get("method") == "qlora"
    is_whole = workload.task == "pretrain" or fields.get("method") == "full"
    bits = _TRAINED_BITS if is_whole else _FOUR_BITS if is_small else _BELOW_ADAPTERS_BITS
    tokens = float(fields.get("data_tokens") or 0)
    each = (_TRAINED_FLOP if is_whole else _FROZEN_FLOP) + (_AGAIN_FLOP if fields.get("checkpointing") is True else 0.0)
    in_time_s = (workload.enough_s or inf) / ENOUGH_SHARE
    kinds: dict[tuple[str, str], list[Processor]] = {}
    for one in rig.processors:
        kinds.setdefault((one.kind, one.name), []).append(one)
    beside = sum(_most_bytes(one) for one in rig.processors if one.kind == "cpu") if is_small else 0.0
    places = [
        (sum(map(_most_bytes, some)) + beside, sum(_most_flop_per_s(one, catalog) for one in some))
        for some in kinds.values()
    ]

    def is_possible(model: ModelCard, shape: ModelShape) -> bool:
        weights = weights_in_layers(model, shape)
        active = max(0, weights - (model.params - model.active_params))
        return any(
            weights * bits / BITS_PER_BYTE <= held and each * active * tokens <= flop_per_s * in_time_s
            for held, flop_per_s in places
        )

    return is_possible


def _most_flop_per_s(one: Processor, catalog: Catalog) -> float:
    """What matrices reach of its arithmetic in training; inf where nobody knows."""
    constants = find_device(one, catalog)
    if constants.core_gflop_per_s is not None:
        rate = cores_flop_per_s(one, constants.core_gflop_per_s, gflop_per_j=constants.gflop_per_j)
    else:
        known = (one.fp16_flop_per_s.value, one.fp32_flop_per_s.value)
        rate = max((each for each in known if each is not None), default=None)
    return inf if rate is None else rate * constants.matmul_share


def _most_bytes(one: Processor) -> float:
    """The most that may lie in its memory; inf where nobody knows."""
    sizes = one.memory_total_bytes.value, free_bytes(one), granted_bytes(one)
    return float(max((size for size in sizes if size is not None), default=inf))


def _most_bytes_per_s(one: Processor) -> float:
    rates = one.bandwidth_bytes_per_s.value, one.read_bytes_per_s.value
    return max((rate for rate in rates if rate is not None), default=inf)
