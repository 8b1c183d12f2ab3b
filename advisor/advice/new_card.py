"""The beginning of a card for what is not known: of a GPU that is there what was read and measured, else its name."""

import datetime
import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

import rtoml

from advisor.advice.added_cards import sound_beside_others
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.detected_gpu import architecture_of
from advisor.facts.machine.machine import Gpu, Machine
from advisor.facts.machine.measurement import Measurements
from advisor.facts.values.reason import Reason
from advisor.facts.values.units import GIB, GIGA, TERA

_SIZE_TOLERANCE = 0.08
_MEASURED = {
    "bandwidth_gb_per_s": ("gpu_memory_read", GIGA),
    "fp32_tflop_per_s": ("gpu_fp32", TERA),
    "fp16_dense_tflop_per_s": ("gpu_matrix_fp16_acc32", TERA),
}
"""Figures that a measurement stands in for where nothing states them: at least so much it is."""
_WANTED = {"architecture": "ada", "form": "desktop", "released": "2026"}
"""What a card has to say and no system tells, as it would be written."""

_OF_NAME: dict[str, tuple[str, dict[str, object]]] = {
    "gpus": (
        "other",
        {"vendor": "nvidia", **_WANTED, "memory_kind": "dedicated", "memory_gib": 16, "bandwidth_gb_per_s": 672},
    ),
    "models": (
        "own",
        {"family": "Qwen", "maker": "Alibaba", "params": 8_190_735_360, "active_params": 8_190_735_360,
         "license": "apache-2.0", "released": "2026-01", "good_for": ["chat"]},
    ),
}  # fmt: skip
"""The folder of a card that is made of a name alone, and what it has to say, as it would be written."""


class NewCard(NamedTuple):
    """Its path below specs/ and its text."""

    full_id: str
    text: str


def unknown_gpus(machine: Machine) -> tuple[int, ...]:
    """The places of GPUs of which no card is known, or several may be meant."""
    return tuple(place for place, gpu in enumerate(machine.gpus) if gpu.card.value is None)


def new_card(
    machine: Machine, place: int, measured: Measurements | None, catalog: Catalog, *, today: datetime.date
) -> NewCard:
    """A card of the GPU at that place; lines that only a person can fill in are there as remarks."""
    gpu = machine.gpus[place]
    name = gpu.name.value or gpu.pci_id.value or "GPU"
    vendor = gpu.vendor.value if gpu.vendor.value in ("nvidia", "amd", "intel", "apple") else "other"
    stated = {"name": name, "vendor": vendor, **_detected(gpu, catalog)}
    rates = (
        {} if measured is None else {one.name: one.figure for one in measured.results if one.device == f"gpu{place}"}
    )
    found = {
        key: _short(rates[of] / unit) for key, (of, unit) in _MEASURED.items() if key not in stated and of in rates
    }
    told = {**stated, **found, **({"uncertain": list(found)} if found else {})}
    lines = [_line(key, value) for key, value in told.items() if value is not None]
    lines += (f'# {key} = "{example}"' for key, example in _WANTED.items() if key not in told)
    lines += ('source = "read and measured on this computer"', f"checked = {today.isoformat()}")
    return NewCard(f"gpus/{vendor}/{_slug(name)}", "\n".join(lines) + "\n")


def named_card(shelf: Literal["gpus", "models"], name: str, *, today: datetime.date) -> NewCard:
    """A card of something that is not here and has only a name; the rest is there as remarks."""
    folder, wanted = _OF_NAME[shelf]
    lines = [_line("name", name)]
    lines += (f"# {_line(key, example)}" for key, example in wanted.items())
    lines += (f"# {_line('source', 'data sheet or model page')}", f"checked = {today.isoformat()}")
    return NewCard(f"{shelf}/{folder}/{_slug(name)}", "\n".join(lines) + "\n")


def with_values(card: NewCard, values: Sequence[tuple[str, str]]) -> NewCard:
    """The card with these keys said, each a TOML value or plain text."""
    lines = card.text.splitlines()
    for key, value in values:
        lines = [line for line in lines if not re.match(rf"(?:# )?{re.escape(key)} =", line)]
        try:
            rtoml.loads(f"{key} = {value}")
        except rtoml.TomlParsingError:
            value = rtoml.dumps({"x": value}).removeprefix("x = ").strip()
        lines.append(f"{key} = {value}")
    return NewCard(card.full_id, "\n".join(lines) + "\n")


def faults_of(card: NewCard) -> tuple[Reason, ...]:
    """Everything that is wrong with it, as of every card."""
    return sound_beside_others(card.full_id, card.text.encode())[1]


def _detected(gpu: Gpu, catalog: Catalog) -> dict[str, object]:
    """What the system says, by the keys of a card."""
    total, link = gpu.memory_total_bytes.value, gpu.link.value
    kind = gpu.memory_kind.value
    bandwidth, fp32 = gpu.theoretical_bytes_per_s.value, gpu.fp32_flop_per_s.value
    found: dict[str, object] = {
        "architecture": architecture_of(gpu, catalog),
        "form": "integrated" if kind in ("shared", "unified") else None,
        "pci_ids": [gpu.pci_id.value.lower()] if gpu.pci_id.value else None,
        "memory_kind": kind,
        "memory_gib": _size_gib(total) if total and kind == "dedicated" else None,
        "bus_bits": gpu.memory_bus_bits.value,
        "bandwidth_gb_per_s": _short(bandwidth / GIGA) if bandwidth else None,
        "compute_units": gpu.compute_units.value,
        "fp32_tflop_per_s": _short(fp32 / TERA) if fp32 else None,
        "power_w": gpu.power_default_w.value,
        "link_generation": link.generation_max if link else None,
        "link_width": link.width_max if link else None,
    }
    return {key: value for key, value in found.items() if value is not None}


def _line(key: str, value: object) -> str:
    return rtoml.dumps({key: value}).strip()


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or "card"


def _size_gib(total_bytes: int) -> float:
    """Whole GiB where a driver tells a little less."""
    size = total_bytes / GIB
    whole = -(-total_bytes // GIB)
    return float(whole) if whole / size - 1 <= _SIZE_TOLERANCE else _short(size)


def _short(figure: float) -> float:
    return float(f"{figure:.4g}")
