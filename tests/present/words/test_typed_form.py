"""The field in which a fact is put right: what stands in it, what may be typed, and what it says otherwise."""

import pytest

from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.catalog.hardware.typed_fact import TYPED_FACTS
from advisor.facts.kept.profile import Correction
from advisor.facts.values.units import GIB
from advisor.present.rig.fact_rows import fact_rows
from advisor.present.words.typed_form import outdated_sentence, typed_answer
from advisor.present.words.view import FactRow
from tests.fakes.machines import machine, nvidia_card, seen

CATALOG = load_catalog()
CARD = "gpus.0000:01:00.0"


def rows(*corrections: Correction, cards: int = 1) -> dict[str, FactRow]:
    gpus = tuple(nvidia_card(pci_address=seen(f"0000:0{number + 1}:00.0")) for number in range(cards))
    one = known_machine(machine(gpus=gpus, hypervisor=seen("kvm")), corrections, CATALOG)
    return {row.name: row for row in fact_rows(one, assemble_rig(one, None, CATALOG))}


def test_every_row_can_be_put_right_and_takes_its_own_text_back() -> None:
    for row in rows().values():
        assert row.typed is not None
        value, trouble = typed_answer(row.typed, row.typed.text)
        assert value is not None, f"{row.name}: {trouble}"


def test_every_fact_that_can_be_typed_has_its_row() -> None:
    limited = machine(gpus=(nvidia_card(),), hypervisor=seen("kvm"))
    limited = limited.changed(memory=limited.memory.changed(limit_bytes=seen(8 * GIB)))
    shown = {row.typed.facts[0].replace(CARD, "gpus") for row in fact_rows(limited, None) if row.typed}
    rated = {row.typed.facts[0].replace(CARD, "gpus") for row in rows().values() if row.typed}
    assert shown | rated == set(TYPED_FACTS)


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("VRAM", "16", 16 * GIB),
        ("VRAM", " 16 GiB ", 16 * GIB),
        ("Rated memory bandwidth", "89.6 GB/s", 89.6e9),
        ("Power limit", "300 W", 300),
        ("Memory channels", "2", 2),
        ("Memory modules", "2 x 16 DDR5-6000", "2 x 16 DDR5-6000"),
        ("Link", "4.0 x8", "4.0 x8"),
        ("Memory type", "shared", "shared"),
    ],
)
def test_what_is_typed_becomes_base_units(name: str, typed: str, value: float | str) -> None:
    form = rows()[name].typed
    assert form is not None
    assert typed_answer(form, typed) == (value, "")


@pytest.mark.parametrize(
    ("name", "typed", "sentence"),
    [
        ("VRAM", "lots", "This is not a number. Write it with a point and without separators"),
        ("VRAM", "1,024", "This is not a number."),
        ("VRAM", "nan", "This is not a number."),
        ("VRAM", "2000", "This cannot be. From 0.1 to 1000 GiB."),
        ("Memory channels", "0", "This cannot be. From 1 to 64."),
        ("Memory channels", "1.5", "This cannot be."),
        ("Memory modules", "two", "This cannot be. How many, the GiB of each"),
        ("Link", "fast", "This cannot be. PCIe generation and lanes"),
        ("System", "  ", "Nothing was typed."),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(name: str, typed: str, sentence: str) -> None:
    form = rows()[name].typed
    assert form is not None
    value, said = typed_answer(form, typed)
    assert value is None
    assert said.startswith(sentence)


def test_what_was_typed_is_marked() -> None:
    row = rows(Correction(fact="cpu.cores", value=6))["Cores"]
    assert (row.text, row.origin) == ("6", "typed by you")
    assert row.typed is not None
    assert row.typed.is_typed
    assert not (rows()["Cores"].typed or row.typed).is_typed


def test_equal_cards_are_put_right_together() -> None:
    form = rows(cards=2)["VRAM"].typed
    assert form is not None
    assert form.facts == (f"{CARD}.memory_total_bytes", "gpus.0000:02:00.0.memory_total_bytes")
    both = tuple(Correction(fact=fact, value=16 * GIB) for fact in form.facts)
    assert rows(*both, cards=2)["VRAM"].text == "16.0 GiB each"


def test_what_no_longer_holds_is_named() -> None:
    gone = (Correction(fact="memory.channels", value=2), Correction(fact=f"{CARD}.name", value="x"))
    assert outdated_sentence(gone) == (
        "The hardware has changed, so what you typed for it was dropped: memory channels, name."
    )


@pytest.mark.parametrize(("name", "all_of_it"), [("Free memory", "31.2 GiB"), ("Free VRAM", "12.0 GiB")])
def test_no_more_can_be_typed_as_free_than_there_is(name: str, all_of_it: str) -> None:
    form = rows()[name].typed
    assert form is not None
    number = all_of_it.removesuffix(" GiB")
    assert form.hint == f"From 0 to {number.removesuffix('.0')} GiB."
    assert typed_answer(form, "200") == (None, f"More can't be free than there is: {all_of_it}.")
    assert typed_answer(form, number) == (form.most, "")
