"""A model that lacks memory only beside other programs: the file for when they are closed, and what is better then."""

import re

import pytest

from advisor.__main__ import main

Said = pytest.CaptureFixture[str]


def _asked(said: Said, model: str, *options: str) -> str:
    main(["ask", model, *options])
    return said.readouterr().out


@pytest.mark.parametrize(
    ("model", "cpu", "ram"),
    [
        ("Gemma 4 E2B", "i3-10100", "8"),
        ("Qwen3 8B", "i5-12400", "8"),
        ("Gemma 4 E4B", "i5-8500", "8"),
        ("gpt-oss 20B", "i5-12400", "16"),
        ("Qwen3 14B", "i5-12400", "12"),
    ],
)
@pytest.mark.parametrize("quant", [(), ("--quant", "Q3_K_M")])
def test_what_is_called_the_better_choice_runs_by_the_same_counting(
    model: str, cpu: str, ram: str, quant: tuple[str, ...], capsys: Said
) -> None:
    """LFM2.5 8B-A1B was, and asked about by itself it lacked 2.1 GiB, other programs closed or not."""
    rig = ("--gpu", "none", "--cpu", cpu, "--ram", ram)
    told = _asked(capsys, model, *rig, *quant)
    for other, file in re.findall(r"(?:better choice here|Runs well here): (.+?) as (\w+)", told):
        alone = _asked(capsys, other, *rig, "--quant", file)
        first = alone.splitlines()[0]
        assert not first.startswith("Won't run:"), (other, file)
        assert not first.startswith("Slow"), (other, file)


def test_the_file_is_the_one_that_suits_once_they_are_closed(capsys: Said) -> None:
    """Three bits were chosen to fit beside them, did not, and were told with what they cost in quality."""
    rig = ("--gpu", "none", "--cpu", "i3-10100", "--ram", "8")
    told = _asked(capsys, "Gemma 4 E2B", *rig)
    assert told.startswith("Won't run beside other programs: ")
    assert "Chat: Q4_K_M" in told
    assert "costs quality" not in told
    assert "Chat: Q3_K_M" in _asked(capsys, "Gemma 4 E2B", *rig, "--quant", "Q3_K_M")
    kept = re.findall(r"([\d.]+ GiB) (?:are for other programs|of 8\.0 GiB RAM\. Close)", told)
    assert len(kept) == 2
    assert len({*kept}) == 1
