"""The graphics processors of this machine as the conductor needs them, and which adapter of the driver is which."""

from collections.abc import Sequence
from typing import Literal

from advisor.facts.machine.machine import Gpu, Machine
from advisor.facts.values.reason import reason
from advisor.facts.values.record import Record


class Adapter(Record):
    """`index` is its place in the list, `vendor_id` and `device_id` are PCI numbers (0 where the system has none).

    `kind` is `software` for adapters that compute on the processor: they are never a graphics processor.
    """

    index: int
    name: str
    vendor_id: int
    device_id: int
    kind: Literal["discrete", "integrated", "software", "other"]
    driver: str = ""
    backend: str = ""


SAME_KIND = reason("cards_by_order")
SOFTWARE = "software"
"""The device of results of an adapter that computes on the processor; it never stands for a card."""


class Card(Record):
    """One graphics processor: `device` is its id in the rig, `driver` the version that a crash is kept for."""

    device: str
    name: str
    vendor: str
    pci_numbers: tuple[int, int] | None
    pci_address: str | None
    free_bytes: int | None
    is_shared: bool
    state: Literal["active", "asleep", "no_driver"] | None
    driver: str

    @property
    def has_cuda(self) -> bool:
        """Whether NVIDIA's own driver serves it."""
        return self.vendor == "nvidia" and not self.driver.startswith("nouveau")


def software_gpu() -> Card:
    """The adapter that computes on the processor, for tests of the graphics measurements without a card."""
    return Card(
        device=SOFTWARE,
        name=SOFTWARE,
        vendor=SOFTWARE,
        pci_numbers=None,
        pci_address=None,
        free_bytes=None,
        is_shared=True,
        state="active",
        driver=SOFTWARE,
    )


def gpus_of(machine: Machine) -> tuple[Card, ...]:
    """The cards in the order of the machine, which numbers them in the rig, too."""
    return tuple(_card(f"gpu{index}", gpu, machine) for index, gpu in enumerate(machine.gpus))


def adapter_of_each(cards: Sequence[Card], adapters: Sequence[Adapter]) -> dict[str, tuple[Adapter, bool]]:
    """The adapter of each card by device, and whether only the order of equal ones told it.

    Matched by PCI numbers, where they are unknown by name, at last the only card to the only adapter that is left.
    """
    left = [one for one in adapters if one.kind != "software"]
    software = [one for one in adapters if one.kind == "software"][:1]
    found = {card.device: (one, False) for card in cards if card.device == SOFTWARE for one in software}
    cards = [card for card in cards if card.device != SOFTWARE]
    for card in cards:
        alike = [one for one in left if _is_alike(card, one)]
        if not alike and len(cards) == 1 == len(left) and card.pci_numbers is None:
            alike = left
        if alike:
            found[card.device] = (alike[0], sum(_is_alike(card, one) for one in adapters) > 1)
            left = [one for one in left if one is not alike[0]]
    return found


def _is_alike(card: Card, adapter: Adapter) -> bool:
    if card.pci_numbers is not None and adapter.vendor_id:
        return card.pci_numbers == (adapter.vendor_id, adapter.device_id)
    return card.name.casefold() == adapter.name.casefold()


def _card(device: str, gpu: Gpu, machine: Machine) -> Card:
    kernel = machine.os.kernel.value or machine.os.version.value or ""
    return Card(
        device=device,
        name=gpu.name.value or gpu.card.value or "gpu",
        vendor=gpu.vendor.value or "",
        pci_numbers=_numbers(gpu.pci_id.value),
        pci_address=gpu.pci_address.value,
        free_bytes=gpu.memory_free_bytes.value,
        is_shared=gpu.memory_kind.value in ("shared", "unified"),
        state=gpu.state.value,
        driver=f"{gpu.driver.value or 'unknown'}; {kernel}",
    )


def _numbers(pci_id: str | None) -> tuple[int, int] | None:
    try:
        vendor, device = (pci_id or "").split(":")
        return int(vendor, 16), int(device, 16)
    except ValueError:
        return None
