"""Names as drivers, people and files write them."""

import pytest

from advisor.catalog.cards.name_key import hardware_key, model_key, quant_in_name, without_form, without_size


@pytest.mark.parametrize(
    ("written", "same_as"),
    [
        ("NVIDIA GeForce RTX 4090", "RTX 4090"),
        ("M2 Ultra (76-core GPU)", "Apple M2 Ultra 76-core"),
        ("Intel(R) Core(TM) i7-8700 CPU @ 3.20GHz", "Core i7-8700"),
        ("11th Gen Intel(R) Core(TM) i7-1165G7 @ 2.80GHz", "Core i7-1165G7"),
        ("AMD Ryzen 9 7950X 16-Core Processor", "Ryzen 9 7950X"),
        ("AMD Ryzen 7 7840HS w/ Radeon 780M Graphics", "Ryzen 7 7840HS"),
        ("AMD Ryzen Threadripper PRO 5975WX 32-Cores", "Threadripper PRO 5975WX".replace("Thr", "Ryzen Thr")),
        ("Intel(R) Arc(TM) B580 Graphics", "Arc B580"),
    ],
)
def test_hardware_names_that_mean_the_same(written: str, same_as: str) -> None:
    assert hardware_key(written) == hardware_key(same_as)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("RTX 4090", "NVIDIA GeForce RTX 4090 Laptop GPU"),
        ("RTX 4070", "RTX 4070 Ti"),
        ("RTX 4070 Ti", "RTX 4070 Ti SUPER"),
        ("RX 7900 XT", "RX 7900 XTX"),
        ("RTX PRO 6000 Blackwell", "RTX PRO 6000 Blackwell Max-Q"),
        ("RTX 4060 Ti 8GB", "RTX 4060 Ti 16GB"),
    ],
)
def test_variant_words_are_never_dropped(one: str, other: str) -> None:
    assert hardware_key(one) != hardware_key(other)


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf", "llama3.18b"),
        ("meta-llama/Llama-3.1-8B-Instruct", "llama3.18b"),
        ("llama3.1-8b", "llama3.18b"),
        ("Qwen3-30B-A3B-UD-Q4_K_XL-00001-of-00002.gguf", "qwen330ba3b"),
        ("gpt-oss-20b-MXFP4.gguf", "gptoss20b"),
        ("Llama-3.2-1B-Instruct-f16.gguf", "llama3.21b"),
        ("Mistral-7B-Instruct-v0.3", "mistral7bv0.3"),
    ],
)
def test_model_names_lose_what_is_not_the_model(written: str, key: str) -> None:
    assert model_key(written) == key


@pytest.mark.parametrize(
    ("written", "bare"),
    [
        ("RTX 3060 12GB", "RTX 3060"),
        ("rtx-3060-12gb", "rtx-3060"),
        ("GTX 1060 (3 GB)", "GTX 1060"),
        ("A100-SXM4-80GB", "A100-SXM4"),
        ("A100 80GB PCIe", "A100 PCIe"),
        ("RTX 4090", "RTX 4090"),
    ],
)
def test_a_memory_size_is_left_out_whole(written: str, bare: str) -> None:
    assert without_size(written) == bare


def test_a_form_is_left_out_and_a_variant_is_not() -> None:
    assert hardware_key(without_form("A100-SXM4-80GB")) == hardware_key("A100 80GB")
    assert hardware_key(without_form("M4 Max (40-core GPU)")) == hardware_key("Apple M4 Max")
    assert without_form("RTX 4090 Laptop GPU") == "RTX 4090 Laptop GPU"


@pytest.mark.parametrize(
    ("written", "quant"),
    [
        ("Meta-Llama-3.1-8B-Instruct-Q5_K_M.gguf", "q5_k_m"),
        ("Qwen3-30B-A3B-UD-Q4_K_XL-00001-of-00002.gguf", "ud-q4_k_xl"),
        ("gemma-3-27b-it-qat-q4_0", "q4_0"),
        ("mlx-community/Llama-3.2-3B-Instruct-4bit", "4bit"),
        ("Llama-3.2-1B-Instruct-f16.gguf", "f16"),
        ("Llama-3.1-8B", None),
        ("Mistral-7B-Instruct-v0.3", None),
    ],
)
def test_a_file_name_carries_its_quantization(written: str, quant: str | None) -> None:
    assert quant_in_name(written) == quant
