"""What nobody without a graphics card can check: its figures beside its data sheet."""

import json
import subprocess
import sys

import pytest

from advisor.bench.card import Adapter
from advisor.bench.graphics.adapters import list_adapters
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.cards.card import GpuCard
from advisor.facts.values.units import GB, TERA

MEASURE = """
import json, sys
from statistics import median
from advisor.bench.graphics.part import GraphicsPart
part = GraphicsPart(int(sys.argv[1]), "gpu0", is_shared=sys.argv[2] == "integrated")
list(part.prepare())
best = {}
for _ in range(10):
    for test in part.tests:
        best.setdefault(test.name, {}).setdefault(test.method, []).append(test.sample())
print(json.dumps({name: {way: median(found) for way, found in ways.items()} for name, ways in best.items()}))
"""


def cards() -> list[Adapter]:
    return [adapter for adapter in list_adapters() if adapter.kind != "software"]


def card_of(adapter: Adapter) -> GpuCard | None:
    gpus = load_catalog().gpus
    pci_id = f"{adapter.vendor_id:04x}:{adapter.device_id:04x}"
    found = gpus.find(adapter.name) or next((name for name, card in gpus.items() if pci_id in card.pci_ids), None)
    return gpus[found] if found else None


@pytest.mark.gpu
def test_figures_beside_the_data_sheet() -> None:
    if not cards():
        pytest.skip("needs a GPU")
    for adapter in cards():
        command = [sys.executable, "-c", MEASURE, str(adapter.index), adapter.kind]
        child = subprocess.run(command, capture_output=True, text=True, check=True)
        variants: dict[str, dict[str, float]] = json.loads(child.stdout)
        print(adapter, json.dumps(variants, indent=1))  # noqa: T201 (shown by pytest -rP, and when it fails)
        read, fp32 = max(variants["gpu_memory_read"].values()), max(variants["gpu_fp32"].values())
        assert min(variants["gpu_launch"].values()) < 1e-4
        card = card_of(adapter)
        if card and card.bandwidth_gb_per_s:
            assert 0.5 < read / (card.bandwidth_gb_per_s * GB) < 1.05
        if card and card.fp32_tflop_per_s:
            assert 0.4 < fp32 / (card.fp32_tflop_per_s * TERA) < 1.4
        for name in ("host_to_device", "device_to_host"):
            assert max(variants.get(name, {"none": 0.0}).values()) < read / 2, "no link is as fast as the card's memory"
