"""The manual page names every command and option, in a form that its readers take without complaint."""

import shutil
import subprocess
from pathlib import Path

import pytest

from advisor.cli.frame.command_names import COMMANDS
from advisor.cli.shell.words import command_words
from tools.man_page import man_page

PAGE = man_page("1.2.0", "2026-12-01")


def section(name: str) -> str:
    """What the page says of a command."""
    return (
        PAGE.split(f".SS rig\\-advisor {name.replace('-', chr(92) + '-')}\n")[1].split("\n.SS ")[0].split("\n.SH ")[0]
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_stands_with_all_its_options(name: str) -> None:
    told = section(name).replace("\\-", "-")
    assert " ".join(COMMANDS[name].split()) in " ".join(told.split()).replace("\\(dq", '"')
    missing = [
        option for option in command_words()[name].options if option not in told and option not in ("-h", "--help")
    ]
    assert not missing


def test_version_and_day_stand_in_its_head() -> None:
    assert PAGE.startswith('.TH RIG\\-ADVISOR 1 "2026-12-01" "Rig Advisor 1.2.0"')


def test_no_line_commands_the_formatter_by_chance() -> None:
    requests = {line.split()[0] for line in PAGE.splitlines() if line.startswith((".", "'"))}
    assert requests == {".TH", ".SH", ".SS", ".B", ".BI", ".I", ".RI", ".br", ".TP", ".PP", ".RS", ".RE"}
    assert PAGE.count("\n.RS\n") == PAGE.count("\n.RE\n")
    assert max(map(len, PAGE.splitlines())) < 200


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="this checker is not installed: mandoc")
def test_mandoc_has_nothing_to_say(tmp_path: Path) -> None:
    file = tmp_path / "rig-advisor.1"
    file.write_text(man_page("1.2.0", "2026-01-01"), encoding="utf-8")
    said = subprocess.run(["mandoc", "-T", "lint", "-W", "style", file], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout) == (0, "")
