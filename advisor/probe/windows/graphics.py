"""Graphics devices of a Windows machine: what the plug-and-play manager and the display kernel list, joined."""

from collections.abc import Sequence

from advisor.facts.machine.machine import MOST_GPUS
from advisor.facts.values.fact import Source
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import Reason, reason
from advisor.probe.shared.gpu_memory import NVIDIA_OWN_MEMORY
from advisor.probe.shared.host import Host
from advisor.probe.shared.pci import Address
from advisor.probe.source.root import Unavailable
from advisor.probe.windows.d3dkmt import Adapter, parse_d3dkmt
from advisor.probe.windows.pnp_devices import PnpAnswer, PnpDisplay, is_in_amd_processor, parse_pnp

_AMD, _INTEL, _NVIDIA = 0x1002, 0x8086, 0x10DE
_QUALCOMM = (0x4D4F4351, 0x5143)


@frozen
class Graphics:
    """One device as either side sees it, and whether it is part of the processor (None where neither tells, and why).

    `basis` says what decided that, and `certain` whether it is a statement or a conclusion.
    """

    display: PnpDisplay | None
    adapter: Adapter | None
    integrated: bool | None
    basis: Source
    certain: bool

    @property
    def address(self) -> Address | None:
        """Where it sits on PCI."""
        return self.display.address if self.display else self.adapter.address if self.adapter else None

    @property
    def ids(self) -> tuple[int, int] | None:
        """Vendor and device number."""
        return (self.display.ids if self.display else None) or (self.adapter.ids if self.adapter else None)

    @property
    def undriven(self) -> bool:
        """Whether no graphics driver serves it: what a stand-in says of name and memory is its own."""
        return self.display is not None and self.display.driver is None

    @property
    def vendor_id(self) -> int | None:
        """Vendor number."""
        return self.ids[0] if self.ids else None


@frozen
class Listed:
    """All devices, and why either list is missing."""

    devices: tuple[Graphics, ...]
    no_displays: Reason | None
    no_adapters: Reason | None


def list_graphics(host: Host, architecture: str | None) -> Listed:
    """Every device once. Either list alone is enough to know that a device is there."""
    raw_displays, raw_adapters = host.call("windows/devices"), host.call("windows/d3dkmt")
    pnp = raw_displays if isinstance(raw_displays, Unavailable) else parse_pnp(raw_displays)
    adapters = raw_adapters if isinstance(raw_adapters, Unavailable) else parse_d3dkmt(raw_adapters)
    known_pnp = None if isinstance(pnp, Unavailable) else pnp
    pairs = join(known_pnp.displays if known_pnp else (), () if isinstance(adapters, Unavailable) else adapters)
    return Listed(
        tuple(_classified(display, adapter, known_pnp, architecture) for display, adapter in pairs[: MOST_GPUS + 1]),
        pnp.reason if isinstance(pnp, Unavailable) else None,
        adapters.reason if isinstance(adapters, Unavailable) else None,
    )


def join(
    displays: Sequence[PnpDisplay], adapters: Sequence[Adapter]
) -> tuple[tuple[PnpDisplay | None, Adapter | None], ...]:
    """Pairs by PCI address, in its order; the only device beside PCI of either list is the same."""
    by_address = {adapter.address: adapter for adapter in adapters if adapter.address}
    beside = [adapter for adapter in adapters if not adapter.address]
    off_pci = [display for display in displays if not display.address]
    only = beside[0] if len(beside) == len(off_pci) == 1 else None
    once = {one.address or one.id: one for one in displays}.values()
    ordered = sorted(once, key=lambda one: (one.address is None, one.address or (0, 0, 0, 0)))
    listed = [(one, by_address.pop(one.address, None) if one.address else only) for one in ordered]
    alone = [*by_address.values(), *(adapter for adapter in beside if adapter is not only)]
    return (*listed, *((None, adapter) for adapter in alone))


def _classified(
    display: PnpDisplay | None, adapter: Adapter | None, pnp: PnpAnswer | None, architecture: str | None
) -> Graphics:
    ids = (display.ids if display else None) or (adapter.ids if adapter else None)
    vendor = ids[0] if ids else None
    if vendor == _NVIDIA and architecture == "x86_64":
        return Graphics(display, adapter, False, NVIDIA_OWN_MEMORY, certain=False)
    if adapter and adapter.hybrid_integrated != adapter.hybrid_discrete:
        return Graphics(display, adapter, adapter.hybrid_integrated, "D3DKMT adapter type", certain=True)
    return Graphics(display, adapter, *_by_place(vendor, display, adapter, pnp))


def _by_place(
    vendor: int | None, display: PnpDisplay | None, adapter: Adapter | None, pnp: PnpAnswer | None
) -> tuple[bool | None, Source, bool]:
    """Whether a GPU is part of the processor, by where it sits; what tells that, and whether for certain."""
    address = display.address if display else adapter.address if adapter else None
    if vendor in _QUALCOMM and address is None:
        return True, reason("not_on_pci"), True
    if vendor == _INTEL and address:
        return address[1:3] == (0, 2), f"PCI address {address[1]}:{address[2]}", True
    if vendor == _AMD and display and pnp and address:
        if is_in_amd_processor(display, pnp.functions):
            return True, reason("shares_pci_device"), True
        if any(parent.ids and parent.ids[0] == _AMD for parent in display.parents):
            return False, reason("behind_own_switch"), True
        if any(one.address == address for one in pnp.functions):
            return False, reason("pci_device_unshared"), False
    return None, "", False
