"""Reads the table of published fine-tuning and pre-training as questions."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from advisor.cli.published_case import Case
from advisor.facts.values.units import GIB, GIGA, KILO

_OTHER_SETUPS = re.compile(
    r"offload|optimizer in backward|8-bit|CPU-MoE|DreamBooth|baseline|2D|3D|images/s|MLPerf|Megatron 530B",
    re.IGNORECASE,
)
"""Rows of what a question cannot state: parts in main memory, steps of a ladder, divisions that are not told."""

_ENGINES = {
    "llm-foundry": "llm-foundry",
    "litgpt": "litgpt",
    "torchtune": "torchtune",
    "torchtitan": "torchtitan",
    "LLaMA-Factory": "llama-factory",
    "peft": "peft",
    "nemo": "nemo",
}
"""The program by a word of the source."""

_LARGE_VOCABULARY = re.compile(r"gemma", re.IGNORECASE)


def training_cases(table: Path) -> Iterator[Case]:
    """The rows whose hardware, batch and length are told, one case for memory and one for speed."""
    with table.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            request = _request(row)
            if request is None:
                continue
            memory, speed = _number(row["memory_gb_per_gpu"]), _number(row["tokens_per_s_per_gpu"])
            label = f"{row['method']}, {row['batch_per_gpu']} x {row['seq_len'].split(' ')[0]}"
            if memory is not None:
                measured = memory * (GIB if row["memory_unit"].startswith("Gi") else GIGA)
                yield Case(_memory_group(row), request, "memory.total_bytes", measured, label)
            if speed is not None and "total or per gpu not stated" not in row["notes"]:
                yield Case(_speed_group(row, request), request, "tokens_per_s", speed, label)


def _request(row: dict[str, str]) -> dict[str, Any] | None:
    said = f"{row['method']} {row['notes']}"
    batch, tokens = _number(row["batch_per_gpu"]), _first_number(row["seq_len"])
    params, device = _number(row["params_b"]), re.sub(r" ?\(.*\)", "", row["hardware"])
    is_open = re.search(r"first wiki|any|not stated", row["hardware"]) is not None
    if _OTHER_SETUPS.search(said) or "px" in row["seq_len"] or None in (batch, tokens, params) or is_open:
        return None
    method = next((name for name in ("qlora", "lora") if name in row["method"].lower()), "full")
    task = "pretrain" if row["method"].startswith("pretrain") else "finetune"
    words = f"{row['method']} {row['source']}"
    engine = (
        "unsloth" if "unsloth" in words.lower() else next((_ENGINES[word] for word in _ENGINES if word in words), "")
    )
    return {
        "task": task,
        "method": method,
        "device": device,
        "device_facts": _device_facts(row["hardware"]),
        "device_count": int(_number(row["n_gpus"]) or 1),
        "model": row["model"],
        "model_facts": {"params_b": params},
        "precision": _precision(row),
        "batch": int(batch or 1),
        "sequence_tokens": int(tokens or 1),
        "checkpointing": _checkpointing(row),
        "engine": engine,
    }


def _device_facts(hardware: str) -> dict[str, float] | None:
    """The figures that stand in the name of a card which is not sold under it."""
    found = re.search(r"(\d+)G\w \w+ ([\d.]+)T\w/s", hardware)
    return {"memory_gb": float(found[1]), "memory_bandwidth_gb_per_s": float(found[2]) * KILO} if found else None


def _precision(row: dict[str, str]) -> str:
    words = f"{row['method']} {row['optimizer_precision']}".lower()
    if "fp8" in words:
        return "fp8"
    if "fp32" in words:
        return "fp32"
    return "amp" if "amp" in words or row["method"].startswith("pretrain") else "bf16"


def _checkpointing(row: dict[str, str]) -> bool | str | None:
    if "SAC" in row["method"]:
        return "selective"
    stated = row["act_ckpt"].split(" ")[0]
    by_default = "qlora" in row["method"].lower() or ("LoRA" in row["method"] and "torchtune" in row["source"])
    return {"True": True, "False": False}.get(stated, None if by_default else False)


def _memory_group(row: dict[str, str]) -> str:
    kind = "pre-train memory" if row["method"].startswith("pretrain") else "fine-tune memory"
    return f"{kind}, vocabulary of 256,000" if _LARGE_VOCABULARY.search(row["model"]) else kind


def _speed_group(row: dict[str, str], request: dict[str, Any]) -> str:
    kind = "pre-train speed" if request["task"] == "pretrain" else "fine-tune speed"
    return f"{kind}, fp8" if request["precision"] == "fp8" else kind


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _first_number(text: str) -> float | None:
    found = re.search(r"\d+", text)
    return float(found[0]) if found else None
