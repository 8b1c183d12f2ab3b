"""Reads tables of published speeds as requests, the way `refit` and the accuracy checks ask them."""

import csv
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_LEFT_OUT = re.compile(r"MTP|cluster|host=|known-bad|no matrix cores|ngl 0")
"""Notes of rows that measure something else: speculative decoding, remote hosts, faulty drivers, CPU runs."""


@dataclass(frozen=True)
class MeasuredRow:
    """One published speed of generation: what was asked, on which machine, and tokens per second."""

    machine: str
    request: dict[str, Any]
    tokens_per_s: float


def decode_rows(measured: Path, hardware: Path) -> list[MeasuredRow]:
    """Rows of generation by one device and one stream whose bandwidth is known."""
    machines = {row["hardware"]: row for row in _rows(hardware)}
    return [
        MeasuredRow(row["hardware"], _request(row, machines[row["hardware"]]), float(row["tokens_per_s"]))
        for row in _rows(measured)
        if _is_plain(row) and machines.get(row["hardware"], {}).get("mem_bandwidth_gbs")
    ]


def _is_plain(row: dict[str, str]) -> bool:
    single = row["phase"] == "decode" and row["n_devices"] in ("", "1") and row["batch"] in ("", "1")
    return single and not row["offload"] and row["backend"] != "hybrid" and not _LEFT_OUT.search(row["notes"])


def _request(row: dict[str, str], machine: dict[str, str]) -> dict[str, Any]:
    generated = int(_number(row["gen_len"]) or 128)
    depth = _number(row["prompt_len_or_depth"]) or 0
    if "mean depth" in row["notes"]:  # such a row states the middle of the generation
        depth = max(0, depth - generated / 2)
    date = re.match(r"\d{4}-\d{2}", row["date"])
    return {
        "id": "",
        "device": row["hardware"],
        "device_facts": {
            "memory_gb": _number(machine["memory_capacity_gb"]),
            "memory_bandwidth_gb_per_s": _number(machine["mem_bandwidth_gbs"]),
            "fp32_tflop_per_s": _number(machine["fp32_tflops"]),
            "fp16_dense_tflop_per_s": _number(machine["fp16_dense_tflops"]),
        },
        "model": row["model"],
        "model_facts": {
            "params_b": _number(row["params_b"]),
            "active_params_b": _number(row["active_params_b"]),
            "file_gib": _number(row["file_size_gib"]),
        },
        "quant": row["quant"] or None,
        "engine": row["engine"].replace("llamacpp", "llama.cpp"),
        "backend": row["backend"] or None,
        "depth_tokens": int(depth),
        "generated_tokens": generated,
        "threads": int(_number(row["threads"]) or 0) or None,
        "flash_attention": {"1": True, "0": False}.get(row["flash_attn"]),
        "build_date": date[0] if date else None,
    }


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as handle:
        return list(csv.DictReader(handle))


def _number(text: str) -> float | None:
    try:
        return float(text) or None
    except ValueError:
        return None
