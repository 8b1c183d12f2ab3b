import pytest

from advisor.catalog.cards.catalog import Catalog
from advisor.facts.cards.model import ModelShape
from advisor.facts.cards.quant import ModelWeights, QuantCard
from advisor.facts.values.units import MIB
from advisor.predict.model.weights import (
    experts_touched,
    larger_weights,
    model_weights,
    scaled_weights,
    typical_weights,
)

EXACT = 1e-4


def shape(catalog: Catalog, name: str) -> ModelShape:
    found = catalog.models.find(name)
    assert found, name
    known = catalog.models[found].shape
    assert known, name
    return known


def quant(catalog: Catalog, name: str) -> QuantCard:
    found = catalog.quants.find(name)
    assert found, name
    return catalog.quants[found]


def weights(catalog: Catalog, model: str, file_type: str) -> ModelWeights:
    return model_weights(shape(catalog, model), quant(catalog, file_type), blocks=catalog.blocks)


# MiB of all tensors as llama.cpp's own quantizer states them in a dry run.
@pytest.mark.parametrize(
    ("model", "file_type", "mebibytes"),
    [
        ("Llama-3.1-8B", "Q4_K_M", 4685.30),
        ("Llama-3.1-8B", "Q5_K_S", 5332.43),
        ("Llama-3.1-8B", "IQ4_XS", 4269.15),
        ("Llama-3.1-8B", "IQ3_M", 3602.02),
        ("Llama-3.1-8B", "Q2_K", 3024.38),
        ("Mixtral-8x7B", "Q4_K_M", 27129.87),
        ("Mixtral-8x7B", "IQ3_M", 20437.27),
        ("Mixtral-8x7B", "MXFP4_MOE", 24478.64),
        ("SmolLM2-135M", "Q4_K_M", 98.87),
        ("Gemma-3-27B", "Q4_K_M", 15773.89),
        ("LFM2-8B-A1B", "Q4_K_M", 4808.79),
        ("granite-4.0-h-tiny", "Q4_K_M", 4031.55),
        ("NVIDIA-Nemotron-Nano-9B-v2", "IQ3_XXS", 4889.97),
        ("NVIDIA-Nemotron-3-Nano-30B-A3B", "Q4_K_M", 23371.91),
        ("Falcon-H1-7B-Instruct", "Q4_K_M", 4379.87),
        ("gemma-3n-E2B-it", "Q4_K_M", 3149.35),
        ("gemma-4-E2B-it", "IQ3_XXS", 2546.28),
        ("Kimi-Linear-48B-A3B-Instruct", "Q4_K_M", 28320.11),
        ("DeepSeek-V2-Lite", "Q4_K_M", 9883.84),
        ("falcon-7b", "Q4_K_M", 4822.87),
        ("falcon-7b", "IQ3_XXS", 3800.98),
        ("Llama-3.3-Nemotron-Super-49B", "Q4_K_M", 28808.33),
        ("Qwen2.5-72B", "Q4_K_M", 45213.44),
        ("Step-3.5-Flash", "IQ3_XXS", 75496.42),
        ("MiMo-V2-Flash", "Q4_K_M", 178138.97),
        ("phi-2", "Q4_K_M", 1655.21),
    ],
)
def test_weights_are_those_of_the_quantizer(catalog: Catalog, model: str, file_type: str, mebibytes: float) -> None:
    assert weights(catalog, model, file_type).total_bytes / MIB == pytest.approx(mebibytes, rel=EXACT)


def test_every_logged_size_is_met(catalog: Catalog, quantised_sizes: list[dict[str, str]]) -> None:
    missed = []
    for row in quantised_sizes:
        predicted = weights(catalog, row["model"], row["quant"]).total_bytes / MIB
        if predicted != pytest.approx(float(row["weights_mib"]), rel=EXACT):
            missed.append((row["model"], row["quant"], predicted))
    assert not missed


def test_an_untied_embedding_is_not_read_per_token(catalog: Catalog) -> None:
    llama = weights(catalog, "Llama-3.1-8B", "Q8_0")
    assert llama.embedding_bytes > 0
    assert llama.bytes_per_token == pytest.approx(llama.total_bytes - llama.embedding_bytes, abs=1)


def test_a_tied_embedding_is_the_head_and_is_read(catalog: Catalog) -> None:
    small = weights(catalog, "Llama-3.2-1B", "Q8_0")
    assert small.embedding_bytes == 0
    assert small.bytes_per_token == small.total_bytes


def test_a_mixture_reads_its_share_of_experts(catalog: Catalog) -> None:
    mixture = weights(catalog, "Qwen3-30B-A3B", "Q8_0")
    assert mixture.expert_share == pytest.approx(8 / 128)
    assert mixture.bytes_per_token < 0.13 * mixture.total_bytes
    assert mixture.params == pytest.approx(30.5e9, rel=0.01)
    assert mixture.active_params == pytest.approx(3.3e9, rel=0.1)


def test_gpt_oss_reads_what_its_tensors_say(catalog: Catalog) -> None:
    # attention and head are 8-bit while the experts are MXFP4: 2.56 GB a token, not active parameters x mean bits
    assert weights(catalog, "gpt-oss-20b", "MXFP4_MOE").bytes_per_token == pytest.approx(2.56e9, rel=0.03)


@pytest.mark.parametrize("model", ["DeepSeek-V3", "DeepSeek-V2-Lite", "GLM-4.7-Flash", "Kimi-K2", "Moonlight-16B-A3B"])
def test_latent_attention_has_all_its_weights(catalog: Catalog, model: str) -> None:
    found = catalog.models.find(model)
    assert found, model
    published = catalog.models[found].params
    assert weights(catalog, model, "Q8_0").params == pytest.approx(published, rel=1e-4)


def test_awq_keeps_embeddings_and_head_at_16_bits(catalog: Catalog) -> None:
    assert weights(catalog, "Llama-3.1-8B", "AWQ int4").total_bytes == pytest.approx(5.73e9, rel=0.01)


def test_a_larger_batch_touches_more_experts() -> None:
    shares = [experts_touched(8 / 128, batch=batch) for batch in (1, 2, 8, 64)]
    assert shares == sorted(shares)
    assert shares[0] == pytest.approx(8 / 128)
    assert shares[-1] < 1


@pytest.mark.parametrize(
    ("share", "tokens", "counted"), [(4 / 64, 2, 1.743), (8 / 256, 8, 39.4 / 8), (8 / 256, 15, 58.9 / 8)]
)
def test_tokens_of_one_step_share_experts_more_often_than_by_chance(share: float, tokens: int, counted: float) -> None:
    """Counted in GLM-4.7-Flash (github ml-explore/mlx-lm pull 1485), Laguna XS 2.1 (Luce-Org/lucebox pull 501)."""
    touched = experts_touched(share, batch=tokens) / share
    assert touched == pytest.approx(counted, rel=0.06)
    assert touched < 0.95 * (1 - (1 - share) ** tokens) / share


def test_a_model_without_a_shape_keeps_total_and_active_bytes(catalog: Catalog) -> None:
    like = weights(catalog, "Qwen3-30B-A3B", "Q4_K_M")
    made = typical_weights(40_000_000_000, 4_000_000_000, quant(catalog, "Q4_K_M"), like=like)
    assert made.bytes_per_token == pytest.approx(0.1 * made.total_bytes, rel=0.01)
    assert not made.exact


def test_a_stated_file_size_scales_every_part(catalog: Catalog) -> None:
    stock = weights(catalog, "Llama-3.1-8B", "Q4_K_M")
    scaled = scaled_weights(stock, total_bytes=2 * stock.total_bytes)
    assert scaled.bytes_per_token == pytest.approx(2 * stock.bytes_per_token, rel=1e-6)


def test_more_bits_weigh_more(catalog: Catalog) -> None:
    ladder = ("Q2_K", "Q3_K_M", "Q4_K_M", "Q5_K_M", "Q6_K", "Q8_0", "F16")
    sizes = [weights(catalog, "Llama-3.1-8B", name).total_bytes for name in ladder]
    assert sizes == sorted(sizes)


def test_a_larger_file_of_a_mixture_gives_its_bytes_to_what_every_token_uses(catalog: Catalog) -> None:
    stock = weights(catalog, "qwen/qwen3-30b-a3b", "Q2_K")
    larger = larger_weights(stock, total_bytes=round(1.02 * stock.total_bytes), blocks=catalog.blocks)
    assert larger.total_bytes == pytest.approx(1.02 * stock.total_bytes, rel=1e-3)
    assert larger.expert_bytes == stock.expert_bytes
    assert larger.bytes_per_token - stock.bytes_per_token == pytest.approx(
        larger.total_bytes - stock.total_bytes, rel=0.01
    )


def test_beyond_eight_bits_the_experts_get_the_rest(catalog: Catalog) -> None:
    stock = weights(catalog, "qwen/qwen3-30b-a3b", "Q2_K")
    much = larger_weights(stock, total_bytes=2 * stock.total_bytes, blocks=catalog.blocks)
    assert much.total_bytes == pytest.approx(2 * stock.total_bytes, rel=1e-3)
    assert much.expert_bytes > 1.5 * stock.expert_bytes


@pytest.mark.parametrize(("model", "factor"), [("llama/llama-3.1-8b", 1.2), ("qwen/qwen3-30b-a3b", 0.9)])
def test_dense_models_and_smaller_files_are_in_proportion(catalog: Catalog, model: str, factor: float) -> None:
    stock = weights(catalog, model, "Q4_K_M")
    total_bytes = round(factor * stock.total_bytes)
    found = larger_weights(stock, total_bytes=total_bytes, blocks=catalog.blocks)
    assert found == scaled_weights(stock, total_bytes=total_bytes)
