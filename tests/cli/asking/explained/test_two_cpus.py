"""`rig-advisor ask` whether a server with two CPUs is good for models, by whatever name it has."""

import pytest

from tests.cli.asking.understood import lines_of, plan_of


@pytest.mark.parametrize(
    "words",
    [
        "dual xeon e5 v4 server with 256gb ddr4 for cheap, good for llm?",
        "dual e5-2680 v4 with 128gb ddr4, any good for local llms?",
        "is a dual xeon server with 256gb ddr4 worth it for llms",
        "dell r730 with 256gb good for llm",
        "two xeon e5 2690 v4 and 128gb ddr4, usable for ai?",
    ],
)
def test_the_verdict_comes_before_the_ranking(words: str) -> None:
    first, second = lines_of(words)
    assert first.startswith("told Partly (chat): mixtures of experts run. The best here is ")
    told = ("Dense models are slow: ", "Long prompts wait: 8,000 tokens take", "(NUMA)", "Before you buy: ")
    assert [one for one in told if one not in first] == []
    assert second.startswith("rank --workload chat --limit 5 --cpu 2x ")


def test_of_a_server_that_is_there_nothing_is_said_of_buying() -> None:
    first, _ = lines_of("can i use my dual xeon e5 v3 with 128gb for llms")
    assert "(NUMA)" in first
    assert "Before you buy" not in first


@pytest.mark.parametrize(
    ("words", "cpu"),
    [
        ("dual xeon e5 v4 with 256gb ddr4, which models", "2x Xeon E5-2680 v4"),
        ("dual xeon e5 v3 with 128gb ddr4, which models", "2x Xeon E5-2680 v3"),
        ("2x xeon e5 2690 v3 128gb ddr4, which models", "2x xeon e5-2690 v3"),
        ("xeon e5 with 64gb ddr4, which models", "Xeon E5-2680 v4"),
    ],
)
def test_e5_beside_xeon_is_a_cpu(words: str, cpu: str) -> None:
    """It was read as a model that embeds."""
    (line,) = lines_of(words)
    assert line.startswith("rank ")
    assert f"--cpu {cpu} " in line


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ("e5-base for embeddings on a 3060", "ask e5-base"),
        ("multilingual e5 large on a 3060", "ask multilingual-e5-large"),
        ("dual xeon e5 v4 with two 3090, good for llm?", "rank "),
        ("dual xeon e5 v4 with 128gb, usable for qwen3 32b?", "ask Qwen3 32B"),
        ("epyc 7302 with 256gb ddr4 good for llm?", "rank "),
        ("how fast is qwen3 30b on dual xeon e5 v4 with 128gb", "ask Qwen3 30B-A3B"),
    ],
)
def test_other_questions_are_answered_as_ever(words: str, begins: str) -> None:
    assert plan_of(words).steps
    assert lines_of(words)[0].startswith(begins)
