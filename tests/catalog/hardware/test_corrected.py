"""What a person types: what can be true of each fact, and what follows from it for the rig."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.hardware.corrected import corrected, plausible
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.catalog.hardware.typed_fact import TYPED_FACTS, modules_in, modules_text, typed_value
from advisor.facts.kept.profile import Correction
from advisor.facts.machine.machine import CoreKind, Gap, Link, Machine
from advisor.facts.values.fact import known, unknown
from advisor.facts.values.reason import reason, told
from advisor.facts.values.units import GIB, MEGA
from advisor.present.words.reasons.in_words import in_words
from tests.fakes.machines import machine, nvidia_card, seen
from tests.fakes.sure import sure

CARD = "gpus.0000:01:00.0"


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def typed(one: Machine, **facts: Any) -> Machine:
    return corrected(one, [Correction(fact=path.replace("__", "."), value=value) for path, value in facts.items()])


@pytest.mark.parametrize(
    ("path", "low", "high", "below", "above"),
    [
        ("cpu.cores", 1, 4096, 0, 4097),
        ("memory.channels", 1, 64, 0, 65),
        ("memory.theoretical_bytes_per_s", 10**9, 40 * 10**12, 10**9 - 1, 40 * 10**12 + 1),
        (f"{CARD}.memory_total_bytes", GIB // 10, 1000 * GIB, 10**8, 1000 * GIB + 1),
        (f"{CARD}.memory_free_bytes", 0, 1000 * GIB, -1, 1000 * GIB + 1),
        (f"{CARD}.power_limit_w", 1, 3000, 0.9, 3001),
    ],
)
def test_numbers_lie_between_bounds(path: str, low: float, high: float, below: float, above: float) -> None:
    assert typed_value(path, low) == low
    assert typed_value(path, high) == high
    assert typed_value(path, below) is None
    assert typed_value(path, above) is None
    assert typed_value(path, "many") is None


@pytest.mark.parametrize(
    ("path", "value"),
    [("cpu.cores", 2.5), ("cpu.name", 7), ("cpu.name", " "), ("cpu.name", "x" * 201), ("cpu.secret", "x"), ("", "x"),
     (f"{CARD}.memory_kind", "borrowed"), (f"{CARD}.link", "9.0 x16"), (f"{CARD}.link", "4.0 x3"),
     ("memory.modules", "two"), ("memory.modules", "0 x 16 DDR5"), ("memory.modules", "2 x 16 DDR5-99000")],
)  # fmt: skip
def test_what_cannot_be_is_refused_and_changes_nothing(path: str, value: float | str) -> None:
    one = machine(gpus=(nvidia_card(),))
    assert typed_value(path, value) is None
    assert corrected(one, [Correction(fact=path, value=value)]) == one


@pytest.mark.parametrize(
    ("text", "sizes", "kind", "rate"),
    [
        ("2 x 16 DDR5-6000", (16, 16), "DDR5", 6000),
        ("2x16 GB ddr5 6000 MT/s", (16, 16), "DDR5", 6000),
        ("1 x 32.0 GiB DDR5 at 5600 MT/s", (32,), "DDR5", 5600),
        ("8", (8,), None, None),
        ("4 x 4 LPDDR5X-8533", (4, 4, 4, 4), "LPDDR5X", 8533),
    ],
)
def test_sticks_in_words(text: str, sizes: tuple[int, ...], kind: str | None, rate: int | None) -> None:
    sticks = modules_in(text)
    assert sticks
    assert tuple(stick.bytes // GIB for stick in sticks) == sizes
    assert {(stick.type, stick.configured_transfers_per_s) for stick in sticks} == {(kind, rate and rate * MEGA)}
    assert modules_in(modules_text(sticks)) == sticks


@given(st.sampled_from(sorted(TYPED_FACTS)), st.one_of(st.text(max_size=40), st.integers(), st.floats(allow_nan=False)))
def test_nothing_that_is_typed_breaks_a_machine(path: str, value: float | str) -> None:
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return
    one = machine(gpus=(nvidia_card(),))
    place = path.replace("gpus.", f"{CARD}.")
    assert isinstance(corrected(one, [Correction(fact=place, value=value)]), Machine)


def test_what_was_typed_outranks_everything_and_is_no_gap(catalog: Catalog) -> None:
    one = machine(gpus=(nvidia_card(total_gib=None),)).changed(
        gaps=(
            Gap(fact="gpus.0.memory_total_bytes", reason=told("refused")),
            Gap(fact="cpu.vendor", reason=told("none")),
        )
    )
    correction = Correction(fact=f"{CARD}.memory_total_bytes", value=16 * GIB)
    fixed = known_machine(one, [correction], catalog)
    assert fixed.gpus[0].memory_total_bytes == known(16 * GIB, origin="user", source=reason("typed_by_you"))
    assert [gap.fact for gap in fixed.gaps] == ["cpu.vendor"]
    assert assemble_rig(fixed, None, catalog).processors[1].memory_total_bytes.origin == "user"


def test_channels_and_sticks_make_the_rate_on_paper() -> None:
    one = machine(module_slots=("DIMM_A2", "DIMM_B2"))
    assert typed(one, memory__channels=4).memory.theoretical_bytes_per_s.value == 4 * 5600 * MEGA * 8
    both = typed(one, memory__modules="2 x 16 DDR5-6000")
    assert both.memory.theoretical_bytes_per_s.value == 2 * 6000 * MEGA * 8
    own = typed(one, memory__channels=4, memory__theoretical_bytes_per_s=70e9)
    assert own.memory.theoretical_bytes_per_s.value == 70e9


def test_without_rates_of_sticks_channels_scale_what_is_known() -> None:
    one = machine()
    bare = one.changed(memory=one.memory.changed(modules=unknown(told("no list"))))
    rate = typed(bare, memory__channels=2).memory.theoretical_bytes_per_s
    assert rate.value == pytest.approx(2 * 44.8e9)
    assert rate.origin == "detected"


def test_cores_and_names_reach_the_rig(catalog: Catalog) -> None:
    kinds = (
        CoreKind(name="P", cores=8, threads=16, max_hz=None),
        CoreKind(name="E", cores=16, threads=16, max_hz=None),
    )
    one = machine(core_kinds=seen(kinds), cores=24, gpus=(nvidia_card(name="Graphics Device"),))
    corrections = (
        Correction(fact="cpu.cores", value=6),
        Correction(fact=f"{CARD}.name", value="RTX 3090"),
        Correction(fact=f"{CARD}.memory_total_bytes", value=24 * GIB),
        Correction(fact=f"{CARD}.link", value="3.0 x8"),
        Correction(fact=f"{CARD}.theoretical_bytes_per_s", value=900e9),
    )
    cpu, gpu = assemble_rig(known_machine(one, corrections, catalog), None, catalog).processors
    assert cpu.cores.value == 6
    assert gpu.card == "gpus/nvidia/rtx-3090"
    assert gpu.link_limit_bytes_per_s.value == pytest.approx(7.9e9, rel=0.01)
    assert (gpu.bandwidth_bytes_per_s.value, gpu.bandwidth_bytes_per_s.origin) == (900e9, "user")


def test_a_typed_kind_of_memory_decides_the_pool(catalog: Catalog) -> None:
    one = machine(gpus=(nvidia_card(name="Intel Arc 140V", pci_id="8086:0001", vendor=seen("intel")),))
    shared = known_machine(one, [Correction(fact=f"{CARD}.memory_kind", value="shared")], catalog)
    assert assemble_rig(shared, None, catalog).processors[1].pool == "unified"


@pytest.mark.parametrize(("total", "kept"), [(180961176 * 2**20, False), (24 * GIB, True), (4 * 2**20, False)])
def test_implausible_readings_are_dropped_with_the_figure(catalog: Catalog, total: int, kept: bool) -> None:
    fact = known_machine(machine(gpus=(nvidia_card(memory_total_bytes=seen(total)),)), (), catalog).gpus[0]
    assert (fact.memory_total_bytes.value is not None) == kept
    assert kept or f"implausible: {total} from test" == in_words(sure(fact.memory_total_bytes.reason))


def test_a_link_is_typed_as_it_is_shown() -> None:
    expected = Link(generation_now=None, generation_max=4, width_now=8, width_max=None)
    for text in ("4.0 x8", "PCIe 4.0 x8", "4 x 8", "pcie4 x8"):
        assert typed_value(f"{CARD}.link", text) == expected


@pytest.mark.parametrize(("typed_gib", "free_gib"), [(16, 15), (4, 3), (0.5, 0)])
def test_other_programs_hold_as_much_of_another_size(typed_gib: float, free_gib: float) -> None:
    one = machine(gpus=(nvidia_card(total_gib=12, free_gib=11),))
    size = Correction(fact=f"{CARD}.memory_total_bytes", value=int(typed_gib * GIB))
    (gpu,) = corrected(one, [size]).gpus
    assert gpu.memory_free_bytes.value == free_gib * GIB
    (own,) = corrected(one, [size, Correction(fact=f"{CARD}.memory_free_bytes", value=GIB // 2)]).gpus
    assert own.memory_free_bytes.value == GIB // 2


def test_no_more_is_free_than_there_is() -> None:
    one = machine(memory_gib=15, available_gib=12, gpus=(nvidia_card(total_gib=12, free_gib=11),))
    much = [Correction(fact=f"{CARD}.memory_free_bytes", value=24 * GIB)]
    much += [Correction(fact="memory.available_bytes", value=200 * GIB)]
    after = corrected(one, much)
    assert after.memory.available_bytes == one.memory.available_bytes, "what cannot be true is left out"
    assert after.gpus[0].memory_free_bytes.value == 11 * GIB
    more = Correction(fact="memory.usable_bytes", value=400 * GIB)
    assert corrected(one, [*much, more]).memory.available_bytes.value == 200 * GIB
    less = Correction(fact="memory.usable_bytes", value=8 * GIB)
    assert corrected(one, [less]).memory.available_bytes.value == 5 * GIB
    saved = one.changed(memory=one.memory.changed(available_bytes=known(200 * GIB, origin="user", source="test")))
    assert plausible(saved).memory.available_bytes.value is None


def test_sticks_follow_the_size_that_was_typed() -> None:
    """64 GiB stood above two sticks of 16."""
    one = machine(memory_gib=32, module_slots=("DIMM_A1", "DIMM_B1"))
    size = Correction(fact="memory.usable_bytes", value=64 * GIB)
    assert [stick.bytes for stick in corrected(one, [size]).memory.modules.value or ()] == [32 * GIB] * 2
    typed = Correction(fact="memory.modules", value="1 x 32 DDR5-5600")
    assert [stick.bytes for stick in corrected(one, [size, typed]).memory.modules.value or ()] == [32 * GIB]
