import pytest

from advisor.answer.which_model.subject import find_subject
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.asked.request import PredictRequest
from advisor.predict.model.subject import Run
from advisor.predict.speed.decode import decode_parts
from tests.fakes.carded import gpu

CUDA, ROCM, VULKAN = "llama-cpp-cuda", "llama-cpp-rocm-amd", "llama-cpp-vulkan-amd"


def seconds(
    catalog: Catalog,
    batch: int,
    *,
    model: str = "Llama 3.1 8B",
    quant: str = "Q4_K_M",
    card: str = "RTX 4090",
    engine: str = CUDA,
) -> float:
    subject = find_subject(PredictRequest(model=model, quant=quant), catalog)[0]
    run = Run(context_tokens=4096, batch=batch)
    step = decode_parts(gpu(catalog, card), subject, catalog.calibrations[engine], run)
    assert step is not None
    return step.total_s


def test_each_further_sequence_takes_time_of_its_own(catalog: Catalog) -> None:
    by_vectors, by_matrices = ([seconds(catalog, batch) for batch in some] for some in ((1, 2, 8), (16, 64, 256)))
    assert by_vectors == sorted(by_vectors)
    assert by_matrices == sorted(by_matrices)
    assert by_matrices[1] < 4 * by_vectors[0]


def test_more_sequences_write_more_together(catalog: Catalog) -> None:
    for model in ("Llama 3.1 8B", "Qwen3 30B-A3B"):
        together = [batch / seconds(catalog, batch, model=model) for batch in (1, 2, 4, 8, 9, 16, 32, 64)]
        assert together == sorted(together)


# tokens/s of micro batches of an 8B model: github.com/ggml-org/llama.cpp/pull/27841, pull/22051, pull/23227, pull/26284
@pytest.mark.parametrize(
    ("card", "quant", "tokens", "together"),
    [
        ("Instinct MI50 32GB", "Q4_0", 16, 416),
        ("Instinct MI50 32GB", "Q4_0", 64, 645),
        ("Instinct MI50 32GB", "Q4_K_S", 32, 462),
        ("Instinct MI100", "IQ4_XS", 16, 793),
        ("Instinct MI100", "Q4_0", 4, 355),
        ("Instinct MI100", "Q4_0", 8, 442),
        ("Radeon RX 7900 XTX", "Q5_K_M", 64, 1970),
    ],
)
def test_amd_graphics_hardly_fill_a_tile_with_few_sequences(
    catalog: Catalog, card: str, quant: str, tokens: int, together: float
) -> None:
    """Twelve users of a Radeon were promised half as much again as they get: their arithmetic hid behind reading."""
    predicted = tokens / seconds(catalog, tokens, quant=quant, card=card, engine=ROCM)
    assert predicted == pytest.approx(together, rel=0.35)


@pytest.mark.parametrize("engine", [ROCM, VULKAN])
@pytest.mark.parametrize("model", ["Llama 3.1 8B", "Qwen3 30B-A3B"])
def test_a_radeon_serves_several_no_slower_than_one_after_another(catalog: Catalog, engine: str, model: str) -> None:
    alone = seconds(catalog, 1, model=model, card="Radeon RX 7900 XTX", engine=engine)
    for batch in (2, 4, 8, 9, 16, 64):
        assert seconds(catalog, batch, model=model, card="Radeon RX 7900 XTX", engine=engine) < batch * alone
