import pytest

from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.predict.model.kv_cache import CacheSetup, kv_bytes_read, kv_cache_bytes, state_bytes
from advisor.predict.model.layers import is_sparse_layer, layer_attention, layer_groups
from advisor.predict.model.tensors import tensors
from tests.each import each
from tests.predict.test_weights import shape, weights

SHAPED = sorted(name for name, card in load_catalog().models.items() if card.shape)
F32 = 4


@each("model", SHAPED)
def test_the_tensors_add_up_to_the_published_count(catalog: Catalog, model: str) -> None:
    card = catalog.models[model]
    assert card.shape
    listed = sum(tensor.weights for tensor in tensors(card.shape))
    assert listed == pytest.approx(card.params - card.other_params, rel=5e-4)


# Bytes of state per recurrent layer and sequence: (key width x value heads x head width + convolution) in F32.
@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("Qwen3.5-35B-A3B", F32 * (32 * 128 * 128 + 3 * 8192)),
        ("granite-4.0-h-small", F32 * (128 * 8192 + 3 * (8192 + 2 * 128))),
        ("NVIDIA-Nemotron-Nano-9B-v2", F32 * (128 * 10240 + 3 * (10240 + 2 * 8 * 128))),
        ("Falcon-H1-34B-Instruct", F32 * (256 * 4096 + 3 * (4096 + 2 * 2 * 256))),
        ("LFM2-1.2B", F32 * 2 * 2048),
        ("Jamba-Mini-1.7", F32 * (16 * 8192 + 3 * 8192)),
        ("Kimi-Linear-48B-A3B-Instruct", F32 * (128 * 128 * 32 + 3 * 3 * 32 * 128)),
    ],
)
def test_the_state_of_a_recurrent_layer(catalog: Catalog, model: str, expected: int) -> None:
    assert state_bytes(shape(catalog, model)) == expected


def cache_bytes(catalog: Catalog, model: str, tokens: int, setup: CacheSetup | None = None) -> int:
    known = shape(catalog, model)
    return kv_cache_bytes(
        known, layer_groups(known), context_tokens=tokens, setup=setup or CacheSetup(), blocks=catalog.blocks
    )


@pytest.mark.parametrize(
    ("model", "recurrent", "attending"),
    [
        ("granite-4.0-h-tiny", 36, 4),
        ("NVIDIA-Nemotron-Nano-9B-v2", 27, 4),
        ("NVIDIA-Nemotron-3-Nano-30B-A3B", 23, 6),
        ("Falcon-H1-7B-Instruct", 44, 44),
        ("LFM2-2.6B", 22, 8),
        ("Jamba-Mini-1.7", 28, 4),
        ("NVIDIA-Nemotron-3-Nano-4B", 21, 4),
        ("Kimi-Linear-48B-A3B-Instruct", 20, 7),
    ],
)
def test_a_hybrid_keeps_state_and_cache_where_it_says(
    catalog: Catalog, model: str, recurrent: int, attending: int
) -> None:
    known = shape(catalog, model)
    layers = [layer_attention(known, layer) for layer in range(known.layers)]
    assert sum(layer.keeps_state for layer in layers) == recurrent
    assert sum(layer.keeps_cache for layer in layers) == attending


def test_the_state_is_kept_once_per_sequence(catalog: Catalog) -> None:
    one, four = (
        cache_bytes(catalog, "NVIDIA-Nemotron-Nano-9B-v2", 8192, CacheSetup(sequences=sequences))
        for sequences in (1, 4)
    )
    assert four - one == 3 * 27 * state_bytes(shape(catalog, "NVIDIA-Nemotron-Nano-9B-v2"))


def test_layers_that_share_a_cache_keep_none(catalog: Catalog) -> None:
    # 20 of 35 layers own a cache; every fifth of them attends to everything, 2 heads x 256 for keys and values at f16
    row = 2 * 2 * 256 * 2
    in_window = 1024  # window 512 + micro batch 512
    assert cache_bytes(catalog, "gemma-3n-E4B-it", 8192) == 4 * 8192 * row + 16 * in_window * row


def test_a_layer_without_attention_keeps_no_cache(catalog: Catalog) -> None:
    assert cache_bytes(catalog, "Llama-3.3-Nemotron-Super-49B", 8192) == 49 * 8192 * 2 * 8 * 128 * 2


def test_a_table_of_embeddings_per_layer_is_not_read_per_token(catalog: Catalog) -> None:
    known, small = shape(catalog, "gemma-4-E2B-it"), weights(catalog, "gemma-4-E2B-it", "Q8_0")
    assert known.per_layer_embedding
    table = known.vocab * known.layers * known.per_layer_embedding
    assert small.embedding_bytes == table * 34 // 32
    assert small.bytes_per_token == pytest.approx(small.total_bytes - small.embedding_bytes, abs=1)
    assert small.active_params == pytest.approx(2.3e9, rel=0.02)


def test_unlike_layers_have_their_own_widths(catalog: Catalog) -> None:
    known = shape(catalog, "Step-3.5-Flash")
    assert {(kind.heads, kind.kind) for kind, _ in layer_groups(known)} == {(64, "full"), (96, "window")}


def test_compressed_attention_keeps_a_window_and_folded_rows(catalog: Catalog) -> None:
    f16 = 2
    window = 43 * 768 * 512 * f16  # window 128 + micro batch 512, padded
    fine = 21 * (1024 * (512 + 128) * f16 + F32 * 2 * 8 * 2 * (512 + 128))  # a row for 4 tokens and its index
    coarse = 20 * (256 * 512 * f16 + F32 * 2 * 128 * 512)  # a row for 128 tokens
    assert cache_bytes(catalog, "DeepSeek-V4-Flash", 4096) == window + fine + coarse


def test_compressed_attention_reads_only_what_it_chose(catalog: Catalog) -> None:
    known = shape(catalog, "DeepSeek-V4-Flash")
    reads = [
        kv_bytes_read(known, layer_groups(known), depth_tokens=depth, setup=CacheSetup(), blocks=catalog.blocks)
        for depth in (65536, 131072)
    ]
    added = 65536 * 2 * (21 * 128 / 4 + 20 * 512 / 128)  # the whole index and the coarse rows, not the chosen ones
    assert reads[1] - reads[0] == pytest.approx(added)


def test_attention_that_picks_keeps_a_key_of_its_index_beside_each_row(catalog: Catalog) -> None:
    f16 = 2
    assert cache_bytes(catalog, "DeepSeek-V3.2", 8192) == 61 * 8192 * (512 + 64 + 128) * f16
    assert cache_bytes(catalog, "MiniMax-M3", 8192) == 8192 * f16 * (60 * 2 * 4 * 128 + 57 * 128)


def test_layers_that_take_over_what_another_picked_have_no_index(catalog: Catalog) -> None:
    f16 = 2
    assert cache_bytes(catalog, "GLM-5.2", 8192) == 8192 * f16 * (78 * (512 + 64) + 21 * 128)
    listed = {name: sum(tensor.weights for tensor in tensors(shape(catalog, name))) for name in ("GLM-5", "GLM-5.2")}
    assert listed["GLM-5"] - listed["GLM-5.2"] == 753_864_139_008 - 753_329_940_480  # as published, with all else alike


@pytest.mark.parametrize(("model", "sparse"), [("Llama-4-Maverick-17B-128E", 24), ("Jamba-Mini-1.7", 16)])
def test_experts_in_every_second_layer(catalog: Catalog, model: str, sparse: int) -> None:
    known = shape(catalog, model)
    assert sum(is_sparse_layer(known, layer) for layer in range(known.layers)) == sparse
