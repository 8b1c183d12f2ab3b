"""One test per card file: it loads, has only allowed keys, and its figures agree with each other."""

import re
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from advisor.answer.tasks.registry import TASKS
from advisor.catalog.cards.card_file import read_card
from advisor.catalog.cards.card_index import CardIndex
from advisor.catalog.cards.card_rules import broken_rules
from advisor.catalog.cards.catalog import load_catalog, read_catalog
from advisor.catalog.cards.cpu_named import family_of
from advisor.catalog.cards.folder import data_folder
from advisor.catalog.cards.shelves import BLOCKS_FILE
from advisor.facts.cards.backend import BackendCard
from advisor.facts.cards.card import CpuFamily, GpuArchitecture, GpuCard
from advisor.facts.cards.model_parts import Download
from advisor.facts.cards.quant import BlockType, QuantCard
from advisor.facts.cards.training import TrainingDevice
from advisor.facts.cards.workload import TaskCard
from advisor.present.words.reasons.in_words import in_words
from tests.catalog.card_kinds import KINDS

SPECS = data_folder("specs")
CATALOG, FAULTS, KNOWN = read_catalog(SPECS)

FILES = sorted(path for path in SPECS.rglob("*.toml") if path != SPECS / BLOCKS_FILE)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SPECS).as_posix())
def test_card(path: Path) -> None:
    assert [in_words(fault) for fault in FAULTS if str(path) in fault.parameters.values()] == []
    folder = path.relative_to(SPECS).parent.as_posix()
    card = read_card(path, KINDS.get(folder) or KINDS[folder.split("/")[0]], KNOWN)
    assert "" not in (card.name, card.source, *card.aliases)
    assert path.stem == path.stem.lower()
    assert card.name not in card.aliases
    assert [(key, value, in_words(rule)) for key, value, rule in broken_rules(card, CATALOG.architectures)] == []
    if isinstance(card, GpuCard):
        assert len(card.pci_ids) == len(set(card.pci_ids))
    if isinstance(card, CpuFamily):
        assert all(re.compile(pattern) for pattern in card.patterns)
    if isinstance(card, QuantCard):
        check_quant(card)
    if isinstance(card, GpuArchitecture):
        check_architecture(card)
    if isinstance(card, BackendCard):
        allowed = [target for one in CATALOG.architectures.values() for target in one.targets]
        check_words("targets", card.targets, lambda target: target.startswith(tuple(allowed)), allowed)
    if isinstance(card, TaskCard):
        fields = TASKS[card.task].record.model_fields
        check_words("fields", card.fields, fields.__contains__, fields)
    if isinstance(card, TrainingDevice):
        check_training_device(card)


def check_words(key: str, words: Iterable[str], is_right: Callable[[str], bool], allowed: Iterable[str]) -> None:
    wrong = [word for word in words if not is_right(word)]
    assert not wrong, f"{key} = {wrong}: means nothing here; allowed: {', '.join(allowed)}"


def check_architecture(card: GpuArchitecture) -> None:
    targets = card.one_warp_falls_short
    check_words("one_warp_falls_short", targets, lambda one: one.startswith(card.targets), card.targets)
    assert not (card.matrix_units == "none" and card.matrix_formats), "formats of units that it does not have"


def check_training_device(card: TrainingDevice) -> None:
    alike = [gpu.name for gpu in CATALOG.gpus.values() if gpu.architecture in card.architectures]
    within = alike if card.architectures else [gpu.name for gpu in CATALOG.gpus.values()]
    check_words("names", card.names, lambda word: any(word in name for name in within), within)


def check_quant(card: QuantCard) -> None:
    blocks = load_blocks()
    if card.format == "gguf":
        block = blocks[card.base_type]
        assert card.typical_bits_per_weight >= 0.9 * block.block_bytes * 8 / block.block_weights


def load_blocks() -> dict[str, BlockType]:
    table = tomllib.loads((SPECS / BLOCKS_FILE).read_text(encoding="utf-8"))
    return {name: BlockType.model_validate(block) for name, block in table.items()}


def test_the_catalog_is_as_large_as_promised() -> None:
    catalog = load_catalog()
    assert len(catalog.gpus) >= 200
    assert len(catalog.cpus) >= 60
    assert len(catalog.models) >= 200
    assert len(catalog.other_models) >= 40
    assert {"chat", "long-documents"} <= set(catalog.workloads)
    assert {"q4_k_m", "q8_0", "f16"} <= set(catalog.quants)


def test_no_name_belongs_to_two_cards() -> None:
    catalog = load_catalog()
    shelves = {name: index for name, index in vars(catalog).items() if isinstance(index, CardIndex)}
    assert len(shelves) > 6
    for index in shelves.values():
        for card_id, card in index.items():
            assert {index.find(name) for name in (card.name, *card.aliases)} == {card_id}
    for card in catalog.other_models.values():
        assert not [name for name in (card.name, *card.aliases) if catalog.models.find(name)]


RATED_BY = {"image classification": "imagenet_top1_percent", "object detection": "coco_map_percent"}


def test_what_sees_is_rated_for_its_work_at_the_size_it_is_used_at() -> None:
    rated = [card for card in load_catalog().other_models.values() if card.kind == "vision" and card.rating]
    assert len(rated) > 100
    for card in rated:
        assert card.rating is not None
        assert card.pipeline is not None
        assert [RATED_BY.get(use) for use in card.good_for] == [card.rating.scale], card.name
        assert 25 < card.rating.score < 95, card.name
        assert f" at {card.pipeline.defaults.width} pixels" in card.rating.source, card.name


def test_every_processor_belongs_to_one_family_of_its_architecture() -> None:
    catalog = load_catalog()
    for card_id, card in catalog.cpus.items():
        family = family_of(card.name, catalog.cpu_families)
        assert family is not None, card_id
        assert card.architecture == catalog.cpu_families[family].architecture, card_id


def test_every_member_of_a_family_is_found_in_it() -> None:
    catalog = load_catalog()
    for family_id, family in catalog.cpu_families.items():
        for name, member in family.members.items():
            assert catalog.cpus.find(name) is None, f"{name} has a card of its own"
            assert family_of(name, catalog.cpu_families) == family_id, name
            assert member.cores <= member.threads


def test_a_card_whose_names_have_a_form_that_thinks_says_that_it_thinks() -> None:
    thinks = re.compile(r"thinking|-think\b|-reasoning", re.IGNORECASE)
    cards = load_catalog().models
    found = [card for card in cards.values() if card.abilities and any(map(thinks.search, card.aliases))]
    assert len(found) > 20
    assert [card.name for card in found if not card.is_able("thinks") or card.thinking is None] == []


def test_names_to_fetch_a_model_by_are_such_as_programs_take() -> None:
    known = [card.download for card in load_catalog().models.values() if card.download]
    assert len(known) > 150
    assert [one for one in known if not (one.ollama or one.gguf) or (one.ollama_quant and not one.ollama)] == []
    for wrong in ({"ollama": "qwen3"}, {"ollama": "own/qwen3:8b"}, {"gguf": "Qwen3-8B-GGUF"}, {"gguf": "a/b/c"}):
        with pytest.raises(ValueError, match="should match pattern"):
            Download(**wrong, source="made up")
