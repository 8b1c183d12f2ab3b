"""Reads tables of published speeds as requests, the way the accuracy checks ask them."""

import csv
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Phase = Literal["decode", "prefill"]

_LEFT_OUT = re.compile(r"MTP|cluster|host=|known-bad|no matrix cores|ngl 0|aggregate|unknown")
"""Notes of rows that measure something else: speculative decoding, remote hosts, faulty drivers, CPU runs, sums."""
_AT_DEPTH = re.compile(r"pp(\d+)\s*@\s*d(\d+)")
_UBATCH = re.compile(r"\bub=(\d+)")


@dataclass(frozen=True)
class MeasuredRow:
    """One published speed: what was asked, on which machine, and tokens per second of all sequences."""

    machine: str
    model: str
    quant: str
    request: dict[str, Any]
    tokens_per_s: float


def measured_rows(measured: Path, hardware: Path) -> list[MeasuredRow]:
    """Rows of machines whose bandwidth is known, without those that measure something else."""
    machines = {row["hardware"]: row for row in _rows(hardware)}
    return [
        MeasuredRow(
            row["hardware"],
            row["model"],
            row["quant"],
            _request(row, machines[row["hardware"]]),
            float(row["tokens_per_s"]),
        )
        for row in _rows(measured)
        if _is_plain(row) and machines.get(row["hardware"], {}).get("mem_bandwidth_gbs")
    ]


def _is_plain(row: dict[str, str]) -> bool:
    return not row["offload"] and row["backend"] != "hybrid" and not _LEFT_OUT.search(row["notes"])


def _request(row: dict[str, str], machine: dict[str, str]) -> dict[str, Any]:
    decode, notes = row["phase"] == "decode", row["notes"]
    date, ubatch = re.match(r"\d{4}-\d{2}", row["date"]), _UBATCH.search(notes)
    fields = {
        "id": "",
        "device": row["hardware"],
        "device_count": int(_number(row["n_devices"]) or 1),
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
        "phase": row["phase"],
        "batch": int(_number(row["batch"]) or 1) if decode else 1,
        "threads": int(_number(row["threads"]) or 0) or None,
        "ubatch_tokens": int(ubatch[1]) if ubatch else None,
        "flash_attention": _flash(row["flash_attn"], notes),
        "split": "layer" if "layer split" in notes else "tensor" if "TP=" in notes else None,
        "build_date": date[0] if date else None,
    }
    return fields | _lengths(row)


def _lengths(row: dict[str, str]) -> dict[str, int]:
    """Tokens before, in the prompt and generated."""
    stated = _number(row["prompt_len_or_depth"]) or 0
    if row["phase"] == "decode":
        generated = int(_number(row["gen_len"]) or 128)
        middle = "mean depth" in row["notes"]  # such a row states the middle of the generation
        return {"depth_tokens": int(max(0, stated - middle * generated / 2)), "generated_tokens": generated}
    at_depth = _AT_DEPTH.search(row["notes"])
    if at_depth:
        return {"prompt_tokens": int(at_depth[1]), "depth_tokens": int(at_depth[2])}
    return {"prompt_tokens": int(stated or 512), "depth_tokens": 0}


def _flash(column: str, notes: str) -> bool | None:
    return {"1": True, "0": False}.get(column, True if "fa=1" in notes else False if "fa=0" in notes else None)


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as handle:
        return list(csv.DictReader(handle))


def _number(text: str) -> float | None:
    try:
        return float(text) or None
    except ValueError:
        return None
