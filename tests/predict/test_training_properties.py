"""What holds for every way to train, whatever the constants."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from advisor.answer.which_model.subject import find_subject
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.facts.asked.request import Request
from advisor.facts.cards.training import TrainingEngine
from advisor.predict.model.subject import Subject
from advisor.predict.training.training import Training
from advisor.predict.training.training_memory import training_need
from advisor.predict.training.training_time import (
    available_share,
    checkpoint_interval_s,
    failure_interval_s,
    rates_of,
    step_terms,
)

HERE = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
ROUNDED = 1 + 1e-9
"""Sums of terms in another order differ in the last digits."""
MODELS = ("Llama 3.2 1B", "Gemma 2 2B", "Qwen3 30B-A3B", "Phi-2", "Mistral 7B v0.3")

SETUPS: Any = st.builds(
    Training,
    method=st.sampled_from(["full", "lora", "qlora"]),
    precision=st.sampled_from(["bf16", "amp", "fp32"]),
    optimizer=st.sampled_from(["adamw", "adamw_8bit", "adafactor", "sgd", "lion", "muon"]),
    batch=st.integers(1, 64),
    sequence_tokens=st.integers(1, 32768),
    checkpointing=st.sampled_from(["none", "selective", "full"]),
    lora_rank=st.integers(1, 256),
    shard=st.sampled_from(["none", "zero1", "zero2", "zero3"]),
    devices=st.sampled_from([1, 2, 4, 8, 64]),
)


def subject(catalog: Catalog, name: str, method: str = "full") -> Subject:
    found, _ = find_subject(Request(model=name, quant="nf4" if method == "qlora" else "BF16"), catalog)
    return found


def engine(catalog: Catalog) -> TrainingEngine:
    return catalog.training_engines["pytorch"]


def step_s(catalog: Catalog, model: Subject, training: Training) -> float:
    card = "gpus/nvidia/a100-sxm-80gb"
    processor = gpu_processor(card, catalog)
    device = catalog.training_devices["ampere-server"]
    rates = rates_of(processor, device, training, engine(catalog))
    assert rates is not None
    return sum(step_terms(model, training, engine(catalog), device, rates).values())


@HERE
@given(training=SETUPS, name=st.sampled_from(MODELS), more=st.integers(1, 8))
def test_more_tokens_never_take_less_memory_or_time(catalog: Catalog, training: Training, name: str, more: int) -> None:
    model = subject(catalog, name, training.method)
    need, seconds = training_need(model, training, engine(catalog)), step_s(catalog, model, training)
    larger = replace(training, batch=training.batch + more)
    longer = replace(training, sequence_tokens=training.sequence_tokens + more)
    for other in (larger, longer):
        assert training_need(model, other, engine(catalog)).total_bytes >= need.total_bytes
        assert step_s(catalog, model, other) >= seconds / ROUNDED
    per_token = seconds / training.tokens
    assert step_s(catalog, model, larger) / larger.tokens <= per_token * ROUNDED


@HERE
@given(training=SETUPS, name=st.sampled_from(MODELS))
def test_computing_again_takes_less_memory_and_more_time(catalog: Catalog, training: Training, name: str) -> None:
    model = subject(catalog, name, training.method)
    kept = [replace(training, checkpointing=choice) for choice in ("none", "selective", "full")]
    bytes_kept = [training_need(model, one, engine(catalog)).total_bytes for one in kept]
    assert bytes_kept[0] >= bytes_kept[1]
    assert bytes_kept[0] >= bytes_kept[2]
    seconds = [step_s(catalog, model, one) for one in kept]
    assert seconds[0] <= seconds[1] * ROUNDED <= seconds[2] * ROUNDED**2


@HERE
@given(training=SETUPS, name=st.sampled_from(MODELS))
def test_dividing_more_among_devices_keeps_less_on_each(catalog: Catalog, training: Training, name: str) -> None:
    model = subject(catalog, name, training.method)
    several = replace(training, devices=64)
    stages = [
        training_need(model, replace(several, shard=shard), engine(catalog)) for shard in ("zero1", "zero2", "zero3")
    ]
    whole = training_need(model, replace(several, shard="none"), engine(catalog))
    assert stages[0].optimizer_bytes <= whole.optimizer_bytes
    assert stages[2].weights_bytes <= stages[1].weights_bytes == whole.weights_bytes


@HERE
@given(training=SETUPS, name=st.sampled_from(MODELS))
def test_the_link_only_costs(catalog: Catalog, training: Training, name: str) -> None:
    """Each of several devices is never faster than one alone, but for the update that they share."""
    model = subject(catalog, name, training.method)
    alone = step_s(catalog, model, replace(training, devices=1, shard="none"))
    each = step_s(catalog, model, replace(training, devices=8, shard="none"))
    assert each >= alone / ROUNDED


@HERE
@given(training=SETUPS, name=st.sampled_from(MODELS))
def test_fewer_bits_and_fewer_states_take_less(catalog: Catalog, training: Training, name: str) -> None:
    full = replace(training, method="full", devices=1, shard="none")
    model = subject(catalog, name)
    needs = {
        one: training_need(model, replace(full, optimizer=one), engine(catalog))
        for one in ("adamw", "adamw_8bit", "sgd")
    }
    assert needs["adamw_8bit"].total_bytes < needs["adamw"].total_bytes
    assert needs["sgd"].total_bytes < needs["adamw"].total_bytes
    plain = training_need(model, replace(full, precision="bf16"), engine(catalog))
    assert plain.total_bytes < training_need(model, replace(full, precision="amp"), engine(catalog)).total_bytes
    adapted = training_need(model, replace(full, method="lora"), engine(catalog))
    squeezed = training_need(subject(catalog, name, "qlora"), replace(full, method="qlora"), engine(catalog))
    assert adapted.gradients_bytes < plain.gradients_bytes
    assert squeezed.weights_bytes < adapted.weights_bytes


@HERE
@given(devices=st.integers(1, 100_000), write_s=st.floats(1, 1e4))
def test_the_interval_loses_least(devices: int, write_s: float) -> None:
    between = failure_interval_s(devices)
    best = checkpoint_interval_s(write_s, failure_interval_s=between)

    def lost(interval: float) -> float:
        return write_s / interval + interval / (2 * between)

    assert lost(best) <= min(lost(best * 0.9), lost(best * 1.1))
    assert 0 < available_share(write_s, failure_interval_s=between) < 1


@pytest.mark.parametrize(
    ("name", "factor"),
    [("SmolLM2 360M", 24), ("Llama 3.1 8B", 28), ("R1 0528 Qwen3 8B", 30), ("Qwen3 4B", 38)],
)
def test_kept_bytes_follow_from_the_shape(catalog: Catalog, name: str, factor: int) -> None:
    """Published factors k of k x 2 x hidden bytes per layer and token (ml-engineering, full fine-tuning)."""
    model = subject(catalog, name)
    training = Training(batch=1, sequence_tokens=1000)
    need = training_need(model, training, engine(catalog))
    shape = model.shape
    assert need.activations_bytes / (1000 * shape.layers * 2 * shape.hidden) == pytest.approx(factor, rel=0.1)
