"""Ranges as wide as the speeds left out of the fits say."""

import random
from pathlib import Path

import pytest

from advisor.catalog.cards.catalog import load_catalog
from tools.calibrate.refit.cases import SpreadKind
from tools.calibrate.refit.held_out import HeldOutRow, Refit
from tools.calibrate.spread import judged, rows_by_calibration, spread, spread_lines, write_keys

CUDA = "llama-cpp-cuda"


def rows(
    calibration: str, devices: int, off: float, *, kind: SpreadKind = "dense", device_count: int = 1
) -> list[HeldOutRow]:
    """Twenty speeds on each device, evenly spread from 1 - off to 1 + off."""
    return [
        HeldOutRow(
            calibration=calibration,
            phase="decode",
            device=f"{calibration}{device}",
            card="",
            model="m",
            quant="q",
            kind="one device",
            spread_kind=kind,
            depth_tokens=0,
            device_count=device_count,
            measured=1 + off * (step / 9.5 - 1),
            predicted_held_out=1,
        )
        for device in range(devices)
        for step in range(20)
    ]


def ends(calibration: str, *found: HeldOutRow) -> tuple[float, float]:
    low, high = spread(calibration, "dense", random.Random(1).sample(found, len(found)))
    return round(low, 2), round(high, 2)


def test_a_little_less_than_a_tenth_lies_on_either_side() -> None:
    assert ends("known", *rows("known", 60, 0.2)) == (0.82, 1.18)


def test_few_devices_are_pulled_to_what_is_true_of_all() -> None:
    many, few = rows("wide", 60, 0.4), rows("narrow", 1, 0.05)
    alone, among = ends("narrow", *few), ends("narrow", *few, *many)
    assert among[0] < alone[0]
    assert among[1] > alone[1]
    assert ends("narrow", *rows("narrow", 60, 0.05), *many)[0] > 0.9


def test_a_spread_is_never_nothing() -> None:
    assert ends("exact", *rows("exact", 9, 0.0)) == (0.97, 1.03)


def test_several_devices_are_left_to_their_own_doubt() -> None:
    one = Refit(CUDA, "decode", "device", (), {}, (*rows(CUDA, 2, 0.2), *rows(CUDA, 2, 0.5, device_count=4)))
    ((calibration, found),) = rows_by_calibration([one], load_catalog())
    assert (calibration, {row.device_count for row in found}) == (CUDA, {1})


def test_keys_are_written_in_their_place(tmp_path: Path) -> None:
    card = tmp_path / "card.toml"
    card.write_text('name = "a"\ndecode_spread = { dense = [0.1, 9] }\nlayer_us = 3\n\n[[prefill]]\nflash = 1\n')
    for _ in range(2):
        write_keys(card, spread_lines(CUDA, [*rows(CUDA, 60, 0.2), *rows(CUDA, 60, 0.5, kind="deep")]))
    text = card.read_text()
    assert "decode_spread = { dense = [0.82, 1.18], sparse = [0.66, 1.34], deep = [0.55, 1.45] }" in text
    assert text.count("decode_spread") == 1
    assert text.index("layer_us") < text.index("decode_spread") < text.index("[[prefill]]")


def test_each_device_is_judged_by_the_others() -> None:
    found = judged("known", rows("known", 60, 0.2))
    assert sum(one.is_inside for one in found) / len(found) == pytest.approx(0.9)
