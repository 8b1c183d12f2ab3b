"""A size in millions of what is to be trained: the nearest model stands for it, and that is said."""

import pytest

from tests.cli.asking.understood import lines_of, plan_of


@pytest.mark.parametrize(
    ("words", "line", "assumed"),
    [
        (
            "train a small gpt from scratch on a 3090 how long for 124M",
            "ask GPT-2 124M --workload pre-train --gpu RTX 3090",
            "Assumed: GPT-2 124M for 124M.",
        ),
        (
            "how long to pretrain a 350M model on a 4090",
            "ask GPT-2 Medium --workload pre-train --gpu RTX 4090",
            "Assumed: GPT-2 Medium for 350M.",
        ),
        (
            "pre-train a 60M parameters transformer on a 3060",
            "ask Pythia 70M --workload pre-train --gpu RTX 3060 12GB",
            "Assumed: Pythia 70M for 60M.",
        ),
        (
            "finetune a 270m model on a 4060",
            "ask Gemma 3 270M --workload fine-tune-lora --gpu RTX 4060",
            "Assumed: Gemma 3 270M for 270M.",
        ),
    ],
)
def test_the_nearest_in_size_is_trained(words: str, line: str, assumed: str) -> None:
    assert lines_of(words) == [line]
    assert assumed in plan_of(words).notes
    assert not plan_of(words).unknown


@pytest.mark.parametrize(
    "words",
    [
        "fine-tune qwen3 8b with 10M tokens on a 3090",
        "train a lora on 200m tokens of text on a 3090",
        "finetune an 8b for 500m examples on a 3090",
        "how fast is a 3090 with 124M",
    ],
)
def test_millions_of_something_else_are_no_size(words: str) -> None:
    assert not any("GPT-2" in one or " for 200M" in one for one in (*lines_of(words), *plan_of(words).notes))
