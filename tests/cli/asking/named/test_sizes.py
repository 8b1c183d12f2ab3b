"""`rig-advisor ask` about models of a size: the one that people call so, not any that is so large."""

import pytest

from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.asking.sentence.said import said


@pytest.mark.parametrize(
    ("words", "model"),
    [
        ("30b moe model on a 3090", "Qwen3 30B-A3B 2507"),
        ("best gpu for 32b models", "Qwen3 32B"),
        ("can a 3060 12gb run 8b models", "Qwen3 8B"),
        ("two 3090s for 70b models", "Llama 3.3 70B"),
        ("120b on strix halo?", "gpt-oss 120B"),
        ("30b dense model on a 3090", "Granite 4.2 30B"),
    ],
)
def test_a_size_means_the_well_known_model_of_it(words: str, model: str) -> None:
    assert [one.name for one in said(words, load_catalog()).models] == [model]


def test_a_size_that_is_said_of_both_kinds_means_the_mixture_and_the_dense_one() -> None:
    """The mixture alone hid what a second card is for: models that read all of their weights for each token."""
    named = said("M1 Max 64gb vs M4 Pro 48gb for 30b models?", load_catalog()).models
    assert [one.name for one in named] == ["Qwen3 30B-A3B 2507", "Qwen3.8 27B"]
