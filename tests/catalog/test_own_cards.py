"""Cards of a person's own lie over ours: checked alike, marked, and a faulty one costs only itself."""

from pathlib import Path

import pytest

from advisor.advice.known_catalog import with_cards
from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.folder import data_folder
from advisor.catalog.cards.own_cards import LaidOver, OwnFolder
from advisor.catalog.cards.processor import gpu_processor
from advisor.present.words.origin import source_words
from advisor.present.words.reasons.in_words import in_words

SPECS = data_folder("specs")
GPU = """
name = "Acme X9"
aliases = ["X9"]
vendor = "nvidia"
architecture = "ada"
form = "desktop"
released = "2026"
memory_gib = 48
bandwidth_gb_per_s = 900
fp32_tflop_per_s = 50
source = "my own measurement"
checked = 2026-11-23
"""
PLACE = "gpus/acme/x9.toml"


def laid(**files: str) -> LaidOver:
    """`gpus__acme__x9` is a path."""
    found = {f"{name.replace('__', '/')}.toml": text.encode() for name, text in files.items()}
    return with_cards([OwnFolder("cards", found)])


def said(found: LaidOver) -> str:
    return "\n".join(map(in_words, found.faults))


def ours(path: str) -> str:
    return (SPECS / path).read_text(encoding="utf-8")


def test_an_own_card_is_found_by_its_names_marked_and_answered_with() -> None:
    found = laid(gpus__acme__x9=GPU)
    catalog = found.catalog
    assert not found.faults
    assert {catalog.gpus.find(name) for name in ("Acme X9", "x9", "Acme X9 (yours)")} == {"gpus/acme/x9"}
    processor = gpu_processor("gpus/acme/x9", catalog)
    assert processor.name == "Acme X9 (yours)"
    assert processor.bandwidth_bytes_per_s.source == "cards/gpus/acme/x9.toml"
    assert source_words(processor.bandwidth_bytes_per_s.source) == "x9 (yours)"
    request = {"id": "a", "device": "X9", "model": "Llama 3.1 8B", "quant": "Q4_K_M"}
    answer = answer_request(request, catalog)
    assert answer.error is None
    assert answer.fits is True
    assert "gpus/acme/x9" not in load_catalog().gpus


@pytest.mark.parametrize(
    "path",
    ["gpus/nvidia/rtx-4090", "models/llama/llama-3.1-8b", "workloads/chat", "computers/apple/mac-mini-m4-16gb"],
)
def test_a_card_of_ours_that_is_replaced_by_itself_changes_no_answer(path: str) -> None:
    found = laid(**{path.replace("/", "__"): ours(f"{path}.toml")})
    assert [(one.full_id, one.replaces) for one in found.cards] == [(path, True)]
    requests = (
        {"id": "a", "device": "RTX 4090", "model": "Llama 3.1 8B", "quant": "Q4_K_M", "workload": "chat"},
        {"id": "b", "device": "RTX 4090", "model": "llama3.1:70b", "quant": "Q4_K_M", "device_count": 2},
    )
    for request in requests:
        with_own, without = (answer_request(request, one) for one in (found.catalog, load_catalog()))
        assert with_own.model_dump(exclude={"basis", "notes"}) == without.model_dump(exclude={"basis", "notes"})


def test_a_card_with_the_path_of_ours_replaces_it() -> None:
    text = ours("gpus/nvidia/rtx-4090.toml").replace("memory_gib = 24", "memory_gib = 48")
    found = laid(gpus__nvidia__rtx_4090="", **{"gpus__nvidia__rtx-4090": text})
    assert found.catalog.gpus["gpus/nvidia/rtx-4090"].memory_gib == 48
    assert found.catalog.gpus["gpus/nvidia/rtx-4090"].name == "RTX 4090 (yours)"
    assert found.catalog.gpus.find("GeForce RTX 4090") == "gpus/nvidia/rtx-4090"


FAULTS = {
    "memory_gb = 3": ("memory_gb", "no such key", "memory_gib"),
    'processors = ["(a+)+b"]': ("processors", "(a+)+b", "repeats"),
    'processors = ["("]': ("processors", "repeats"),
    'pci_ids = ["10DE:1"]': ("pci_ids", "10de:2684"),
    'note = "a\\u202eb"': ("note", "visible"),
    'aliases2 = "RTX 4090"': ("aliases2",),
    "bus_bits = 384\nmemory_gigatransfers_per_s = 10": ("bandwidth_gb_per_s = 900", "480"),
    "int8_dense_top_per_s = 1e308": ("nothing can be predicted",),
    "a = [[[[" + "[" * 5000: ("no TOML",),
    ".".join("a" * 20000) + " = 1": ("no TOML",),
    "a = [" + "1," * 9000 + "]": ("bytes of TOML",),
    "a = '" + "x" * 70000 + "'": ("bytes of TOML",),
    "a = '\0'": ("no TOML",),
}


@pytest.mark.parametrize("line", FAULTS, ids=lambda line: line[:24])
def test_a_faulty_card_is_named_with_its_fault_and_costs_only_itself(line: str) -> None:
    found = laid(gpus__acme__x9=GPU, gpus__acme__bad=GPU.replace("X9", "X7") + line)
    assert [one.full_id for one in found.cards] == ["gpus/acme/x9"]
    for words in ("cards/gpus/acme/bad.toml", *FAULTS[line]):
        assert words in said(found)
    assert "X7" not in {card.name for card in found.catalog.gpus.values()}


def test_all_faults_of_a_card_are_told_at_once() -> None:
    found = laid(gpus__acme__x9=GPU.replace("ada", "adda").replace("48", "-1") + "memory_gb = 3\n")
    assert {one.parameters["key"] for one in found.faults} == {"architecture", "memory_gib", "memory_gb"}


def test_a_name_of_another_card_is_refused_so_that_ours_are_still_found() -> None:
    found = laid(gpus__acme__x9=GPU.replace('"X9"', '"RTX 4090"'))
    assert "RTX 4090 is the name of gpus/nvidia/rtx-4090" in said(found)
    assert found.catalog.gpus.find("RTX 4090") == "gpus/nvidia/rtx-4090"


def test_what_names_a_faulty_own_card_is_left_out_with_it() -> None:
    design = ours("architectures/ada.toml").replace('name = "', 'name = "My ')
    named = {"gpus__acme__x9": GPU.replace('"ada"', '"mine"')}
    assert len(laid(**named, architectures__mine=design).cards) == 2
    found = laid(**named, architectures__mine=design + "odd = 1\n")
    assert found.cards == ()
    assert {"odd", "architecture"} <= {one.parameters["key"] for one in found.faults}


def test_files_of_no_kind_of_card_are_named() -> None:
    found = laid(readme="", quants__blocks="", gpus__acme__x9=GPU)
    assert len(found.cards) == 1
    assert {"cards/readme.toml", "cards/quants/blocks.toml"} <= {str(one.parameters["where"]) for one in found.faults}


def test_the_last_of_several_folders_counts() -> None:
    first, last = (
        OwnFolder(place, {PLACE: GPU.replace("48", size).encode()})
        for place, size in (("packs/a", "24"), ("cards", "96"))
    )
    found = with_cards([first, last])
    assert [one.where for one in found.cards] == ["cards/gpus/acme/x9.toml"]
    assert found.catalog.gpus["gpus/acme/x9"].memory_gib == 96


def test_of_too_many_cards_the_first_are_read() -> None:
    files = {f"gpus/acme/x{number}.toml": GPU.encode() for number in range(2100)}
    found = with_cards([OwnFolder("cards", files)])
    assert found.cards == ()
    assert len(found.faults) == 2001


def test_nothing_is_laid_over_where_there_is_nothing(tmp_path: Path) -> None:
    assert with_cards([]).catalog.gpus is load_catalog().gpus


def test_what_a_card_lacks_is_named_without_the_rest_of_it() -> None:
    (fault,) = laid(gpus__acme__x9=GPU.replace('form = "desktop"', "")).faults
    assert in_words(fault) == "cards/gpus/acme/x9.toml: form is missing"


def test_of_a_file_in_a_repository_people_read_the_repository() -> None:
    """ "collected in somebody/prices data/processed/deals.csv (github)" stood below a price."""
    assert source_words("collected in somebody/prices data/processed/deals.csv (github); shop.com/x") == (
        "collected in github.com/somebody/prices; shop.com/x"
    )
    assert source_words("https://github.com/a/b src/x.c") == "https://github.com/a/b src/x.c"
