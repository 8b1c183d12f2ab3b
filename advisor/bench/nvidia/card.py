"""Finds the card by its place on the PCI bus, whatever order the driver counts in, and opens it."""

import re

from advisor.bench.nvidia.cuda import (
    CAPABILITY_MAJOR,
    CAPABILITY_MINOR,
    INTEGRATED,
    L2_CACHE_BYTES,
    MULTIPROCESSORS,
    Cuda,
)
from advisor.bench.nvidia.kernels import Capability
from advisor.bench.part import CannotMeasure
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import Reason, reason

_ADDRESS = re.compile(r"([0-9a-f]+):([0-9a-f]{1,2}):([0-9a-f]{1,2})(?:\.([0-7]))?")
_HIDDEN = reason("nvidia_card_hidden")
_MOST_CARDS = 256
_MOST_PROCESSORS = 4096


@frozen
class Card:
    """An opened card; `shares_memory` where it works in the main memory."""

    context: int
    name: str
    pci_address: str
    capability: Capability
    processors: int
    cache_bytes: int
    free_bytes: int
    shares_memory: bool

    @property
    def is_slice(self) -> bool:
        """Whether this is a part of a divided card: the driver has the word in its name."""
        return "MIG" in self.name.split()

    @property
    def warnings(self) -> tuple[Reason, ...]:
        """What must be known to read any figure of this card."""
        if not self.is_slice:
            return ()
        return (reason("one_slice"),)


def find_gpu(cuda: Cuda, pci_address: str | None) -> int:
    """The driver's number of the card at this address; without one, of the only card.

    Raises:
        CannotMeasure: there is none, or it cannot be told from others.
    """
    devices = [cuda.device(place) for place in cuda.devices()[:_MOST_CARDS]]
    if not devices:
        raise CannotMeasure("nvidia_shows_no_card")
    if pci_address is None:
        if len(devices) > 1:
            raise CannotMeasure("nvidia_card_place_unknown")
        return devices[0]
    wanted = _place(pci_address)
    for device in devices:
        if wanted is not None and _place(cuda.pci_address(device)) == wanted:
            return device
    raise CannotMeasure(_HIDDEN)


def open_gpu(cuda: Cuda, device: int) -> Card:
    """Make the card's context that of this thread, and ask what the tests must know.

    Raises:
        CannotMeasure: the driver refused, or its answers cannot be.
    """
    context = cuda.open_device(device)
    cuda.use(context)
    processors = cuda.attribute(device, MULTIPROCESSORS)
    if not 0 < processors <= _MOST_PROCESSORS:
        raise CannotMeasure("multiprocessors_implausible", processors=processors)
    return Card(
        context=context,
        name=cuda.name(device),
        pci_address=cuda.pci_address(device),
        capability=(cuda.attribute(device, CAPABILITY_MAJOR), cuda.attribute(device, CAPABILITY_MINOR)),
        processors=processors,
        cache_bytes=cuda.attribute(device, L2_CACHE_BYTES),
        free_bytes=cuda.free_bytes(),
        shares_memory=bool(cuda.attribute(device, INTEGRATED)),
    )


def _place(address: str) -> tuple[int, ...] | None:
    """Domain, bus, device and function as numbers: each library writes them in another way."""
    match = _ADDRESS.fullmatch(address.strip().lower())
    return tuple(int(part or "0", 16) for part in match.groups()) if match else None
