"""Cards and packs that a person added, in the data folder: `cards/` as files, `packs/` as they came."""

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from advisor.catalog.cards.own_cards import MOST_CARD_BYTES, OwnFolder
from advisor.catalog.cards.pack import MANIFEST, Pack, pack_key, read_pack
from advisor.catalog.reading.archive import CaptureError
from advisor.catalog.reading.zip_files import MOST_PACKED_BYTES
from advisor.facts.values.plain_text import plain_text
from advisor.facts.values.reason import Reason
from advisor.store.atomic_file import StoreError, why, write_bytes
from advisor.store.file_lock import only_one
from advisor.store.folder import CARDS, CARDS_VARIABLE, PACKS, data_folder, make_private

MOST_PACKS = 64
_LOCK = ".lock"
_DEEPEST, _MOST_ENTRIES = 4, 8000


class OwnFolders(NamedTuple):
    """All that a person added, in the order in which it counts; `faults` are of packs that cannot be read."""

    folders: tuple[OwnFolder, ...] = ()
    packs: tuple[Pack, ...] = ()
    faults: tuple[Reason, ...] = ()


def own_folders() -> OwnFolders:
    """Packs by name, then the person's own cards, then what a command names."""
    packs, faults = [], []
    for path in _pack_files():
        try:
            packs.append(open_pack(path))
        except StoreError as error:
            faults.append(error.reason)
    folders = [*(one.folder for one in packs), OwnFolder(CARDS, dict(_card_files(cards_folder())))]
    named = os.environ.get(CARDS_VARIABLE)
    if named:
        folders.append(open_cards(Path(named)))
    return OwnFolders(tuple(one for one in folders if one.files), tuple(packs), tuple(faults))


def cards_folder() -> Path:
    """Where own cards lie as files; it need not exist yet."""
    return data_folder() / CARDS


def open_cards(path: Path) -> OwnFolder:
    """The cards in a folder or a pack that a person named.

    Raises:
        StoreError: it is neither.
    """
    if path.is_dir():
        return OwnFolder(plain_text(path.name) or CARDS, dict(_card_files(path)))
    return open_pack(path).folder


def open_pack(path: Path) -> Pack:
    """The pack in a zip file.

    Raises:
        StoreError: it is none.
    """
    name = plain_text(path.name)
    try:
        return read_pack(_bytes(path, MOST_PACKED_BYTES))
    except CaptureError as error:
        raise StoreError("pack_refused", name=name, cause=error.reason) from error
    except OSError as error:
        raise StoreError("not_opened", name=name, cause=why(error)) from error


def own_bytes(path: Path) -> bytes:
    """What lies at a path that a person named, as far as any pack or card needs.

    Raises:
        StoreError: it is no ordinary file, or cannot be read.
    """
    try:
        return _bytes(path, MOST_PACKED_BYTES)
    except OSError as error:
        raise StoreError("not_opened", name=plain_text(path.name), cause=why(error)) from error


def add_pack(raw: bytes) -> Pack | None:
    """Keep the pack in these bytes, which are one; the one of the same name that was there before is given back.

    Raises:
        StoreError: it cannot be kept; what was there still is.
    """
    pack = read_pack(raw)
    with _changing(PACKS) as folder:
        path, before = folder / f"{pack.key}.zip", None
        if path.exists():
            with contextlib.suppress(StoreError):
                before = open_pack(path)
        elif len(_pack_files()) >= MOST_PACKS:
            raise StoreError("packs_too_many", most=MOST_PACKS)
        write_bytes(path, raw, private=True)
    return before


def add_card(full_id: str, raw: bytes) -> None:
    """Keep a card, which is sound, under its path below specs/.

    Raises:
        StoreError: it cannot be kept; what was there still is.
    """
    with _changing(CARDS) as folder:
        path = folder / f"{full_id}.toml"
        try:
            make_private(path.parent)
        except OSError as error:
            raise StoreError("not_saved", name=path.name, folder=str(path.parent), cause=why(error)) from error
        write_bytes(path, raw, private=True)


def remove_own(name: str) -> bool:
    """Delete the pack of that name or the own card with that path; False where there is neither.

    Raises:
        StoreError: it cannot be deleted.
    """
    card = PurePosixPath(name.removesuffix(".toml").removeprefix(f"{CARDS}/"))
    places = [(PACKS, f"{pack_key(name.removeprefix(f'{PACKS}/'))}.zip")]
    if ".." not in card.parts and not card.is_absolute() and ":" not in name and "\\" not in name:
        places.append((CARDS, f"{card}.toml"))
    for kind, file in places:
        path = data_folder() / kind / file
        if not path.is_file():
            continue
        with _changing(kind):
            try:
                path.unlink()
            except OSError as error:
                raise StoreError("not_removed", name=plain_text(path.name), cause=why(error)) from error
        return True
    return False


@contextlib.contextmanager
def _changing(kind: str) -> Iterator[Path]:
    """The folder, made where it is not there, for one process at a time."""
    folder = data_folder() / kind
    try:
        make_private(folder)
    except OSError as error:
        raise StoreError("not_saved", name=kind, folder=str(folder.parent), cause=why(error)) from error
    with only_one(data_folder() / _LOCK):
        yield folder


def _pack_files() -> list[Path]:
    folder = data_folder() / PACKS
    with contextlib.suppress(OSError):
        return sorted(path for path in folder.iterdir() if path.suffix == ".zip" and path.name[0] != ".")[:MOST_PACKS]
    return []


def _card_files(top: Path) -> Iterator[tuple[str, bytes]]:
    """The TOML files below a folder by their path there; links to other folders are not followed."""
    folders, seen = [(top, "")], 0
    while folders:
        folder, below = folders.pop()
        try:
            entries = list(islice(os.scandir(folder), _MOST_ENTRIES))
        except OSError:
            continue
        seen += len(entries)
        for entry in sorted(entries, key=lambda one: one.name):
            path = f"{below}{entry.name}"
            if entry.name.startswith(".") or path == MANIFEST:
                continue
            if entry.is_dir(follow_symlinks=False) and below.count("/") < _DEEPEST and seen < _MOST_ENTRIES:
                folders.append((folder / entry.name, f"{path}/"))
            elif path.endswith(".toml"):
                yield path, _bytes_or_none(folder / entry.name)


def _bytes_or_none(path: Path) -> bytes:
    """What lies there; what cannot be read is no TOML, which is told with its name."""
    try:
        return _bytes(path, MOST_CARD_BYTES)
    except OSError:
        return b"\0"


def _bytes(path: Path, most: int) -> bytes:
    """An ordinary file, or a little more than most of it; OSError where it is none, instead of waiting for a pipe."""
    number = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    with open(number, "rb") as file:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        return file.read(most + 1)
