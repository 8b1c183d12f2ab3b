"""`rig-advisor ask` where cards are held against each other: the same file and the same thinking on each."""

import pytest

from advisor.__main__ import main

Said = pytest.CaptureFixture[str]


def _asked(capsys: Said, words: str) -> list[str]:
    main(["ask", words])
    told = capsys.readouterr()
    assert told.err == ""
    return told.out.splitlines()


@pytest.mark.parametrize(
    ("words", "better"),
    [
        ("is a used 3090 still worth it over a 5070 ti 16gb for qwen3.6 27b?", "RTX 3090"),
        ("5070 ti or used 3090 for qwen3.6 27b", "RTX 3090"),
        ("qwen3.6 27b: used rx 7900 xtx vs rtx 5080", "RX 7900 XTX"),
        ("buy a used 3090 or a 4080 super for gemma 3 27b?", "RTX 3090"),
    ],
)
def test_a_card_that_needs_a_worse_file_or_ram_is_not_taken(words: str, better: str, capsys: Said) -> None:
    lines = _asked(capsys, words)
    files = {part for one in lines[1:3] for part in one.split("  ") if part.strip() in ("Q4_K_M", "Q3_K_M", "Q6_K")}
    assert len(files) == 1
    assert len({"thinking off" in one for one in lines[1:3]}) == 1
    assert lines[3].startswith((f"Take the {better}", f"Only {better}"))
    assert "only with a part in RAM" in lines[3]
    assert "answers noticeably worse" in lines[3]


@pytest.mark.parametrize(
    "words",
    [
        "which is faster for gpt oss 20b 7900 xtx or 4070 ti super",
        "4070 ti super vs 7900 xtx gpt-oss 20b",
        "gpt oss 20b on a radeon rx 7900 xtx compared to a geforce rtx 4070 ti super",
    ],
)
def test_ranges_that_hold_each_other_are_called_equal_and_the_cheaper_one_is_named(words: str, capsys: Said) -> None:
    line = next(one for one in _asked(capsys, words) if "do this well" in one)
    assert line.startswith("Take the RTX 4070 Ti SUPER: about as fast, for about $230 less.")
    assert "about equally fast: their ranges overlap" in line
    assert "times as fast" not in line


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("llama 3.1 8b: 4090 vs 3060 12gb", "Take the RTX 4090 for speed, the RTX 3060 12GB for the money."),
        ("would 2x Intel Arc Pro B60 24GB be better than one 5090 for 70b models", "Only 2x Arc Pro B60 does this"),
        ("m4 max 128gb vs dgx spark for gpt-oss 120b", "Take the Mac Studio M4 Max"),
    ],
)
def test_one_is_always_named(words: str, named: str, capsys: Said) -> None:
    assert any(one.startswith(named) for one in _asked(capsys, words))
