"""Published figures of models that write no text as questions."""

import csv
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from advisor.cli.published_case import Case
from advisor.facts.values.units import GIB, GIGA, MILLISECOND

Row = Mapping[str, str]

_TASKS = {
    "image": "image",
    "video": "video",
    "speech": "speech",
    "embedding": "embed",
    "vision classifier": "classify",
    "detector": "classify",
    "classifier": "classify",
}
_FRAMES = {"720": (1280, 720), "480": (832, 480)}
_TRANSFORMERS = ("flux", "wan", "cogvideo", "sd 3", "hunyuan", "qwen")
_FLASH = {"FA=0": False, "FA=1": True}


def model_cases(path: Path) -> Iterable[Case]:
    """The rows of `other_models_published.csv` that are a speed or a peak of memory of one model on one device."""
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            task = _TASKS.get(row["kind"])
            if task and not re.search(r"\bany\b|GB10 cluster|FBCache", f"{row['hardware']} {row['notes']}"):
                yield from _of_task(row, task)


def _of_task(row: Row, task: str) -> Iterable[Case]:
    if task in ("image", "video"):
        yield from _pictures(row, task)
    elif task == "speech":
        yield from _speech(row)
    else:
        yield from _items(row, task)


def _request(row: Row, task: str) -> dict[str, Any]:
    """What every request says: the hardware and its number, the model, precision and program as the row has them."""
    count, _, device = row["hardware"].partition("x ") if re.match(r"\dx ", row["hardware"]) else ("1", "", "")
    device = (device or row["hardware"]).split("/")[0]
    words = re.search(r"( TensorRT\d*| ONNX| CPU| \d threads)+$", device)
    threads = re.search(r"(\d+) threads", row["hardware"])
    return {
        "task": task,
        "device": device[: words.start()] if words else device,
        "device_count": int(count),
        "model": re.sub(r" \d step$", "", row["model"]),
        "precision": row["precision"],
        "batch": int(row["batch"] or 1),
        "engine": f"{row['notes']} {words[0] if words else ''}".strip() or None,
        "threads": int(threads[1]) if threads else None,
    }


def _number(text: str) -> float | None:
    """The first number, or the middle of a range."""
    found = re.match(r"([\d.]+)(?:-([\d.]+))?", text)
    if found is None:
        return None
    return (float(found[1]) + float(found[2] or found[1])) / 2


def _pictures(row: Row, task: str) -> Iterable[Case]:
    value, unit = _number(row["value"]), row["unit"]
    request = _request(row, task)
    sizes = re.search(r"(\d+)x(\d+)", row["unit_of_work"])
    lines = re.search(r"(720|480)P", row["unit_of_work"])
    if sizes:
        request |= {"width": int(sizes[1]), "height": int(sizes[2])}
    elif lines and "5B" not in row["model"]:
        request |= dict(zip(("width", "height"), _FRAMES[lines[1]], strict=True))
    request["steps"] = int(row["steps"]) if row["steps"] else None
    large = any(word in row["model"].lower() for word in _TRANSFORMERS)
    group = f"{task}, {'large transformers' if large else 'others'}"
    label = f"{row['precision']} b{row['batch']} {row['notes'][:24]}"
    if value and unit in ("it/s", "s/it"):
        yield Case(group, request, "iterations_per_s", value if unit == "it/s" else 1 / value, label)
    elif value and unit.startswith("s"):
        each = value / request["batch"] if unit == "s per batch" else value
        yield Case(group, request, "s_per_item", each, label)
    if row["peak_memory_gb"] and row["notes"].startswith("model memory"):
        peak = float(row["peak_memory_gb"])
        yield Case("image, memory", request, "memory.total_bytes", peak * GIB, label)
    if row["peak_memory_gb"] and task == "video" and row["hardware"].startswith("1x"):
        peak = float(row["peak_memory_gb"])
        yield Case("video, memory", request, "memory.moved_out_total_bytes", peak * GIGA, label)


def _speech(row: Row) -> Iterable[Case]:
    request = _request(row, "speech")
    flash = next((on for word, on in _FLASH.items() if word in row["notes"]), None)
    parts = re.match(r"enc ([\d.]+) ms; dec ([\d.]+) ms", row["value"])
    label = f"{row['precision']} {row['notes'][:24]}"
    if parts:
        request |= {"flash_attention": flash, "engine": "whisper.cpp"}
        yield Case("speech, encoder", request, "encoder_s", float(parts[1]) * MILLISECOND, label)
        yield Case("speech, token", request, "s_per_token", float(parts[2]) * MILLISECOND, label)
        return
    seconds, audio = _number(row["value"]), _number(row["unit_of_work"])
    if seconds and audio and row["unit"].startswith("s "):
        program = "faster-whisper" if "faster" in row["model"] else "PyTorch"
        request |= {"audio_s": audio, "engine": "whisper.cpp" if ".cpp" in row["model"] else program}
        request["model"] = (
            "whisper " + re.sub(r"^.*?whisper |faster-whisper | batch \d+$", "", row["model"]).split()[-1]
        )
        named = re.search(r"(tiny|base|small|medium|large-v\d(?:-turbo)?)", row["model"])
        request["model"] = f"whisper {named[1]}" if named else request["model"]
        yield Case("speech, real time", request, "realtime_factor", audio / seconds, f"{row['model']} {label}")


def _items(row: Row, task: str) -> Iterable[Case]:
    value, unit, request = _number(row["value"]), row["unit"], _request(row, task)
    sizes = re.match(r"(\d+)px", row["unit_of_work"])
    if sizes:
        request["width"] = int(sizes[1])
    if value is None:
        return
    group = "embedding" if task == "embed" else "vision"
    on_cpu = "CPU" in row["hardware"]
    group += ", processor" if on_cpu else ", graphics card"
    label = f"{row['precision']} b{row['batch']}"
    if task == "embed" and not row["batch"]:
        request["batch"] = 256
    if unit.endswith("/s"):
        yield Case(group, request, "items_per_s", value, label)
    elif unit.startswith("ms"):
        yield Case(group, request, "latency_s", value * MILLISECOND, label)
