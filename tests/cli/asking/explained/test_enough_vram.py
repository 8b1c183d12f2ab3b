"""`rig-advisor ask` whether so much VRAM is enough: for what it is, and for what people want next it is not."""

import pytest

from tests.cli.asking.understood import lines_of


@pytest.mark.parametrize(
    ("words", "enough", "not_enough"),
    [
        ("is 8gb vram enough in 2026", "Enough for Qwen3.5 9B whole in 8 GB", "Gemma 4 12B whole, which people want"),
        ("is 16gb vram enough for local llms", "Enough for Gemma 4 26B-A4B whole in 16 GB", "that takes 24 GB"),
        ("would a 12gb 3060 be enough for ai", "Enough for Gemma 4 12B whole in 12 GB", "Qwen3.8 27B whole"),
        ("is my 4090 enough for local models", "Enough for Qwen3.8 27B whole in 24 GB", "the next class: "),
        ("is 6gb vram too little for llms", "Enough for Granite 4.2 3B whole in 6 GB", "Gemma 4 12B"),
        ("is 24gb of vram still enough for coding?", "Enough for Qwen3.8 27B whole", "the next class: Qwen3 Coder"),
    ],
)
def test_the_answer_stands_before_the_ranking(words: str, enough: str, not_enough: str) -> None:
    first, ranked = lines_of(words)
    assert first.startswith(f"told {enough}")
    assert "Not enough " in first
    assert not_enough in first
    assert ranked.startswith("rank --workload ")


@pytest.mark.parametrize(
    "words",
    [
        "is 16gb vram enough for a 14b",
        "is 12gb vram enough for stable diffusion",
        "is 64gb ram enough for llms",
        "is 16gb vram enough or should I get 24gb",
        "will a 750w psu be enough for a 3090",
        "which model is good enough for my 3060 12gb",
    ],
)
def test_what_asks_for_something_else_is_answered_as_ever(words: str) -> None:
    assert not any(one.startswith("told Enough for") for one in lines_of(words))
