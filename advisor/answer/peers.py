"""What devices of one kind send to each other."""

from advisor.catalog.card_link import with_card_link
from advisor.catalog.catalog import Catalog
from advisor.facts.rig import Processor
from advisor.facts.units import GIGA


def peer_bytes_per_s(processor: Processor, catalog: Catalog) -> float | None:
    """Bytes per second from one to the next: the link made for that, else the one to the computer; None if unknown."""
    architecture, card = processor.architecture or "", catalog.gpus.get(processor.card or "")
    names = (processor.name, *(card.aliases if card else ()))
    for device in catalog.training_devices.values():
        if device.architectures and not architecture.startswith(device.architectures):
            continue
        for link in device.peers:
            if any(word in name for word in link.names for name in names):
                return link.gb_per_s * GIGA
    return with_card_link(processor, catalog).link_bytes_per_s.value
