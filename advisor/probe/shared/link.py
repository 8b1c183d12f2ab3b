"""PCIe links: generation and width, and whose report to believe."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from advisor.facts.machine.machine import Link
from advisor.facts.values.fact import Fact, known, unknown
from advisor.probe.shared.pci import BUS, PciDevice, parse_address
from advisor.probe.source.reading import number_in, text_or_none
from advisor.probe.source.root import Root

_GENERATIONS = {2.5: 1, 5.0: 2, 8.0: 3, 16.0: 4, 32.0: 5, 64.0: 6}
_WIDTHS = frozenset({1, 2, 4, 8, 12, 16, 32})
_AMD, _INTEL = 0x1002, 0x8086


class Port(NamedTuple):
    """What one PCI function reports of its link."""

    generation_now: int | None
    generation_max: int | None
    width_now: int | None
    width_max: int | None


def parse_generation(text: str | None) -> int | None:
    """The generation of `16.0 GT/s PCIe`, None for `Unknown` and the like."""
    match = re.match(r"(\d+(?:\.\d+)?)\s*GT/s", (text or "").strip())
    return _GENERATIONS.get(float(match[1])) if match else None


def parse_width(text: str | None) -> int | None:
    """The lanes of `16` or `x16` or `16x`, None for numbers that are no width."""
    match = re.fullmatch(r"x?(\d{1,3})x?", (text or "").strip())
    return int(match[1]) if match and int(match[1]) in _WIDTHS else None


def parse_dpm_table(text: str) -> Link | None:
    """The link of `pp_dpm_pcie`: now is the highest row marked `*`, at most the highest row."""
    rows = re.findall(r"^\s*\d+:\s*([\d.]+\s*GT/s),?\s*x(\d{1,3})([^\n]*)$", text, re.MULTILINE)
    links = [(parse_generation(speed), parse_width(width), "*" in rest) for speed, width, rest in rows]
    real = [(generation, width, active) for generation, width, active in links if generation and width]
    active = [(generation, width) for generation, width, marked in real if marked]
    if not active:
        return None
    now, most = max(active), max((generation, width) for generation, width, _ in real)
    return Link(generation_now=now[0], generation_max=most[0], width_now=now[1], width_max=most[1])


def read_port(root: Root, folder: str) -> Port:
    """The four link files of a function."""
    return Port(
        parse_generation(text_or_none(root, f"{folder}/current_link_speed")),
        parse_generation(text_or_none(root, f"{folder}/max_link_speed")),
        parse_width(text_or_none(root, f"{folder}/current_link_width")),
        parse_width(text_or_none(root, f"{folder}/max_link_width")),
    )


def bridges_above(root: Root, device: PciDevice) -> list[str]:
    """Folders of the bridges above a device, the nearest first, from the text of its link on the bus."""
    target = root.readlink(f"{BUS}/{device.address_text}") or ""
    parts = [part for part in target.split("/") if part not in ("", ".", "..")]
    if "devices" not in parts:
        return []
    parts = parts[parts.index("devices") :]
    depths = [depth for depth, part in enumerate(parts[:-1], 1) if parse_address(part)]
    return ["/sys/" + "/".join(parts[:depth]) for depth in reversed(depths)]


def link_fact(root: Root, device: PciDevice) -> Fact[Link]:
    """The link between a discrete card and its slot."""
    if device.asleep:
        return unknown("asleep_link")
    table = text_or_none(root, f"{device.folder}/pp_dpm_pcie") if device.vendor_id == _AMD else None
    link = parse_dpm_table(table) if table else None
    if link:
        return known(link, origin="detected", source=f"{device.folder}/pp_dpm_pcie")
    folders = [device.folder, *bridges_above(root, device)]
    own = card_port(device.vendor_id, [number_in(root, f"{folder}/vendor") for folder in folders])
    if own is None:
        return unknown("bridges_not_readable")
    link = joined_link([read_port(root, folder) for folder in folders[own:]])
    if link is None:
        return unknown("reports_no_link", source=folders[own])
    return known(link, origin="detected", source=f"{folders[own]}/current_link_speed, max_link_speed")


def card_port(vendor_id: int, chain: Sequence[int | None]) -> int | None:
    """Which function, counted upwards from the GPU by the vendors of `chain`, is the card's own port to the slot.

    On AMD the one nearest the root that still is AMD's, the GPU itself on cards without a switch; on Intel the
    upstream port of the card's switch, two above the GPU, because host bridges are Intel's too; else the GPU itself.
    """
    if vendor_id not in (_AMD, _INTEL):
        return 0
    if len(chain) < 2:
        return None
    if vendor_id == _AMD:
        return max(index for index, vendor in enumerate(chain) if index == 0 or vendor == _AMD)
    return 2 if len(chain) > 2 else None


def joined_link(ports: Sequence[Port]) -> Link | None:
    """The link of the first port, its most limited by the port above it; None where it reports nothing."""
    own = ports[0]
    above = ports[1] if len(ports) > 1 else Port(None, None, None, None)
    link = Link(
        generation_now=own.generation_now,
        generation_max=lower(own.generation_max, above.generation_max),
        width_now=own.width_now,
        width_max=lower(own.width_max, above.width_max),
    )
    nothing = Link(generation_now=None, generation_max=None, width_now=None, width_max=None)
    return None if link == nothing else link


def lower(left: int | None, right: int | None) -> int | None:
    """The lower of two limits, of which either may be unknown."""
    return min((limit for limit in (left, right) if limit is not None), default=None)
