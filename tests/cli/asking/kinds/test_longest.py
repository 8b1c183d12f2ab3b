"""`rig-advisor ask` for the longest context: with the file people take, with each kind of cache, and the command."""

import shlex

import pytest

from advisor.__main__ import main
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.asking.sentence.said import said
from tests.answer_lines import Said, answer_lines


@pytest.mark.parametrize(
    "words",
    [
        "what's the max context I can use with gemma 3 27b on a 24gb card",
        "longest context for gemma 3 27b on a 3090",
        "how big a context window can my 3090 handle with gemma 3 27b",
        "gemma 3 27b on a 4090, how high can i set num_ctx?",
        "how far can i push the context of gemma 3 27b on a 24gb card",
        "largest possible context, gemma 3 27b, rtx 3090",
        "can i use the full context of gemma 3 27b on a 4090",
        "how long can the context of gemma 3 27b be on a 3090",
        "how many pages can gemma 3 27b read on a 4090",
    ],
)
def test_the_longest_context_is_that_of_the_usual_file_with_its_cache_and_command(words: str, capsys: Said) -> None:
    first, others, *lines = answer_lines(capsys, words)
    assert first.startswith("Longest context: 131,072 tokens, about 262 pages, all that the model is made for: Q4_K_M ")
    assert "a cache of q8_0" in first
    assert "73,728 tokens with Q4_K_M and a cache of f16" in others
    command = next(one for one in lines if one.startswith("Run it: "))
    assert "-c 131072 " in command
    assert "-ctk q8_0 -ctv q8_0" in command
    assert not any(one.startswith("Not understood") for one in lines)


def test_each_length_holds_and_a_longer_one_does_not(capsys: Said) -> None:
    first, *lines = answer_lines(capsys, "max context for mistral small 24b on a 16gb card")
    command = shlex.split(lines[-1].removeprefix("Asked as: rig-advisor "))
    place = command.index("--context") + 1
    length = int(command[place])
    assert f"{length:,} tokens" in first
    command[place] = str(length + 4096)
    main(command)
    assert "RAM" in next(one for one in capsys.readouterr().out.splitlines() if one.startswith("Memory: "))


def test_a_plain_cache_is_told_alone_where_it_holds_all(capsys: Said) -> None:
    lines = answer_lines(capsys, "max context of gpt-oss 20b on a 24gb card")
    assert "a cache of f16" in lines[0]
    assert not lines[1].startswith("Others")


def test_a_file_that_is_named_is_kept(capsys: Said) -> None:
    lines = answer_lines(capsys, "max context for gemma 3 27b q5_k_m on a 3090")
    assert "Q5_K_M" in lines[0]
    assert "Q4_K_M" not in lines[1]


@pytest.mark.parametrize(
    "words", ["how much vram for qwen3 32b with 32k context", "how long does qwen3 8b take with 16k context on a 3060"]
)
def test_a_length_that_is_told_is_no_wish_for_the_longest(words: str) -> None:
    assert not said(words, load_catalog()).volume.wants_longest_context
