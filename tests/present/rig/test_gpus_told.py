"""What page My rig says of graphics processors: left aside, several alike, joined, unknown."""

import pytest

from advisor.answer.rig.idle_gpus import idle_gpus
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.machine.machine import Gap, Gpu
from advisor.facts.rig.rig import Rig
from advisor.facts.values.fact import known, unknown
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIGA, MEGA
from advisor.present.rig.fact_rows import fact_rows
from advisor.present.rig.my_rig import my_rig_view
from advisor.present.tasks.view import answer_view
from tests.fakes.estimates import answer, cpu_estimate, estimate, too_big
from tests.fakes.known_computers import known_computer
from tests.fakes.machines import machine, nvidia_card, seen


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def radeon(pci_id: str, revision: str | None, **fields: object) -> Gpu:
    """A card of AMD that its driver does not name."""
    known_revision = seen(revision) if revision else unknown("not_read_here")
    return nvidia_card(name=None, pci_id=pci_id, total_gib=None, free_gib=None).changed(
        vendor=seen("amd"),
        driver=seen("amdgpu"),
        pci_revision=known_revision,
        compute_capability=unknown("not_read_here"),
        **fields,
    )


def subtitle(catalog: Catalog, gpu: Gpu, *, uses_it: bool) -> str:
    one = known_machine(machine(gpus=(gpu,)), (), catalog)
    chosen = estimate(20.0) if uses_it else cpu_estimate(20.0)
    options = (cpu_estimate(20.0), chosen if uses_it else too_big())
    asked = answer(chosen, options=options)
    rig = assemble_rig(one, None, catalog)
    return my_rig_view(machine=one, rig=rig, measurements=None, answers=(asked,)).subtitle


def test_a_card_that_the_answer_leaves_aside_is_said_with_its_reason(catalog: Catalog) -> None:
    assert "is not used: Qwen3 8B does not fit into its memory." in subtitle(catalog, nvidia_card(), uses_it=False)


def test_a_card_that_the_answer_uses_is_not_said(catalog: Catalog) -> None:
    assert "is not used" not in subtitle(catalog, nvidia_card(), uses_it=True)


def test_a_card_of_which_nothing_is_known_is_said(catalog: Catalog) -> None:
    odd = radeon("1002:ffff", "c8")
    assert "is not used: how fast it is stays unknown until it is measured" in subtitle(catalog, odd, uses_it=False)


def test_an_answer_says_which_card_cannot_be_used(catalog: Catalog) -> None:
    odd = known_machine(machine(gpus=(radeon("1002:ffff", "c8"),)), (), catalog)
    rig = assemble_rig(odd, None, catalog)
    workload = catalog.workloads["chat"]
    detail = answer_view(answer(cpu_estimate(20.0)), workload, rig=rig).verdict.aside
    assert detail.startswith("Graphics processor is not used: how fast it is stays unknown until it is measured")
    assert "is not used" not in answer_view(answer(estimate(20.0)), workload).verdict.aside


def test_two_that_nothing_tells_apart_are_named_together_with_the_least_of_their_figures(catalog: Catalog) -> None:
    pair = radeon("1002:744c", None, memory_hz=seen(1249 * int(MEGA)))
    one = known_machine(machine(gpus=(pair,)), (), catalog)
    (gpu,) = one.gpus
    assert gpu.name.value == "RX 7900 XT / RX 7900 XTX"
    assert gpu.card.value is None
    processor = assemble_rig(one, None, catalog).processors[1]
    assert processor.bandwidth_bytes_per_s.value == 800 * GIGA
    assert processor.bandwidth_bytes_per_s.origin == "estimated"


def test_cards_are_found_the_same_when_they_are_looked_for_again(catalog: Catalog) -> None:
    pair = radeon("1002:744c", None, memory_hz=seen(1249 * int(MEGA)))
    once = known_machine(machine(gpus=(pair,)), (), catalog)
    assert known_machine(once, (), catalog) == once


def test_a_product_that_no_card_describes_is_not_taken_for_another_with_its_chip(catalog: Catalog) -> None:
    listed = known("AMD Radeon RX 550 Series", origin="estimated", source="amdgpu.ids")
    (gpu,) = known_machine(machine(gpus=(radeon("1002:67ff", "ff", name=listed),)), (), catalog).gpus
    assert (gpu.name.value, gpu.card.value) == ("AMD Radeon RX 550 Series", None)


def test_the_name_that_a_driver_gives_is_not_overruled_by_the_chip(catalog: Catalog) -> None:
    told = radeon("1002:7340", None, name=seen("AMD Radeon Pro 5300M"))
    (gpu,) = known_machine(machine(gpus=(told,)), (), catalog).gpus
    assert gpu.card.value == "gpus/amd/radeon-pro-5300m"


def test_a_card_that_is_held_for_a_virtual_machine_beside_equal_ones_is_said(catalog: Catalog) -> None:
    cards = tuple(nvidia_card(pci_address=seen(f"0000:0{n}:00.0")) for n in (1, 2, 3))
    held = cards[2].changed(state=seen("no_driver"))
    rig = assemble_rig(known_machine(machine(gpus=(*cards[:2], held)), (), catalog), None, catalog)
    name = rig.processors[1].name
    chosen = estimate(20.0).changed(processor_id="gpu0", processor_name=f"2 x {name}")
    assert [one.id for one, _ in idle_gpus(rig, answer(chosen))] == ["gpu2"]


def test_the_revision_names_one_of_them(catalog: Catalog) -> None:
    (gpu,) = known_machine(machine(gpus=(radeon("1002:744c", "c8"),)), (), catalog).gpus
    assert (gpu.name.value, gpu.possible_cards) == ("RX 7900 XTX", ())


def test_links_between_cards_have_a_row(catalog: Catalog) -> None:
    joined = radeon("1002:740f", "02", xgmi_links=seen(3))
    rows = {row.name: row.text for row in fact_rows(known_machine(machine(gpus=(joined,)), (), catalog))}
    assert rows["Links to other GPUs"] == "3 x Infinity Fabric"


def test_reasons_beside_facts_have_no_paths(catalog: Catalog) -> None:
    silent = radeon("1002:ffff", None, link=unknown("no_file", path="/sys/bus/pci/devices/0000:03:00.0/max_link_speed"))
    rows = fact_rows(known_machine(machine(gpus=(silent,)), (), catalog))
    assert not [row for row in rows if "/sys" in row.origin]
    assert "this system does not tell it" in {row.origin for row in rows}


def test_what_detection_misses_is_said_as_it_stands_after_cards_were_found(catalog: Catalog) -> None:
    gaps = tuple(Gap(fact=f"gpus.0.{name}", reason=reason("not_matched_yet")) for name in ("card", "name"))
    found = known_machine(machine(gpus=(radeon("1002:744c", "c8"),)).changed(gaps=gaps), (), catalog)
    assert found.gaps == ()
    odd = known_machine(machine(gpus=(radeon("1002:ffff", "c8"),)).changed(gaps=gaps[:1]), (), catalog)
    assert [gap.reason.code for gap in odd.gaps] == ["no_card_matches"]


def test_graphics_that_read_the_same_memory_as_the_processor_would_be_no_faster_with_more_of_it(
    catalog: Catalog,
) -> None:
    rig = known_computer("computers/usual/office-pc-16gb", catalog).rig
    shared = rig.processors[1]
    small = too_big().changed(processor_id=shared.id)
    asked = answer(cpu_estimate(20.0), options=(cpu_estimate(20.0), small))
    assert [why.code for _, why in idle_gpus(rig, asked)] == ["gpu_share_too_small"]
    fast = shared.changed(bandwidth_bytes_per_s=known(256e9, origin="datasheet", source="a test"))
    faster = Rig(name=rig.name, processors=(rig.processors[0], fast))
    assert [why.code for _, why in idle_gpus(faster, asked)] == ["gpu_memory_too_small"]
