"""Ways programs reach a graphics processor, and which of them run with the driver that is there."""

from typing import Annotated, Literal

from pydantic import Field

from advisor.facts.cards.card import Sourced, Texts, Vendor
from advisor.facts.cards.engine import KernelDrivers, Programs
from advisor.facts.values.reason import Reason
from advisor.facts.values.record import Record

BackendName = Literal["cuda", "rocm", "vulkan", "metal"]

Version = Annotated[str, Field(pattern=r"^\d+(\.\d+)*$")]


class BackendCard(Sourced):
    """One backend in one generation: what it needs, which programs have it, and what to install for it.

    `vendors` are the makers of the chips, `drivers` the kernel drivers that carry it on Linux; the maker's own driver
    on another system does too. `driver_at_least` and `capability_at_least` are the lowest versions, `targets` the
    graphics targets that builds exist for. What is absent is not asked for.
    """

    backend: BackendName
    vendors: tuple[Vendor, ...] = Field(strict=False)
    drivers: KernelDrivers = ()
    driver_at_least: Version | None = None
    capability_at_least: Version | None = None
    targets: Texts = ()
    engines: Programs
    install: str = Field(min_length=5)


class Backend(Record):
    """One backend on one graphics processor: whether it runs there, None where that cannot be told, and why not."""

    name: str
    backend: BackendName
    runs: bool | None
    reason: Reason | None
    engines: tuple[str, ...]
    install: str
    source: str
