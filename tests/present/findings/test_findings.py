"""Findings: found where they are, absent where not, worst first."""

from pathlib import Path
from typing import get_args

import pytest

from advisor.advice.assembled import assembled
from advisor.advice.known_models import KnownModels
from advisor.advice.question import judged_answer
from advisor.answer.findings import noticed
from advisor.answer.rig.rig_models import answer_models
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.asked.question import Question
from advisor.facts.kept.profile import Profile
from advisor.facts.machine.machine import Finding, FindingCode, Gap, Gpu, Link, Machine
from advisor.facts.machine.measurement import Measurements
from advisor.facts.values.fact import known, unknown
from advisor.facts.values.reason import told
from advisor.facts.values.units import GIB, MEGA, MIB
from advisor.present.findings.findings import findings, good_signs
from advisor.present.rig.my_rig import finding_panels, my_rig_view
from advisor.present.rig.rig_lines import rig_lines
from advisor.present.words.quantity import capacity
from advisor.present.words.reasons.findings import FINDINGS
from tests.answer.judge.expert_rigs import named_rig
from tests.fakes.long_lines import too_long
from tests.fakes.machines import machine, nvidia_card, seen
from tests.fakes.measurements import measurement
from tests.fakes.rigs import laptop, old_server, strix_halo

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


def with_sizes(one: Machine, *sizes_gib: int) -> Machine:
    pairs = zip(one.memory.modules.value or (), sizes_gib, strict=True)
    modules = tuple(module.changed(bytes=size * GIB) for module, size in pairs)
    return one.changed(memory=one.memory.changed(modules=seen(modules)))


def with_clock(one: Machine) -> Machine:
    modules = tuple(module.changed(stated_transfers_per_s=2800 * MEGA) for module in one.memory.modules.value or ())
    return one.changed(memory=one.memory.changed(modules=seen(modules)))


def powered(one: Machine, **fields: object) -> Machine:
    return one.changed(os=one.os.changed(**fields))


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def with_rig(one: Machine, catalog: Catalog, measured: Measurements | None = None) -> dict[str, Finding]:
    known_one = known_machine(one, (), catalog)
    return {found.code: found for found in findings(known_one, assemble_rig(known_one, measured, catalog))}


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
    "uneven_channels": with_sizes(machine(module_slots=TWO, gpus=(FULL,)), 16, 8),
    "half_rate": with_clock(machine(module_slots=TWO, gpus=(FULL,))),
    "wsl": machine(hypervisor=seen("Hyper-V (WSL)"), gpus=(FULL,)),
    "on_battery": powered(machine(module_slots=TWO, gpus=(FULL,)), power_source=seen("battery")),
    "power_saving": powered(machine(module_slots=TWO, gpus=(FULL,)), power_plan=seen("low-power")),
    "throttled": machine(module_slots=TWO, gpus=(FULL,), throttled=seen(True)),
    "integrated_only": machine(
        module_slots=TWO,
        gpus=(nvidia_card(memory_kind=seen("shared"), link=unknown("not_told"), name="AMD Radeon 780M"),),
    ),
}


@pytest.mark.parametrize("code", CASES)
def test_each_finding_stands_alone_with_evidence_cost_and_remedy(code: str) -> None:
    (found,) = findings(CASES[code])
    assert found.code == code
    for text in (found.evidence, found.cost, found.remedy):
        assert text.endswith(".")
    assert not found.sentence.endswith(".")
    assert not [*too_long(found.sentence, is_title=True), *too_long(found.cost), *too_long(found.remedy)]


def test_every_finding_has_words_and_a_check() -> None:
    checks = "".join(path.read_text(encoding="utf-8") for path in Path(noticed.__file__).parent.glob("*.py"))
    assert set(FINDINGS) == set(get_args(FindingCode))
    assert not [code for code in get_args(FindingCode) if f'"{code}"' not in checks]


def test_a_good_rig_has_no_findings_but_good_signs() -> None:
    good = machine(module_slots=TWO, gpus=(FULL,))
    assert findings(good) == ()
    assert good_signs(good) == (
        ("Full PCIe speed", "PCIe 4.0 x16, 220 W limit."),
        ("Multi-channel memory is active", "2 sticks in 2 channels."),
    )


def test_worst_first() -> None:
    worst = machine(gpus=(nvidia_card(free_gib=8, link=NARROW),))
    assert [found.code for found in findings(worst)] == ["one_module", "narrow_link", "graphics_memory_in_use"]
    assert [card.tone for card in finding_panels(worst)] == ["warning", "warning", "note"]


def test_soldered_memory_is_no_lonely_stick() -> None:
    one = machine(gpus=(FULL,))
    soldered = tuple(module.changed(type="LPDDR5") for module in one.memory.modules.value or ())
    assert findings(one.changed(memory=one.memory.changed(modules=seen(soldered)))) == ()


def test_where_memory_is_soldered_no_stick_and_no_slot_is_advised() -> None:
    for code in ("integrated_only", "narrow_link"):
        one = CASES[code]
        fixed = tuple(module.changed(type="LPDDR5") for module in one.memory.modules.value or ())
        (found,) = findings(one.changed(memory=one.memory.changed(modules=seen(fixed))))
        assert found.code == code
        assert "stick" not in found.remedy
        assert "slot" not in found.remedy


def test_channels_without_sticks_are_told_where_the_processor_has_more(catalog: Catalog) -> None:
    """A processor with four channels, two of them filled; one with two has none free."""
    half = with_rig(machine(cpu_name="Intel(R) Core(TM) i9-10900X CPU @ 3.70GHz", module_slots=TWO), catalog)
    assert half["free_channels"].sentence == "2 of 4 memory channels hold sticks"
    assert "about 50% of the possible speed (90 GB/s now, about 179 GB/s then)" in half["free_channels"].cost
    assert "free_channels" not in with_rig(machine(module_slots=TWO), catalog)


def test_of_equal_cards_the_narrowest_link_is_told() -> None:
    narrower = seen(Link(generation_now=4, generation_max=4, width_now=1, width_max=16))
    cards = tuple(nvidia_card(free_gib=11.99, link=link) for link in (NARROW, narrower, NARROW))
    (found,) = (one for one in findings(machine(module_slots=TWO, gpus=cards)) if one.code == "narrow_link")
    assert "uses 1 of 16 PCIe lanes" in found.sentence


def test_figures_stand_in_the_words() -> None:
    (found,) = findings(CASES["slow_memory_setting"])
    assert found.sentence == "Memory rated 6000 MT/s runs at 4800 MT/s"
    assert found.cost == "Models in RAM could run up to 1.2 times as fast."


def test_cards_that_could_not_be_listed_are_not_called_absent() -> None:
    unseen = machine(module_slots=TWO).changed(gaps=(Gap(fact="gpus", reason=told("the bus cannot be read")),))
    assert "no_graphics_card" not in {finding.code for finding in findings(unseen)}


@pytest.mark.parametrize(("configured", "found"), [(5880, False), (5879, True)])
def test_a_rate_is_slow_below_98_percent_of_the_rated_one(configured: int, found: bool) -> None:
    one = with_rates(machine(module_slots=TWO, gpus=(FULL,)), rated=6000, configured=configured)
    assert bool(findings(one)) == found


def test_a_slower_stick_sets_the_rate_of_all() -> None:
    one = with_rates(machine(module_slots=TWO, gpus=(FULL,)), rated=2400, configured=2400)
    slow, fast = one.memory.modules.value or ()
    offloaded = (slow, fast.changed(rated_transfers_per_s=2667 * MEGA))
    assert findings(one.changed(memory=one.memory.changed(modules=seen(offloaded)))) == ()


def test_soldered_memory_below_its_rated_rate_is_usual() -> None:
    one = with_rates(machine(module_slots=TWO, gpus=(FULL,)), rated=6400, configured=4800)
    soldered = tuple(module.changed(type="LPDDR5") for module in one.memory.modules.value or ())
    assert findings(one.changed(memory=one.memory.changed(modules=seen(soldered)))) == ()


def test_four_sticks_are_no_reason_to_promise_the_rated_rate() -> None:
    four = machine(module_slots=("DIMM_A1", "DIMM_A2", "DIMM_B1", "DIMM_B2"), gpus=(FULL,))
    (found,) = findings(with_rates(four, rated=6000, configured=3600))
    assert "With four sticks" in found.remedy
    assert "may not be reachable" in found.remedy


@pytest.mark.parametrize(("sizes", "found"), [((16, 16), False), ((16, 8), True)])
def test_channels_are_uneven_when_their_sums_differ(sizes: tuple[int, ...], found: bool) -> None:
    assert bool(findings(with_sizes(machine(module_slots=TWO, gpus=(FULL,)), *sizes))) == found


def test_uneven_channels_cost_the_speed_of_the_rest() -> None:
    (found,) = findings(CASES["uneven_channels"])
    assert found.cost == "The last 8.0 GiB run at half speed; filled memory averages 75% (67 GB/s of 90 GB/s)."


def test_sticks_without_channel_names_prove_nothing() -> None:
    one = with_sizes(machine(module_slots=TWO, gpus=(FULL,)), 16, 8)
    nameless = tuple(module.changed(channel=None) for module in one.memory.modules.value or ())
    assert findings(one.changed(memory=one.memory.changed(modules=seen(nameless)))) == ()


@pytest.mark.parametrize("code", ["one_module", "one_channel", "slow_memory_setting", "uneven_channels", "half_rate"])
def test_the_sticks_of_a_virtual_machine_are_fiction(code: str) -> None:
    one = CASES[code]
    virtual = one.changed(cpu=one.cpu.changed(hypervisor=seen("kvm")))
    assert [found.code for found in findings(virtual)] == ["virtual_machine"]


@pytest.mark.parametrize(("name", "worth_a_word"), [("Intel(R) N100", False), ("Intel(R) Core(TM) i5-12400", True)])
@pytest.mark.parametrize("slots", [("DIMM_A1",), ("DIMM_A1", "DIMM_A2")])
def test_no_stick_adds_a_channel_that_the_processor_lacks(
    name: str, worth_a_word: bool, slots: tuple[str, ...], catalog: Catalog
) -> None:
    one = machine(cpu_name=name, module_slots=slots, gpus=(FULL,))
    assert bool({"one_module", "one_channel"} & set(with_rig(one, catalog))) == worth_a_word


@pytest.mark.parametrize("vendor", ["matrox", "aspeed"])
def test_the_console_of_a_server_needs_no_driver(vendor: str, catalog: Catalog) -> None:
    console = nvidia_card(state=seen("no_driver"), free_gib=None).changed(vendor=seen(vendor), card=unknown("not_told"))
    assert "no_driver" not in with_rig(machine(module_slots=TWO, gpus=(FULL, console)), catalog)


@pytest.mark.parametrize(("free_gib", "found"), [(0.93, False), (0.91, True)])
def test_memory_in_use_is_worth_a_word_from_8_percent(free_gib: float, found: bool) -> None:
    one = machine(module_slots=TWO, gpus=(nvidia_card(total_gib=10, free_gib=10 * free_gib),))
    assert bool(findings(one)) == found


def test_costs_are_in_the_figures_of_the_rig(catalog: Catalog) -> None:
    lonely = with_rig(machine(gpus=(FULL,)), catalog)["one_module"]
    assert lonely.cost.endswith("half the speed of two sticks (45 GB/s now, about 90 GB/s then).")
    blind = with_rig(machine(module_slots=TWO, gpus=(nvidia_card(state=seen("no_driver")),)), catalog)["no_driver"]
    assert blind.cost.endswith("whose memory is read at 90 GB/s; the card's would be read 5.6 times as fast.")


@pytest.mark.parametrize(
    ("driver", "capability", "runs", "trouble"),
    [
        ("nvidia 580.65.06", "8.9", "CUDA 12, CUDA 13 and Vulkan", None),
        ("nvidia 579.99", "8.9", "CUDA 12 and Vulkan", None),
        ("nvidia 525.60.13", "8.9", "CUDA 12 and Vulkan", None),
        ("nvidia 524.99", "8.9", None, "driver_too_old"),
        ("nvidia 580.65.06", "7.0", "CUDA 12 and Vulkan", None),
        ("nvidia 580.65.06", "3.7", None, "backend_missing"),
        ("nouveau", "8.9", None, "backend_missing"),
        ("nvlddmkm 32.0.15.6094", "8.9", "CUDA 12 and Vulkan", None),
        ("nvlddmkm 31.0.15.1694", "8.9", None, "driver_too_old"),
    ],
)
def test_backends_by_driver_and_chip(
    catalog: Catalog, driver: str, capability: str, runs: str | None, trouble: str | None
) -> None:
    card = nvidia_card(free_gib=11.99, driver=seen(driver), compute_capability=seen(capability))
    found = with_rig(machine(module_slots=TWO, gpus=(card,)), catalog)
    assert set(found) == ({"backends"} if trouble is None else {trouble})
    if runs:
        assert found["backends"].sentence == f"The GPU supports {runs}"
        assert found["backends"].cost == "The figures here assume llama.cpp with CUDA."


def amd_card(**fields: object) -> Gpu:
    amd = {"vendor": seen("amd"), "driver": seen("amdgpu"), "free_gib": 11.99, "name": "Some Radeon", "pci_id": None}
    return nvidia_card(**{**amd, **fields})


@pytest.mark.parametrize(("target", "rocm"), [("gfx1100", True), ("gfx1103", False)])
def test_rocm_by_graphics_target(catalog: Catalog, target: str, rocm: bool) -> None:
    found = with_rig(machine(module_slots=TWO, gpus=(amd_card(compute_capability=seen(target)),)), catalog)["backends"]
    assert ("ROCm" in found.sentence) == rocm
    assert "Vulkan" in found.sentence
    assert found.cost == "The figures here assume llama.cpp with Vulkan."


def test_nothing_is_said_of_backends_that_cannot_be_told(catalog: Catalog) -> None:
    card = nvidia_card(free_gib=11.99, driver=unknown(told("asleep")), compute_capability=unknown(told("asleep")))
    assert with_rig(machine(module_slots=TWO, gpus=(card,)), catalog) == {}


@pytest.mark.parametrize(("share", "found"), [(0.61, False), (0.59, True)])
def test_only_a_measured_link_can_be_slow(catalog: Catalog, share: float, found: bool) -> None:
    one = machine(module_slots=TWO, gpus=(FULL,))
    assert "slow_link" not in with_rig(one, catalog)
    copied = measurement(name="host_to_device", device="gpu0", value=share * 31.5e9)
    assert ("slow_link" in with_rig(one, catalog, Measurements(results=(copied,)))) == found


@pytest.mark.parametrize("plan", ["powersave", "balanced", "Balanced", "balance_performance"])
def test_usual_power_plans_are_no_finding(plan: str) -> None:
    assert findings(powered(machine(module_slots=TWO, gpus=(FULL,)), power_plan=seen(plan))) == ()


def apu(of_gpu_gib: float, *, vendor: str = "amd", system: str = "Ubuntu") -> Machine:
    """A Strix Halo of 128 GiB whose graphics may use so much of it."""
    halo = strix_halo()
    size = seen(round(of_gpu_gib * GIB))
    gpu = halo.gpus[0].changed(memory_total_bytes=size, memory_free_bytes=size, vendor=seen(vendor))
    memory = halo.memory.changed(installed_bytes=seen(128 * GIB))
    return halo.changed(memory=memory, gpus=(gpu,), os=halo.os.changed(name=seen(system)))


@pytest.mark.parametrize(
    ("system", "remedy"), [("Ubuntu", "ttm.pages_limit"), ("Windows 11", "Variable Graphics Memory")]
)
def test_graphics_that_may_use_half_of_the_memory_have_a_setting_for_more(
    system: str, remedy: str, catalog: Catalog
) -> None:
    found = with_rig(apu(62.0, system=system), catalog)["shared_limit"]
    assert found.sentence == "GPU limited to 62.0 GiB of 128 GiB"
    assert remedy in found.remedy
    assert not [*too_long(found.sentence, is_title=True), *too_long(found.cost), *too_long(found.remedy)]


def test_no_setting_is_told_where_most_is_open_or_another_maker_has_none(catalog: Catalog) -> None:
    for one in (apu(120.0), apu(62.0, vendor="apple")):
        assert "shared_limit" not in with_rig(one, catalog)


@pytest.mark.parametrize(("beside", "is_told"), [((), False), (("shared",), True)])
def test_the_monitor_moves_to_the_mainboard_only_where_graphics_are_known_there(
    beside: tuple[str, ...], is_told: bool
) -> None:
    others = tuple(nvidia_card(memory_kind=seen(kind), name="AMD Radeon 780M", free_gib=None) for kind in beside)
    found = findings(machine(module_slots=TWO, gpus=(nvidia_card(free_gib=8), *others)))
    (remedy,) = (one.remedy for one in found if one.code == "graphics_memory_in_use")
    assert ("mainboard" in remedy) == is_told


@pytest.mark.parametrize(("ram_gib", "left_gib"), [(16, 3), (24, 3), (64, 8)])
def test_a_mac_is_told_what_its_gpu_may_hold_and_how_to_raise_it(ram_gib: int, left_gib: int, catalog: Catalog) -> None:
    """What is left is enough for macOS and what runs beside."""
    parts = {"computer": "Mac", "chip": "M4 Pro (20-core GPU)", "ram_gib": ram_gib, "form": "laptop"}
    one, rig = named_rig(parts, catalog)
    found = {one.code: one for one in findings(one, rig)}["macos_limit"]
    all_bytes = rig.processors[0].memory_total_bytes.value
    assert all_bytes is not None
    assert f"of {capacity(all_bytes)}" in found.sentence
    mib = int(found.remedy.rpartition("sudo sysctl iogpu.wired_limit_mb=")[2])
    assert (all_bytes - mib * MIB) / GIB == pytest.approx(left_gib, abs=0.2)
    assert not [*too_long(found.sentence, is_title=True), *too_long(found.cost), *too_long(found.remedy)]


def test_channels_that_are_assumed_are_no_good_sign() -> None:
    one = machine(module_slots=TWO, gpus=())
    assert "Multi-channel memory is active" in dict(good_signs(one))
    assumed = one.memory.changed(channels=known(2, origin="estimated", source="usual sticks"))
    assert "Multi-channel memory is active" not in dict(good_signs(one.changed(memory=assumed)))


def test_several_sockets_tell_that_one_program_reads_a_part_and_what_helps(catalog: Catalog) -> None:
    """A server that lost half of its bandwidth to that was set up well."""
    (found,) = (one for one in with_rig(old_server(), catalog).values() if one.code == "several_sockets")
    assert found.sentence == "2 sockets: programs get part of the bandwidth"
    assert "about 50% of what they read together (154 GB/s)" in found.cost
    assert "--numa distribute" in found.remedy
    assert not [*too_long(found.sentence, is_title=True), *too_long(found.cost), *too_long(found.remedy)]
    with_card = old_server().changed(gpus=(FULL,))
    assert "several_sockets" not in with_rig(with_card, catalog)
    one = old_server()
    rented = one.changed(cpu=one.cpu.changed(hypervisor=seen("kvm")))
    assert "several_sockets" not in with_rig(rented, catalog)


def test_processors_in_sockets_are_counted_in_every_text(catalog: Catalog) -> None:
    """The picture said 2 x Xeon E5-2690 v4, and every sentence beside it one."""
    rig = assembled(Profile(machine=old_server()), catalog).rig
    assert rig_lines(rig)[0].startswith("2 x Xeon E5-2690 v4 · ")
    asked = Question(workload_id="chat", model_id="qwen/qwen3-8b", fields={})
    _, verdict = judged_answer(asked, rig, KnownModels(catalog))
    assert verdict.asked.endswith("on 2 x Xeon E5-2690 v4")


def test_what_runs_on_a_gpu_is_told_where_some_answer_uses_it(catalog: Catalog) -> None:
    """Overview said that the integrated graphics are not used, and this page to install a Vulkan build for them."""
    for read, is_used in ((laptop, False), (strix_halo, True)):
        found = assembled(Profile(machine=read()), catalog)
        view = my_rig_view(
            machine=found.machine, rig=found.rig, measurements=None, answers=answer_models(found.rig, catalog)
        )
        assert any("Vulkan" in one.title for one in view.findings) == is_used
        assert ("is not used" in view.subtitle) != is_used
