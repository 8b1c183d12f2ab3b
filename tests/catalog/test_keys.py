"""A misspelt key or name on a card is told with file, key, value and what is allowed, all of a file at once."""

from pathlib import Path

import pytest

from advisor.catalog.cards.card_file import CardError, checked, read_table
from advisor.catalog.cards.catalog import load_catalog, read_catalog
from advisor.catalog.cards.folder import data_folder
from advisor.facts.cards.card import GpuCard, Sourced, SystemCard

SPECS = data_folder("specs")
READING = read_catalog(SPECS)
GPU_FILES = {one: SPECS / f"{one}.toml" for one in READING.catalog.gpus}


def faults(file: str, kind: type[Sourced], **changes: object) -> list[str]:
    """What is wrong with a card after changes of some keys; `a__b` is the key b of the table a."""
    table = read_table(SPECS / file)
    for name, value in changes.items():
        *parts, last = name.split("__")
        inner = table
        for part in parts:
            inner = inner[int(part)] if part.isdigit() else inner[part]  # type: ignore[index,call-overload,assignment]
        inner[last] = value
    try:
        checked(table, kind, READING.known, where=file)
    except CardError as error:
        return list(error.faults)
    return []


@pytest.mark.parametrize("respelt", [str.upper, lambda text: f"{text}x", lambda text: text[:-1]])
def test_no_graphics_card_passes_with_its_architecture_respelt(respelt: object) -> None:
    assert callable(respelt)
    for card_id, path in GPU_FILES.items():
        table = read_table(path)
        wrong = respelt(table["architecture"])
        if wrong == table["architecture"] or wrong in READING.catalog.architectures:
            continue
        with pytest.raises(CardError) as caught:
            checked({**table, "architecture": wrong}, GpuCard, READING.known, where=f"{card_id}.toml")
        (fault,) = caught.value.faults
        assert fault.startswith(f"{card_id}.toml: architecture = {wrong!r}: no such name in specs (architectures)")


MISSPELT = [
    ("gpus/nvidia/rtx-4090.toml", GpuCard, {"architecture": "adda"}, ["architecture = 'adda'", "ada"]),
    ("gpus/nvidia/rtx-4090.toml", GpuCard, {"vendor": "nvidea"}, ["vendor = 'nvidea'", "nvidia, ", "amd", "other"]),
    ("gpus/nvidia/rtx-4090.toml", GpuCard, {"memory_type": "GDRR6X"}, ["memory_type = 'GDRR6X'", "GDDR6X", "HBM4"]),
    ("gpus/nvidia/rtx-4090.toml", GpuCard, {"memory_gb": 24}, ["memory_gb = 24: no such key", "memory_gib"]),
    ("gpus/nvidia/rtx-4090.toml", GpuCard, {"link_generation": 9}, ["link_generation = 9", "allowed: 1, 2, 3"]),
    ("systems/dgx-h100.toml", SystemCard, {"gpu": "gpus/nvidia/h100-sxm-80g"}, ["gpu = ", "gpus/nvidia/h100-sxm-80gb"]),
]  # fmt: skip


@pytest.mark.parametrize(("file", "kind", "changes", "parts"), MISSPELT)
def test_a_misspelt_key_is_told_with_what_is_allowed(
    file: str, kind: type[Sourced], changes: dict[str, object], parts: list[str]
) -> None:
    (fault,) = faults(file, kind, **changes)
    assert fault.startswith(f"{file}: ")
    for part in parts:
        assert part in fault
    assert "\n" not in fault


def test_all_faults_of_all_files_are_told_at_once_in_one_sentence(tmp_path: Path) -> None:
    specs = tmp_path / "specs"
    for folder in ("gpus", "quants", "architectures"):
        (specs / folder).mkdir(parents=True)
    (specs / "quants/blocks.toml").write_text("[Q8_0]\nblock_weights = 32\nblock_bytes = 34\n")
    (specs / "architectures/ada.toml").write_text((SPECS / "architectures/ada.toml").read_text(encoding="utf-8"))
    (specs / "gpus/odd.toml").write_text(
        'name = "Odd"\nvendor = "nvidia"\narchitecture = "adda"\nform = "desktop"\n'
        'source = "a page"\nchecked = 2026-01-01\nmemory_gb = 24\nbandwidth_gb_per_s = -1\n'
    )
    with pytest.raises(CardError) as caught:
        load_catalog(specs)
    first, second, third = caught.value.faults
    assert "odd.toml: architecture = 'adda': no such name in specs (architectures); allowed: ada" in first
    assert "odd.toml: bandwidth_gb_per_s = -1: " in second
    assert "odd.toml: memory_gb = 24: no such key; " in third
    assert "memory_gib" in third
    assert "\n" not in str(caught.value)
    assert "and 2 more" in str(caught.value)


def test_a_faulty_card_is_no_fault_of_those_that_name_it(tmp_path: Path) -> None:
    specs = tmp_path / "specs"
    for file in ("architectures/ada.toml", "gpus/nvidia/rtx-4090.toml", "quants/blocks.toml"):
        (specs / file).parent.mkdir(parents=True, exist_ok=True)
        (specs / file).write_text((SPECS / file).read_text(encoding="utf-8"))
    (specs / "links").mkdir()
    (specs / "links/pcie-4.toml").write_text((SPECS / "links/pcie-4.toml").read_text(encoding="utf-8"))
    with (specs / "architectures/ada.toml").open("a") as file:
        file.write('matrix_unit = "all"\n')
    (fault,) = read_catalog(specs).faults
    assert "ada.toml: matrix_unit = 'all': no such key" in fault
