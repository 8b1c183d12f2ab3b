"""One file of the data folder: read with migrations, set aside when damaged or too new, never lost."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic

from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.record import Record
from advisor.store.atomic_file import StoreError, why, write_bytes, write_file
from advisor.store.document import DamagedError, Migrations, NewerError, R, migrated, parsed_object, tolerant


@dataclass(frozen=True)
class Kept(Generic[R]):
    """A record as it was kept, or its defaults.

    `note` tells what is not as it was saved, `unknown` names what is not known here.
    """

    record: R
    note: Reason | None = None
    unknown: tuple[str, ...] = ()


Join = Callable[[R, R], R]
"""Makes one record of what a newer version kept and of what this one kept since."""
_NEWER = "newer"
_NOTES: dict[Path, Reason] = {}
"""Of files that were set aside: whoever reads the file next finds none, and may be the one to tell why."""


def read_kept(path: Path, default: R, migrations: Migrations, joined: Join[R]) -> Kept[R]:
    """Read `path` as a record of the type of `default`, which also tells the present schema version.

    What an older version had set aside as newer is taken back once it is known.
    """
    kept = _read(path, default, migrations)
    for aside in _set_aside_before(path):
        try:
            found = _parsed(aside.read_bytes(), default, migrations)
        except (OSError, DamagedError):
            continue
        if not found.unknown:
            kept = _taken_back(path, aside, Kept(joined(found.record, kept.record), kept.note))
    return kept


def _read(path: Path, default: R, migrations: Migrations) -> Kept[R]:
    try:
        data = path.read_bytes()
        kept = _parsed(data, default, migrations)
    except FileNotFoundError:
        return Kept(default, _NOTES.get(path))
    except OSError as error:
        return Kept(default, _set_aside(path, "unreadable", why(error)))
    except DamagedError as error:
        return Kept(default, _set_aside(path, _NEWER if isinstance(error, NewerError) else "damaged", error.reason))
    if kept.unknown:
        _keep_copy(path, data)
    return Kept(kept.record, reason("left_out_unknown", name=path.name, keys=kept.unknown) if kept.unknown else None)


def _parsed(data: bytes, default: R, migrations: Migrations) -> Kept[R]:
    """The record in these bytes; `unknown` names the keys that are not known here."""
    version: int = default.model_dump()["schema_version"]
    record, unknown = tolerant(type(default), migrated(parsed_object(data), version=version, migrations=migrations))
    return Kept(record, unknown=unknown)


def _taken_back(path: Path, aside: Path, kept: Kept[R]) -> Kept[R]:
    """Write it as the present file, and only then delete what was set aside."""
    with contextlib.suppress(StoreError, OSError):
        write_kept(path, kept.record)
        aside.unlink()
    return kept


def _keep_copy(path: Path, data: bytes) -> None:
    """Keep what a newer version wrote beside the file: the next save leaves out what is not known here."""
    with contextlib.suppress(StoreError, OSError):
        if all(aside.read_bytes() != data for aside in _set_aside_before(path)):
            write_bytes(_free_name(path, _NEWER), data)


def _set_aside_before(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f"{path.name}*.{_NEWER}"))


def write_kept(path: Path, record: Record) -> None:
    """Write the record to `path`, its folder included; StoreError when that fails, and the old file is still there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError("not_saved", name=path.name, folder=str(path.parent), cause=why(error)) from error
    write_file(path, record.model_dump_json(indent=1) + "\n")
    _NOTES.pop(path, None)


def _set_aside(path: Path, ending: str, cause: Reason) -> Reason:
    """Rename to the first free of NAME.damaged, NAME.2.damaged and so on, so that nothing is written over it."""
    aside = _free_name(path, ending)
    note = reason("set_aside", name=path.name, cause=cause, kept=aside.name)
    try:
        path.rename(aside)
    except OSError:
        note = reason("not_set_aside", name=path.name, cause=cause)
    _NOTES[path] = note
    return note


def _free_name(path: Path, ending: str) -> Path:
    number = 1
    aside = path.with_name(f"{path.name}.{ending}")
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.{number}.{ending}")
    return aside
