"""Another computer to look at: found by any of its names, a GPU in a usual PC, or put together from parts."""

import pytest

from advisor.advice.assembled import assembled
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.kept.profile import Profile
from advisor.facts.rig.rig import KnownRig
from advisor.present.rig.fact_rows import fact_rows
from advisor.present.upgrade.side_by_side import computer_choices
from advisor.present.words.search import nearest_first
from advisor.ui.my_rig.another_computer import OWN_PARTS
from advisor.ui.my_rig.named_parts import parts_of
from advisor.ui.my_rig.own_parts import (
    LAPTOP,
    PC,
    Parts,
    cpu_choices,
    gpu_choices,
    mac_choices,
    mac_machine,
    parts_machine,
    parts_name,
    usual_parts,
    viewable,
)
from tests.advice.reference_rigs import CATALOG
from tests.fakes.known_computers import known_computer
from tests.fakes.rigs import RIGS

CHOICES = viewable(computer_choices(CATALOG), CATALOG)


def found(text: str) -> tuple[str, ...]:
    rows = ((one, one.text, f"{one.id}\n{one.search}") for one in CHOICES)
    return tuple(one.id for one in nearest_first(rows, text))


def built(parts: Parts) -> KnownRig:
    return assembled(Profile(machine=parts_machine(parts, CATALOG)), CATALOG)


@pytest.mark.parametrize(
    ("text", "one_of_them"),
    [
        ("Radeon", "gpus/amd/rx-580-8gb"),
        ("RX 580", "gpus/amd/rx-580-8gb"),
        ("RX 5700", "gpus/amd/rx-5700"),
        ("Strix", "computers/framework/desktop-395-128gb"),
        ("3090", "gpus/nvidia/rtx-3090"),
        ("3090", "computers/usual/pc-2-x-rtx-3090"),
        ("m1", "socs/apple/m1@8"),
        ("macbook air m2 16", "socs/apple/m2@16"),
        ("mac studio m2 ultra", "socs/apple/m2-ultra@192"),
    ],
)
def test_a_computer_is_found_by_what_is_in_it_and_each_gpu_by_its_name(text: str, one_of_them: str) -> None:
    assert one_of_them in found(text)


def test_parts_can_be_named_first_and_all_computers_stand_before_gpus() -> None:
    ids = [one.id for one in CHOICES]
    assert ids[0] == OWN_PARTS
    assert len(ids) == len(set(ids))
    is_gpu = [one in CATALOG.gpus for one in ids[1:]]
    assert is_gpu == sorted(is_gpu), "computers, then GPUs"


@pytest.mark.parametrize("base", [PC, LAPTOP])
def test_the_parts_of_a_usual_computer_make_that_computer(base: str) -> None:
    card, usual = CATALOG.computers[base], known_computer(base, CATALOG).rig
    assert card.gpu is not None
    rig = built(usual_parts(card.gpu, CATALOG)).rig
    assert [one.name for one in rig.processors] == [one.name for one in usual.processors]
    assert [one.best_bytes_per_s.value for one in rig.processors] == [
        one.best_bytes_per_s.value for one in usual.processors
    ]


def test_any_cpu_and_any_gpu_make_a_rig() -> None:
    for cpu in cpu_choices(CATALOG):
        assert built(Parts(cpu.id, 32.0)).rig.processors[0].best_bytes_per_s.value, cpu.text
    for gpu in gpu_choices(CATALOG):
        rig = built(usual_parts(gpu.id, CATALOG)).rig
        assert any(one.kind == "gpu" for one in rig.processors), gpu.text


def test_so_many_gpus_as_were_named_are_in_it() -> None:
    parts = Parts("cpus/amd/ryzen-5-5600", 64.0, "gpus/nvidia/rtx-3090", 2)
    assert parts_name(parts, CATALOG) == "2 x RTX 3090, Ryzen 5 5600, 64 GB"
    assert sum(one.kind == "gpu" for one in built(parts).rig.processors) == 2
    none = Parts("cpus/amd/ryzen-5-5600", 16.0)
    assert parts_name(none, CATALOG) == "Ryzen 5 5600, 16 GB"
    assert all(one.kind == "cpu" for one in built(none).rig.processors)


def test_a_computer_that_is_shown_tells_its_parts() -> None:
    pair = Parts("cpus/amd/ryzen-9-5950x", 64.0, "gpus/nvidia/rtx-3090", 2)
    assert parts_of(built(pair), CATALOG) == pair
    alone = Parts("cpus/intel/core-i7-8700", 48.0)
    assert parts_of(built(alone), CATALOG) == alone
    detected, measured = RIGS["gaming PC"]
    known = known_machine(detected, (), CATALOG)
    own = parts_of(KnownRig(known, assemble_rig(known, measured, CATALOG)), CATALOG)
    assert own == Parts("cpus/amd/ryzen-5-5600", 32.0, "gpus/nvidia/rtx-3060-12gb")
    assert parts_of(known_computer("computers/framework/desktop-395-128gb", CATALOG), CATALOG) is None
    assert parts_of(None, CATALOG) is None


def test_older_macs_are_looked_at_by_chip_and_memory() -> None:
    ids = {one.id for one in CHOICES}
    for one in mac_choices(CATALOG):
        assert one.id in ids
        name, machine = mac_machine(one.id, CATALOG) or pytest.fail(one.id)
        assert name == one.text
        rig = assembled(Profile(machine=machine), CATALOG).rig
        gpu = next(part for part in rig.processors if part.kind == "gpu")
        assert (gpu.vendor, gpu.pool) == ("apple", "unified")
        assert f"{(gpu.memory_total_bytes.value or 0) / 2**30:g} GB" in name
    assert mac_machine(PC, CATALOG) is None


def test_gpus_of_nearly_one_name_are_told_apart_by_their_figures() -> None:
    """ "RTX 2080 Ti" and "RTX 2080 Ti 22GB", "RTX 3060 Laptop" and "RTX 3060 8GB" had no figure beside them."""
    told = {one.text: one.detail for one in CHOICES}
    assert told["RTX 3060 12GB"] == "12.0 GiB, 170 W, in a usual PC"
    assert told["RTX 3060 Laptop"] == "6.0 GiB, 80 W, in a usual laptop"
    assert len({(one.text, one.detail) for one in CHOICES}) == len(CHOICES)


def test_the_name_of_a_gpu_that_is_looked_at_is_no_guess() -> None:
    """ "RTX 4060 Laptop" was called estimated."""
    seen = known_computer("computers/usual/laptop-rtx-4060-8gb", CATALOG)
    (named,) = (row for row in fact_rows(seen.machine, seen.rig) if row.text == "RTX 4060 Laptop")
    assert named.origin == "data sheet"
