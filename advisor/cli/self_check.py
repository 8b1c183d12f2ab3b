"""`rig-advisor self-check`: whether this installation is whole. Run on the built app, offscreen, under a time limit."""

import argparse
import contextlib
import dataclasses
import importlib
import io
import os
import pkgutil
import platform
import re
import sys
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import advisor
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.folder import data_folder
from advisor.cli.frame.command import CommandError, run_command
from advisor.facts.values.message import Message, Result
from advisor.facts.values.units import MEGA, MILLISECOND
from advisor.present.words.reasons.in_words import in_words
from advisor.run.child import run_child
from advisor.run.command import advisor_command
from advisor.run.limits import require_memory
from advisor.store.folder import FOLDER_VARIABLE
from advisor.version import __version__

DEFERRED = ("numpy", "psutil", "pydantic", "pynvml", "pypdf")
"""Modules from outside that are imported late: a build that lacks one would fail only in the middle of its use."""
CHILD_LIMIT_S = WINDOW_LIMIT_S = 120.0
"""For what hangs: on a computer with ten times more to do than cores a child needs half a minute to start."""
_NEEDED_BYTES = 580 * MEGA
"""Of address space: a library that gets none ends the process in its own words, or without any."""
PAGES = ("overview", "my_rig", "what_can_i_run", "will_it_run", "upgrade", "learn")


def run(arguments: argparse.Namespace) -> int:
    """Take each step and print what it found; the first that fails ends with one sentence. Keeps nothing."""
    del arguments
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    require_memory(_NEEDED_BYTES)
    sys.excepthook = _end_at_once
    with tempfile.TemporaryDirectory() as folder:
        os.environ[FOLDER_VARIABLE] = folder
        _take_steps()
    return 0


def _take_steps() -> None:
    for name, step in STEPS.items():
        try:
            found = step()
        except CommandError:
            raise
        except Exception as error:
            raise CommandError(f"self-check, {name}: {type(error).__name__}: {error}") from error
        sys.stdout.write(f"{name}: {found}\n")
        sys.stdout.flush()


def _end_at_once(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """End instead of waiting for ever: Qt prints what a slot raises and goes on."""
    del trace
    sys.stderr.write(f"rig-advisor: self-check: {kind.__name__}: {error}\n")
    sys.stderr.flush()
    os._exit(1)


def _versions() -> str:
    from PySide6.QtCore import qVersion

    return f"Rig Advisor {__version__}, Python {platform.python_version()}, Qt {qVersion()}"


def _modules() -> str:
    own = [module.name for module in pkgutil.walk_packages(advisor.__path__, "advisor.")]
    for name in (*DEFERRED, *own):
        importlib.import_module(name)
    return f"{len(own)} of our own and {len(DEFERRED)} others imported"


def _arithmetic() -> str:
    import numpy as np

    ones = np.ones(64, dtype=np.float32)
    if float(np.dot(ones, ones)) != ones.size:
        raise CommandError("self-check: numpy calculates wrongly")
    return "numpy calculates"


def _catalog() -> str:
    catalog, read = load_catalog(), load_catalog(data_folder("specs"))
    for field in dataclasses.fields(catalog):
        if dict(getattr(catalog, field.name)) != dict(getattr(read, field.name)):
            raise CommandError(f"self-check: the packed cards are not those of specs: {field.name}")
    return f"{len(catalog.gpus)} graphics cards, {len(catalog.cpus)} processors, {len(catalog.models)} models"


def _resources() -> str:
    from PySide6.QtGui import QImageReader

    from advisor.report.application import ensure_application, load_fonts

    ensure_application()
    fonts = load_fonts()
    if not fonts or -1 in fonts:
        raise CommandError("self-check: a bundled font cannot be read")
    files = [file for file in data_folder("resources").rglob("*") if file.is_file()]
    readable = {bytes(name.data()).decode() for name in QImageReader.supportedImageFormats()}
    pictures = [file for file in files if file.suffix.removeprefix(".") in readable]
    for picture in pictures:
        if QImageReader(str(picture)).read().isNull():
            raise CommandError(f"self-check: the picture {picture.name} cannot be read")
    return f"{len(fonts)} fonts, {len(pictures)} pictures of {len(files)} files"


def _child() -> str:
    messages: list[Message] = []
    command = advisor_command("probe", "--events", "--only", "os")
    outcome = run_child(command, total_limit_s=CHILD_LIMIT_S, on_message=messages.append)
    if outcome.kind != "done" or not any(isinstance(message, Result) for message in messages):
        said = f"{in_words(outcome.sentence)} {outcome.stderr_tail}"
        raise CommandError(f"self-check: the child process gave no result. {said}")
    return f"{len(messages)} messages"


def _window() -> str:
    """Opens the window, waits for its pages, shows each and closes it."""
    from PySide6.QtCore import QDeadlineTimer, QEventLoop, Qt

    from advisor.report.application import ensure_application

    application = ensure_application()
    # By name, as a command may not import the window: everywhere else it is started by its command line.
    window = importlib.import_module("advisor.ui.start.application").open_window(application, [])
    limit = QDeadlineTimer(round(WINDOW_LIMIT_S / MILLISECOND))
    names: list[str] = []
    while set(names) != set(PAGES):
        if limit.hasExpired():
            raise CommandError(f"self-check: the window shows the pages {names} only")
        application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 100)
        names = [window.pages.item(row).data(Qt.ItemDataRole.UserRole) for row in range(window.pages.count())]
    for name in PAGES:
        window.open_page(name)
        application.processEvents()
    window.close()
    application.processEvents()
    return f"opened and closed with {len(PAGES)} pages"


def _report() -> str:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.pdf"
        with contextlib.redirect_stdout(io.StringIO()):
            code = run_command(["report", "--output", str(file)])
        if code:
            raise CommandError(f"self-check: the report ended with code {code}")
        content = file.read_bytes()
    drawn = b"".join(_inflated(stream) for stream in re.split(rb"stream\r?\n", content))
    if b" Tj" not in drawn or any(part not in content for part in (b"/ToUnicode", b"/FontFile2")):
        raise CommandError("self-check: the report has no text or no font")
    return f"{len(content)} bytes with text and fonts"


def _inflated(stream: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(stream)
    except zlib.error:
        return b""


STEPS: dict[str, Callable[[], str]] = {
    "versions": _versions,
    "modules": _modules,
    "arithmetic": _arithmetic,
    "catalog": _catalog,
    "resources": _resources,
    "child process": _child,
    "window": _window,
    "report": _report,
}
