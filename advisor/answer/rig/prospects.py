"""Which models may be of use on a rig at all, by bounds alone: what cannot be is not worked out to be named instead.

A model is left out only where no file of it goes into all memories together, where all of them read it too slowly even
at their best, where training, a picture or a film takes more arithmetic than there is time for, or where it does too
little for the work, however fast.
"""

from collections.abc import Callable, Iterable
from functools import partial
from math import inf

from advisor.answer.judge.too_weak import Workload, is_too_weak
from advisor.answer.tasks.ask import find_task_model, task_fields
from advisor.answer.tasks.device_options import may_do
from advisor.answer.tasks.registry import TASKS
from advisor.answer.training.training_subject import find_device
from advisor.answer.which_model.published_forms import published_forms
from advisor.answer.which_model.subject import find_quant, weights_in_layers
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.usability import ENOUGH_SHARE
from advisor.facts.cards.model import ModelCard, ModelShape
from advisor.facts.cards.workload import TRAINING, TaskCard
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
    is_possible = _bound(rig, catalog, workload)

    def may_be(model: ModelCard) -> bool:
        return not is_too_weak(model, workload, catalog, use=use) and is_possible(model)

    return may_be


_Bound = Callable[[ModelCard, ModelShape], bool]


def _bound(rig: Rig, catalog: Catalog, workload: Workload) -> Callable[[ModelCard], bool]:
    if isinstance(workload, TaskCard) and TASKS[workload.task].kind is not None:
        return partial(_any_may_do, rig, catalog, workload)
    is_possible = (_training if workload.task in TRAINING else _writing)(rig, catalog, workload)
    return lambda model: model.shape is None or is_possible(model, model.shape)


def _any_may_do(rig: Rig, catalog: Catalog, workload: TaskCard, model: ModelCard) -> bool:
    """Other tasks than writing: some processor may do it in time."""
    task, (model_id, _) = TASKS[workload.task], find_task_model(model.name, workload, catalog)
    asked = {**task_fields(workload, model_id, catalog), "task": workload.task, "model": model.name}
    return any(may_do(one, task, asked, catalog, workload) for one in rig.processors)


def _writing(rig: Rig, catalog: Catalog, workload: Workload) -> _Bound:
    """Text to one or many: the memories of a place hold the smallest file, and read it as often as the work needs."""
    places = [
        (sum(map(_most_bytes, some)), inf if rig.own_runs else _BEYOND * sum(map(_most_bytes_per_s, some)))
        for some in _places_of_text(rig, workload)
    ]
    pace = ENOUGH_SHARE * (workload.enough_tokens_per_s or 0.0)

    def is_possible(model: ModelCard, shape: ModelShape) -> bool:
        weights = weights_in_layers(model, shape)
        smallest = find_quant(published_forms(model)[-1], model, catalog)[0]
        least = least_bytes(weights, shape, smallest, blocks=catalog.blocks)
        read = least * max(0, weights - (model.params - model.active_params)) / max(weights, 1)
        return any(least <= held and pace * read <= bytes_per_s for held, bytes_per_s in places)

    return is_possible


def _places_of_text(rig: Rig, workload: Workload) -> list[list[Processor]]:
    """What works together: cards, of serving equal ones, beside the processor; all that shares its memory is alone."""
    cards = [one for one in rig.processors if one.pool == "vram"]
    alone = [[one] for one in rig.processors if one.pool != "vram"]
    cpus = [one for one in rig.processors if one.kind == "cpu"]
    sets = _alike(cards) if isinstance(workload, TaskCard) else [cards] if cards else []
    return [*alone, *([*some, *cpus] for some in sets)]


def _alike(processors: Iterable[Processor]) -> list[list[Processor]]:
    """Equal processors, which may share some work."""
    kinds: dict[tuple[str, str], list[Processor]] = {}
    for one in processors:
        kinds.setdefault((one.kind, one.name), []).append(one)
    return list(kinds.values())


def _training(rig: Rig, catalog: Catalog, workload: Workload) -> _Bound:
    """Some kind of processor holds the weights, those of adapters in main memory, too, and is done in time."""
    fields = workload.fields
    is_small = fields.get("method") == "qlora"
    is_whole = workload.task == "pretrain" or fields.get("method") == "full"
    bits = _TRAINED_BITS if is_whole else _FOUR_BITS if is_small else _BELOW_ADAPTERS_BITS
    tokens = float(fields.get("data_tokens") or 0)
    each = (_TRAINED_FLOP if is_whole else _FROZEN_FLOP) + (_AGAIN_FLOP if fields.get("checkpointing") is True else 0.0)
    in_time_s = (workload.enough_s or inf) / ENOUGH_SHARE
    beside = sum(_most_bytes(one) for one in rig.processors if one.kind == "cpu") if is_small else 0.0
    places = [
        (sum(map(_most_bytes, some)) + beside, sum(_most_flop_per_s(one, catalog) for one in some))
        for some in _alike(rig.processors)
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
