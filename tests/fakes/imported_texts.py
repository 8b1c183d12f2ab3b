"""Texts as other programs print them, written from the formats they document (addresses beside the readers)."""

import json
from typing import Any

MODEL_FILE = "models/Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf"

BENCH: dict[str, Any] = {
    "build_commit": "51fa458a",
    "build_number": 6918,
    "cpu_info": "AMD Ryzen 7 7700 8-Core Processor",
    "gpu_info": "NVIDIA GeForce RTX 4070 SUPER",
    "backends": "CUDA",
    "model_filename": MODEL_FILE,
    "model_type": "llama 8B Q4_K - Medium",
    "model_size": 4912898304,
    "model_n_params": 8030261312,
    "n_batch": 2048,
    "n_ubatch": 512,
    "n_threads": 8,
    "type_k": "f16",
    "type_v": "f16",
    "n_gpu_layers": 99,
    "n_cpu_moe": 0,
    "split_mode": "layer",
    "main_gpu": 0,
    "no_kv_offload": False,
    "flash_attn": 1,
    "devices": "auto",
    "tensor_split": "0.00",
    "tensor_buft_overrides": "none",
    "embeddings": False,
    "n_prompt": 0,
    "n_gen": 128,
    "n_depth": 0,
    "test_time": "2026-11-18T09:30:00Z",
    "avg_ns": 1_777_000_000,
    "stddev_ns": 9_000_000,
    "avg_ts": 72.0,
    "stddev_ts": 0.36,
    "samples_ts": [71.6, 71.8, 72.0, 72.2, 72.4],
}
"""One generation test of llama-bench."""


def bench(**fields: Any) -> dict[str, Any]:
    """The same with other fields."""
    return {**BENCH, **fields}


def prompt(rate: float = 4300.0, **fields: Any) -> dict[str, Any]:
    """A prompt test."""
    return bench(n_prompt=512, n_gen=0, avg_ts=rate, samples_ts=[rate], **fields)


def as_json(*tests: dict[str, Any]) -> str:
    return json.dumps(tests, indent=2)


def as_lines(*tests: dict[str, Any]) -> str:
    return "\n".join(json.dumps(test) for test in tests)


def as_csv(*tests: dict[str, Any]) -> str:
    names = [name for name in tests[0] if name != "samples_ts"]
    rows = [
        ",".join(f'"{int(test[name]) if isinstance(test[name], bool) else test[name]}"' for name in names)
        for test in tests
    ]
    return "\n".join((",".join(names), *rows)) + "\n"


TABLE = """ggml_cuda_init: found 1 CUDA devices:
  Device 0: NVIDIA GeForce RTX 4070 SUPER, compute capability 8.9, VMM: yes
| model                  |     size | params | backend | ngl | fa |          test |             t/s |
| ---------------------- | -------: | -----: | ------- | --: | -: | ------------: | --------------: |
| llama 8B Q4_K - Medium | 4.58 GiB | 8.03 B | CUDA    |  99 |  1 |         pp512 | 4312.20 ± 23.45 |
| llama 8B Q4_K - Medium | 4.58 GiB | 8.03 B | CUDA    |  99 |  1 |         tg128 |    72.60 ± 0.59 |
| llama 8B Q4_K - Medium | 4.58 GiB | 8.03 B | CUDA    |  99 |  1 | tg128 @ d4096 |    66.71 ± 0.60 |

build: 51fa458a (6918)
"""

OLD_TABLE = """
| model                          |       size |     params | backend    | ngl | test       |              t/s |
| ------------------------------ | ---------: | ---------: | ---------- | --: | ---------- | ---------------: |
| llama 8B mostly Q4_0           |   4.33 GiB |     8.03 B | CUDA       |  99 | tg 128     |     76.19 ± 0.55 |

build: 1f5cd83 (1050)
"""

CPU_TABLE = """
| model                  |     size |   params | backend | threads |  test |          t/s |
| ---------------------- | -------: | -------: | ------- | ------: | ----: | -----------: |
| llama 8B Q4_K - Medium | 4.58 GiB |   8.03 B | CPU     |       8 | tg128 |  7.90 ± 0.05 |
"""

OLLAMA = """>>> /set verbose
$ ollama run llama3.1:8b-instruct-q4_K_M --verbose "Why is the sky blue?"
Because air scatters blue light more than red light.

total duration:       3.245017s
load duration:        1.036014583s
prompt eval count:    420 token(s)
prompt eval duration: 120ms
prompt eval rate:     3500.00 tokens/s
eval count:           184 token(s)
eval duration:        2.63s
eval rate:            69.96 tokens/s
"""

LM_STUDIO = """You: hello

Prediction Stats:
  Stop Reason: eosFound
  Tokens/Second: 68.41
  Time to First Token: 0.163s
  Prompt Tokens: 24
  Predicted Tokens: 153
  Total Tokens: 177
"""

LM_STUDIO_ANSWER = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "model": "meta-llama-3.1-8b-instruct",
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Hello."}}],
    "usage": {"prompt_tokens": 24, "completion_tokens": 153, "total_tokens": 177},
    "stats": {
        "tokens_per_second": 68.41,
        "time_to_first_token": 0.163,
        "generation_time": 2.2,
        "stop_reason": "eosFound",
    },
    "model_info": {"arch": "llama", "quant": "Q4_K_M", "format": "gguf", "context_length": 4096},
    "runtime": {"name": "llama.cpp-linux-x86_64-nvidia-cuda", "version": "1.30.0", "supported_formats": ["gguf"]},
}

LOG = f"""ggml_vulkan: Found 1 Vulkan devices:
ggml_vulkan: 0 = NVIDIA GeForce RTX 4070 SUPER (NVIDIA) | uma: 0 | fp16: 1 | warp size: 32
build: 6918 (51fa458a) with cc for x86_64-linux-gnu
llama_model_loader: loaded meta data with 33 key-value pairs and 292 tensors from {MODEL_FILE} (version GGUF V3)
print_info: file type   = Q4_K - Medium
print_info: file size   = 4.58 GiB (4.89 BPW)
print_info: model params     = 8.03 B
load_tensors: offloaded 33/33 layers to GPU
llama_perf_context_print:        load time =    1095.01 ms
llama_perf_context_print: prompt eval time =      85.30 ms /   300 tokens (0.28 ms per token, 3517.00 tokens per second)
llama_perf_context_print:        eval time =    1785.00 ms /   127 runs   (14.06 ms per token, 71.15 tokens per second)
llama_perf_context_print:       total time =    1900.00 ms /   427 tokens
"""

CLPEAK = {
    "schema": "clpeak/run",
    "format_version": 3,
    "clpeak_version": "3.0.0",
    "generated_at": "2026-11-18T10:00:00Z",
    "devices": [
        {
            "backend": backend,
            "platform": backend,
            "name": "NVIDIA GeForce RTX 4070 SUPER",
            "driver": "580.1",
            "type": "gpu",
            "tests": [
                {
                    "id": "global_memory_bandwidth",
                    "unit": "B/s",
                    "quantity": "bytes_per_second",
                    "metrics": [{"id": "float", "value": 4.4e11}, {"id": "float4", "value": best}],
                },
                {
                    "id": "wmma",
                    "unit": "FLOPS",
                    "metrics": [
                        {"id": "fp16", "value": 7.0e13},
                        {"id": "int4", "status": "unsupported", "unit": "OPS"},
                    ],
                },
            ],
        }
        for backend, best in (("CUDA", 4.71e11), ("Vulkan", 4.66e11))
    ],
}

CLPEAK_SECOND = {
    "format_version": 2,
    "clpeak_version": "2.1.2",
    "os": "Linux x64",
    "entries": [
        {
            "backend": "OpenCL",
            "device": "NVIDIA GeForce RTX 4070 SUPER",
            "driver": "580.1",
            "category": "bandwidth",
            "test": "global_memory_bandwidth",
            "metric": "float4",
            "unit": "gbps",
            "value": 468.2,
        }
    ],
}

CLPEAK_XML = """<?xml version="1.0" encoding="utf-8"?>
<clpeak format_version="2" clpeak_version="2.1.2" os="Linux x64">
  <run backend="CUDA" platform="CUDA" device="NVIDIA GeForce RTX 4070 SUPER" driver="13.3">
    <prop name="VRAM" value="12282 MB"/>
    <category name="bandwidth">
      <test name="global_memory_bandwidth" unit="gbps">
        <metric name="float">441.5</metric>
        <metric name="float4">471.0</metric>
        <metric name="float8" status="unsupported" reason="none"/>
      </test>
      <test name="transfer_bandwidth" unit="gbps"><metric name="h2d_pinned">25.1</metric></test>
    </category>
  </run>
</clpeak>
"""

CLPEAK_FIRST_XML = """<clpeak os="Linux x64">
  <platform name="NVIDIA CUDA">
    <device name="NVIDIA GeForce RTX 4070 SUPER" driver_version="520.1">
      <global_memory_bandwidth unit="gbps"><float>440</float><float2>465</float2></global_memory_bandwidth>
      <single_precision_compute unit="gflops"><float>34000</float></single_precision_compute>
    </device>
  </platform>
</clpeak>
"""
