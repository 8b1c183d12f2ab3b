"""What the driver lists, and what is never measured."""

from typing import Literal

import pytest

from advisor.bench.card import Adapter
from advisor.bench.graphics import adapters
from advisor.bench.graphics.gpu import open_gpu
from advisor.bench.part import CannotMeasure

CARD = {
    "vendor_id": 0x10DE,
    "device_id": 0x2684,
    "device": "NVIDIA GeForce RTX 4090",
    "description": "560.35.03",
    "adapter_type": "DiscreteGPU",
}


def test_the_list_describes_each_adapter(place: int) -> None:
    found = adapters.list_adapters()
    assert [adapter.index for adapter in found] == list(range(len(found)))
    assert found[place].name
    assert found[place].backend == adapters.graphics_backends()[0]


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({}, "discrete"),
        ({"adapter_type": "IntegratedGPU"}, "integrated"),
        ({"adapter_type": "Unknown"}, "other"),
        ({"adapter_type": "CPU"}, "software"),
        ({"vendor_id": 0x10005, "adapter_type": "Unknown"}, "software"),
        ({"vendor_id": 0x1414, "adapter_type": "DiscreteGPU"}, "software"),
    ],
)
def test_kinds(changes: dict[str, object], kind: str) -> None:
    expected = Adapter.model_validate(
        {
            "index": 3,
            "name": CARD["device"],
            "vendor_id": changes.get("vendor_id", 0x10DE),
            "device_id": 0x2684,
            "kind": kind,
            "driver": "560.35.03",
            "backend": "Vulkan",
        }
    )
    assert adapters.described({**CARD, **changes}, 3, "Vulkan") == expected


def test_software_is_no_graphics_card(place: int) -> None:
    assert adapters.list_adapters()[place].kind == "software", "install mesa-vulkan-drivers (.ci/debian-app)"
    with pytest.raises(CannotMeasure, match="software_adapter"):
        open_gpu(place, None, allow_software=False)


def test_an_adapter_that_is_not_there(place: int) -> None:
    with pytest.raises(CannotMeasure, match="no_adapter_through"):
        open_gpu(place + 99, None, allow_software=True)


def test_one_backend_in_one_process(place: int) -> None:
    other: Literal["DX12", "Vulkan"] = "DX12" if adapters.list_adapters()[place].backend == "Vulkan" else "Vulkan"
    with pytest.raises(CannotMeasure, match="one_backend_only"):
        adapters.list_adapters(other)
