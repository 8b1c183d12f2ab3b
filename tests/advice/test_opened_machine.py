"""Saved machines of strangers: of any that opens a rig can be made, and any other is refused in one short line."""

import json
from pathlib import Path
from typing import Any

import pypdf
import pytest

from advisor.advice.opened_machine import opened_machine
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.kept.profile import Profile
from advisor.present.words.reasons.in_words import in_words
from advisor.store.atomic_file import StoreError
from tests.fakes.machines import machine, nvidia_card

CATALOG = load_catalog()
SOUND = Profile(machine=machine(gpus=(nvidia_card(),))).model_dump_json()
STICK = {"slot": "x", "bytes": 10**9, "type": None, "rated_transfers_per_s": None, "configured_transfers_per_s": None}
KIND = {"name": "P", "cores": 10**6, "threads": 10**6, "max_hz": None}


def changed(path: str, value: Any) -> bytes:
    document = json.loads(SOUND)
    *way, last = path.split(".")
    part = document
    for name in way:
        part = part[int(name) if name.isdigit() else name]
    part[last] = value
    return json.dumps(document).encode()


def detected(path: str, value: Any) -> bytes:
    return changed(path, {"value": value, "from": "detected", "source": "x"})


@pytest.mark.parametrize(
    "content",
    [
        detected("machine.gpus.0.compute_capability", "8.9 (sm_89)"),
        detected("machine.gpus.0.compute_capability", ""),
        detected("machine.gpus.0.driver", "of some kind"),
        detected("machine.memory.modules", []),
        detected("machine.cpu.core_kinds", []),
        detected("machine.cpu.caches", []),
        detected("machine.cpu.name", ""),
        changed("machine.gpus", json.loads(SOUND)["machine"]["gpus"] * 16),
    ],
)
def test_odd_values_are_no_obstacle(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "odd.rig").write_bytes(content)
    assert opened_machine(tmp_path / "odd.rig", CATALOG).notes == ()


@pytest.mark.parametrize(
    "content",
    [
        detected("machine.cpu.cores", 10**6),
        detected("machine.cpu.core_kinds", [KIND]),
        detected("machine.memory.modules", [{**STICK, "channel": None}] * 3000),
        changed("machine.gpus", json.loads(SOUND)["machine"]["gpus"] * 200),
        changed("machine.gaps", [{"fact": "cpu.name", "reason": "x"}] * 30_000),
        b"[" * 100_000,
        b'{"machine": [' + b"{}," * 300_000 + b"0]}",
        b'{"machine": "' + b"x" * (5 << 20) + b'"}',
        b'{"machine": ' + b"9" * 10_000 + b"}",
    ],
)
def test_more_than_any_computer_has_is_refused_before_anything_is_built_of_it(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "bomb.rig").write_bytes(content)
    with pytest.raises(StoreError) as caught:
        opened_machine(tmp_path / "bomb.rig", CATALOG)
    assert len(in_words(caught.value.reason)) < 200


def test_a_document_packed_into_a_report_is_bounded_like_any_other(tmp_path: Path) -> None:
    writer = pypdf.PdfWriter()
    writer.add_blank_page(100, 100)
    writer.add_attachment("machine-profile.json", b'{"machine": "' + b"x" * (30 << 20) + b'"}')
    for stream in writer._objects:
        if isinstance(stream, pypdf.generic.StreamObject) and stream.indirect_reference:
            writer._replace_object(stream.indirect_reference, stream.flate_encode())
    writer.write(tmp_path / "bomb.pdf")
    assert (tmp_path / "bomb.pdf").stat().st_size < 1 << 20
    with pytest.raises(StoreError, match="no_machine_profile"):
        opened_machine(tmp_path / "bomb.pdf", CATALOG)


def test_texts_of_strangers_are_one_plain_line(tmp_path: Path) -> None:
    (tmp_path / "x.rig").write_bytes(detected("machine.cpu.name", "\x1b[31m\u202e evil\n" + "x" * 100_000))
    name = opened_machine(tmp_path / "x.rig", CATALOG).profile.machine.cpu.name.value
    assert name is not None
    assert name.isprintable()
    assert len(name) <= 2000


def test_notes_name_a_few_of_many(tmp_path: Path) -> None:
    document = {**json.loads(SOUND), **{f"key {number}\x1b": 1 for number in range(5000)}}
    (tmp_path / "keys.rig").write_text(json.dumps(document))
    (note,) = opened_machine(tmp_path / "keys.rig", CATALOG).notes
    assert len(in_words(note)) < 200
    assert in_words(note).isprintable()


def test_what_no_rig_can_be_made_of_is_refused_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    (tmp_path / "a.rig").write_text(SOUND)
    monkeypatch.setattr("advisor.advice.opened_machine.assembled", fails)
    with pytest.raises(StoreError, match="machine_impossible"):
        opened_machine(tmp_path / "a.rig", CATALOG)
