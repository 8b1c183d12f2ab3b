"""One file of the data folder: read with migrations, set aside when damaged, never lost."""

from dataclasses import dataclass
from pathlib import Path
from typing import Generic

from advisor.facts.record import Record
from advisor.store.atomic_file import StoreError, why, write_file
from advisor.store.document import DamagedError, Migrations, NewerError, R, migrated, parsed_object, tolerant


@dataclass(frozen=True)
class Kept(Generic[R]):
    """A record as it was kept, or its defaults; `note` is a sentence where not all is as it was saved."""

    record: R
    note: str | None = None


def read_kept(path: Path, default: R, migrations: Migrations) -> Kept[R]:
    """Read `path` as a record of the type of `default`, which also tells the present schema version."""
    version: int = default.model_dump()["schema_version"]
    try:
        found = migrated(parsed_object(path.read_bytes()), version=version, migrations=migrations)
        record, unknown = tolerant(type(default), found)
    except FileNotFoundError:
        return Kept(default)
    except OSError as error:
        return Kept(default, _set_aside(path, "unreadable", why(error)))
    except DamagedError as error:
        return Kept(default, _set_aside(path, "newer" if isinstance(error, NewerError) else "damaged", str(error)))
    return Kept(record, f"{path.name}: not known here and left out: {', '.join(unknown)}." if unknown else None)


def write_kept(path: Path, record: Record) -> None:
    """Write the record to `path`, its folder included; StoreError when that fails, and the old file is still there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{path.name} could not be saved in {path.parent}: {why(error)}.") from error
    write_file(path, record.model_dump_json(indent=1) + "\n")


def _set_aside(path: Path, ending: str, reason: str) -> str:
    """Rename to the first free of NAME.damaged, NAME.2.damaged and so on, so that nothing is written over it."""
    number = 1
    aside = path.with_name(f"{path.name}.{ending}")
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.{number}.{ending}")
    kept = f"It is kept as {aside.name}"
    try:
        path.rename(aside)
    except OSError:
        kept = "It could not be set aside"
    return f"{path.name} could not be used: {reason}. {kept}; defaults are used."
