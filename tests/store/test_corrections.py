"""Corrections are kept for the hardware they were typed for, and set apart when it changes."""

from typing import Any

from advisor.facts.kept.profile import Correction
from advisor.facts.machine.machine import Machine
from advisor.store.corrections import hardware_parts, load_corrections, save_corrections
from advisor.store.folder import data_folder
from tests.fakes.machines import machine, nvidia_card, seen

CPU = Correction(fact="cpu.cores", value=6)
MEMORY = Correction(fact="memory.channels", value=2)
GPU = Correction(fact="gpus.0000:01:00.0.memory_total_bytes", value=2**34)
SYSTEM = Correction(fact="os.name", value="Plan 9")
ALL = (CPU, MEMORY, GPU, SYSTEM)


def here(**fields: Any) -> Machine:
    return machine(gpus=(nvidia_card(**fields),))


def test_nothing_is_kept_before_something_is_typed() -> None:
    found = load_corrections(here())
    assert (found.corrections, found.outdated, found.note) == ((), (), None)
    assert not (data_folder() / "corrections.json").exists()


def test_what_was_typed_is_there_again_and_a_reset_forgets_it() -> None:
    save_corrections(here(), ALL)
    assert load_corrections(here()).corrections == ALL
    save_corrections(here(), (CPU,))
    assert load_corrections(here()).corrections == (CPU,)
    save_corrections(here(), ())
    assert load_corrections(here()).corrections == ()


def test_rates_free_memory_and_drivers_are_no_hardware() -> None:
    save_corrections(here(), ALL)
    same = here(driver=seen("999.1"), free_gib=2, total_gib=None)
    modules = tuple(one.changed(configured_transfers_per_s=4_800_000_000) for one in same.memory.modules.value or ())
    slower = same.changed(memory=same.memory.changed(modules=seen(modules)))
    assert load_corrections(slower).corrections == ALL


def test_another_part_outdates_what_was_typed_for_it() -> None:
    save_corrections(here(), ALL)
    for changed, gone in (
        (here(pci_id="10de:2684"), (GPU,)),
        (here(subsystem_id=seen("1458:40b8")), (GPU,)),
        (here(pci_address=seen("0000:02:00.0")), (GPU,)),
        (machine(module_slots=("DIMM_A2", "DIMM_B2"), gpus=(nvidia_card(),)), (MEMORY,)),
        (machine(cpu_name="Intel Core i9-14900K", gpus=(nvidia_card(),)), (CPU, SYSTEM)),
        (machine(), (GPU,)),
    ):
        found = load_corrections(changed)
        assert found.outdated == gone
        assert set(found.corrections) == set(ALL) - set(gone)


def test_another_machine_has_its_own() -> None:
    save_corrections(here(), ALL)
    other = machine(cpu_name="Other", module_slots=("A", "B"), gpus=(nvidia_card(),))
    assert load_corrections(other).corrections == ()
    assert load_corrections(other).outdated == ()
    save_corrections(other, (CPU,))
    assert load_corrections(here()).corrections == ALL
    assert load_corrections(other).corrections == (CPU,)


def test_a_damaged_file_is_set_aside_with_a_note() -> None:
    save_corrections(here(), ALL)
    (data_folder() / "corrections.json").write_text("{")
    note = load_corrections(here()).note
    assert note
    assert note.parameters["kept"] == "corrections.json.damaged"
    assert load_corrections(here()).corrections == ()


def test_parts_hold_no_words_of_the_machine() -> None:
    texts = " ".join(part.key for part in hardware_parts(here()))
    assert "Ryzen" not in texts
    assert "10de" not in texts
