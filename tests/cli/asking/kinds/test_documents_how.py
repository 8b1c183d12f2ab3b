"""`rig-advisor ask` about looking things up in documents: how it is done, and what of the computer was assumed."""

import pytest

from advisor.__main__ import main


@pytest.mark.parametrize(
    "words",
    [
        "I want to chat with 500 pdfs on my rtx 4060 8gb laptop, which model and how",
        "rag over my documents on a 3060 12gb",
    ],
)
def test_how_and_the_assumed_ram_are_said(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["ask", words])
    told = capsys.readouterr().out
    assert "How: Open WebUI or AnythingLLM reads the documents" in told
    assert "Assumed: " in told
    assert " GB of RAM (--ram)" in told
