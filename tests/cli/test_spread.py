"""`rig-advisor spread`: ranges as wide as the speeds left out of the fits say."""

import random
from pathlib import Path

import pytest

from advisor.cli import spread
from advisor.cli.command import run_command

COLUMNS = "calibration,phase,machine,model,quant,is_moe,depth,devices,measured,predicted_held_out"


def table(tmp_path: Path, *rows: tuple[object, ...]) -> Path:
    file = tmp_path / "rows.csv"
    file.write_text("\n".join((COLUMNS, *(",".join(map(str, row)) for row in rows))) + "\n", encoding="utf-8")
    return file


def rows(calibration: str, machines: int, off: float, *, depth: int = 0, devices: int = 1) -> list[tuple[object, ...]]:
    """Twenty speeds on each machine, evenly spread from 1 - off to 1 + off."""
    return [
        (
            calibration,
            "decode",
            f"{calibration}{machine}",
            "m",
            "q",
            False,
            depth,
            devices,
            1 + off * (step / 9.5 - 1),
            1,
        )
        for machine in range(machines)
        for step in range(20)
    ]


def ends(tmp_path: Path, calibration: str, *found: tuple[object, ...]) -> tuple[float, float]:
    shuffled = random.Random(1).sample(found, len(found))
    low, high = spread.spread(calibration, "dense", spread.held_out_rows(table(tmp_path, *shuffled)))
    return round(low, 2), round(high, 2)


def test_a_little_less_than_a_tenth_lies_on_either_side(tmp_path: Path) -> None:
    assert ends(tmp_path, "known", *rows("known", 60, 0.2)) == (0.82, 1.18)


def test_few_machines_are_pulled_to_what_is_true_of_all(tmp_path: Path) -> None:
    many, few = rows("wide", 60, 0.4), rows("narrow", 1, 0.05)
    alone, among = ends(tmp_path, "narrow", *few), ends(tmp_path, "narrow", *few, *many)
    assert among[0] < alone[0]
    assert among[1] > alone[1]
    assert ends(tmp_path, "narrow", *rows("narrow", 60, 0.05), *many)[0] > 0.9


def test_a_spread_is_never_nothing(tmp_path: Path) -> None:
    assert ends(tmp_path, "exact", *rows("exact", 9, 0.0)) == (0.97, 1.03)


def test_several_devices_are_left_to_their_own_doubt(tmp_path: Path) -> None:
    assert spread.held_out_rows(table(tmp_path, *rows("known", 2, 0.2, devices=4))) == []


def test_keys_are_printed_and_written_in_their_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = tmp_path / "engines"
    cards.mkdir()
    card = cards / "llama-cpp-cuda.toml"
    card.write_text('name = "a"\ndecode_spread = { dense = [0.1, 9] }\nlayer_us = 3\n\n[[prefill]]\nflash = 1\n')
    monkeypatch.setattr(spread, "data_folder", lambda _: tmp_path)
    file = table(tmp_path, *rows("llama-cpp-cuda", 60, 0.2), *rows("llama-cpp-cuda", 60, 0.5, depth=32768))
    for _ in range(2):
        assert run_command(["spread", str(file), "--write"]) == 0
    text = card.read_text()
    assert "decode_spread = { dense = [0.82, 1.18], sparse = [0.66, 1.34], deep = [0.55, 1.45] }" in text
    assert text.count("decode_spread") == 1
    assert text.index("layer_us") < text.index("decode_spread") < text.index("[[prefill]]")
    assert "decode, dense: 90% of 1200 rows inside" in capsys.readouterr().out


def test_rows_that_are_none_are_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rows.csv"
    file.write_text("a,b\n1,2\n")
    assert run_command(["spread", str(file)]) == 1
    assert "the rows cannot be read" in capsys.readouterr().err
