"""The commands of docs/transcripts.md end as they did when it was written, and none of them was left out."""

import re
from pathlib import Path

import pytest

from tests.benchmarks.transcripts import DOCUMENT, STORIES, make_home, run

BLOCK = re.compile(
    r"^```console\n\$ (?P<line>rig-advisor [^\n]+)\n.*?^\[exit (?P<code>\d+)\]\n```", re.MULTILINE | re.DOTALL
)


def told() -> dict[str, int]:
    """Every command of the document with its exit code."""
    return {one["line"]: int(one["code"]) for one in BLOCK.finditer(DOCUMENT.read_text(encoding="utf-8"))}


def test_every_command_stands_in_the_document() -> None:
    lines = [line for story in STORIES for line in story.lines]
    assert [line for line in lines if line not in told()] == []


@pytest.mark.broad
def test_every_command_ends_as_it_did(tmp_path: Path) -> None:
    make_home(tmp_path)
    codes = told()
    for story in STORIES:
        for line in story.lines:
            printed = run(line, tmp_path, is_imagined=story.is_imagined)
            assert printed.code == codes[line], printed.text
            assert printed.text
            assert "Traceback" not in printed.text
