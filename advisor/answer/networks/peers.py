"""What devices of one kind send to each other."""

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.card_link import with_card_link
from advisor.facts.rig.rig import Processor


def peer_bytes_per_s(processor: Processor, catalog: Catalog, *, devices: int) -> float | None:
    """Bytes per second from one to the others: over the link made for that, where it joins so many, else their slots.

    None where neither is known.
    """
    own, most = processor.peer_bytes_per_s.value, processor.peer_devices
    if own is not None and (most is None or devices <= most):
        return own
    return with_card_link(processor, catalog).link_bytes_per_s.value
