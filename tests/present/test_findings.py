"""Findings: found where they are, absent where not, worst first."""

import pytest

from advisor.facts.fact import unknown
from advisor.facts.machine import Gap, Link, Machine
from advisor.facts.units import GIB, MEGA
from advisor.present.findings import findings, good_signs
from advisor.present.my_rig import finding_cards
from tests.fakes.machines import machine, nvidia_card, seen

TWO = ("DIMM_A2", "DIMM_B2")
NARROW = seen(Link(generation_now=4, generation_max=4, width_now=4, width_max=16))


def with_rates(one: Machine, *, rated: int, configured: int) -> Machine:
    modules = tuple(
        module.changed(rated_transfers_per_s=rated * MEGA, configured_transfers_per_s=configured * MEGA)
        for module in one.memory.modules.value or ()
    )
    return one.changed(memory=one.memory.changed(modules=seen(modules)))


def limited(one: Machine) -> Machine:
    return one.changed(memory=one.memory.changed(limit_bytes=seen(8 * GIB)))


FULL = nvidia_card(free_gib=11.99)
CASES = {
    "one_module": machine(gpus=(FULL,)),
    "one_channel": machine(module_slots=("DIMM_A1", "DIMM_A2"), gpus=(FULL,)),
    "slow_memory_setting": with_rates(machine(module_slots=TWO, gpus=(FULL,)), rated=6000, configured=4800),
    "narrow_link": machine(module_slots=TWO, gpus=(nvidia_card(free_gib=11.99, link=NARROW),)),
    "graphics_memory_in_use": machine(module_slots=TWO, gpus=(nvidia_card(free_gib=8),)),
    "virtual_machine": machine(hypervisor=seen("kvm"), gpus=(FULL,)),
    "memory_limit": limited(machine(module_slots=TWO, gpus=(FULL,))),
    "no_driver": machine(module_slots=TWO, gpus=(nvidia_card(state=seen("no_driver"), free_gib=None),)),
    "gpu_asleep": machine(module_slots=TWO, gpus=(nvidia_card(state=seen("asleep"), free_gib=None),)),
    "no_graphics_card": machine(module_slots=TWO),
    "integrated_only": machine(
        module_slots=TWO, gpus=(nvidia_card(memory_kind=seen("shared"), link=unknown("none"), name="AMD Radeon 780M"),)
    ),
}


@pytest.mark.parametrize("code", CASES)
def test_each_finding_stands_alone_with_evidence_cost_and_remedy(code: str) -> None:
    (found,) = findings(CASES[code])
    assert found.code == code
    for text in (found.evidence, found.cost, found.remedy):
        assert text.endswith(".")
    assert not found.sentence.endswith(".")


def test_a_good_rig_has_no_findings_but_good_signs() -> None:
    good = machine(module_slots=TWO, gpus=(FULL,))
    assert findings(good) == ()
    assert good_signs(good) == (
        ("The link is as wide as it can be", "PCIe 4.0 x16, 220 W limit."),
        ("Memory works in several channels", "2 sticks in 2 channels."),
    )


def test_worst_first() -> None:
    worst = machine(gpus=(nvidia_card(free_gib=8, link=NARROW),))
    assert [found.code for found in findings(worst)] == ["one_module", "narrow_link", "graphics_memory_in_use"]
    assert [card.tone for card in finding_cards(worst)] == ["warning", "warning", "note"]


def test_soldered_memory_is_no_lonely_stick() -> None:
    one = machine(gpus=(FULL,))
    soldered = tuple(module.changed(type="LPDDR5") for module in one.memory.modules.value or ())
    assert findings(one.changed(memory=one.memory.changed(modules=seen(soldered)))) == ()


def test_figures_stand_in_the_words() -> None:
    (found,) = findings(CASES["slow_memory_setting"])
    assert found.sentence == "Memory rated 6000 MT/s runs at 4800 MT/s"
    assert found.cost == "Models in main memory could run up to 1.2 times as fast."


def test_cards_that_could_not_be_listed_are_not_called_absent() -> None:
    unseen = machine(module_slots=TWO).changed(gaps=(Gap(fact="gpus", reason="the bus cannot be read"),))
    assert "no_graphics_card" not in {finding.code for finding in findings(unseen)}
