"""One graphics adapter as the graphics interface lists it: what the listing child tells the conductor."""

from typing import Literal

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
