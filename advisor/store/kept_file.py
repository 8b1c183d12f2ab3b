"""One file of the data folder: read with migrations, set aside when damaged or too new, never lost."""

import contextlib
from collections.abc import Callable
from dataclasses import field
from pathlib import Path
from typing import Generic

from advisor.facts.values.frozen import frozen
from advisor.facts.values.plain_text import some_names
from advisor.facts.values.reason import Reason, reason
from advisor.store.atomic_file import StoreError, read_file, why, write_bytes, write_file
from advisor.store.document import DamagedError, Migrations, NewerError, R, migrated, parsed_object, tolerant
from advisor.store.file_lock import only_one
from advisor.store.folder import data_folder, files_like, make_private

Join = Callable[[R, R], R]
"""Makes one record of what a newer version kept and of what this one kept since."""
_NEWER, _LOCK = "newer", ".lock"
_NOTES: dict[Path, Reason] = {}
"""Of files that were set aside: whoever reads the file next finds none, and may be the one to tell why."""


@frozen
class Kept(Generic[R]):
    """A record as it was kept, or its defaults.

    `note` tells what is not as it was saved, `unknown` names what is not known here.
    """

    record: R
    note: Reason | None = None
    unknown: tuple[str, ...] = ()


@frozen
class KeptFile(Generic[R]):
    """The file `name` of the data folder: `default` stands for none and tells the type and present schema version."""

    name: str
    default: R
    joined: Join[R]
    migrations: Migrations = field(default_factory=dict)

    @property
    def path(self) -> Path:
        """Where it lies; it need not exist yet."""
        return data_folder() / self.name

    def read(self) -> Kept[R]:
        """The record as it was saved; the default, with a note, where there is none to be read.

        What an older version had set aside as newer is taken back once it is known.
        """
        kept, taken = self._joined()
        if taken:
            with contextlib.suppress(StoreError):
                self.change(lambda record: record)
        return kept

    def change(self, changed: Callable[[R], R]) -> R:
        """Keep what `changed` makes of the record as it lies there now; what others keep at the same time stays.

        Raises:
            StoreError: it cannot be kept; the old file is still there.
        """
        path = self.path
        try:
            make_private(path.parent)
        except OSError as error:
            raise StoreError("not_saved", name=path.name, folder=str(path.parent), cause=why(error)) from error
        with only_one(path.with_name(_LOCK)):
            kept, taken = self._joined()
            if kept.note and kept.note.code == "not_set_aside":  # it is still there, and what is in it not known
                raise StoreError("not_saved", **{"folder": str(path.parent), **kept.note.parameters})
            record = changed(kept.record)
            write_file(path, record.model_dump_json(indent=1) + "\n", private=True)
            for aside in taken:
                with contextlib.suppress(OSError):
                    aside.unlink()
        _NOTES.pop(path, None)
        return record

    def _joined(self) -> tuple[Kept[R], list[Path]]:
        """The record as it lies there with what was set aside as newer and is known now, and the files of that."""
        kept, taken = self._read(), []
        for aside in files_like(f"{self.name}*.{_NEWER}"):
            try:
                found = self._parsed(read_file(aside))
            except (OSError, DamagedError):
                continue
            if not found.unknown:
                kept = Kept(self.joined(found.record, kept.record), kept.note)
                taken.append(aside)
        return kept, taken

    def _read(self) -> Kept[R]:
        path = self.path
        try:
            data = read_file(path)
            kept = self._parsed(data)
        except FileNotFoundError:
            return Kept(self.default, _NOTES.get(path))
        except OSError as error:
            return Kept(self.default, _set_aside(path, "unreadable", why(error)))
        except DamagedError as error:
            ending = _NEWER if isinstance(error, NewerError) else "damaged"
            return Kept(self.default, _set_aside(path, ending, error.reason))
        if not kept.unknown:
            return kept
        with contextlib.suppress(StoreError, OSError):  # the next save leaves out what is not known here
            if all(read_file(aside) != data for aside in files_like(f"{self.name}*.{_NEWER}")):
                write_bytes(_free_name(path, _NEWER), data, private=True)
        return Kept(kept.record, reason("left_out_unknown", name=path.name, keys=some_names(kept.unknown)))

    def _parsed(self, data: bytes) -> Kept[R]:
        """The record in these bytes; `unknown` names the keys that are not known here."""
        version: int = self.default.model_dump()["schema_version"]
        found = migrated(parsed_object(data), version=version, migrations=self.migrations)
        record, unknown = tolerant(type(self.default), found)
        return Kept(record, unknown=unknown)


def _set_aside(path: Path, ending: str, cause: Reason) -> Reason:
    """Rename to the first free of NAME.damaged, NAME.2.damaged and so on, so that nothing is written over it."""
    try:
        aside = _free_name(path, ending)
        path.rename(aside)
        note = reason("set_aside", name=path.name, cause=cause, kept=aside.name)
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
