"""Completion of command lines in the real shells, where they are installed."""

import os
import re
import select
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from advisor.__main__ import main
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.frame.command_names import COMMANDS
from advisor.cli.shell.scripts import SHELLS
from advisor.cli.shell.words import command_words, model_words
from tests.fakes.patience import HANG_S

BASH = """source {script}
COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}}-1)); _rig_advisor; printf '%s\\n' "${{COMPREPLY[@]}}"
"""
ZSH = """compdef() {{ :; }}; compadd() {{ shift; print -rl -- $@; }}; _files() {{ :; }}
source {script}
words=({words}); CURRENT=$#words; _rig_advisor
"""
FISH = """source {script}
complete -C '{line}'
"""

LINES = {
    ("rig-advisor", "ra"): "rank",
    ("rig-advisor", "ask", "--work"): "--workload",
    ("rig-advisor", "ask", "qwen3", "--workload", "cha"): "chat",
    ("rig-advisor", "ask", "gpt-oss-2"): "gpt-oss-20b",
    ("rig-advisor", "machine", "sa"): "save",
    ("rig-advisor", "completion", "fi"): "fish",
    ("rig-advisor", "rank", "--only", "vr"): "vram",
    ("rig-advisor", "fleet", "coll"): "collect",
    ("rig-advisor", "fleet", "sweep", "--proc"): "--processes",
    ("rig-advisor", "fleet", "sweep", "--workload", "serve-m"): "serve-many",
}


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("completion")
    found: dict[str, Path] = {}
    for shell in SHELLS:
        run = subprocess.run(
            [sys.executable, "-m", "advisor", "completion", shell], capture_output=True, encoding="utf-8", check=True
        )
        assert run.stderr == ""
        found[shell] = folder / f"completion.{shell}"
        found[shell].write_text(run.stdout, encoding="utf-8")
    return found


@pytest.mark.parametrize("words", LINES)
@pytest.mark.parametrize(("shell", "program"), [("bash", BASH), ("zsh", ZSH), ("fish", FISH)], ids=SHELLS[:3])
def test_a_shell_completes_what_was_begun(
    shell: str, program: str, words: tuple[str, ...], scripts: dict[str, Path]
) -> None:
    if sys.platform == "win32":
        pytest.skip("shells as on POSIX")
    if shutil.which(shell) is None:
        pytest.skip(f"this shell is not installed: {shell}")
    code = program.format(script=scripts[shell], words=" ".join(words), line=" ".join(words))
    options = {"bash": ("--norc",), "zsh": ("-f",), "fish": ("--no-config",)}[shell]
    found = subprocess.run([shell, *options, "-c", code], capture_output=True, text=True, check=True)
    assert found.stderr == ""
    told = [one.split("\t")[0] for one in found.stdout.splitlines() if one.startswith(words[-1])]
    assert told == [LINES[words]]


TERMINAL = {
    "bash": (("bash", "--norc", "--noprofile", "-i"), "source {script}"),
    "zsh": (("zsh", "-f", "-i"), "autoload -U compinit; compinit -u -D; source {script}"),
}
"""Shells as people sit before them, and how they are told of the script."""
TYPED = {
    "rig-advisor ask gpt-oss-2": "gpt-oss-20b ",
    "rig-advisor rank --workload serve-m": "serve-many ",
    "rig-advisor fleet coll": "collect ",
    "rig-advisor model {folder}/a-mod": "a-model.gguf ",
}
"""A line of which the last word is begun, and what the Tab key makes of that; files are left to the shell."""


@pytest.mark.parametrize("shell", TERMINAL)
def test_the_tab_key_completes_in_a_terminal(shell: str, scripts: dict[str, Path], tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("shells as on POSIX")
    if shutil.which(shell) is None:
        pytest.skip(f"this shell is not installed: {shell}")
    (tmp_path / "a-model.gguf").write_bytes(b"")
    command, setup = TERMINAL[shell]
    for line, completed in TYPED.items():
        begun = line.format(folder=tmp_path)
        shown = typed_in_terminal(command, setup.format(script=scripts[shell]), begun, wanted=completed)
        assert completed in shown, shown


def typed_in_terminal(command: tuple[str, ...], setup: str, line: str, *, wanted: str) -> str:
    """What a terminal shows after the line and the Tab key."""
    import pty

    try:
        master, slave = pty.openpty()
    except OSError as error:  # a container without devpts(5)
        pytest.skip(f"no pseudo-terminal here: {error}")
    shell = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env={**os.environ, "TERM": "dumb"})
    os.close(slave)
    try:
        os.write(master, f"{setup}; echo rea''dy\n".encode())
        read_until(master, "ready\r\n")
        os.write(master, f"{line}\t".encode())
        return read_until(master, wanted)
    finally:
        shell.kill()
        shell.wait()
        os.close(master)


def read_until(master: int, wanted: str) -> str:
    """All that is shown until that stands there, or the bell says that nothing fits."""
    shown = ""
    while wanted not in shown and select.select([master], [], [], HANG_S)[0]:
        shown += os.read(master, 65536).decode()
        if "\x07" in shown:
            break
    return shown


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_names_every_command_and_its_options(shell: str, scripts: dict[str, Path]) -> None:
    text = scripts[shell].read_text(encoding="utf-8")
    for name, one in command_words().items():
        assert re.search(rf"\b{name}\b", text)
        assert all(option.lstrip("-") in text for option in one.options)
    assert set(command_words()) == set(COMMANDS)


def test_hidden_options_are_not_offered() -> None:
    assert "--events" not in command_words()["machine"].options


def test_every_model_is_offered_by_a_name_that_finds_it() -> None:
    catalog = load_catalog()
    words = model_words(catalog)
    found = {catalog.models.find(one) or catalog.other_models.find(one) for one in words}
    assert found == {*catalog.models, *catalog.other_models}
    assert not any(" " in one for one in words)


def test_an_unknown_shell_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "tcsh"]) == 2
    assert "invalid choice: 'tcsh'" in capsys.readouterr().err
