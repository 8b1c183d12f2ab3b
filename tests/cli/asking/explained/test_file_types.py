"""`rig-advisor ask` what file types differ in, where no computer is named: bits, size, speed, loss, and the rule."""

import pytest

from tests.cli.asking.understood import lines_of


@pytest.mark.parametrize(
    ("words", "first", "parts"),
    [
        (
            "whats the difference between q4_k_m and q8_0, will i notice",
            "You will hardly notice it",
            ("Q8_0: 8.5 bits a weight, an 8B model takes about 7.9 GiB", "1.7 times as fast as Q8_0"),
        ),
        ("is Q4_K_M good enough or should I go Q6?", "Yes, Q4_K_M is good enough", ("Q6_K: 6.56 bits",)),
        (
            "how much worse is Q3_K_M than Q5_K_M",
            "Yes, you will notice Q3_K_M: of 100 answers of a test more were wrong: 2.3 of models of 8B",
            ("Q5_K_M: 5.7 bits", "Rule: below 4 bits a smaller model"),
        ),
        ("is 4 bit good enough", "Yes, Q4_K_M is good enough", ("Q8_0: 8.5 bits",)),
        ("q4 vs q8 for coding, is there a difference in quality", "You will hardly notice", ("a larger model in 4",)),
        ("do i lose a lot with q3", "Yes, you will notice Q3_K_M", ()),
        ("is IQ2_XXS usable", "Only where nothing larger fits, you will notice IQ2_XXS", ("8.5 of models of 70B",)),
        ("is Q5_K_M worth it over Q4_K_M", "You will hardly notice", ()),
        ("qwen3 8b q4_k_m vs q8_0 which one", "You will hardly notice", ("Qwen3 8B takes about",)),
        ("fp16 vs q8_0 gguf", "You will hardly notice it in answers, where Q8_0 loses little against F16", ()),
    ],
)
def test_what_is_lost_and_what_is_gained_is_told_with_the_rule(words: str, first: str, parts: tuple[str, ...]) -> None:
    (line,) = lines_of(words)
    assert line.startswith(f"told {first}")
    assert [one for one in (*parts, "\nRule: ") if one not in line] == []


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ("Q4_K_M or Q8_0 for Qwen3 8B on an RTX 3060 12GB?", "held Qwen3 8B as Q4_K_M/Q8_0"),
        ("q4 or q8 on my 3060", "held Q4_K_M/Q8_0 on"),
        ("how much vram does qwen3 8b need in q4 and q8", "needs Qwen3 8B"),
        ("best model in q4 for 12gb", "ask "),
        ("is my 3060 fast enough for qwen3 14b q4", "ask Qwen3 14B"),
        ("q4 or q8 on my 3060 for sdxl", "held Stable Diffusion XL"),
        ("is q4 kv cache much worse than q8", "told In short: "),
    ],
)
def test_with_a_computer_or_another_question_it_is_answered_as_ever(words: str, begins: str) -> None:
    assert lines_of(words)[0].startswith(begins)
