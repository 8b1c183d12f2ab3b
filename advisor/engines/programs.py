"""Where the programs of llama.cpp are on this computer, and what the one that is there can be told.

Places: docs/install.md and docs/build.md of https://github.com/ggml-org/llama.cpp (Homebrew, MacPorts, Nix, winget,
a build of one's own), 2026-11-23.
"""

import os
import re
import sys
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Literal

from advisor.engines.trial import Trial
from advisor.run.program import ProgramNotStartedError, RunningProgram
from advisor.run.worker_child import program_on_path

ProgramName = Literal["llama-bench", "llama-server"]
PROGRAMS: tuple[ProgramName, ...] = ("llama-bench", "llama-server")
HELP_LIMIT_S = 10.0
"""A program that looks for graphics cards first takes its time."""
_OPTION = re.compile(r"(?<![\w-])--?[a-z][\w-]*")
_FOLDERS = {
    "linux": ("/usr/local/bin", "/home/linuxbrew/.linuxbrew/bin", "~/.local/bin", "~/.nix-profile/bin"),
    "darwin": ("/opt/homebrew/bin", "/usr/local/bin", "/opt/local/bin", "~/.nix-profile/bin"),
    "win32": ("~/AppData/Local/Microsoft/WinGet/Links",),
}
_OWN_BUILDS = ("~/llama.cpp/build/bin", "~/llama.cpp/build/bin/Release")


def find_program(name: ProgramName, named: str | None = None, kept: str | None = None) -> str | None:
    """The program of that name: at the path or in the folder that a person named, on PATH, or in a usual folder.

    `kept` is a folder that was named before: where it is not there any more, the others are looked into.
    """
    file_name = f"{name}.exe" if sys.platform == "win32" else name
    if named is not None:
        path = Path(named).expanduser()
        return _runnable(path / file_name if path.is_dir() else path)
    found = (_runnable(Path(kept) / file_name) if kept else None) or program_on_path(name)
    if found is not None:
        return found
    folders = (*_FOLDERS.get(sys.platform, ()), *_OWN_BUILDS)
    return next((there for one in folders if (there := _runnable(Path(one).expanduser() / file_name))), None)


def programs_in(folder: str) -> bool:
    """Whether a folder has one of them."""
    return any(find_program(name, folder) for name in PROGRAMS)


def _runnable(path: Path) -> str | None:
    return str(path) if path.is_file() and os.access(path, os.X_OK) else None


@lru_cache(maxsize=8)
def options_of(program: str) -> frozenset[str]:
    """The options that its help names; none where it does not tell them in time."""
    try:
        with RunningProgram([program, "--help"]) as running:
            running.wait(HELP_LIMIT_S)
            text = running.printed.decode("utf-8", "replace") + running.log
    except ProgramNotStartedError:
        return frozenset()
    return frozenset(_OPTION.findall(text))


Choice = tuple[str, ...]
"""An option with its value, where it takes one."""


def loading(trial: Trial, *, experts: str) -> tuple[Choice, ...]:
    """How all programs of llama.cpp load a model; `experts` is what one calls the layers whose experts stay behind."""
    layers = trial.gpu_layers
    return (
        ("-ngl", "99" if layers is None else f"{layers}"),
        *((("-dev", "none"),) if layers == 0 else ()),
        *(((experts, f"{trial.host_expert_layers}"),) if trial.host_expert_layers else ()),
        *((("-t", f"{trial.threads}"),) if trial.threads else ()),
        *((("-ub", f"{trial.ubatch_tokens}"),) if trial.ubatch_tokens else ()),
    )


def told_options(known: frozenset[str], choices: Iterable[Choice]) -> list[str]:
    """The options that a program knows, as it is told them."""
    return [word for choice in choices if choice[0] in known for word in choice]
