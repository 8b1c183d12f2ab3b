"""`rig-advisor ask` where a model is to know a person's documents: looked up first, trained for another end."""

import pytest

from advisor.__main__ import main
from tests.cli.asking.understood import lines_of

Said = pytest.CaptureFixture[str]
_FIRST = "RAG first: "


def _asked(said: Said, words: str) -> list[str]:
    main(["ask", words])
    told = said.readouterr()
    assert told.err == ""
    return told.out.splitlines()


@pytest.mark.parametrize(
    "words",
    [
        "Should I finetune or use RAG to teach a model my documents?",
        "rag vs fine-tuning for our wiki",
        "can I train a model on my documents?",
        "fine tune on my pdfs or not?",
    ],
)
def test_documents_are_looked_up_first_and_style_is_trained(words: str, capsys: Said) -> None:
    """Small models were ranked by how long their training takes, and the question was not answered."""
    lines = _asked(capsys, words)
    assert lines[0].startswith(_FIRST)
    assert "style" in lines[0]
    assert "Name your computer" in " ".join(lines)
    assert not any(one.startswith("Not understood") for one in lines)


@pytest.mark.parametrize(
    ("words", "rig", "trained"),
    [
        ("RAG or fine-tuning for 10000 pages of manuals on a 3090", "--gpu RTX 3090", ""),
        ("is it better to fine tune llama 3.1 8b on my company docs or use rag, rtx 4070 12gb", "--gpu RTX 4070",
         "Llama 3.1 8B"),
        ("train qwen3 8b on our manuals with a 4090?", "--gpu RTX 4090", "Qwen3 8B"),
    ],
)  # fmt: skip
def test_both_are_told_for_a_computer_that_is_named(words: str, rig: str, trained: str) -> None:
    first, looked_up, training = lines_of(words)
    assert first.startswith(f"told {_FIRST}")
    assert looked_up.startswith("retrieval ")
    assert training.startswith(f"ask {trained} --workload fine-tune-")
    assert all(rig in one for one in (looked_up, training))


@pytest.mark.parametrize("words", ["fine-tune llama 3.1 8b on a 3090", "RAG with qwen3 8b on a 3060 12gb"])
def test_one_of_both_alone_is_answered_as_it_was(words: str) -> None:
    assert not lines_of(words)[0].startswith("told ")
