"""Which worker became which profile of a folder is remembered of the folders that were used last."""

from pathlib import Path

from advisor.facts.kept.collection import CollectedWorker, Collection
from advisor.store.collections import COLLECTIONS, collection_of, keep_collection

ONE = CollectedWorker(worker="host one", label="worker-1")


def kept(folder: Path) -> None:
    keep_collection(Collection(folder=str(folder.resolve()), workers=(ONE,)))


def test_the_folder_that_is_used_is_not_the_one_to_be_forgotten(tmp_path: Path) -> None:
    for number in range(20):
        kept(tmp_path / f"{number}")
    kept(tmp_path / "0")
    kept(tmp_path / "20")
    assert collection_of(tmp_path / "0").workers == (ONE,)
    assert collection_of(tmp_path / "1").workers == ()
    assert len(COLLECTIONS.read().record.collections) == 20
