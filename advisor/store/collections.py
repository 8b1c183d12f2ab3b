"""Remembers which worker of a cluster became which profile of a folder; the profiles themselves do not tell."""

from pathlib import Path

from advisor.facts.kept.collection import Collection, Collections
from advisor.store.kept_file import KeptFile

_MOST_FOLDERS = 20


def _joined(newer: Collections, ours: Collections) -> Collections:
    here = {one.folder for one in ours.collections}
    others = (one for one in newer.collections if one.folder not in here)
    return Collections(collections=(*others, *ours.collections)[-_MOST_FOLDERS:])


COLLECTIONS = KeptFile("collections.json", Collections(), _joined)


def collection_of(folder: Path) -> Collection:
    """What is remembered of a folder."""
    here = str(folder.resolve())
    found = (one for one in COLLECTIONS.read().record.collections if one.folder == here)
    return next(found, Collection(folder=here))


def keep_collection(collection: Collection) -> None:
    """Remember it instead of what is remembered of this folder. StoreError when that fails."""
    COLLECTIONS.change(lambda kept: _joined(kept, Collections(collections=(collection,))))
