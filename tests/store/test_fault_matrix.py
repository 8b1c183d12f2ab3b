"""Every fault of a disk, at every moment, for every kept file: a sentence, the former text, no litter, on it goes."""

import errno
import io
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from advisor.facts.kept.collection import CollectedWorker, Collection
from advisor.facts.kept.history import Crash
from advisor.facts.kept.profile import Correction
from advisor.facts.kept.shared_result import KeptResult, SharedResult
from advisor.facts.machine.measurement import OwnRun
from advisor.facts.values.reason import told
from advisor.store import atomic_file
from advisor.store.atomic_file import StoreError
from advisor.store.collections import COLLECTIONS, keep_collection
from advisor.store.corrections import CORRECTIONS, save_corrections
from advisor.store.crashes import CRASHES, save_crash
from advisor.store.folder import CARDS, data_folder
from advisor.store.history import load_history, save_own_run
from advisor.store.kept_file import Kept
from advisor.store.last_read import LAST_READ, keep_machine
from advisor.store.own_cards import add_card, add_pack, own_folders
from advisor.store.profile import open_machine, save_machine
from advisor.store.settings import SETTINGS
from advisor.store.shared_results import SHARED, with_results
from tests.fakes.machines import machine


class Place(NamedTuple):
    """A kept file: how number 1 or 2 is kept in it, and what of both is found there."""

    keep: Callable[[int], object]
    found: Callable[[], object]


def _noted(number: int) -> None:
    sentence = told("It crashed.")
    save_crash(Crash(part="nvidia", what=f"card {number}", driver="1", sentence=sentence, seen_at="2026-01-01"))


def _ran(number: int) -> None:
    run = OwnRun(model_id="a/b", quant="Q4_K_M", processor="gpu0", tokens_per_s=float(number), ran_on="2026-11-20")
    save_own_run(machine(), run)


def _saved(number: int) -> None:
    save_machine(data_folder() / "machine.rig", machine(cpu_name=f"CPU {number}"))


def _record(kept: Kept[Any]) -> object:
    assert kept.note is None
    return kept.record


def _card(number: int) -> bytes:
    return f'name = "Acme X{number}"\nvendor = "acme"\n'.encode()


def _packed(number: int) -> None:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        archive.writestr("pack.toml", 'name = "Lab cards"\ndate = 2026-11-23\nabout = "GPUs"\n')
        archive.writestr("gpus/acme/x9.toml", _card(number))
    add_pack(raw.getvalue())


def _own(*, in_packs: bool) -> object:
    found = own_folders()
    assert not found.faults
    return [dict(one.files) for one in found.folders if (one.place != CARDS) == in_packs]


def _result(number: int) -> KeptResult:
    found = {"kind": "rig-advisor-result", "app_version": "1.0.0", "day": "2026-11-20", "cpu": {"threads": number}}
    return KeptResult(key=f"{number}", result=SharedResult.model_validate(found, strict=False))


def _worker(number: int) -> CollectedWorker:
    return CollectedWorker(worker=f"tcp://{number}", label=f"pc-{number}")


PLACES = {
    "pack": Place(_packed, lambda: _own(in_packs=True)),
    "own card": Place(lambda number: add_card("gpus/acme/x9", _card(number)), lambda: _own(in_packs=False)),
    "settings": Place(
        lambda number: SETTINGS.change(lambda kept: kept.changed(context_tokens=512 * number)),
        lambda: _record(SETTINGS.read()),
    ),
    "measurements": Place(_ran, lambda: _record(load_history())),
    "corrections": Place(
        lambda number: save_corrections(machine(), [Correction(fact="memory.channels", value=number)]),
        lambda: _record(CORRECTIONS.read()),
    ),
    "crashes": Place(_noted, lambda: _record(CRASHES.read())),
    "shared results": Place(
        lambda number: SHARED.change(lambda kept: with_results(kept, (_result(number),))),
        lambda: _record(SHARED.read()),
    ),
    "computer as it was read last": Place(
        lambda number: keep_machine(machine(cpu_name=f"CPU {number}")), lambda: _record(LAST_READ.read())
    ),
    "workers of a cluster": Place(
        lambda number: keep_collection(Collection(folder="/lab", workers=(_worker(number),))),
        lambda: _record(COLLECTIONS.read()),
    ),
    "saved machine": Place(_saved, lambda: open_machine(data_folder() / "machine.rig").profile.machine),
}
STORE = Path(atomic_file.__file__).parent
CAUSES = {
    errno.ENOSPC: "disk_full",
    errno.EDQUOT: "disk_full",
    errno.EFBIG: "disk_full",
    errno.EACCES: "no_permission_there",
    errno.EROFS: "no_permission_there",
    errno.EMFILE: "told",
    errno.EIO: "told",
}
MOMENTS = {"begin": (atomic_file, "_for_owner_only"), "write": (os, "fsync"), "end": (os, "replace")}


def test_every_kind_of_kept_file_is_tried() -> None:
    named = re.findall(r'KeptFile\("([^"]+)"', "".join(one.read_text() for one in STORE.glob("*.py")))
    data_folder().mkdir(parents=True)
    for place in PLACES.values():
        place.keep(1)
    assert {one.name for one in data_folder().glob("*.json")} == set(named)


def litter() -> list[Path]:
    return [one for one in data_folder().rglob(".*") if one.name != ".lock"]


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest) -> Place:
    """With number 1 in it."""
    data_folder().mkdir(parents=True)
    found: Place = PLACES[request.param]
    found.keep(1)
    return found


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("number", CAUSES)
def test_what_the_disk_refuses_is_a_sentence_and_changes_nothing(
    place: Place, moment: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    before = place.found()
    with monkeypatch.context() as patched:
        patched.setattr(*MOMENTS[moment], refuse)
        with pytest.raises(StoreError, match=CAUSES[number]):
            place.keep(2)
        assert place.found() == before
        assert not litter()
    place.keep(2)
    assert place.found() != before


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("fault", [MemoryError, KeyboardInterrupt])
def test_what_ends_a_writer_from_within_leaves_the_former_text(
    place: Place, moment: str, fault: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    def end(*_: object, **__: object) -> None:
        raise fault

    before = place.found()
    with monkeypatch.context() as patched:
        patched.setattr(*MOMENTS[moment], end)
        with pytest.raises(fault):
            place.keep(2)
    assert place.found() == before
    assert not litter()


KILLED = """
import os, signal, sys
from tests.store.test_fault_matrix import MOMENTS, PLACES
owner, name = MOMENTS[sys.argv[1]]
done = getattr(owner, name)
def killed(*given, **named):
    if sys.argv[2] == "after":
        done(*given, **named)
    os.kill(os.getpid(), signal.SIGKILL)
setattr(owner, name, killed)
for place in PLACES.values():
    if not (child := os.fork()):
        place.keep(2)
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
"""


@pytest.mark.broad
@pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX")
@pytest.mark.parametrize(
    ("moment", "when"), [("begin", "after"), ("write", "after"), ("end", "before"), ("end", "after")]
)
def test_a_killed_writer_leaves_the_former_or_the_new_text(moment: str, when: str) -> None:
    data_folder().mkdir(parents=True)
    for place in PLACES.values():
        place.keep(1)
    before = {name: place.found() for name, place in PLACES.items()}
    subprocess.run([sys.executable, "-c", KILLED, moment, when], check=True)
    after = {name: place.found() for name, place in PLACES.items()}
    is_new = (moment, when) == ("end", "after")
    assert [name for name in PLACES if (after[name] != before[name]) != is_new] == []
    for place in PLACES.values():
        place.keep(2)
    assert not litter()
    assert all(place.found() != before[name] for name, place in PLACES.items())
