"""`rig-advisor ask` where one card is held against another: it ends in one named pick, the same in all its forms."""

import pytest

from advisor.__main__ import main

Said = pytest.CaptureFixture[str]


def _asked(capsys: Said, words: str) -> str:
    main(["ask", words])
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


@pytest.mark.parametrize(
    ("words", "pick"),
    [
        ("what is better for ai, rtx 5060 ti 16gb or rtx 4070 12gb?", "RTX 5060 Ti 16GB: it alone holds Qwen3.8 27B"),
        ("which should i buy, 4070 12gb or 5060 ti 16gb", "RTX 5060 Ti 16GB: it alone holds Qwen3.8 27B"),
        ("3060 12gb or 3070 for llms", "RTX 3060 12GB: it alone holds "),
        ("rx 7900 xtx vs 3090 for local llm", "RX 7900 XTX: about as fast, for about $"),
        ("4070 ti super or 4080 super for local ai?", "RTX 4070 Ti SUPER: about as fast, for about $"),
    ],
)
def test_one_of_two_cards_is_named_with_the_reason(words: str, pick: str, capsys: Said) -> None:
    told = _asked(capsys, words)
    assert f"Take the {pick}" in told
    assert told.count("Take the ") == 1


@pytest.mark.parametrize(
    "words", ["which gpu under 400 euro for comfyui and llms", "best gpu for $600 for chat and pictures"]
)
def test_one_card_for_two_works_is_the_verdict_and_others_are_for_one_alone(words: str, capsys: Said) -> None:
    lines = _asked(capsys, words).splitlines()
    assert lines[0].startswith("One for both: ")
    alone = sorted(one.split(":")[0] for one in lines if " alone: " in one)
    assert alone == ["For chat alone", "For pictures alone"]
    assert not any(one.startswith("Yes: ") for one in lines)
