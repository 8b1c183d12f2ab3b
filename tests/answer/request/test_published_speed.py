"""Predictions against published measurements: a table with tolerances and where the figures stand."""

from typing import Any

import pytest

from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import load_catalog
from tests.fakes.sure import sure

CATALOG = load_catalog()

XIONGJIE = "github.com/XiongjieDai/GPU-Benchmarks-on-LLM-Inference"
APPLE = "github.com/ggml-org/llama.cpp/discussions/4167"
SPARK = "github.com/ggml-org/llama.cpp benches/dgx-spark.md"
CONSUMER = "github.com/InventiveHQ/speculative-decoding-consumer-gpus"
IK = "github.com/ikawrakow/ik_llama.cpp"

OLD = {"build_date": "2024-05", "flash_attention": False}
I7 = {"cpu": "Core i7-8700", "memory_bandwidth_gb_per_s": 38.4, "memory_gb": 32}

CASES = [
    ("RTX 4090", "Llama-3-8B", "Q4_K_M", {"depth_tokens": 0, "generated_tokens": 1024, **OLD}, 127.7, 0.1, XIONGJIE),
    ("RTX 3090", "Llama-3-8B", "F16", {"depth_tokens": 0, "generated_tokens": 1024, **OLD}, 46.5, 0.12, XIONGJIE),
    ("A100 PCIe 80GB", "Llama-3-8B", "F16", {"depth_tokens": 0, "generated_tokens": 1024, **OLD}, 54.6, 0.12, XIONGJIE),
    ("M2 Ultra (76-core GPU)", "Llama-2-7B", "Q4_0", {"build_date": "2023-11"}, 94.3, 0.12, APPLE),
    ("DGX Spark GB10", "Qwen3-30B-A3B", "Q8_0", {"generated_tokens": 32, "ubatch_tokens": 2048}, 60.9, 0.15, SPARK),
    ("RTX 5060 Ti 16GB", "Qwen2.5-Coder-14B", "Q4_K_M", {}, 43.2, 0.08, CONSUMER),
    ("RTX 5060 Ti 16GB", "Qwen2.5-Coder-14B", "Q4_K_M", {"gpu_layers": 16, "host": I7}, 4.24, 0.1, CONSUMER),
    ("RTX 5060 Ti 16GB", "Qwen2.5-Coder-14B", "Q4_K_M", {"gpu_layers": 0, "host": I7}, 2.89, 0.1, CONSUMER),
    (
        "RTX 4080",
        "Qwen3-30B-A3B",
        "IQ4_XS",
        {
            "cpu_moe_layers": 14,
            "engine": "ik_llama.cpp",
            "host": {"cpu": "Ryzen 9 7950X", "memory_bandwidth_gb_per_s": 83.2},
        },
        68.7,
        0.13,
        IK,
    ),
    ("RTX 3090", "Llama-3-70B", "Q4_K_M", {"device_count": 4, "generated_tokens": 1024, **OLD}, 17.0, 0.15, XIONGJIE),
]


@pytest.mark.parametrize(("device", "model", "quant", "fields", "measured", "tolerance", "source"), CASES)
def test_generation_speed_is_near_the_published_one(
    device: str, model: str, quant: str, fields: dict[str, Any], measured: float, tolerance: float, source: str
) -> None:
    request = {"id": "1", "task": "generate", "device": device, "model": model, "quant": quant, **fields}
    answer = answer_request(request, CATALOG)
    assert sure(answer.tokens_per_s).middle == pytest.approx(measured, rel=tolerance), f"{source}: {answer.notes}"
