"""A detected graphics processor as prediction needs it: what its driver says, what its card says, what was measured."""

from advisor.catalog.cards.backends import backends_of
from advisor.catalog.cards.card_index import CardIndex
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import pcie_generation
from advisor.catalog.cards.processor import (
    FLOP_PER_CLOCK_PER_UNIT,
    common_processor,
    processor_of,
    shader_hz_from_fp32,
    usual_processor,
    with_rates_of_forms,
)
from advisor.catalog.hardware.judged_rate import Judge, measured_arithmetic
from advisor.catalog.hardware.machine_cards import NO_CARD
from advisor.catalog.hardware.usual_rate import usual_card_rate, usual_shared_rate
from advisor.facts.cards.backend import Backend
from advisor.facts.cards.card import GpuTraits, LinkCard
from advisor.facts.machine.disturbance import disturbance
from advisor.facts.machine.machine import Gpu, Link
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Fact, believed, known, unknown
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import GIGA

PCIE_USABLE_SHARE = 0.85
"""Pinned copies reach 0.87 to 0.92 of a PCIe link; what to expect unmeasured (docs/measuring.md 7)."""

_DIVIDED_FIGURES = (
    "bandwidth_bytes_per_s",
    "fp32_flop_per_s",
    "fp16_flop_per_s",
    "fp16_accumulate16_flop_per_s",
    "int8_op_per_s",
    "shader_hz",
)
_OF_DRIVER = ("driver_too_old", "driver_lacks_backend")
_SAME_RATE = 0.05
"""A driver's memory clock x width is this near the data sheet; further off it is another memory under the same name."""


def detected_gpu(processor_id: str, gpu: Gpu, host: Processor, catalog: Catalog, judge: Judge) -> Processor:
    """The processor; driver beats card for sizes and, where they contradict each other, for rates."""
    shared = gpu.memory_kind.value in ("shared", "unified")
    described, _ = with_rates_of_forms(_described(gpu, catalog), catalog)
    limit = (
        unknown("shares_memory_of_processor") if shared else _link_limit(in_slot(gpu.link, host.name, catalog), catalog)
    )
    fields: dict[str, object] = {
        "id": processor_id,
        "name": gpu.name.value or "Graphics processor",
        "pool": "unified" if shared else "vram",
        "memory_total_bytes": gpu.memory_total_bytes,
        "memory_free_bytes": gpu.memory_free_bytes,
        "link_limit_bytes_per_s": limit,
        "link_bytes_per_s": _link(limit, processor_id, judge),
    }
    backends = backends_of(gpu, sorted(catalog.backends.values(), key=lambda card: card.name))
    fields |= {"backends": backends, "blocked": _blocked(gpu, backends)}
    if gpu.power_limit_w.value:
        fields["power_w"] = gpu.power_limit_w
    if gpu.memory_total_bytes.value is None and not shared:
        fields["memory_total_bytes"] = described.memory_total_bytes
    paper = _paper(gpu, described, host if shared else None)
    rates = judge.rate("gpu_memory_read", device=processor_id, paper=paper)
    usual = rates.paper
    if rates.paper.value is None and rates.read.value is None:
        own, size = described.architecture, gpu.memory_total_bytes.value
        usual = usual_shared_rate(host) if shared else usual_card_rate(own, size, catalog)
    fields |= measured_arithmetic(processor_id, gpu, described, judge)
    if (launch := judge.result("gpu_launch", device=processor_id)) is not None:
        told: Fact[float] = known(launch.figure, origin="measured", source=f"{launch.method}, {launch.started_at}")
        fields["launch_s"] = told.changed(uncertainty=disturbance(launch))
    return described.changed(**fields, bandwidth_bytes_per_s=usual, read_bytes_per_s=rates.read)


def _blocked(gpu: Gpu, backends: tuple[Backend, ...]) -> Reason | None:
    """Why no program can use it as it is: it has no driver, or one under which no backend runs."""
    if gpu.state.value == "no_driver":
        return reason("no_driver_serves")
    causes = [one.reason for one in backends if one.runs is False and one.reason is not None]
    if not causes or len(causes) < len(backends):
        return None
    return reason("no_backend_runs", cause=next((one for one in causes if one.code in _OF_DRIVER), causes[0]))


def link_bytes_per_s(link: Link, links: CardIndex[LinkCard]) -> float | None:
    """Raw bytes per second of a PCIe link in one direction at the width and the best generation it can have."""
    generation, width = link.generation_max, link.width_now or link.width_max
    for card in links.values():
        if generation == card.generation and width:
            return card.gb_per_s_per_lane * GIGA * width
    return None


def _described(gpu: Gpu, catalog: Catalog) -> Processor:
    """What the card says, or as much of it as a slice has; without a card what the driver says."""
    if gpu.card.value is not None:
        whole = usual_processor(gpu.card.value, gpu.possible_cards, catalog)
        return _slice(whole, gpu.memory_total_bytes) if gpu.mig.value else whole
    if gpu.possible_cards:
        return common_processor(gpu.possible_cards, catalog)
    architecture = architecture_of(gpu, catalog)
    traits = catalog.architectures[architecture] if architecture is not None else GpuTraits()
    return processor_of(
        NO_CARD,
        id="",
        name="",
        kind="gpu",
        vendor=gpu.vendor.value or "other",
        architecture=architecture,
        traits=traits,
        pool="vram",
        memory_total_bytes=gpu.memory_total_bytes,
        fp32_flop_per_s=gpu.fp32_flop_per_s,
        shader_hz=_shader_hz(gpu, traits),
    )


def _shader_hz(gpu: Gpu, traits: GpuTraits) -> Fact[float]:
    """Compute units x clock: told by the driver, else from its rate of arithmetic by the width of a unit."""
    rate, vendor = gpu.fp32_flop_per_s, gpu.vendor.value or ""
    if gpu.shader_hz.value is not None or rate.value is None or vendor not in FLOP_PER_CLOCK_PER_UNIT:
        return gpu.shader_hz
    return shader_hz_from_fp32(rate.value, vendor=vendor, traits=traits, source=rate.source or "")


def _slice(whole: Processor, own: Fact[int]) -> Processor:
    """A part of a divided card: it has the bandwidth of its share of the memory, and about that of the arithmetic.

    NVIDIA's MIG User Guide, "GPU memory slice": https://docs.nvidia.com/datacenter/tesla/mig-user-guide/
    """
    total_bytes = whole.memory_total_bytes.value
    share = min(1.0, own.value / total_bytes) if own.value and total_bytes else None
    return whole.changed(**{name: _share(getattr(whole, name), share) for name in _DIVIDED_FIGURES})


def _share(figure: Fact[float], share: float | None) -> Fact[float]:
    if figure.value is None or share is None:
        return unknown(figure.reason or reason("slice_share_unknown"))
    return known(figure.value * share, origin="estimated", source=reason("mig_share", source=figure.source or ""))


def _paper(gpu: Gpu, described: Processor, host: Processor | None) -> Fact[float]:
    """The theoretical rate of the memory it reads: typed, or the data sheet's unless the driver contradicts it."""
    told, stated = gpu.theoretical_bytes_per_s, described.bandwidth_bytes_per_s
    if told.origin == "user":
        return told
    if host is not None:
        is_usual = host.bandwidth_bytes_per_s.uncertainty is not None
        own = unknown("memory_of_host_unstated") if is_usual else host.bandwidth_bytes_per_s
        return own if stated.value is None else stated
    if gpu.mig.value:
        return stated
    if told.value is None:
        return stated if gpu.card.value is not None or gpu.possible_cards else unknown("no_card_and_driver_silent")
    is_same = stated.value is not None and abs(told.value / stated.value - 1) <= _SAME_RATE
    return stated if is_same else told


def in_slot(link: Fact[Link], cpu_name: str, catalog: Catalog) -> Fact[Link]:
    """The link that a card was built for as the slot beside a processor has it; one that was read stays as it is."""
    slot, built = pcie_generation(cpu_name, catalog), link.value
    if link.origin != "datasheet" or built is None or slot is None or (built.generation_max or 0) <= slot:
        return link
    return link.changed(value=built.changed(generation_max=slot))


def _link_limit(link: Fact[Link], catalog: Catalog) -> Fact[float]:
    if link.value is None:
        return unknown(link.reason or reason("link_unknown"))
    raw = link_bytes_per_s(link.value, catalog.links)
    if raw is None:
        return unknown("link_generation_unknown")
    return known(raw, origin=link.origin or "detected", source=reason("generation_by_width", source=link.source or ""))


def _link(limit: Fact[float], processor_id: str, judge: Judge) -> Fact[float]:
    """What copies to the card reach: measured (the other way where only that was), else the usual share of the link."""
    up = judge.rate("host_to_device", device=processor_id, paper=limit).read
    down = judge.rate("device_to_host", device=processor_id, paper=limit).read
    copied = up if up.value is not None else down
    if copied.value is not None and (copied.uncertainty is None or limit.value is None):
        return copied
    if limit.value is None:
        return limit
    usable = limit.value * PCIE_USABLE_SHARE
    if copied.value is not None:
        return believed(copied, usable)
    return known(usable, origin="estimated", source=reason("share_of_pcie", share=PCIE_USABLE_SHARE))


def architecture_of(gpu: Gpu, catalog: Catalog) -> str | None:
    """The id of the architecture with the longest target that its compute capability or graphics target begins with.

    None where the driver tells neither, or no architecture has such a target.
    """
    told = gpu.compute_capability.value or ""
    found = [
        (len(target), architecture)
        for architecture, card in catalog.architectures.items()
        for target in card.targets
        if told.startswith(target)
    ]
    return max(found)[1] if found else None
