"""`rig-advisor mcp`: the same answers for agents, over the Model Context Protocol on stdin and stdout.

Each tool is a command with `--json`: an agent reads the documents that scripts read.
"""

import argparse
import contextlib
import importlib.util
import io
import json
import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

from advisor.catalog.reading.regular_file import is_here
from advisor.cli.asking.codes import CODES
from advisor.cli.frame.command import CommandError, run_command

if TYPE_CHECKING:
    from mcp.server.fastmcp import FastMCP

_ABOUT = (
    "What AI models this computer, or another one, runs, how fast, and what limits them. Without gpu, cpu, ram_gb, "
    'unified and machine it is about this computer. gpu takes names like "RTX 3060 12GB", "2x RTX 3090" or "none"; '
    'ram_gb takes a size or sticks like "2x16 DDR5-6000".'
)
_MOST_MODELS = 100
_LONGEST = 4096
"""Of a text that an agent hands over: no path is longer."""

Document = dict[str, Any]
Option = tuple[str, str | float | bool | None]


def run(_: argparse.Namespace) -> int:
    """Serve until the agent ends.

    Raises:
        CommandError: the SDK is not installed.
    """
    if importlib.util.find_spec("mcp") is None:
        raise CommandError(
            'agents are served with the package mcp, which is not installed: pip install "rig-advisor[mcp]"'
        )
    its_own = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")  # the SDK closes what it writes to
    with its_own, contextlib.redirect_stdout(its_own):
        _server().run("stdio")
    return 0


def _server() -> "FastMCP":
    from mcp.server.fastmcp import FastMCP

    server = FastMCP("rig-advisor", instructions=_ABOUT)
    for tool in (detect, ask, rank, worth):
        server.add_tool(tool)
    return server


def detect() -> Document:
    """What this computer is made of: CPU, RAM, GPUs with drivers, and what slows it down."""
    return _document("probe")


def ask(
    model: str,
    workload: str | None = None,
    quant: str | None = None,
    context_tokens: int | None = None,
    gpu: str | None = None,
    cpu: str | None = None,
    ram_gb: float | str | None = None,
    unified: bool = False,
    machine: str | None = None,
) -> Document:
    """Will one model run: verdict (great, fine, slow, wont_run, unknown), speed, memory, command line, what to do next.

    model: a name, a file, an Ollama name or a Hugging Face name. workload: an id such as chat, coding, pictures.
    """
    rig = _rig(gpu, cpu, ram_gb, unified, machine)
    options: tuple[Option, ...] = (("workload", workload), ("quant", quant), ("context", context_tokens), *rig)
    return _document("ask", *options, words=(model,), codes=CODES.values())


def rank(
    workload: str = "chat",
    limit: int = 10,
    gpu: str | None = None,
    cpu: str | None = None,
    ram_gb: float | str | None = None,
    unified: bool = False,
    machine: str | None = None,
) -> Document:
    """The best models for a workload, each at the quantization that suits the computer, best first."""
    most = min(limit or _MOST_MODELS, _MOST_MODELS)
    return _document("rank", ("workload", workload), ("limit", most), *_rig(gpu, cpu, ram_gb, unified, machine))


def worth(
    workload: str = "chat",
    model: str | None = None,
    budget: float | None = None,
    hours_per_day: float | None = None,
    stays_here: Literal["yes", "no"] | None = None,
    gpu: str | None = None,
    cpu: str | None = None,
    ram_gb: float | str | None = None,
    unified: bool = False,
    machine: str | None = None,
) -> Document:
    """Is a GPU, more RAM, another computer, rent or an API worth its money: verdict, reasons, candidates."""
    money: tuple[Option, ...] = (("budget", budget), ("hours-per-day", hours_per_day), ("stays-here", stays_here))
    asked: tuple[Option, ...] = (("workload", workload), ("model", model), *money)
    return _document("worth", *asked, *_rig(gpu, cpu, ram_gb, unified, machine))


def _rig(
    gpu: str | None, cpu: str | None, ram_gb: float | str | None, unified: bool, machine: str | None
) -> tuple[Option, ...]:
    return ("gpu", gpu), ("cpu", cpu), ("ram", ram_gb), ("unified", unified), ("machine", machine)


def _document(command: str, *options: Option, words: tuple[str, ...] = (), codes: Iterable[int] = (0,)) -> Document:
    """What a command prints with `--json`.

    Raises:
        ToolError: it could not answer; the sentence says why.
    """
    from mcp.server.fastmcp.exceptions import ToolError

    texts = [one for one in (*words, *(value for _, value in options)) if isinstance(one, str)]
    if any(len(one) > _LONGEST for one in texts):
        raise ToolError("a text of this call is longer than any name or path")
    if not all(map(is_here, texts)):
        raise ToolError("only files on this computer are opened, not those of a share")
    given = [
        f"--{name}" if value is True else f"--{name}={value}" for name, value in options if value not in (None, False)
    ]
    said, why = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(why):
        code = run_command([command, "--json", *given, *(("--", *words) if words else ())])
    if code not in tuple(codes):
        raise ToolError(why.getvalue().strip() or "no answer")
    found: Document = json.loads(said.getvalue())
    return found
