"""Published speeds of models that lie partly or wholly in main memory, as questions."""

import csv
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from advisor.cli.published_case import Case
from advisor.facts.values.units import GIGA, MEGA

Row = Mapping[str, str]

_BYTES_PER_TRANSFER = 8
_CARD = re.compile(r"^(?:(\d)x )?((?:RTX )?\d{4}D?(?: Ti| SUPER)?(?: \d+GB)?|RTX A\d{4})\b", re.IGNORECASE)
_MEMORY = re.compile(r"(?:(\d+)ch )?DDR\d-(\d+)( dual)?", re.IGNORECASE)
_RATE = re.compile(r"\(([\d.]+) GB.s\)")
_OTHER_THINGS = re.compile(r"VRAM overflow|PCIe|NVLink|latency|slot fault", re.IGNORECASE)
"""Rows about copies, about what drivers do by themselves, and about faults."""


class _Machine(NamedTuple):
    """The card and the computer around it, as far as a row tells."""

    card: str | None
    cards: int
    host: dict[str, Any]


def offload_cases(path: Path) -> Iterable[Case]:
    """The rows of `offload_published.csv` with a speed, a model, and the processor where that takes part."""
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            machine = _machine(row["hardware"])
            is_told = machine.host or (machine.card and row["fraction_on_gpu"] == "1")
            if row["model"] and row["decode_tok_s"] and is_told and not _OTHER_THINGS.search(row["case"]):
                yield from _cases(row, machine)


def _cases(row: Row, machine: _Machine) -> Iterable[Case]:
    request = _request(row, machine)
    measured = re.findall(r"[\d.]+", row["decode_tok_s"])
    threads = re.match(r"([\d/]+) threads", row["config"])
    if threads:
        for count, speed in zip(threads[1].split("/"), measured, strict=True):
            asked = {**request, "threads": int(count)}
            yield Case("offload, processor by threads", asked, "tokens_per_s", float(speed), f"{count} threads")
    elif " / +" in row["config"]:
        yield Case("offload, processor alone", request, "tokens_per_s", float(measured[0]), row["config"])
        card = "Tesla " + row["config"].split("+")[1]
        offloaded = {**request, "device": card, "host": machine.host, "backend": "cuda"}
        yield Case("offload, layers in main memory", offloaded, "tokens_per_s", float(measured[1]), row["config"])
    else:
        yield Case(_group(row, request), request, "tokens_per_s", float(measured[0]), f"{row['case']} {row['config']}")


def _group(row: Row, request: Mapping[str, Any]) -> str:
    if row["fraction_on_gpu"] == "1":
        return "offload, all on the card"
    if "cpu_moe_layers" in request:
        return "offload, experts in main memory"
    return "offload, layers in main memory" if request["backend"] == "cuda" else "offload, processor alone"


def _request(row: Row, machine: _Machine) -> dict[str, Any]:
    name, _, rest = row["model"].partition(" Q")
    quant = re.search(r"\b(I?Q\d\w*|FP16|F16|MXFP4)\b", row["model"])
    model = re.sub(r"(?<=Qwen3)VL", "-VL", re.sub(r" FP16$| \d+B$", "", name))
    request: dict[str, Any] = {
        "task": "generate",
        "model": model if rest or quant else row["model"],
        "quant": quant[1].replace("FP16", "F16") if quant else "Q4_K_M",
        "engine": row["case"] if row["case"] == "KTransformers" else "llama.cpp",
    }
    layers, context = re.match(r"ngl (\d+)", row["config"]), re.match(r"ctx (\d+)", row["config"])
    if machine.card is None:
        facts = {key: machine.host[key] for key in ("memory_bandwidth_gb_per_s",) if key in machine.host}
        return {**request, "device": machine.host["cpu"], "device_facts": facts, "backend": "cpu"}
    request |= {"device": machine.card, "device_count": machine.cards, "backend": "cuda"}
    host = machine.host
    if "single socket" in row["config"]:
        rate = host["memory_bandwidth_gb_per_s"] / 2
        host = {"cpu": host["cpu"].removeprefix("2x "), "memory_bandwidth_gb_per_s": rate}
    request["host"] = host or None
    if "experts" in row["config"]:
        request["cpu_moe_layers"] = MEGA
    if layers:
        request["gpu_layers"] = int(layers[1])
    if context:
        request["context_tokens"] = int(context[1])
    return request


def _machine(hardware: str) -> _Machine:
    first, _, second = hardware.partition(" + ")
    card = _CARD.match(first)
    if card:
        name = card[2] if card[2].startswith("RTX") else f"RTX {card[2]}"
        return _Machine(name, int(card[1] or 1), _host(second))
    return _Machine(None, 1, _host(first) if re.match(r"(\dx )?(i\d-|Xeon|Apple)", first) else {})


def _host(text: str) -> dict[str, Any]:
    """The processor and the rate of its memory, stated or channels x transfers."""
    if not text:
        return {}
    memory, rate = _MEMORY.search(text), _RATE.search(text)
    name = re.sub(r" CPU$| \d+T$", "", (text[: memory.start()] if memory else text).strip())
    host: dict[str, Any] = {"cpu": re.sub(r"(?<=\d{4})v(\d)$", r" v\1", name)}
    if rate:
        host["memory_bandwidth_gb_per_s"] = float(rate[1])
    elif memory and (memory[1] or memory[3]):
        channels = int(memory[1] or 2)
        host["memory_bandwidth_gb_per_s"] = channels * int(memory[2]) * _BYTES_PER_TRANSFER * MEGA / GIGA
    return host
