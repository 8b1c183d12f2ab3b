"""Time that training takes: one step of one device, term by term (docs/physics.md 10.3), and long runs (10.5)."""

from dataclasses import replace
from math import log2, sqrt
from typing import NamedTuple

from advisor.facts.answers.estimate import TermName
from advisor.facts.cards.training import TrainingDevice, TrainingEngine
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import believed
from advisor.facts.values.units import GIGA, MICROSECOND, SECONDS_PER_HOUR
from advisor.predict.model.subject import Subject
from advisor.predict.rates.core_rate import cores_flop_per_s
from advisor.predict.training.saved_activations import saved_bytes_per_token
from advisor.predict.training.training import HALF_BYTES, WHOLE_BYTES, Counted, Training, counted
from advisor.predict.training.training_memory import gradients_bytes, optimizer_bytes

LAUNCH_S = 5 * MICROSECOND
"""Time to start one kernel from a program that does so one by one (docs/physics.md 12.6)."""

DEVICES_PER_HOST = 8
"""Cards in one computer of a cluster; more of them talk over the network."""

LINK_SHARE = 0.88
"""What of its rate a link reaches: 396 of 450 GB/s (docs/physics.md 10.4)."""


class Rates(NamedTuple):
    """What one device delivers per second: FLOP of matrices and of attention, bytes of its memory and of its links."""

    matmul_flop_per_s: float
    attention_flop_per_s: float
    bandwidth_bytes_per_s: float
    peer_bytes_per_s: float | None
    network_bytes_per_s: float | None
    host_bytes_per_s: float | None = None


def rates_of(processor: Processor, device: TrainingDevice, training: Training, engine: TrainingEngine) -> Rates | None:
    """What a device delivers in this precision; None where its arithmetic or bandwidth is not known."""
    peak, half = peak_flop_per_s(processor, device, training), _half_flop_per_s(processor, device, training)
    paper = processor.bandwidth_bytes_per_s.value
    bandwidth = believed(processor.read_bytes_per_s, paper).value or paper
    if peak is None or half is None or bandwidth is None:
        return None
    is_fp8 = training.precision == "fp8" and device.fp8_share is not None
    matmul = peak * (device.fp8_share or 0.0) if is_fp8 else half * device.matmul_share
    own = processor.to_peers_bytes_per_s(min(training.devices, DEVICES_PER_HOST))
    peer = own if own is not None else processor.link_bytes_per_s.value
    network = device.network_gb_per_s
    attention = half * min(device.matmul_share, device.attention_share * engine.attention_factor)
    host = processor.link_bytes_per_s.value
    return Rates(matmul, attention, bandwidth, peer, network * GIGA if network else None, host)


def peak_flop_per_s(processor: Processor, device: TrainingDevice, training: Training) -> float | None:
    """Dense FLOP per second of matrices in this precision: 8 bits go twice as fast as 16; None where unknown.

    Of a processor what its cores reach together.
    """
    half = _half_flop_per_s(processor, device, training)
    return half * 2 if half is not None and training.precision == "fp8" else half


def _half_flop_per_s(processor: Processor, device: TrainingDevice, training: Training) -> float | None:
    """The rate of everything but matrices in 8 bits; that of 32 bits where a device states no other."""
    if device.core_gflop_per_s is not None:
        return cores_flop_per_s(processor, device.core_gflop_per_s, gflop_per_j=device.gflop_per_j)
    whole = processor.fp32_flop_per_s.value
    return whole if training.precision == "fp32" else processor.fp16_flop_per_s.value or whole


def matmul_flop_per_token(weights: Counted, training: Training) -> float:
    """FLOP per token: 2 forward, 2 for the gradient of the input, 2 for that of trained weights, per weight.

    6 N in full, 4 N for adapters on a frozen model, 2 N more where whole layers are computed again.
    """
    times = (6 if training.method == "full" else 4) + (2 if training.checkpointing == "full" else 0)
    return times * weights.used + 6.0 * weights.adapters


def attention_flop_per_token(subject: Subject, training: Training) -> float:
    """FLOP per token, 12 x width of the queries x tokens seen, over layers: half the sequence, at most the window."""
    shape, tokens = subject.shape, training.sequence_tokens
    seen = {"full": tokens / 2, "window": min(tokens / 2, float(shape.sliding_window or tokens))}
    flop = sum(
        12.0 * layer.heads * layer.head_dim * seen.get(layer.kind, 0.0) * count for layer, count in subject.groups
    )
    return flop * (4 / 3 if training.checkpointing == "full" else 1.0)


def step_terms(
    subject: Subject, training: Training, engine: TrainingEngine, device: TrainingDevice, rates: Rates
) -> dict[TermName, float]:
    """Seconds of each part of one step of `training.tokens` on one device of each copy of the model.

    Arithmetic, values kept and read again, unpacking of 4-bit weights, update, links, and what the start of kernels
    takes beyond all that.
    """
    weights = counted(subject, training, engine)
    tokens, replica = training.tokens, training.replica_devices
    again = 4 / 3 if training.checkpointing == "full" else 1.0
    plain = replace(training, checkpointing="none")
    kept = saved_bytes_per_token(subject, plain, engine) * engine.passes * again
    kept += subject.shape.vocab * engine.logit_traffic_bytes
    terms: dict[TermName, float] = {
        "matmul": matmul_flop_per_token(weights, training) * tokens / replica / rates.matmul_flop_per_s,
        "attention": attention_flop_per_token(subject, training) * tokens / replica / rates.attention_flop_per_s,
        "kept_values": kept * tokens / replica / rates.bandwidth_bytes_per_s,
        "dequantizing": _unpacked_bytes(subject, weights, training)
        / replica
        / rates.bandwidth_bytes_per_s
        / engine.unpack_share,
        "update": _update_bytes(weights, training) / rates.bandwidth_bytes_per_s,
    }
    busy = sum(terms.values())
    terms["links"] = engine.exposed_share * _links_s(subject, weights, training, rates)
    terms["links"] += _sent_s(subject, training, rates)
    hosts = training.devices / DEVICES_PER_HOST
    terms["waiting"] = busy * engine.wait_per_doubling * log2(hosts) if hosts > 1 else 0.0
    stages = training.pipeline_parallel
    terms["idle_stages"] = busy * (stages - 1) / (stages - 1 + max(stages, training.batch) * 4) if stages > 1 else 0.0
    launch = subject.shape.layers * engine.kernels_per_layer * LAUNCH_S * again / training.pipeline_parallel
    terms["launch"] = max(0.0, launch - busy)
    return {name: value for name, value in terms.items() if value > 0}


def _unpacked_bytes(subject: Subject, weights: Counted, training: Training) -> float:
    """4-bit weights read, stored as 16 bits and read again, forward and backward, once more with checkpointing."""
    if training.method != "qlora":
        return 0.0
    times = 3 if training.checkpointing == "full" else 2
    return times * (subject.weights.total_bytes + 2.0 * HALF_BYTES * (weights.used - weights.tables))


def _update_bytes(weights: Counted, training: Training) -> float:
    """Weights, gradients and states read, weights and states written; divided where devices share them."""
    each = (gradients_bytes(weights, training) + optimizer_bytes(weights, training) + WHOLE_BYTES * weights.trained) * 2
    shared = training.data_parallel if training.shard != "none" else 1
    return each / training.replica_devices / shared


def _links_s(subject: Subject, weights: Counted, training: Training, rates: Rates) -> float:
    """Seconds on links: gradients summed over all copies, sharded weights gathered twice, layers divided by tensors.

    Between computers each receives what its devices lack over all its adapters together.
    """
    if training.devices == 1 or rates.peer_bytes_per_s is None:
        return 0.0
    copies = training.data_parallel
    moved = gradients_bytes(weights, training)
    if training.shard == "zero3":
        moved += 2.0 * (subject.weights.total_bytes if training.method == "qlora" else HALF_BYTES * weights.params)
    else:
        moved *= 2
    moved /= training.replica_devices * LINK_SHARE
    peer = moved * (copies - 1) / copies / rates.peer_bytes_per_s
    if training.devices > DEVICES_PER_HOST and rates.network_bytes_per_s:
        peer = max(peer, moved / (rates.network_bytes_per_s * DEVICES_PER_HOST))
    inner = 0.0
    if training.tensor_parallel > 1:
        share = (training.tensor_parallel - 1) / training.tensor_parallel
        layers = subject.shape.layers / training.pipeline_parallel
        inner = 4 * 2 * share * HALF_BYTES * subject.shape.hidden * layers * training.tokens
        inner /= rates.peer_bytes_per_s * LINK_SHARE
    return peer + inner


def _sent_s(subject: Subject, training: Training, rates: Rates) -> float:
    """Seconds in which weights kept in main memory come to a device: whole for the way forward, again for that back."""
    if not training.offload or not rates.host_bytes_per_s:
        return 0.0
    return 2.0 * subject.weights.total_bytes / (rates.host_bytes_per_s * LINK_SHARE)


def model_flop_per_token(weights: Counted, training: Training) -> float:
    """FLOP per token that a quoted utilization counts: 6 per active weight, 4 on a frozen model; nothing else."""
    return (6.0 if training.method == "full" else 4.0) * weights.used


DEVICE_FAILURE_S = 50_700 * SECONDS_PER_HOUR
"""Mean time to an unexpected stop for each device: 419 stops in 54 days of 16,384 H100 (The Llama 3 herd of models)."""

CHECKPOINT_S = 30.0
HOST_WRITE_BYTES_PER_S = 2 * GIGA
"""Judged: half a minute to stop and collect, and each computer of eight writes its part as fast as one good SSD."""

RESTART_S = 600.0
"""Judged: finding the fault, starting again and loading the state."""


def failure_interval_s(devices: int) -> float:
    """Mean seconds between two stops of the whole job, 50,700 h / devices: any device stops all."""
    return DEVICE_FAILURE_S / devices


def checkpoint_s(size_bytes: int, *, devices: int) -> float:
    """Seconds to write the state down, every computer its part: 30 s + bytes / (hosts x 2 GB/s), both judged."""
    hosts = -(-devices // DEVICES_PER_HOST)
    return CHECKPOINT_S + size_bytes / (hosts * HOST_WRITE_BYTES_PER_S)


def checkpoint_interval_s(write_s: float, *, failure_interval_s: float) -> float:
    """Seconds between checkpoints that lose least: sqrt(2 x time to write x time between failures) (Young 1974)."""
    return sqrt(2 * write_s * failure_interval_s)


def available_share(write_s: float, *, failure_interval_s: float) -> float:
    """Share of the time at work, 0 to 1: 1 / (1 + writing + half an interval again and a restart per stop)."""
    interval = checkpoint_interval_s(write_s, failure_interval_s=failure_interval_s)
    lost = write_s / interval + interval / (2 * failure_interval_s) + RESTART_S / failure_interval_s
    return 1 / (1 + lost)


def model_parallel(step_tokens: int, *, most_tokens: int, most_tensor: int = DEVICES_PER_HOST) -> tuple[int, int]:
    """Devices that share one copy, by tensors within a computer, then by layers: a step has at most so many tokens."""
    wanted = 1
    while step_tokens > wanted * most_tokens:
        wanted *= 2
    tensor = min(wanted, most_tensor)
    return tensor, wanted // tensor
