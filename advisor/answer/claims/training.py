"""Formulas of claims about training."""

from collections.abc import Callable

from advisor.answer.claims.arithmetic import claim_subject
from advisor.answer.training.training_subject import PLAIN, SQUEEZED, find_engine
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.claim import FormulaName
from advisor.facts.cards.training import Method, TrainingEngine, TrainingPrecision
from advisor.predict.model.subject import Subject
from advisor.predict.model.weights import flop_per_token
from advisor.predict.training.training import Training, counted
from advisor.predict.training.training_memory import (
    checkpoint_bytes,
    gradients_bytes,
    optimizer_bytes,
    training_need,
    weights_bytes,
)
from advisor.predict.training.training_time import (
    available_share,
    checkpoint_interval_s,
    checkpoint_s,
    failure_interval_s,
    model_flop_per_token,
)

_METHODS: dict[str, Method] = {"full": "full", "lora": "lora", "qlora": "qlora"}


def run_flop(*, catalog: Catalog, model: str, tokens: float) -> float:
    """6 FLOP per weight and token."""
    subject, training, engine = _setup(model, "full", catalog)
    return model_flop_per_token(counted(subject, training, engine), training) * tokens


def run_time(
    *,
    catalog: Catalog,
    model: str,
    tokens: float,
    devices: float,
    flop_per_s: float,
    utilization: float,
    at_work: float = 1.0,
) -> float:
    """Seconds from the first token to the last."""
    return run_flop(catalog=catalog, model=model, tokens=tokens) / (devices * flop_per_s * utilization * at_work)


def write_interval(*, catalog: Catalog, model: str, devices: float) -> float:
    """Seconds between two checkpoints that lose the least."""
    return checkpoint_interval_s(
        _write_s(catalog, model, devices), failure_interval_s=failure_interval_s(round(devices))
    )


def time_at_work(*, catalog: Catalog, model: str, devices: float) -> float:
    """The share of the time that is not lost by stops and checkpoints."""
    return available_share(_write_s(catalog, model, devices), failure_interval_s=failure_interval_s(round(devices)))


def _write_s(catalog: Catalog, model: str, devices: float) -> float:
    subject, training, engine = _setup(model, "full", catalog)
    return checkpoint_s(checkpoint_bytes(subject, training, engine), devices=round(devices))


def state_per_weight(*, catalog: Catalog, model: str, method: str) -> float:
    """Bytes of weights, gradients and states of the optimizer for each weight of the model."""
    subject, training, engine = _setup(model, method, catalog)
    return _state(subject, training, engine) / subject.weights.params


def state_ratio(*, catalog: Catalog, model: str, method: str, than: str) -> float:
    """The same of one method over another."""
    one, other = (_state(*_setup(model, option, catalog)) for option in (method, than))
    return one / other


def _state(subject: Subject, training: Training, engine: TrainingEngine) -> float:
    weights = counted(subject, training, engine)
    held = weights_bytes(subject, weights, training)
    return held + gradients_bytes(weights, training) + optimizer_bytes(weights, training)


def tuning_share(*, catalog: Catalog, model: str, method: str, sequence: float, memory: float) -> float:
    """All memory of fine-tuning on one sequence, with checkpointing, over that of a card."""
    subject, training, engine = _setup(model, method, catalog, sequence_tokens=round(sequence))
    return training_need(subject, training, engine).total_bytes / memory


def _setup(
    model: str, method: str, catalog: Catalog, *, sequence_tokens: int = 2048
) -> tuple[Subject, Training, TrainingEngine]:
    """Full training in mixed precision, adapters in 16 bits, both with AdamW."""
    option = _METHODS[method]
    subject = claim_subject(model, SQUEEZED if option == "qlora" else PLAIN, catalog)
    precision: TrainingPrecision = "amp" if option == "full" else "bf16"
    training = Training(method=option, precision=precision, sequence_tokens=sequence_tokens, checkpointing="full")
    return subject, training, find_engine("", precision, catalog)[0]


FORMULAS: dict[FormulaName, Callable[..., float]] = {
    "run_flop": run_flop,
    "run_time": run_time,
    "device_time": lambda catalog, model, tokens, flop_per_s, utilization, at_work: (
        run_flop(catalog=catalog, model=model, tokens=tokens) / (flop_per_s * utilization * at_work)
    ),
    "needed_utilization": lambda catalog, model, tokens, devices, flop_per_s, duration: (
        run_flop(catalog=catalog, model=model, tokens=tokens) / (devices * flop_per_s * duration)
    ),
    "stop_interval": lambda devices: failure_interval_s(round(devices)),
    "write_interval": write_interval,
    "time_at_work": time_at_work,
    "state_per_weight": state_per_weight,
    "state_bytes": lambda catalog, model, method: _state(*_setup(model, method, catalog)),
    "state_ratio": state_ratio,
    "tuning_share": tuning_share,
    "served_tokens": lambda catalog, model, tokens: (
        run_flop(catalog=catalog, model=model, tokens=tokens)
        / flop_per_token(claim_subject(model, PLAIN, catalog).weights)
    ),
    "same_job": lambda duration, first_flop_per_s, second_flop_per_s, reached: (
        duration * first_flop_per_s / (second_flop_per_s * reached)
    ),
}
