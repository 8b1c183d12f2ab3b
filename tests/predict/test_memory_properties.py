"""What must hold for the memory of any model in the catalog."""

from hypothesis import given
from hypothesis import strategies as st

from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.cards.model import ModelShape
from advisor.predict.model.buffers import BatchSetup, compute_bytes
from advisor.predict.model.kv_cache import CacheSetup, kv_bytes_read, kv_cache_bytes
from advisor.predict.model.layers import layer_groups
from advisor.predict.model.weights import model_weights
from tests.each import each

CATALOG = load_catalog()
SHAPES = {name: card.shape for name, card in sorted(CATALOG.models.items()) if card.shape}
GROUPS = {name: layer_groups(shape) for name, shape in SHAPES.items()}
BITS_LADDER = ("IQ2_XXS", "Q2_K", "Q3_K_M", "Q4_K_M", "Q5_K_M", "Q6_K", "Q8_0", "F16", "F32")
KV_LADDER = ("Q4_0", "Q8_0", "F16", "F32")

models = st.sampled_from(sorted(SHAPES))
tokens = st.integers(min_value=1, max_value=300_000)
setups = st.builds(
    CacheSetup,
    key_type=st.sampled_from(KV_LADDER),
    value_type=st.sampled_from(KV_LADDER),
    sequences=st.integers(min_value=1, max_value=8),
    unified=st.booleans(),
    full_window=st.booleans(),
    ubatch_tokens=st.sampled_from((64, 512, 2048)),
)


def cache_bytes(model: str, context_tokens: int, setup: CacheSetup) -> int:
    shape = SHAPES[model]
    return kv_cache_bytes(shape, GROUPS[model], context_tokens=context_tokens, setup=setup, blocks=CATALOG.blocks)


def buffer_bytes(shape: ModelShape, context_tokens: int, setup: CacheSetup, batch: BatchSetup) -> int:
    return compute_bytes(shape, context_tokens=context_tokens, batch=batch, setup=setup)


@given(models, tokens, tokens, setups, st.booleans())
def test_more_context_never_needs_less(model: str, first: int, second: int, setup: CacheSetup, flash: bool) -> None:
    short, long = sorted((first, second))
    assert cache_bytes(model, short, setup) <= cache_bytes(model, long, setup)
    batch = BatchSetup(ubatch_tokens=setup.ubatch_tokens, flash_attention=flash)
    shape = SHAPES[model]
    assert buffer_bytes(shape, short, setup, batch) <= buffer_bytes(shape, long, setup, batch)


@given(models, tokens, setups)
def test_more_bits_in_the_cache_never_need_less(model: str, context_tokens: int, setup: CacheSetup) -> None:
    sizes = [cache_bytes(model, context_tokens, setup._replace(key_type=kind, value_type=kind)) for kind in KV_LADDER]
    assert sizes == sorted(sizes)


@given(models, tokens, setups, st.integers(min_value=1, max_value=8))
def test_more_sequences_and_whole_windows_never_need_less(
    model: str, context_tokens: int, setup: CacheSetup, more: int
) -> None:
    one_stream = setup._replace(unified=True)
    crowded = one_stream._replace(sequences=setup.sequences + more)
    assert cache_bytes(model, context_tokens, one_stream) <= cache_bytes(model, context_tokens, crowded)
    whole = setup._replace(full_window=True)
    assert cache_bytes(model, context_tokens, setup) <= cache_bytes(model, context_tokens, whole)


@given(models, tokens, setups)
def test_no_more_is_read_than_is_kept_and_shared(model: str, depth_tokens: int, setup: CacheSetup) -> None:
    single = setup._replace(sequences=1, full_window=True)
    read = kv_bytes_read(SHAPES[model], GROUPS[model], depth_tokens=depth_tokens, setup=single, blocks=CATALOG.blocks)
    if not SHAPES[model].shared_kv_layers:  # layers without a cache of their own read that of others
        assert read <= cache_bytes(model, depth_tokens, single)


@given(models, tokens, setups, st.integers(min_value=1, max_value=2048), st.integers(min_value=0, max_value=2048))
def test_a_larger_batch_never_needs_less(model: str, context: int, setup: CacheSetup, ubatch: int, more: int) -> None:
    small, large = BatchSetup(ubatch_tokens=ubatch), BatchSetup(ubatch_tokens=ubatch + more)
    shape = SHAPES[model]
    assert buffer_bytes(shape, context, setup, small) <= buffer_bytes(shape, context, setup, large)


@each("model", sorted(SHAPES))
def test_more_bits_weigh_more(model: str) -> None:
    found = [CATALOG.quants[CATALOG.quants.find(name) or name] for name in BITS_LADDER]
    sizes = [model_weights(SHAPES[model], card, blocks=CATALOG.blocks).total_bytes for card in found]
    assert sizes == sorted(sizes)
    assert len(set(sizes)) == len(sizes)
