"""The figures that docs/physics.md gives as examples are those of this version."""

import re
from pathlib import Path

import pytest

from advisor.answer.which_device.calibration import find_calibration
from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.facts.values.units import GB, GIGA, MIB
from advisor.predict.model.buffers import BatchSetup, compute_bytes
from advisor.predict.model.kv_cache import CacheSetup, kv_cache_bytes
from advisor.predict.model.subject import Run, Subject
from advisor.predict.speed.decode import decode_parts
from advisor.predict.speed.speed import decode_speed
from tests.fakes.sure import sure

TEXT = (Path(__file__).parents[2] / "docs/physics.md").read_text(encoding="utf-8")
WORDS = " ".join(TEXT.split())


def named(catalog: Catalog, name: str, quant: str = "Q4_K_M") -> Subject:
    model, form = catalog.models.find(name), catalog.quants.find(quant)
    assert model
    assert form
    return subject_of(catalog.models[model], catalog.quants[form], catalog)


def row(start: str) -> list[str]:
    """The cells of the row of a table whose first cell begins so."""
    line = next(line for line in TEXT.splitlines() if line.startswith(f"| {start}"))
    return [cell.strip() for cell in line.strip("|").split("|")]


def cache_mib(subject: Subject, tokens: int, *, full_window: bool = False) -> float:
    setup = CacheSetup(full_window=full_window)
    size = kv_cache_bytes(subject.shape, subject.groups, context_tokens=tokens, setup=setup, blocks=subject.blocks)
    return size / MIB


@pytest.mark.parametrize("name", ["Llama 3.1 8B", "Gemma 3 27B", "DeepSeek V3", "Qwen3 30B A3B"])
def test_the_table_of_caches_is_what_the_formula_gives(catalog: Catalog, name: str) -> None:
    subject = named(catalog, name)
    told = [float(cell.replace(",", "")) for cell in row(name)[1:]]
    assert [cache_mib(subject, tokens) for tokens in (8192, 32768)] == told


def test_a_cache_with_whole_windows_is_as_large_as_the_table_says(catalog: Catalog) -> None:
    subject = named(catalog, "Gemma 3 27B")
    told = [float(cell.replace(",", "")) for cell in row("the same with whole windows")[1:]]
    assert [cache_mib(subject, tokens, full_window=True) for tokens in (8192, 32768)] == told


def test_flash_attention_changes_the_compute_buffer_as_told(catalog: Catalog) -> None:
    subject = named(catalog, "Llama 3.1 8B")
    found = [
        compute_bytes(
            subject.shape,
            context_tokens=32768,
            batch=BatchSetup(outputs_max=1, flash_attention=flash),
            setup=CacheSetup(),
        )
        / MIB
        for flash in (True, False)
    ]
    assert f"takes {found[0]:,.0f} MiB with it and {found[1]:,.0f} without" in WORDS


def test_the_bytes_of_one_step_are_as_told(catalog: Catalog) -> None:
    weights = [named(catalog, name).weights for name in ("Llama 3.1 8B", "Qwen3 30B A3B")]
    dense, sparse = [(one.bytes_per_token / GB, one.total_bytes / GB) for one in weights]
    assert f"{dense[0]:.3f} GB of {dense[1]:.3f}; Qwen3 30B A3B: {sparse[0]:.2f} of {sparse[1]:.2f}" in WORDS


def test_the_example_of_a_step_adds_up_as_told(catalog: Catalog) -> None:
    card = catalog.gpus.find("RTX 4090")
    assert card
    processor = gpu_processor(card, catalog)
    found = find_calibration(processor, catalog, engine="llama.cpp", backend=None)
    assert found
    run = Run(context_tokens=8192, depth_tokens=4096, generated_tokens=128, build_date="2026-10")
    subject = named(catalog, "Llama 3.1 8B")
    parts, speed = decode_parts(processor, subject, found[0], run), decode_speed(processor, subject, found[0], run)
    assert parts
    assert processor.bandwidth_bytes_per_s.value
    assert processor.shader_hz.value
    bandwidth, units = processor.bandwidth_bytes_per_s.value / GIGA, processor.shader_hz.value / GIGA
    assert f"RTX 4090 ({bandwidth:,.0f} GB/s, {units:.1f} G units/s)" in WORDS
    parts_ms = [1e3 * part for part in (*parts[:5], parts.total_s)]
    told = "{:.2f} ms reading, {:.2f} unpacking, {:.2f} cache, {:.2f} attention, {:.2f} for 32 layers: {:.2f} ms"
    assert told.format(*parts_ms) in WORDS
    _low, _middle, _high = sure(speed.tokens_per_s)


@pytest.mark.parametrize(
    ("start", "card"),
    [
        ("llama.cpp, CUDA", "llama-cpp-cuda"),
        ("llama.cpp, Metal", "llama-cpp-metal"),
        ("Strix Halo, Vulkan", "llama-cpp-vulkan-strix-halo"),
        ("AMD GPUs, Vulkan", "llama-cpp-vulkan-amd"),
        ("llama.cpp, CPU", "llama-cpp-cpu"),
    ],
)
def test_the_table_of_constants_repeats_the_cards(catalog: Catalog, start: str, card: str) -> None:
    _, share, layer_us, sparse, _, rows, left_out = row(start)
    calibration = catalog.calibrations[card]
    assert float(share) == calibration.bandwidth_share
    assert float(layer_us.split()[0]) == (calibration.layer_us or calibration.core_layer_us)
    assert float(sparse) == calibration.sparse_layer_factor
    count, machines = re.findall(r"\d+", rows)
    median, nine_tenths = re.findall(r"\d+", left_out)
    assert calibration.evidence.startswith(f"{count} published rows on {machines} machine")
    assert f"within {median} %, nine of ten within {nine_tenths} %" in calibration.evidence
