"""The one door for what a person adds from a file: a pack of cards, one card, or a file of prices."""

from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import NamedTuple

import rtoml

from advisor.advice.added_prices import added_prices
from advisor.advice.known_catalog import known_cards, with_cards
from advisor.catalog.cards.own_cards import MOST_CARD_BYTES, LaidOver, OwnCard, OwnFolder
from advisor.catalog.cards.pack import MANIFEST, Pack, packed, read_manifest
from advisor.catalog.cards.shelves import shelf_of
from advisor.catalog.reading.zip_files import is_card_path
from advisor.facts.kept.card_pack import CardList, ListedCard, ListedPrices, PackManifest
from advisor.facts.kept.price_pack import PricePack
from advisor.facts.kept.settings import Money, Settings
from advisor.facts.values.plain_text import plain_text
from advisor.facts.values.reason import Reason, reason
from advisor.present.words.words import say, say_count
from advisor.store.atomic_file import StoreError
from advisor.store.folder import CARDS
from advisor.store.own_cards import add_card, add_pack, open_cards, open_pack, own_bytes, own_folders, remove_own
from advisor.store.settings import SETTINGS

PACK_ENDING = ".zip"
_MOST_TOLD = 12


class Added(NamedTuple):
    """What was added, as a sentence, and what was not; `prices` are not kept yet."""

    sentence: str
    faults: tuple[Reason, ...] = ()
    remarks: tuple[str, ...] = ()
    prices: PricePack | None = None


def add_file(path: Path, money: Money) -> Added:
    """Keep the pack or the card at `path`; of a file of prices what would be kept.

    Raises:
        StoreError: it is none, nothing of it can be used, or it cannot be kept.
    """
    if path.suffix.lower() == PACK_ENDING:
        return _add_pack(path)
    if path.suffix.lower() == ".csv" or _has_prices(path):
        added = added_prices(path, money, known_cards().catalog)
        if added.money is None or added.money.pack is None:
            raise StoreError("told", text=" ".join(added.sentences))
        pack = added.money.pack
        said = say_count(
            "Added {count} price of {name}.", "Added {count} prices of {name}.", len(pack.prices), name=pack.name
        )
        return Added(said, remarks=added.sentences, prices=pack)
    return _add_card(path)


def _add_pack(path: Path) -> Added:
    raw, pack = own_bytes(path), open_pack(path)
    tried = with_cards([pack.folder])
    if not tried.cards:
        raise _refused(path, tried)
    before = add_pack(raw)
    count, name = len(tried.cards), pack.manifest.name
    said = say_count("Added {count} card of {name}.", "Added {count} cards of {name}.", count, name=name)
    if before is not None:
        said = say("{said} It replaces that of {date}.", said=said, date=before.manifest.date.isoformat())
    return Added(said, tried.faults)


def _add_card(path: Path) -> Added:
    full_id = card_id_of(path)
    if full_id is None:
        raise StoreError("card_folder_missing", name=plain_text(path.name))
    return keep_card(full_id, own_bytes(path))


def keep_card(full_id: str, raw: bytes) -> Added:
    """Keep one own card, if it is sound beside those that are there.

    Raises:
        StoreError: it is faulty, with all that is wrong, or cannot be kept.
    """
    listed, faults = sound_beside_others(full_id, raw)
    if listed is None:
        raise StoreError("card_refused", name=f"{full_id}.toml", faults=faults[:_MOST_TOLD])
    add_card(full_id, raw)
    return Added(say("Added {name}.", name=listed.name))


def sound_beside_others(full_id: str, raw: bytes) -> tuple[OwnCard | None, tuple[Reason, ...]]:
    """A card as it would be beside those that are there; None, and what is wrong with it, where it is faulty."""
    folders, path = own_folders().folders, f"{full_id}.toml"
    own = next((one.files for one in folders if one.place == CARDS), {})
    others = [one for one in folders if one.place != CARDS]
    tried = with_cards([*others, OwnFolder(CARDS, {**own, path: raw})])
    listed = next((one for one in tried.cards if one.full_id == full_id), None)
    return listed, () if listed else tuple(one for one in tried.faults if path in str(one))


def card_id_of(path: PurePath) -> str | None:
    """The path below specs/ that a file of a card has by the folders it lies in."""
    parts = path.with_suffix("").parts
    ends = ("/".join(parts[start:]) for start in range(len(parts) - 1, -1, -1))
    return next((one for one in ends if shelf_of(one) and is_card_path(f"{one}.toml")), None)


def check_cards(path: Path) -> tuple[int, Sequence[Reason]]:
    """How many cards of a folder, a pack or a file can be used, and everything that is wrong with the others.

    Raises:
        StoreError: it is none of these.
    """
    full_id = card_id_of(path) if path.suffix == ".toml" else None
    if path.suffix == ".toml" and full_id is None:
        raise StoreError("card_folder_missing", name=plain_text(path.name))
    folder = OwnFolder(path.parent.name, {f"{full_id}.toml": own_bytes(path)}) if full_id else open_cards(path)
    tried = with_cards([folder])
    return len(tried.cards), tried.faults


def pack_folder(folder: Path, manifest: PackManifest | None) -> bytes:
    """The zip file of the cards in a folder, all of which have to be sound; without a manifest that of its pack.toml.

    Raises:
        StoreError: there is none, or a card is faulty.
    """
    if manifest is None:
        manifest = read_manifest(own_bytes(folder / MANIFEST))
    cards = open_cards(folder)
    tried = with_cards([cards])
    if tried.faults or not cards.files:
        raise _refused(folder, tried)
    return packed(Pack(manifest, cards.files))


def listed_cards() -> CardList:
    """All that a person added, and what is wrong with it."""
    known, prices = known_cards(), SETTINGS.read().record.money.pack
    return CardList(
        cards=tuple(ListedCard.model_validate(one._asdict()) for one in known.cards),
        packs=tuple(one.manifest for one in own_folders().packs),
        prices=ListedPrices(name=prices.name, as_of=prices.as_of, count=len(prices.prices)) if prices else None,
        faults=known.faults,
    )


def remove_added(name: str) -> bool:
    """Forget the pack, the own card or the file of prices of that name; False where there is none."""
    removed = False

    def without(kept: Settings) -> Settings:
        nonlocal removed
        prices = kept.money.pack
        removed = prices is not None and prices.name == name
        return kept.changed(money=kept.money.changed(pack=None)) if removed else kept

    without(SETTINGS.read().record)  # nothing is written where it is not there
    if removed:
        SETTINGS.change(without)
    return removed or remove_own(name)


def _refused(path: Path, tried: LaidOver) -> StoreError:
    told = reason("pack_without_cards_but", faults=tried.faults[:_MOST_TOLD])
    cause = told if tried.faults else reason("pack_without_cards")
    return StoreError("pack_refused", name=plain_text(path.name), cause=cause)


def _has_prices(path: Path) -> bool:
    """Whether a TOML file is one of prices and no card."""
    raw = own_bytes(path)
    try:
        return "prices" in rtoml.loads(raw.decode("utf-8-sig"))
    except (rtoml.TomlParsingError, ValueError):
        return card_id_of(path) is None or len(raw) > MOST_CARD_BYTES
