"""Weights in formats other than GGUF against published file sizes."""

import pytest

from advisor.catalog.cards.catalog import Catalog
from advisor.facts.values.units import GB, GIB, MIB
from tests.predict.test_weights import weights

# Model, format, published bytes (sum of the weight files as listed on the page, rounded there), page.
PUBLISHED = [
    ("Llama-3.1-8B", "fp8", 9.08 * GB, "huggingface.co/neuralmagic/Meta-Llama-3.1-8B-Instruct-FP8"),
    ("Llama-3.1-8B", "AWQ int4", 5.73 * GB, "huggingface.co/hugging-quants/Meta-Llama-3.1-8B-Instruct-AWQ-INT4"),
    ("Qwen2.5-7B", "AWQ int4", 5.57 * GB, "huggingface.co/graelo/Qwen2.5-7B-Instruct-1M-AWQ"),
    ("Qwen2.5-14B", "AWQ int4", 9.98 * GB, "huggingface.co/ibrahimkettaneh/Qwen2.5-14B-Instruct-abliterated-AWQ"),
    ("Qwen2-7B", "gptq-int4", 5.19 * GIB, "ai.gitee.com/hf-models/Qwen/Qwen2-7B-Instruct-GPTQ-Int4"),
    ("Qwen2.5-0.5B", "gptq-int8", 610.06 * MIB, "ai.gitee.com/hf-models/Qwen/Qwen2.5-0.5B-Instruct-GPTQ-Int8"),
    ("Llama-3-8B", "nf4 single quantization", 6.03 * GB, "huggingface.co/Kameshr/Nvidia-Llama3-ChatQA-1.5-4bit"),
    ("gpt-oss-20b", "MXFP4 safetensors", 13.76 * GB, "huggingface.co/openai/gpt-oss-20b"),
    ("Qwen2.5-7B", "MLX 4-bit", 4.28 * GB, "huggingface.co/lmstudio-community/Qwen2.5-7B-Instruct-MLX-4bit"),
    ("Qwen3-8B", "MLX 4-bit g128", 4.35 * GB, "huggingface.co/Qwen/Qwen3-8B-MLX-4bit"),
    ("QwQ-32B", "MLX 3-bit", 14.33 * GB, "huggingface.co/mlx-community/QwQ-32B-3bit"),
    ("Llama-3-8B", "EXL 4.0bpw", 4.96 * GB, "huggingface.co/turboderp/Llama-3-8B-Instruct-exl2"),
    ("Llama-3-8B", "EXL 6.0bpw", 6.70 * GB, "huggingface.co/turboderp/Llama-3-8B-Instruct-exl2"),
    ("Llama-3-70B", "EXL 3.0bpw", 28.60 * GB, "huggingface.co/turboderp/Llama-3-70B-exl2"),
    ("Llama-3-70B", "EXL 5.0bpw", 45.72 * GB, "huggingface.co/turboderp/Llama-3-70B-Instruct-exl2"),
    ("Llama-2-13B", "EXL 2.5bpw", 4.43 * GB, "huggingface.co/turboderp/Llama2-13B-exl2"),
    ("Llama-2-13B", "EXL 8.0bpw", 13.15 * GB, "huggingface.co/turboderp/Llama2-13B-exl2"),
]


@pytest.mark.parametrize(("model", "form", "published", "page"), PUBLISHED)
def test_weights_are_those_of_the_published_files(
    catalog: Catalog, model: str, form: str, published: float, page: str
) -> None:
    assert weights(catalog, model, form).total_bytes == pytest.approx(published, rel=6e-3), page


@pytest.mark.parametrize(
    "ladder",
    [
        ("AWQ int4", "AWQ int4 g64", "AWQ int4 g32", "fp8", "fp16"),
        ("MLX 2-bit", "MLX 3-bit", "MLX 4-bit g128", "MLX 4-bit", "MLX 4-bit g32", "MLX 6-bit", "MLX 8-bit"),
        ("EXL 2.5bpw", "EXL 3.0bpw", "EXL 4.0bpw", "EXL 5.0bpw", "EXL 6.0bpw", "EXL 8.0bpw"),
        ("nf4", "nf4 single quantization", "int8", "bfloat16"),
    ],
)
@pytest.mark.parametrize("model", ["Llama-3.1-8B", "gemma-4-E4B-it", "granite-4.0-h-tiny"])
def test_more_bits_weigh_more(catalog: Catalog, model: str, ladder: tuple[str, ...]) -> None:
    sizes = [weights(catalog, model, form).total_bytes for form in ladder]
    assert sizes == sorted(sizes)
    assert len(set(sizes)) == len(sizes)
