"""Pictures and films where programs do not take weights in FP8: Macs, and cards whose only program reads GGUF files."""

import json

import pytest

from advisor.__main__ import main

Said = pytest.CaptureFixture[str]


@pytest.mark.parametrize("rig", [("M2", "8"), ("M1 Max", "32"), ("M4", "16"), ("RX 580", "16"), ("MI50 32GB", "32")])
@pytest.mark.parametrize("workload", ["pictures", "films"])
def test_no_file_in_fp8_is_named_where_none_runs(rig: tuple[str, str], workload: str, capsys: Said) -> None:
    name, gib = rig
    assert main(["rank", "--gpu", name, "--ram", gib, "--workload", workload, "--limit", "12", "--json"]) == 0
    found = {one["quant"] for one in json.loads(capsys.readouterr().out)["models"]}
    assert found
    assert "fp8" not in found


def test_other_cards_keep_it(capsys: Said) -> None:
    assert main(["rank", "--gpu", "RTX 4070", "--workload", "pictures", "--limit", "12", "--json"]) == 0
    assert "fp8" in {one["quant"] for one in json.loads(capsys.readouterr().out)["models"]}


@pytest.mark.parametrize(
    "words", ["SDXL on M2 8GB", "Flux.1 dev fp8 on an M4 Max 64GB", "Wan 2.2 5B on a Mac Studio M3 Ultra 96GB"]
)
def test_a_mac_is_told_what_people_use_there(words: str, capsys: Said) -> None:
    main(["ask", words])
    assert "Draw Things, or in ComfyUI with 16-bit or GGUF files" in capsys.readouterr().out
