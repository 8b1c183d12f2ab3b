"""Cards are read anew only where something changed since they were read last."""

import sys
from pathlib import Path

import pytest

from advisor.catalog.cards.kept_cards import kept


class Cards:
    """What reading makes, and how often it was made."""

    def __init__(self, specs: Path, folder: Path) -> None:
        self.specs, self.folder, self.made = specs, folder, 0

    def read(self, specs: Path) -> str:
        self.made += 1
        return "".join(file.read_text() for file in sorted(specs.rglob("*.toml")))

    def asked(self) -> str:
        return kept(self.specs, self.read, str, folder=self.folder)


@pytest.fixture
def cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cards:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "specs" / "gpus").mkdir(parents=True)
    (tmp_path / "specs" / "gpus" / "one.toml").write_text("first")
    return Cards(tmp_path / "specs", tmp_path / "kept")


def test_unchanged_cards_are_read_once(cards: Cards) -> None:
    assert [cards.asked() for _ in range(3)] == ["first"] * 3
    assert cards.made == 1


def test_a_changed_a_new_and_a_missing_card_are_seen(cards: Cards) -> None:
    cards.asked()
    file = cards.specs / "gpus" / "one.toml"
    file.write_text("second")
    assert cards.asked() == "second"
    file.with_name("two.toml").write_text("!")
    assert cards.asked() == "second!"
    file.unlink()
    assert cards.asked() == "!"
    assert cards.made == 4


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_what_is_damaged_is_made_anew(cards: Cards, damage: bytes | None) -> None:
    cards.asked()
    (file,) = cards.folder.iterdir()
    file.write_bytes(file.read_bytes()[:40] if damage is None else damage)
    assert cards.asked() == "first"
    assert cards.made == 2
    assert cards.asked() == "first"
    assert cards.made == 2


def test_another_kind_of_thing_is_not_taken(cards: Cards) -> None:
    cards.asked()
    assert kept(cards.specs, lambda _: 3, int, folder=cards.folder) == 3


def test_nothing_is_kept_where_python_is_told_so_or_nobody_may(
    cards: Cards, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    cards.asked()
    assert not cards.folder.exists()
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    cards.folder = tmp_path / "specs" / "gpus" / "one.toml" / "no folder"
    assert cards.asked() == "first"
    assert cards.made == 2


@pytest.mark.parametrize("is_changed", [False, True])
def test_what_a_killed_writer_left_is_gone_after_the_next_start(cards: Cards, is_changed: bool) -> None:
    cards.asked()
    (file,) = cards.folder.iterdir()
    file.with_name(f"{file.name}.99999").write_bytes(b"half")
    if is_changed:
        (cards.specs / "gpus" / "one.toml").write_text("second")
    cards.asked()
    assert [one.name for one in cards.folder.iterdir()] == [file.name]
