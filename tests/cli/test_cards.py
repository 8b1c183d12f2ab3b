"""`rig-advisor cards`: own cards, packs and prices go through one door, whatever strangers put into a zip file."""

import io
import json
import multiprocessing
import os
import re
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from advisor.__main__ import main
from advisor.catalog.cards.pack import read_pack
from advisor.cli import cards
from advisor.facts.kept.profile import Profile
from advisor.store.folder import data_folder
from advisor.store.own_cards import MOST_PACKS, add_pack
from tests.catalog.test_own_cards import GPU
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.measurements import measurement, measurements
from tests.fakes.systems.special_files import named_pipe

MANIFEST = 'name = "Lab cards"\ndate = 2026-11-20\nabout = "GPUs of our lab"\n'
Capture = pytest.CaptureFixture[str]


def folder_of_cards(place: Path, **cards: str) -> Path:
    for name, text in (cards or {"gpus__acme__x9": GPU}).items():
        path = place / f"{name.replace('__', '/')}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return place


def zipped(
    place: Path, *entries: tuple[str | zipfile.ZipInfo, bytes | str], method: int = zipfile.ZIP_DEFLATED
) -> Path:
    with zipfile.ZipFile(place, "w", method) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return place


def pack(place: Path, *more: tuple[str | zipfile.ZipInfo, bytes | str], name: str = "Lab cards") -> Path:
    manifest = MANIFEST.replace("Lab cards", name)
    return zipped(place, ("pack.toml", manifest), ("gpus/acme/x9.toml", GPU), *more)


def test_a_folder_without_a_name_is_told_how_to_get_one(tmp_path: Path, capsys: Capture) -> None:
    assert main(["cards", "pack", str(tmp_path), str(tmp_path / "out.zip")]) == 2
    told = capsys.readouterr().err
    assert "--name and --about say what the pack is" in told
    assert told.count("\n") == 1
    assert not (tmp_path / "out.zip").exists()


def test_a_folder_becomes_a_pack_that_is_added_listed_used_and_removed(tmp_path: Path, capsys: Capture) -> None:
    mine, out = folder_of_cards(tmp_path / "mine"), tmp_path / "lab.zip"
    assert main(["cards", "pack", str(mine), str(out), "--name", "Lab cards", "--about", "GPUs of our lab"]) == 0
    assert main(["cards", "check", str(out)]) == 0
    assert main(["cards", "add", str(out)]) == 0
    assert "Added 1 card of Lab cards." in capsys.readouterr().out
    assert main(["cards", "list"]) == 0
    assert "gpus/acme/x9  Acme X9  (packs/lab-cards)" in capsys.readouterr().out
    requests = tmp_path / "requests"
    requests.write_text(json.dumps({"id": "a", "device": "X9", "model": "Llama 3.1 8B", "quant": "Q4_K_M"}))
    assert main(["predict", "--requests", str(requests)]) == 0
    capsys.readouterr()
    assert main(["cards", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert listed["packs"][0]["about"] == "GPUs of our lab"
    assert main(["cards", "remove", "Lab cards"]) == 0
    assert main(["cards", "remove", "Lab cards"]) == 1
    capsys.readouterr()
    assert main(["cards", "list"]) == 0
    assert capsys.readouterr().out == "Nothing was added.\n"
    assert main(["predict", "--requests", str(requests)]) == 1


def test_a_folder_named_for_one_command_counts_for_that_one(tmp_path: Path, capsys: Capture) -> None:
    mine, requests = folder_of_cards(tmp_path / "mine"), tmp_path / "requests"
    requests.write_text(json.dumps({"id": "a", "device": "X9", "model": "Llama 3.1 8B", "quant": "Q4_K_M"}))
    assert main(["predict", "--cards", str(mine), "--requests", str(requests)]) == 0
    assert main(["predict", "--requests", str(requests)]) == 1
    assert main(["predict", "--cards", str(tmp_path / "none"), "--requests", str(requests)]) == 1
    assert "none could not be opened: it is not there" in capsys.readouterr().err


def test_a_faulty_own_card_is_named_and_the_answer_stands(tmp_path: Path, capsys: Capture) -> None:
    folder_of_cards(data_folder() / "cards", gpus__acme__x9=GPU, gpus__acme__bad=GPU + "odd = 1\n")
    requests = tmp_path / "requests"
    requests.write_text(json.dumps({"id": "a", "device": "X9", "model": "Llama 3.1 8B", "quant": "Q4_K_M"}))
    assert main(["predict", "--requests", str(requests)]) == 0
    told = capsys.readouterr().err
    assert "cards/gpus/acme/bad.toml: odd = 1: no such key" in told


def test_one_card_and_a_file_of_prices_go_through_the_same_door(tmp_path: Path, capsys: Capture) -> None:
    card = folder_of_cards(tmp_path / "mine") / "gpus/acme/x9.toml"
    assert main(["cards", "add", str(card)]) == 0
    prices = tmp_path / "shops.csv"
    prices.write_text("of,price,as_of\nAcme X9,800,2026-11-20\n")
    assert main(["cards", "add", str(prices)]) == 0
    capsys.readouterr()
    assert main(["cards", "list"]) == 0
    listed = capsys.readouterr().out
    assert "shops: 1 prices" in listed
    assert "gpus/acme/x9  Acme X9  (cards)" in listed
    assert main(["cards", "remove", "shops"]) == main(["cards", "remove", "gpus/acme/x9"]) == 0
    capsys.readouterr()
    assert main(["cards", "list"]) == 0
    assert capsys.readouterr().out == "Nothing was added.\n"


def test_a_faulty_card_is_not_added_and_all_its_faults_are_told(tmp_path: Path, capsys: Capture) -> None:
    faulty = GPU.replace("ada", "adda") + "memory_gb = 3\n"
    card = folder_of_cards(tmp_path, gpus__acme__x9=faulty) / "gpus/acme/x9.toml"
    assert main(["cards", "add", str(card)]) == 1
    told = capsys.readouterr().err
    assert "architecture = 'adda'" in told
    assert "memory_gb = 3" in told
    assert main(["cards", "check", str(card)]) == 1
    assert "0 cards can be used." in capsys.readouterr().out
    assert main(["cards", "list"]) == 0
    assert "Nothing" in capsys.readouterr().out


def link(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


def encrypted(place: Path) -> Path:
    raw = bytearray(pack(place).read_bytes())
    at = raw.find(b"PK\x01\x02")
    while at >= 0:
        raw[at + 8] |= 1
        at = raw.find(b"PK\x01\x02", at + 4)
    place.write_bytes(raw)
    return place


def lying(place: Path) -> Path:
    """Its directory says that an entry unpacks to ten bytes; it unpacks to much more."""
    raw = bytearray(pack(place, ("gpus/a.toml", b"#" * 1_000_000)).read_bytes())
    at = raw.rfind(b"PK\x01\x02")
    raw[at + 24 : at + 28] = (10).to_bytes(4, "little")
    place.write_bytes(raw)
    return place


def cut(place: Path) -> Path:
    place.write_bytes(pack(place).read_bytes()[:-40])
    return place


HOSTILE: dict[str, tuple[Callable[[Path], Path], str]] = {
    "out of it": (lambda place: pack(place, ("../evil.toml", "")), "it holds ../evil.toml"),
    "from the root": (lambda place: pack(place, ("/etc/evil.toml", "")), "it holds /etc/evil.toml"),
    "a drive": (lambda place: pack(place, ("c:\\evil.toml", "")), "which is no card"),
    "a device": (lambda place: pack(place, ("gpus/con:.toml", "")), "which is no card"),
    "a link": (lambda place: pack(place, (link("gpus/acme/link.toml"), "/etc/passwd")), "link.toml, which is no card"),
    "a program": (lambda place: pack(place, ("gpus/run.py", "")), "gpus/run.py, which is no card"),
    "letters that turn": (lambda place: pack(place, ("gpus/a\u202eb.toml", "")), "gpus/a?b.toml"),
    "controls": (lambda place: pack(place, ("gpus/a\x1b[31m.toml", "")), "gpus/a?[31m.toml"),
    "twice": (lambda place: pack(place, ("gpus/acme/x9.toml", "")), "gpus/acme/x9.toml twice"),
    "a bomb": (lambda place: pack(place, *((f"gpus/{n}.toml", b"#" * 6_000_000) for n in range(3))), "unpacks to more"),
    "a bomb beside": (lambda place: pack(place, ("__MACOSX/gpus/a.toml", b"0" * 90_000_000)), ""),
    "too many": (lambda place: pack(place, *((f"gpus/{n}.toml", b"") for n in range(4100))), "more files"),
    "too long": (lambda place: pack(place, ("gpus/a.toml", os.urandom(5_000_000))), "unpacks to more"),
    "encrypted": (encrypted, "is encrypted"),
    "another way": (lambda place: zipped(place, ("pack.toml", MANIFEST), method=zipfile.ZIP_LZMA), "packed in a way"),
    "a lie about its size": (lying, "damaged"),
    "cut": (cut, "damaged"),
    "no manifest": (lambda place: zipped(place, ("gpus/acme/x9.toml", GPU)), "no pack.toml"),
    "an odd manifest": (lambda place: zipped(place, ("pack.toml", "name = 1"), ("gpus/a.toml", GPU)), "pack.toml"),
    "no cards": (lambda place: zipped(place, ("pack.toml", MANIFEST)), "no card"),
    "only faulty cards": (lambda place: zipped(place, ("pack.toml", MANIFEST), ("gpus/a.toml", "x=1")), "gpus/a.toml"),
    "nothing": (lambda place: (place.write_bytes(b"") and place) or place, "damaged"),
}


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_archive_costs_one_sentence_and_nothing_is_kept(kind: str, tmp_path: Path, capsys: Capture) -> None:
    make, words = HOSTILE[kind]
    path = make(tmp_path / "bad.zip")
    code = main(["cards", "add", str(path)])
    told = capsys.readouterr().err
    if not words:
        assert code == 0
        return
    assert code == 1
    assert words in told
    assert told.count("\n") == 1
    assert len(told) < 2000
    assert not (data_folder() / "packs").exists() or not list((data_folder() / "packs").iterdir())
    assert list(tmp_path.rglob("evil*")) == []


def test_pipes_folders_and_missing_files_are_no_packs(tmp_path: Path, capsys: Capture) -> None:
    named_pipe(tmp_path / "pipe.zip")
    (tmp_path / "folder.zip").mkdir()
    for name in ("pipe.zip", "folder.zip", "missing.zip"):
        assert main(["cards", "add", str(tmp_path / name)]) == 1
        assert name in capsys.readouterr().err


def test_a_pack_of_the_same_name_takes_the_place_of_the_one_before(tmp_path: Path, capsys: Capture) -> None:
    for _ in range(2):
        assert main(["cards", "add", str(pack(tmp_path / "lab.zip"))]) == 0
    assert "It replaces that of 2026-11-20." in capsys.readouterr().out
    assert len(list((data_folder() / "packs").glob("*.zip"))) == 1


def test_the_folder_around_a_pack_that_file_managers_add_is_left_out(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", ("lab/pack.toml", MANIFEST), ("lab/", ""), ("lab/gpus/acme/x9.toml", GPU))
    assert list(read_pack(path.read_bytes()).files) == ["gpus/acme/x9.toml"]


def added(raw: bytes) -> None:
    add_pack(raw)


def test_packs_that_are_added_at_once_are_all_kept(tmp_path: Path) -> None:
    raws = [pack(tmp_path / "p.zip", name=f"Lab {number}").read_bytes() for number in range(8)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        pool.map(added, raws)
    assert len(list((data_folder() / "packs").glob("*.zip"))) == 8


def test_what_a_writer_that_was_ended_in_the_middle_left_is_no_pack(tmp_path: Path, capsys: Capture) -> None:
    raw = pack(tmp_path / "lab.zip").read_bytes()
    (data_folder() / "packs").mkdir(parents=True)
    (data_folder() / "packs/.lab-cards.zip.abc").write_bytes(raw[:50])
    (data_folder() / "packs/old.zip").write_bytes(raw[:50])
    assert main(["cards", "list"]) == 0
    told = capsys.readouterr().out
    assert "Left out: old.zip is no pack" in told
    assert "lab" not in told


def test_no_more_packs_are_kept_than_are_read(tmp_path: Path, capsys: Capture) -> None:
    raw = pack(tmp_path / "lab.zip").read_bytes()
    (data_folder() / "packs").mkdir(parents=True)
    for number in range(MOST_PACKS):
        (data_folder() / f"packs/p{number}.zip").write_bytes(raw)
    assert main(["cards", "add", str(tmp_path / "lab.zip")]) == 1
    assert "At most 64 packs" in capsys.readouterr().err


def test_the_same_cards_make_the_same_bytes(tmp_path: Path) -> None:
    mine = folder_of_cards(tmp_path / "mine", gpus__acme__x9=GPU, pack=MANIFEST)
    for name in ("a.zip", "b.zip"):
        assert main(["cards", "pack", str(mine), str(tmp_path / name)]) == 0
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    with zipfile.ZipFile(io.BytesIO((tmp_path / "a.zip").read_bytes())) as archive:
        assert archive.namelist() == ["pack.toml", "gpus/acme/x9.toml"]


def test_a_card_begins_with_what_was_read_and_measured(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    odd = nvidia_card(name="NVIDIA Odd 9", pci_id="10de:fffe", total_gib=23.6)
    measured = measurements(measurement("gpu_memory_read", 712.34e9, device="gpu0"))
    here = Profile(machine=machine(gpus=(nvidia_card(), odd)), measurements=None)
    monkeypatch.setattr(cards, "read_profile", lambda *_: here)
    assert main(["cards", "new"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith('# gpus/nvidia/nvidia-odd-9.toml\nname = "NVIDIA Odd 9"\n')
    assert "bandwidth_gb_per_s" not in said.out
    assert "released" in said.err
    monkeypatch.setattr(cards, "read_profile", lambda *_: Profile(machine=machine(gpus=(odd,)), measurements=measured))
    wanted = ["--set", "form=desktop", "--set", 'released="2026-11"']
    assert main(["cards", "new", *wanted, "--save"]) == 0
    said = capsys.readouterr()
    assert "bandwidth_gb_per_s = 712.3" in said.out
    assert 'uncertain = ["bandwidth_gb_per_s"]' in said.out
    assert "Added NVIDIA Odd 9." in said.err
    assert main(["cards", "new"]) == 1
    assert "every GPU of this computer is known" in capsys.readouterr().err
    assert main(["cards", "new", "--set", "x"]) == 1


def test_an_own_card_is_marked_wherever_its_name_stands(tmp_path: Path, capsys: Capture) -> None:
    mine, report = folder_of_cards(tmp_path / "mine"), tmp_path / "report.md"
    rig = ("--gpu", "Acme X9", "--ram", "32", "--cards", str(mine))
    assert main(["report", *rig, "--output", str(report)]) == 0
    for command in (["ask", "Qwen3 8B"], ["worth"], ["compare"]):
        main([*command, *rig])
    said = report.read_text(encoding="utf-8") + capsys.readouterr().out
    named = re.findall(r"Acme X9.{8}", said)
    assert len(named) > 10
    assert set(named) == {"Acme X9 (yours)"}


def test_a_ranking_says_that_it_rests_on_an_own_card(tmp_path: Path, capsys: Capture) -> None:
    asked = ["rank", "--gpu", "Acme X9", "--ram", "32", "--limit", "1", "--cards", str(folder_of_cards(tmp_path))]
    assert main(asked) == 0
    assert "By your own cards: Acme X9 (yours)." in capsys.readouterr().out
    assert main([*asked, "--json"]) == 0
    assert "By your own cards: Acme X9 (yours)." in json.loads(capsys.readouterr().out)["notes"]
    assert main(["rank", "--gpu", "RTX 3060", "--ram", "32", "--limit", "1", "--cards", str(tmp_path)]) == 0
    assert "yours" not in capsys.readouterr().out


def test_of_several_files_a_damaged_one_costs_only_itself(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "bad.zip").write_bytes(b"no zip")
    files = [str(tmp_path / "bad.zip"), str(pack(tmp_path / "lab.zip"))]
    assert main(["cards", "add", *files]) == 1
    told = capsys.readouterr()
    assert told.out == "Added 1 card of Lab cards.\n"
    assert told.err.startswith("rig-advisor: bad.zip is no pack that can be added")
