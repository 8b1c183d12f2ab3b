import pytest

from advisor.catalog.cards.catalog import Catalog
from advisor.facts.cards.model import ModelShape
from advisor.facts.values.units import GIB, MIB
from advisor.predict.memory.fit import apple_share
from advisor.predict.model.buffers import BatchSetup, compute_bytes, output_bytes
from advisor.predict.model.kv_cache import CacheSetup, kv_bytes_read, kv_cache_bytes
from advisor.predict.model.layers import layer_groups
from tests.predict.test_weights import shape


def cache_mib(known: ModelShape, catalog: Catalog, tokens: int, setup: CacheSetup | None = None) -> float:
    groups, setup = layer_groups(known), setup or CacheSetup()
    return kv_cache_bytes(known, groups, context_tokens=tokens, setup=setup, blocks=catalog.blocks) / MIB


@pytest.mark.parametrize(
    ("model", "tokens", "setup", "mebibytes"),
    [
        ("Llama-3.1-8B", 8192, CacheSetup(), 1024),
        ("Llama-3.1-8B", 32768, CacheSetup(), 4096),
        ("Llama-3.1-8B", 8192, CacheSetup(key_type="Q8_0", value_type="Q8_0"), 544),
        ("Qwen3-30B-A3B", 32768, CacheSetup(), 3072),
        ("Gemma-3-27B", 32768, CacheSetup(), 3184),
        ("Gemma-3-27B", 8192, CacheSetup(), 1264),
        ("Gemma-3-27B", 8192, CacheSetup(full_window=True), 3968),
    ],
)
def test_the_cache_is_that_of_the_engine(
    catalog: Catalog, model: str, tokens: int, setup: CacheSetup, mebibytes: float
) -> None:
    assert cache_mib(shape(catalog, model), catalog, tokens, setup) == mebibytes


def test_latent_attention_caches_one_row(catalog: Catalog) -> None:
    known = shape(catalog, "DeepSeek-V3")
    per_token = cache_mib(known, catalog, 32768) * MIB / 32768
    assert per_token == 70272


def test_gated_delta_layers_keep_a_constant_state(catalog: Catalog) -> None:
    known = shape(catalog, "Qwen3.5-35B-A3B")
    short, long = (cache_mib(known, catalog, tokens) for tokens in (4096, 8192))
    full_layers = known.layers // 4
    assert (long - short) * MIB == 4096 * full_layers * 2 * known.kv_heads * known.head_dim * 2


def test_a_window_layer_reads_at_most_its_window(catalog: Catalog) -> None:
    known = shape(catalog, "gemma3-27b")
    groups = layer_groups(known)
    reads = [
        kv_bytes_read(known, groups, depth_tokens=depth, setup=CacheSetup(), blocks=catalog.blocks)
        for depth in (1024, 2048, 4096)
    ]
    assert reads[1] - reads[0] == pytest.approx((reads[2] - reads[1]) / 2)
    assert reads[1] < 2 * reads[0]


def test_flash_attention_decides_the_compute_buffer_of_a_long_context(catalog: Catalog) -> None:
    known = shape(catalog, "Llama-3.1-8B")
    sizes = [
        compute_bytes(
            known,
            context_tokens=32768,
            batch=BatchSetup(flash_attention=flash, outputs_max=1),
            setup=CacheSetup(),
        )
        for flash in (True, False)
    ]
    assert [round(size / MIB) for size in sizes] == [148, 2156]


# MiB of cache with state, and of the compute buffer, as llama.cpp (with llama-cpp-python 0.3.36) states them for models
# of these shapes: context, sequences, type of the cache, flash attention; one output a sequence, micro batch 512.
@pytest.mark.parametrize(
    ("model", "tokens", "sequences", "kind", "flash", "cache", "compute"),
    [
        ("LFM2-1.2B", 32768, 1, "F16", True, 384.16, 92.03),
        ("LFM2-8B-A1B", 8192, 4, "F16", True, 97.12, 62.2),
        ("Qwen3.5-27B", 8192, 4, "F16", True, 1110.50, 140.02),
        ("Qwen3.5-35B-A3B", 32768, 1, "F16", True, 702.81, 104.02),
        ("granite-4.0-h-tiny", 8192, 4, "F16", True, 285.48, 59.01),
        ("NVIDIA-Nemotron-Nano-9B-v2", 8192, 4, "F16", True, 683.19, 174.13),
        ("NVIDIA-Nemotron-3-Nano-30B-A3B", 8192, 1, "F16", True, 95.62, 85.01),
        ("Falcon-H1-7B-Instruct", 8192, 1, "Q8_0", True, 320.80, 104.09),
        ("gemma-3n-E4B-it", 4096, 1, "F16", True, 64.00, 156.02),
        ("gemma-4-E2B-it", 8192, 4, "F16", True, 78.00, 120.02),
        ("gemma-4-E4B-it", 8192, 1, "F16", False, 188.00, 211.51),
        ("GLM-4.7-Flash", 8192, 1, "Q8_0", True, 224.72, 90.01),
        ("GLM-4.7-Flash", 8192, 1, "F16", False, 423.00, 410.76),
        ("DeepSeek-V2-Lite", 32768, 1, "F16", True, 972.00, 121.01),
        ("gpt-oss-20b", 32768, 1, "F16", True, 786.00, 125.14),
        ("Qwen3-30B-A3B", 32768, 1, "F16", True, 3072.00, 120.01),
        ("Apertus-8B-Instruct-2509", 4096, 1, "F16", True, 512.00, 78.01),
        ("starcoder2-3b", 8192, 1, "Q8_0", True, 127.50, 50.09),
    ],
)
def test_other_architectures_take_what_the_engine_states(
    catalog: Catalog, model: str, tokens: int, sequences: int, kind: str, flash: bool, cache: float, compute: float
) -> None:
    known, setup = shape(catalog, model), CacheSetup(key_type=kind, value_type=kind, sequences=sequences)
    kept = kv_cache_bytes(
        known,
        layer_groups(known),
        context_tokens=tokens,
        setup=setup,
        blocks=catalog.blocks,
        flash_attention=flash,
    )
    assert kept / MIB == pytest.approx(cache, abs=0.006)
    batch = BatchSetup(outputs_max=sequences, flash_attention=flash)
    predicted = compute_bytes(known, context_tokens=tokens, batch=batch, setup=setup)
    assert predicted / MIB == pytest.approx(compute, rel=0.08 if flash else 0.18)


def test_every_logged_cache_and_output_buffer_is_met(catalog: Catalog, buffers: list[dict[str, str]]) -> None:
    missed, off = [], []
    for row in buffers:
        known = shape(catalog, row["model"])
        setup = CacheSetup(
            key_type=row["kv_type"].split("/")[0].upper(),
            value_type=row["kv_type"].split("/")[-1].upper(),
            sequences=int(row["sequences"]),
            unified=row["unified_kv"] != "false",
            full_window=row["swa_full"] == "true",
            ubatch_tokens=int(row["ubatch_tokens"]),
        )
        tokens = int(row["context_tokens"])
        if cache_mib(known, catalog, tokens, setup) != pytest.approx(float(row["kv_mib"]), abs=0.006):
            missed.append(row)
        output = output_bytes(known, sequences=setup.sequences) / MIB
        if row["output_mib"] and output != pytest.approx(float(row["output_mib"]), abs=0.006):
            missed.append(row)
        batch = BatchSetup(
            ubatch_tokens=int(row["ubatch_tokens"]),
            outputs_max=int(row["outputs_max"]) if row["outputs_max"] else None,
            flash_attention=row["flash_attention"] == "true",
        )
        predicted = compute_bytes(known, context_tokens=tokens, batch=batch, setup=setup) / MIB
        off.append(abs(predicted / float(row["compute_mib"]) - 1))
    assert not missed
    off.sort()
    assert off[len(off) // 2] < 0.0005
    assert off[len(off) * 9 // 10] < 0.005
    assert off[-1] < 0.2


@pytest.mark.parametrize(
    ("gib", "logged_mb"),
    [(16, 12713.12), (24, 19069.67), (32, 26800.60), (36, 30150.67), (48, 40200.90), (64, 55662.79), (128, 115448.73),
     (512, 498216.21)],
)  # fmt: skip
def test_a_mac_that_did_not_say_it_gives_its_graphics_what_such_macs_log(gib: int, logged_mb: float) -> None:
    assert apple_share(gib * GIB) * gib * GIB / 1e6 == pytest.approx(logged_mb, rel=1e-3)
