"""Starts the window: checks, look, first paint, and only then everything that takes time to import."""

import contextlib
import gc
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import PySide6
from PySide6.QtWidgets import QApplication

from advisor.present.words.quantity import count_memory_in
from advisor.store.litter import clear_litter
from advisor.ui.look.language import put_in_force
from advisor.ui.look.theme import load_font, set_text_size
from advisor.ui.parts.panel import Page
from advisor.ui.start.display import display_trouble
from advisor.ui.start.fault_watch import FaultWatch
from advisor.ui.start.single_instance import BEGUN_S, Door
from advisor.ui.start.visitors import STYLE, Application, Visitors
from advisor.ui.window.main_window import FRAME, USUAL, MainWindow
from advisor.ui.window.window_memory import WindowMemory
from advisor.ui.work.child_process import PROBE, ChildProcess
from advisor.ui.work.looked_at import Ticks
from advisor.ui.work.tidying import Tidying
from advisor.ui.work.unexpected import unexpected
from advisor.version import __version__

FIRST_BROKEN_PYSIDE, FIRST_GOOD_PYTHON = (6, 12), (3, 12)
APP_ID = "rig-advisor"


def run_window(arguments: list[str], door: Door | None = None) -> int:
    """Open the window and stay until it is closed; `arguments` may name one file to open. Returns the exit code.

    At the door later starts hand over their files.
    """
    with contextlib.closing(door) if door else contextlib.nullcontext():
        trouble = start_trouble()
        if trouble:
            print(trouble, file=sys.stderr)  # noqa: T201
            return 1
        with FaultWatch(door) as watch:
            present = QApplication.instance()
            application = present if isinstance(present, QApplication) else Application([APP_ID])
            window = open_window(application, arguments, door, watch)
            code = application.exec()
            window.deleteLater()
            return code


def start_trouble() -> str:
    """Why the window cannot open here, as one plain sentence; empty when it can."""
    if sys.version_info[:2] < FIRST_GOOD_PYTHON and PySide6.__version_info__[:2] >= FIRST_BROKEN_PYSIDE:
        return (
            f"PySide6 {PySide6.__version__} crashes with Python {sys.version_info[0]}.{sys.version_info[1]}: "
            'install an older one (pip install "PySide6-Essentials<6.12") or use Python 3.12.'
        )
    return display_trouble()


def open_window(
    application: QApplication, arguments: list[str], door: Door | None = None, watch: FaultWatch | None = None
) -> MainWindow:
    """Show the window, on page Overview; after its first paint the rest is loaded step by step.

    After a start that came to no end, the place of the window is as at the first start.
    """
    application.setApplicationName("Rig Advisor")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName(APP_ID)
    if not isinstance(application, Application):
        application.setStyle(STYLE)
    load_font(application)
    memory = WindowMemory()
    trouble = put_in_force(application, memory.language)
    count_memory_in(memory.memory_unit)
    set_text_size(application, memory.text_percent)
    window = MainWindow(application)
    start = Ticks(window, slice_s=0.0, failed=lambda error: _give_up(window, error))
    visitors = Visitors(window, application, door)
    is_careful = watch is not None and watch.is_start_broken
    window.painted.connect(lambda: start.start(_after_paint(window, arguments, visitors, watch)))
    window.closed.connect(start.stop)
    window.closed.connect(visitors.stop)
    window.closed.connect(gc.unfreeze)
    if is_careful or not window.restoreGeometry(memory.geometry):
        window.resize(USUAL.boundedTo(window.screen().availableGeometry().size() - FRAME))
    if memory.theme != window.settings_button.choice:
        window.choose_theme(memory.theme)
    window.closed.connect(lambda: memory.keep(geometry=window.saveGeometry(), theme=window.settings_button.choice))
    window.say(trouble)
    window.show()
    return window


def _give_up(window: MainWindow, error: Exception) -> None:
    """Say why what was to come will not, also on the pages that wait for it."""
    sentence = unexpected(error)
    window.say(sentence)
    for page in window.findChildren(Page):
        page.show_trouble(sentence)


def _after_paint(
    window: MainWindow, arguments: list[str], visitors: Visitors, watch: FaultWatch | None
) -> Iterator[None]:
    """Import and build one thing per step; nothing of it is garbage, so nobody looks for any meanwhile."""
    gc.disable()
    try:
        yield from _load(window, arguments, visitors, watch)
    finally:
        gc.enable()
    gc.freeze()  # what is loaded by now stays: to look through it for garbage again and again takes 45 ms each time
    window.closed.connect(Tidying(window).stop)


def _load(window: MainWindow, arguments: list[str], visitors: Visitors, watch: FaultWatch | None) -> Iterator[None]:
    """The reading of the hardware begins first, it runs beside us."""
    painted_s = time.monotonic() - BEGUN_S
    probe = None if arguments else ChildProcess(ChildProcess.default_command(*PROBE), window)
    if probe is not None:
        probe.begin()
    try:
        from advisor.catalog.kept.record_rules import take_kept_rules

        take_kept_rules()
        yield
        import advisor.facts.machine.machine
        import advisor.run.watch  # noqa: F401

        yield
    except GeneratorExit:  # the window was closed meanwhile
        if probe is not None:
            probe.end_now()
        raise
    from advisor.ui.state.own_computer import OwnComputer
    from advisor.ui.work.file_opening import is_model_name

    own = OwnComputer(window, ChildProcess.default_command)
    if probe is not None or is_model_name(Path(arguments[0])):
        own.read(probe)
    from advisor.ui.settings.settings_wiring import connect_settings
    from advisor.ui.state.session import Session
    from advisor.ui.window.overview_wiring import connect_overview
    from advisor.ui.window.wiring import connect_my_rig

    session = Session(window, own=own)
    session.files.reopens_last = watch is None or not watch.is_start_broken
    connect_overview(window, session)
    connect_my_rig(window, session)
    connect_settings(window, session)
    if watch is not None:
        watch.open_log()
    if arguments:
        session.files.open((Path(arguments[0]).absolute(),))
    visitors.came.connect(lambda files: window.files_dropped.emit(files) if files else None)
    visitors.start()
    from advisor.ui.start.stop_signals import StopSignals

    stop = StopSignals(window)
    stop.asked.connect(window.close)
    window.closed.connect(stop.stop)
    yield
    clear_litter()
    session.tell_what_was_left_out()
    yield
    from advisor.ui.start.fault_dialog import end_start
    from advisor.ui.start.later_pages import add_pages

    yield from add_pages(window, session)
    if watch is not None:
        end_start(window, watch, painted_s)
