from dataclasses import replace
from typing import Any

import pytest

from advisor.answer.asked.checked_request import checked_request
from advisor.answer.request.request import answer_request
from advisor.answer.which_model.subject import find_subject
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import find_cpu
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.asked.request import PredictRequest
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import known
from advisor.predict.model.buffers import BatchSetup
from advisor.predict.model.subject import Run
from advisor.predict.rates.rates import used_cores
from advisor.predict.speed.decode import DecodeParts, decode_parts, layer_s, unpack_bytes_per_s
from tests.fakes.carded import gpu

CUDA = "llama-cpp-cuda"
CPU = "llama-cpp-cpu"


def parts(catalog: Catalog, processor: Processor, *, model: str = "Llama 3.1 8B", card: str = CUDA) -> DecodeParts:
    request, _ = checked_request({"model": model, "quant": "Q4_K_M"}, PredictRequest)
    subject, _ = find_subject(request, catalog)
    found = decode_parts(processor, subject, catalog.calibrations[card], Run(context_tokens=4096))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "has"), [("L40S", True), ("Tesla T4", True), ("A100 PCIe 80GB", False), ("RTX A6000", False)]
)
def test_server_cards_with_gddr_keep_check_bits_among_the_data(catalog: Catalog, name: str, has: bool) -> None:
    assert gpu(catalog, name).inline_ecc is has


def test_check_bits_cost_a_sixteenth_of_the_reading(catalog: Catalog) -> None:
    with_bits = gpu(catalog, "L40S")
    slow, fast = parts(catalog, with_bits), parts(catalog, with_bits.changed(inline_ecc=False))
    assert slow.weights_s == pytest.approx(fast.weights_s * 16 / 15, rel=0.02)


def test_a_measured_rate_holds_the_check_bits_already(catalog: Catalog) -> None:
    measured = gpu(catalog, "L40S").changed(read_bytes_per_s=known(5e11, origin="measured", source="test"))
    plain = parts(catalog, measured.changed(inline_ecc=False))
    assert parts(catalog, measured).weights_s == pytest.approx(plain.weights_s)


@pytest.mark.parametrize("name", ["EPYC 7302", "Ryzen 9 7950X", "N100"])
@pytest.mark.parametrize("model", ["Llama 3.1 8B", "Qwen3 30B A3B"])
def test_a_processor_serves_several_no_slower_than_one_after_another(catalog: Catalog, name: str, model: str) -> None:
    """Two users of an N100 were given a fifth of what one is, in types that are costly to unpack."""
    card_id = catalog.cpus.find(name) or pytest.fail(name)
    processor, slower = cpu_processor(card_id, catalog), dict[tuple[str, int], float]()
    for quant in ("IQ2_XXS", "Q2_K", "Q4_K_M", "Q8_0", "F16"):
        subject, _ = find_subject(PredictRequest(model=model, quant=quant), catalog)
        runs = [Run(context_tokens=4096, batch=batch) for batch in (1, 2, 4, 16)]
        steps = [
            decode_parts(processor, subject, catalog.calibrations[CPU], run) or pytest.fail("none") for run in runs
        ]
        slower |= {
            (quant, run.batch): step.total_s / steps[0].total_s
            for run, step in zip(runs, steps, strict=True)
            if step.total_s > 1.0001 * run.batch * steps[0].total_s
        }
    assert not slower


def test_only_layers_with_experts_route(catalog: Catalog) -> None:
    card, calibration, run = gpu(catalog, "RTX 3090"), catalog.calibrations[CUDA], Run(context_tokens=4096)
    subject, _ = find_subject(PredictRequest(model="Nemotron 3 Nano 30B-A3B", quant="Q4_K_M"), catalog)
    routed, plain = (
        decode_parts(card, subject, calibration.changed(sparse_layer_factor=factor), run) for factor in (3.0, 1.0)
    )
    assert routed
    assert plain
    one_s = layer_s(calibration.changed(sparse_layer_factor=1.0), run, sparse=True, processor=card)
    assert routed.layers_s - plain.layers_s == pytest.approx(23 * 2 * one_s)


def test_layers_with_a_state_take_longer_than_others(catalog: Catalog) -> None:
    card = gpu(catalog, "RTX 3090")
    hybrid, plain = parts(catalog, card, model="Qwen3.5 9B"), parts(catalog, card, model="Qwen3 8B")
    assert hybrid.layers_s / 32 > 1.3 * plain.layers_s / 36


def test_a_short_convolution_takes_no_longer_than_attention(catalog: Catalog) -> None:
    card = gpu(catalog, "RTX 3090")
    short, plain = parts(catalog, card, model="LFM2 1.2B"), parts(catalog, card, model="Qwen3 8B")
    assert short.layers_s / 16 == pytest.approx(plain.layers_s / 36)


def test_cores_without_vector_instructions_are_bound_by_arithmetic(catalog: Catalog) -> None:
    card_id = catalog.cpus.find("Core i5-6500")
    assert card_id is not None
    usual = cpu_processor(card_id, catalog)
    few = parts(catalog, usual.changed(vector="neon"), card=CPU)
    none = parts(catalog, usual.changed(vector="none"), card=CPU)
    assert parts(catalog, usual, card=CPU).total_s < few.total_s < none.total_s
    assert none.unpack_s > none.weights_s


def test_old_processors_answer_far_below_their_bandwidth(catalog: Catalog) -> None:
    def tokens_per_s(**fields: Any) -> float:
        answer = answer_request({"model": "Llama 3.2 3B", "quant": "Q4_K_M", "backend": "cpu", **fields}, catalog)
        assert answer.tokens_per_s is not None
        return answer.tokens_per_s.middle

    old = tokens_per_s(device="Core 2 Quad Q8400", device_facts={"memory_bandwidth_gb_per_s": 17.1})
    new = tokens_per_s(device="Raspberry Pi 5")
    assert old < new / 3


def test_architectures_without_graphs_pay_per_layer_whatever_the_build(catalog: Catalog) -> None:
    card = gpu(catalog, "GTX 1080 Ti")
    assert parts(catalog, card).layers_s > 1.5 * parts(catalog, card.changed(architecture="ampere")).layers_s


def test_units_of_older_architectures_take_in_less(catalog: Catalog) -> None:
    card = gpu(catalog, "RX 5700 XT")
    old, new = (
        parts(catalog, card.changed(architecture=architecture), card="llama-cpp-vulkan-amd")
        for architecture in ("rdna1", "rdna3")
    )
    assert old.unpack_s > 1.5 * new.unpack_s


@pytest.mark.parametrize("name", ["Tesla P100 PCIe 16GB", "Quadro GP100"])
def test_the_first_pascal_chip_has_no_products_of_four_small_integers(catalog: Catalog, name: str) -> None:
    card = gpu(catalog, name)
    later = card.changed(architecture="pascal")
    assert parts(catalog, card).unpack_s > 1.5 * parts(catalog, later).unpack_s
    assert parts(catalog, card).layers_s == parts(catalog, later).layers_s


def test_experts_on_a_path_that_lags_behind_take_longer(catalog: Catalog) -> None:
    card_id = catalog.gpus.find("Ryzen AI Max+ 395 (Strix Halo)")
    assert card_id is not None
    processor, calibration = (
        gpu_processor(card_id, catalog),
        catalog.calibrations["llama-cpp-vulkan-strix-halo"],
    )
    sparse, _ = find_subject(PredictRequest(model="Qwen3 30B-A3B", quant="BF16"), catalog)
    run = Run(context_tokens=4096)
    slow = decode_parts(processor, sparse, calibration, run)
    even = decode_parts(processor, sparse, calibration.changed(expert_cap_share={}), run)
    assert slow is not None
    assert even is not None
    assert slow.total_s > 2 * even.total_s


@pytest.mark.parametrize(
    ("name", "build_date", "is_slow"),
    [
        ("Tesla T4", "2026-06", True),
        ("Tesla T4", "2026-07", False),
        ("Tesla T4", None, False),
        ("GTX 1080 Ti", "2026-09", True),
        ("RTX 3090", "2024-05", True),
        ("RTX 3090", "2024-06", False),
    ],
)
def test_layers_cost_more_until_graphs_are_launched_whole(
    catalog: Catalog, name: str, build_date: str | None, is_slow: bool
) -> None:
    calibration, run = catalog.calibrations[CUDA], Run(context_tokens=4096, build_date=build_date)
    newest = layer_s(calibration, Run(context_tokens=4096), sparse=False, processor=gpu(catalog, "RTX 4090"))
    assert (layer_s(calibration, run, sparse=False, processor=gpu(catalog, name)) > newest) is is_slow


@pytest.mark.parametrize(("engine", "build_date"), [("llamafile", "2025-05"), ("Llamafile", "2026-09")])
def test_llamafile_was_built_without_graphs_for_long(catalog: Catalog, engine: str, build_date: str) -> None:
    """Its 8B on an RTX 4090 was told to be as fast as in llama.cpp; people reported 103 tokens/s of it, not 146."""
    asked = {"model": "Llama 3.1 8B", "quant": "Q4_K_M", "device": "RTX 4090", "backend": "cuda", "depth_tokens": 1300}
    speeds = [
        answer_request({**asked, **fields}, catalog).tokens_per_s
        for fields in (
            {"engine": engine, "build_date": build_date},
            {"engine": engine},
            {"engine": "llama.cpp", "build_date": build_date},
        )
    ]
    before, now, other = (one.middle if one else 0.0 for one in speeds)
    assert 0 < before < 0.9 * min(now, other)


def test_vega_reads_less_of_its_bandwidth_than_later_cards(catalog: Catalog) -> None:
    card = gpu(catalog, "Instinct MI50 32GB")
    for calibration in ("llama-cpp-rocm-amd", "llama-cpp-vulkan-amd"):
        vega, later = (
            parts(catalog, card.changed(architecture=architecture), card=calibration)
            for architecture in ("gcn5", "rdna2")
        )
        assert vega.weights_s == pytest.approx(later.weights_s / 0.77)
        assert vega.kv_cache_s == later.kv_cache_s


def test_intel_cards_unpack_less_with_the_open_driver_of_linux(catalog: Catalog) -> None:
    card, share = gpu(catalog, "Arc B580"), catalog.calibrations["llama-cpp-intel"].system_share["linux"]
    unknown, windows, linux = (
        parts(catalog, card.changed(os=os), card="llama-cpp-intel") for os in (None, "windows", "linux")
    )
    assert unknown == windows
    assert linux.weights_s == windows.weights_s
    assert 1 / share / 2 < linux.unpack_s / windows.unpack_s
    assert linux.total_s > 2 * windows.total_s


def test_a_second_socket_adds_little_to_what_one_program_reads(catalog: Catalog) -> None:
    one = cpu_processor("cpus/amd/epyc-9334", catalog)
    rate = one.bandwidth_bytes_per_s
    two = one.changed(sockets=2, bandwidth_bytes_per_s=rate.changed(value=2 * (rate.value or 0.0)))
    alone, both = (parts(catalog, processor, card=CPU) for processor in (one, two))
    assert both.weights_s == pytest.approx(alone.weights_s / 1.1)
    assert both.kv_cache_s == pytest.approx(alone.kv_cache_s / 1.1)


def test_two_sockets_of_intel_read_as_one_to_which_a_program_can_be_kept(catalog: Catalog) -> None:
    """Two Xeon E5-2695 v4 wrote 5.1 tokens/s of a 14B at Q4_K_M on one of them, what one alone is predicted to."""
    found = [find_cpu(name, catalog) for name in ("Xeon E5-2695 v4", "2x Xeon E5-2695 v4")]
    alone, both = (parts(catalog, one[0], card=CPU) for one in found if one is not None)
    assert both.weights_s == pytest.approx(alone.weights_s)


@pytest.mark.parametrize(
    ("card_id", "threads", "cores"),
    [
        ("cpus/amd/epyc-7763", 4, 2),
        ("cpus/amd/epyc-7763", 1, 1),
        ("cpus/amd/epyc-7763", 16, 16),
        ("cpus/amd/epyc-7763", 128, 64),
        ("cpus/amd/ryzen-9-7950x", 1, 1),
        ("cpus/amd/ryzen-9-7950x", 4, 4),
    ],
)
def test_few_threads_of_a_server_are_two_of_each_core(catalog: Catalog, card_id: str, threads: int, cores: int) -> None:
    processor = cpu_processor(card_id, catalog)
    assert used_cores(processor, Run(context_tokens=4096, threads=threads)) == cores


def test_a_core_of_a_server_does_less_than_one_of_a_desktop(catalog: Catalog) -> None:
    server = cpu_processor("cpus/amd/epyc-9554", catalog)
    desktop = server.changed(bandwidth_bytes_per_s=known(83e9, origin="datasheet", source="a test"))
    calibration, run = catalog.calibrations[CPU], Run(context_tokens=4096, threads=16)
    slow, fast = (
        unpack_bytes_per_s(processor, calibration, run, block_type="Q4_K") or 0.0 for processor in (server, desktop)
    )
    assert slow == pytest.approx(0.62 * fast)


def test_cores_that_were_counted_are_not_taken_for_threads(catalog: Catalog) -> None:
    server = cpu_processor("cpus/amd/epyc-7763", catalog)
    counted = server.changed(cores=known(64, origin="detected", source="the kernel"))
    assert used_cores(counted, Run(context_tokens=4096, threads=4)) == 4


def test_cores_with_narrower_vector_units_unpack_half_as_much(catalog: Catalog) -> None:
    card = cpu_processor("cpus/amd/epyc-7763", catalog)
    calibration, run = catalog.calibrations[CPU], Run(context_tokens=4096, threads=16)
    narrow, wide = (
        unpack_bytes_per_s(card.changed(architecture=name), calibration, run, block_type="Q4_K") or 0.0
        for name in ("neoverse-n1", "zen3")
    )
    assert narrow == pytest.approx(0.5 * wide)


def attention_s(catalog: Catalog, model: str, *, build_date: str) -> float:
    """Seconds of attention of one token without flash attention on an Apple chip."""
    subject, _ = find_subject(PredictRequest(id="", task="generate", model=model), catalog)
    batching = BatchSetup(flash_attention=False)
    run = Run(context_tokens=8192, depth_tokens=4096, build_date=build_date, batching=batching)
    found = decode_parts(gpu(catalog, "M2 Max (38-core GPU)"), subject, catalog.calibrations["llama-cpp-metal"], run)
    assert found
    return found.attention_s


def test_on_metal_narrow_heads_take_as_long_as_those_of_128(catalog: Catalog) -> None:
    narrow, wide = (catalog.models[one].shape for one in ("llama/llama-3.2-1b", "llama/llama-3.1-8b"))
    assert narrow
    assert wide
    heads = narrow.layers * narrow.heads / (wide.layers * wide.heads)
    one, other = (attention_s(catalog, name, build_date="2025-04") for name in ("Llama 3.2 1B", "Llama 3.1 8B"))
    assert one == pytest.approx(heads * other)


def test_on_metal_attention_took_longer_in_builds_before_august_2024(catalog: Catalog) -> None:
    old, later = (attention_s(catalog, "Llama 3.1 8B", build_date=date) for date in ("2024-05", "2024-09"))
    assert old > 1.5 * later


def test_layers_take_longer_on_server_cards_of_low_clock(catalog: Catalog) -> None:
    run, calibration = Run(context_tokens=4096), catalog.calibrations[CUDA]
    geforce, hopper, ampere = (
        layer_s(calibration, run, sparse=False, processor=gpu(catalog, name))
        for name in ("RTX 3090", "H100 SXM 80GB", "A100 SXM 80GB")
    )
    assert geforce < hopper < ampere < 2 * geforce


def test_a_latent_cache_is_transposed_in_every_step_without_flash_attention(catalog: Catalog) -> None:
    subject, _ = find_subject(PredictRequest(model="GLM-4.7-Flash", quant="Q4_K_M"), catalog)
    run = Run(context_tokens=65_536, depth_tokens=32_768)
    plain = replace(run, batching=run.batching._replace(flash_attention=False))
    with_flash, without = (
        decode_parts(gpu(catalog, "RTX 4090"), subject, catalog.calibrations[CUDA], one) for one in (run, plain)
    )
    assert with_flash
    assert without
    assert without.kv_cache_s > 10 * with_flash.kv_cache_s


def test_newer_apple_chips_start_a_layer_sooner(catalog: Catalog) -> None:
    """Two people report 99 and 103 tokens/s of mixtures of 35B-A3B on an M5 Max: layers of older chips made it 67."""
    model, card = "Qwen3.6 35B-A3B", "llama-cpp-metal"
    newer, older = (
        parts(catalog, gpu(catalog, f"{chip} (40-core GPU)"), model=model, card=card) for chip in ("M5 Max", "M4 Max")
    )
    assert newer.layers_s < 0.8 * older.layers_s
    assert 1 / newer.total_s == pytest.approx(100, rel=0.25)
