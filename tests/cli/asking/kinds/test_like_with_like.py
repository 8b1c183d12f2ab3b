"""`rig-advisor ask` where cards are held against each other: the same file and the same thinking on each."""

import pytest

from tests.answer_lines import Said, answer_lines


@pytest.mark.parametrize(
    ("words", "better"),
    [
        ("buy a used 3090 or a 4080 super for gemma 3 27b?", "RTX 3090"),
    ],
)
def test_a_card_that_needs_a_worse_file_or_ram_is_not_taken(words: str, better: str, capsys: Said) -> None:
    first, *lines = answer_lines(capsys, words)
    assert first.startswith(f"Only {better} holds ")
    assert first.endswith(" keeps a part in RAM.")
    files = {part for one in lines[1:3] for part in one.split("  ") if part.strip() in ("Q4_K_M", "Q3_K_M", "Q6_K")}
    assert len(files) == 1
    assert len({"thinking off" in one for one in lines[1:3]}) == 1
    assert lines[3].startswith((f"Take the {better}", f"Only {better}"))
    assert "answers noticeably worse" in lines[3]


@pytest.mark.parametrize(
    ("words", "better"),
    [
        ("is a used 3090 still worth it over a 5070 ti 16gb for qwen3.6 27b?", "RTX 3090"),
        ("5070 ti or used 3090 for qwen3.6 27b", "RTX 3090"),
        ("qwen3.6 27b: used rx 7900 xtx vs rtx 5080", "RX 7900 XTX"),
    ],
)
def test_a_card_that_holds_a_larger_file_is_taken_where_both_think_in_time(
    words: str, better: str, capsys: Said
) -> None:
    lines = answer_lines(capsys, words)
    assert not any("thinking off" in one for one in lines)
    assert any(one.startswith((f"Take the {better}", f"Only {better}")) for one in lines)


def test_of_two_that_are_about_as_fast_the_one_that_holds_all_of_it_is_taken(capsys: Said) -> None:
    first, *lines = answer_lines(capsys, "Arc Pro B60 or RTX 5060 Ti 16GB for Qwen3 30B-A3B")
    assert first.startswith("Only Arc Pro B60 holds Qwen3 30B-A3B as Q4_K_M whole with 4,096 tokens of context; ")
    assert any(one.startswith("Take the Arc Pro B60. ") for one in lines)


@pytest.mark.parametrize(
    "words",
    [
        "which is faster for gpt oss 20b 7900 xtx or 4070 ti super",
        "4070 ti super vs 7900 xtx gpt-oss 20b",
        "gpt oss 20b on a radeon rx 7900 xtx compared to a geforce rtx 4070 ti super",
    ],
)
def test_ranges_that_hold_each_other_are_called_equal_and_the_cheaper_one_is_named(words: str, capsys: Said) -> None:
    line = next(one for one in answer_lines(capsys, words) if "do this well" in one)
    assert line.startswith("Take the RTX 4070 Ti SUPER: about as fast, for about $230 less (used against new).")
    assert "about equally fast: their ranges overlap" in line
    assert "times as fast" not in line


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("llama 3.1 8b: 4090 vs 3060 12gb", "Take the RTX 4090 for speed, the RTX 3060 12GB for the money."),
        ("would 2x Intel Arc Pro B60 24GB be better than one 5090 for 70b models", "Only 2x Arc Pro B60 does this"),
        ("m4 max 128gb vs dgx spark for gpt-oss 120b", "For chat take the Mac Studio M4 Max"),
    ],
)
def test_one_is_always_named(words: str, named: str, capsys: Said) -> None:
    assert any(one.startswith(named) for one in answer_lines(capsys, words))


@pytest.mark.parametrize(
    ("words", "usd"),
    [
        ("Framework Desktop 128gb $2500ish or two used 3090s for qwen3 coder next / glm air?", "$2,500"),
        ("framework desktop 128gb 2500-ish or dual 3090 for glm air and qwen3 coder next", "$2,500"),
        ("framework desktop 128gb around 2.5k vs 2x 3090: qwen3 coder next / glm air", "$2,500"),
        ("framework desktop 128gb at around $2400ish vs two 3090s, qwen3 coder next, glm air", "$2,400"),
        ("two used 3090s or a framework desktop 128gb for ~2.5k, glm air / qwen3 coder next", "$2,500"),
        ("glm air / qwen3 coder next on framework desktop 128gb or 2x 3090", "$3,449"),
    ],
)
def test_each_model_has_its_pick_in_equal_files_at_the_price_that_was_told(words: str, usd: str, capsys: Said) -> None:
    """A short name and an amount with -ish were not understood, and Q8_0 was held against IQ4_XS."""
    lines = answer_lines(capsys, words)
    told = " ".join(lines)
    assert "Not understood" not in told
    framework = "Framework Desktop Ryzen AI Max+ 395 128GB"
    at = next(place for place, one in enumerate(lines) if one.startswith("Computer "))
    rows = lines[at + 1 : at + 5]
    assert {one.split("  ")[-1].strip() for one in rows if one.startswith(framework)} == {usd}
    assert sum("IQ4_XS" in one for one in rows if "Coder Next" in one) == 2
    assert "For Qwen3 Coder Next 80B-A3B take the 2x RTX 3090." in told
    assert f"For GLM-4.5-Air 106B-A12B take the {framework}." in told
    assert f"{framework} has room for Qwen3 Coder Next 80B-A3B as Q8_0, which keeps more: " in told
    assert "2x RTX 3090: the price of the cards alone; a PC around comes to $" in told


@pytest.mark.parametrize(
    ("words", "model"),
    [("glm air on 2x 3090", "GLM-4.5-Air 106B-A12B"), ("can a 3090 run llama scout", "Llama 4 Scout")],
)
def test_a_model_may_be_named_without_its_version_and_size(words: str, model: str, capsys: Said) -> None:
    assert model in answer_lines(capsys, words)[0]


def test_a_length_about_so_long_is_no_money(capsys: Said) -> None:
    assert "$" not in " ".join(answer_lines(capsys, "qwen3 8b on a 3060 12gb with prompts of around 2.5k"))
