"""`rig-advisor ask` why writing slows down in a long conversation: normal, how much here, and what helps."""

import pytest

from tests.cli.asking.understood import lines_of


def _told(words: str) -> str:
    (line,) = lines_of(words)
    return line


@pytest.mark.parametrize(
    ("words", "figures"),
    [
        (
            "My 7900 XTX does 100 t/s at the start but drops to 30 after 40k tokens, is it broken?",
            ("on RX 7900 XTX", "with 40,960 tokens read", "Yours: 100 to 30, 30%."),
        ),
        ("why do tokens per second drop with long context?", ("For example ", "with 32,768 tokens read")),
        (
            "qwen3 8b on my 3090 gets slower the longer the chat gets, from 90 t/s down to 50 at 32k context. normal?",
            ("Qwen3 8B as Q8_0 on RTX 3090", "Yours: 90 to 50, 56%."),
        ),
        (
            "generation speed degrades as the context grows on my 4090 with qwen3 32b, why?",
            ("Qwen3 32B as ", "on RTX 4090"),
        ),
        (
            "is it normal that tok/s falls so much at 60000 tokens on an rtx 5090?",
            ("on RTX 5090", "with 60,000 tokens read"),
        ),
        ("my tps tanks once the conversation is long, 4070 12gb, gemma 3 12b", ("Gemma 3 12B", "on RTX 4070")),
    ],
)
def test_a_fall_in_a_long_conversation_is_normal(words: str, figures: tuple[str, ...]) -> None:
    told = _told(words)
    assert told.startswith("told Normal: for every token the whole conversation so far is read again")
    assert all(one in told for one in (*figures, "Flash attention", "-ctk q8_0", "A newer build", "Not normal: "))


def test_a_fall_to_almost_nothing_is_not() -> None:
    told = _told("my speed falls from 60 tok/s to 4 at 30k tokens on a 4070, qwen3 14b")
    assert told.startswith("told Only in part normal: ")


@pytest.mark.parametrize(
    "words",
    ["will prices of the 3090 drop?", "does qwen3 8b slow down my pc?", "best model for long context on a 3090"],
)
def test_what_is_no_such_fall_is_answered_otherwise(words: str) -> None:
    assert not any("whole conversation so far" in one for one in lines_of(words))
