"""`rig-advisor ask` whether a computer runs a useful model: a verdict first, then the ranking."""

import pytest

from tests.cli.asking.understood import lines_of


@pytest.mark.parametrize(
    ("words", "start", "ranked"),
    [
        (
            "can a raspberry pi 5 16gb run a useful llm?",
            "told Only for small jobs: ",
            "rank --workload chat --limit 10 --machine Raspberry Pi 5 16GB",
        ),
        ("will a raspberry pi 5 8gb run any decent local model", "told Only for small jobs: ", "rank "),
        ("can an rtx 3060 12gb run a good llm?", "told Yes, ", "rank --workload chat --limit 10 --gpu RTX 3060 12GB"),
        ("does a gtx 1650 run anything useful?", "told Yes, ", "rank "),
        ("is a usable language model possible on a macbook air m1 8gb?", "told Yes, ", "rank "),
        ("could a 5090 run a serious ai model", "told Yes, ", "rank "),
    ],
)
def test_the_verdict_comes_before_the_ranking(words: str, start: str, ranked: str) -> None:
    first, second = lines_of(words)
    assert first.startswith(start)
    assert "tokens/s" in first.splitlines()[0]
    assert second.startswith(ranked)


@pytest.mark.parametrize(
    "words", ["which good llm can a raspberry pi 5 16gb run?", "is qwen3 8b a good model for a 3060 12gb?"]
)
def test_a_question_for_a_model_has_no_verdict_on_the_computer(words: str) -> None:
    assert not any(one.startswith(("told Yes", "told Only", "told No")) for one in lines_of(words))
