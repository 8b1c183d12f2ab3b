"""What `rig-advisor ask` answers to a plain question."""

import pytest

from advisor.__main__ import main

Said = pytest.CaptureFixture[str]


def answer_lines(capsys: Said, words: str) -> list[str]:
    """The lines of the answer; nothing stands in the error stream, whatever the verdict is."""
    main(["ask", words])
    told = capsys.readouterr()
    assert told.err == ""
    return told.out.splitlines()
