"""`rig-advisor ask` for a wished speed: understood without its unit; what takes it where no number of cards does."""

import pytest

from tests.answer_lines import Said, answer_lines
from tests.cli.asking.understood import lines_of, plan_of


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            "I get 7 tokens a second for 70b, how many 3090 do I need to get 20",
            "needs Llama 3.3 70B at 20 of RTX 3090",
        ),
        ("llama 3.3 70b runs at 7 t/s here, how many 3090 to reach 15", "needs Llama 3.3 70B at 15 of RTX 3090"),
        ("my llama 3.3 70b gets 4 t/s, I want 30 t/s, how many 3090?", "needs Llama 3.3 70B at 30 of RTX 3090"),
        ("which gpu gets me from 8 to 40 tokens/s with qwen3 32b", "needs Qwen3 32B at 40"),
        ("how many 3090 for llama 3.3 70b at 20 t/s", "needs Llama 3.3 70B at 20 of RTX 3090"),
    ],
)
def test_a_wish_beside_a_speed_is_one_too(words: str, line: str) -> None:
    assert lines_of(words)[0] == line
    assert not plan_of(words).unknown


@pytest.mark.parametrize("words", ["I get 7 t/s with llama 3.3 70b, do I need 2 3090?", "4 t/s, want 64gb of ram?"])
def test_a_number_of_parts_is_no_speed(words: str) -> None:
    assert not any(" at 2" in one or " at 64" in one for one in lines_of(words))


def test_where_no_number_of_cards_reaches_it_what_does_is_said(capsys: Said) -> None:
    told = " ".join(answer_lines(capsys, "I get 7 tokens a second for 70b, how many 3090 do I need to get 20"))
    assert "In llama.cpp no number of RTX 3090 reaches 20 tokens/s: 2x RTX 3090 comes nearest, about 17." in told
    assert "vLLM, where all cards share every layer (tensor parallel), would: about " in told
    assert "Another model would: " in told


def test_the_file_that_reaches_it_is_taken(capsys: Said) -> None:
    told = " ".join(answer_lines(capsys, "llama 3.3 70b runs at 7 t/s here, how many 3090 to reach 15"))
    assert "2x RTX 3090 is the least that does this well." in told


def test_complete_computers_are_as_fast_as_wished(capsys: Said) -> None:
    told = " ".join(answer_lines(capsys, "which gpu gets me from 8 to 40 tokens/s with qwen3 32b"))
    assert "PC with RTX 4090 (about " in told
    assert "is the cheapest that does this well." in told
    assert "Framework Desktop" not in told
