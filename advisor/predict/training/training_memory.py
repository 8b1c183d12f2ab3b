"""Memory that training takes on one device (docs/physics.md 10.1)."""

from typing import NamedTuple

from advisor.facts.cards.training import TrainingEngine
from advisor.facts.values.units import MIB
from advisor.predict.model.subject import Subject
from advisor.predict.training.saved_activations import saved_bytes_per_token
from advisor.predict.training.training import HALF_BYTES, WHOLE_BYTES, Counted, Training, counted

STATES = {"adamw": 2, "adamw_8bit": 2, "adafactor": 0, "sgd": 1, "lion": 1, "muon": 1}
"""Values an optimizer keeps for each weight: two means, or one momentum; a factored one keeps rows and columns."""

EIGHT_BIT_BYTES = 1 + 4 / 256
"""A state in 8 bits with a scale for each 256 (bitsandbytes)."""

GATHERED_LAYERS = 2
"""Of sharded weights the layer at work is whole on each device, and the next one on its way."""


class TrainingNeed(NamedTuple):
    """Bytes on one device by what they are for; the sum of the parts is `total_bytes`."""

    weights_bytes: int
    gradients_bytes: int
    optimizer_bytes: int
    activations_bytes: int
    logits_bytes: int
    runtime_bytes: int

    @property
    def total_bytes(self) -> int:
        """All parts together."""
        return sum(self)


def training_need(subject: Subject, training: Training, engine: TrainingEngine) -> TrainingNeed:
    """Bytes on the fullest device: weights + gradients + states of the optimizer + kept values + logits + runtime.

    Stages 1, 2, 3 of sharding divide states, gradients, weights among the copies (docs/physics.md 10.1).
    """
    weights = counted(subject, training, engine)
    parts, replica = training.data_parallel, training.replica_devices
    sharded = {"none": 0, "zero1": 1, "zero2": 2, "zero3": 3}[training.shard]

    def held(size_bytes: float, stage: int) -> float:
        return size_bytes / replica / (parts if sharded >= stage else 1)

    gathered = gathered_bytes(weights, training) / training.tensor_parallel if sharded and parts > 1 else 0.0
    unpacked = weights.largest_matrix * HALF_BYTES if training.method == "qlora" else 0
    per_token = saved_bytes_per_token(subject, training, engine) / training.tensor_parallel
    return TrainingNeed(
        weights_bytes=round(held(weights_bytes(subject, weights, training), 3) * (not training.offload) + unpacked),
        gradients_bytes=round(held(gradients_bytes(weights, training), 2) + gathered),
        optimizer_bytes=round(held(optimizer_bytes(weights, training), 1)),
        activations_bytes=round(per_token * training.tokens * engine.held_factor),
        logits_bytes=round(subject.shape.vocab * training.tokens * engine.logit_bytes / training.tensor_parallel),
        runtime_bytes=round(engine.runtime_mib * MIB),
    )


def weights_bytes(subject: Subject, weights: Counted, training: Training) -> float:
    """Bytes of the model and its adapters; in mixed precision with masters in 32 bits the copy in 16 as well.

    Where the devices divide the weights, each copies what it gathers.
    """
    adapters = float(weights.adapters * trained_bytes(training))
    if training.method != "full":
        return adapters + subject.weights.total_bytes * (2 if training.precision == "fp32" else 1)
    copies = HALF_BYTES if training.precision in ("amp", "fp8") and training.shard != "zero3" else 0
    return float(weights.params * (trained_bytes(training) + copies))


def gradients_bytes(weights: Counted, training: Training) -> float:
    """Bytes of one value for each weight that is trained."""
    return float(weights.trained * trained_bytes(training))


def optimizer_bytes(weights: Counted, training: Training) -> float:
    """Bytes of what the optimizer keeps: states per trained weight x precision; Adafactor's are rows and columns."""
    each = trained_bytes(training)
    if training.optimizer == "adafactor":
        return float(weights.factors * WHOLE_BYTES) * (weights.trained / weights.params)
    if training.optimizer == "adamw_8bit":
        each = EIGHT_BIT_BYTES
    states = STATES[training.optimizer] * weights.trained
    if training.optimizer == "muon" and training.method == "full":  # tables and head go by AdamW
        states += weights.tables
    return float(states * each)


def gathered_bytes(weights: Counted, training: Training) -> float:
    """What devices that divide the model hold whole for a moment: layers in 16 bits and the gradient of one."""
    gathered = GATHERED_LAYERS * HALF_BYTES if training.shard == "zero3" else 0
    return float(weights.layer * (gathered + (trained_bytes(training) if training.method == "full" else 0)))


def trained_bytes(training: Training) -> float:
    """Bytes of one trained weight; adapters are trained in 32 bits unless everything is in 16."""
    return HALF_BYTES if training.precision == "bf16" else WHOLE_BYTES


def checkpoint_bytes(subject: Subject, training: Training, engine: TrainingEngine) -> int:
    """Bytes to write for going on later: trained weights and states, once for all devices."""
    weights = counted(subject, training, engine)
    return round(weights.trained * trained_bytes(training) + optimizer_bytes(weights, training))


def largest_batch(need: TrainingNeed, training: Training, *, budget_bytes: int) -> int | None:
    """Most sequences on each device within the budget by the need of one, 0 where none fits; None: no limit."""
    grows = need.activations_bytes + need.logits_bytes
    room = budget_bytes - (need.total_bytes - grows)
    return max(0, int(room * training.batch // grows)) if grows else None
