"""Two thousand random things that a person can do in the window, and what they leave behind.

Run from the folder of README.md: `python -m tests.benchmarks.soak [--actions 2000] [--seed 1]`. The window is the real
one without a screen; its children are said by a script. An error, a warning of Qt, a child that does not end, or
memory and objects that still grow at the end fail it.
"""

import argparse
import gc
import os
import random
import statistics
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import psutil
import shiboken6
from PySide6.QtCore import QMimeData, QObject, QPointF, QSize, Qt, QTimer, QUrl
from PySide6.QtGui import QAction, QContextMenuEvent, QDesktopServices, QDropEvent, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QSlider,
    QTableView,
    QWidget,
)

from advisor.charts.chart_frame import ChartFrame
from advisor.facts.values.units import MEGA
from advisor.store.profile import save_machine
from advisor.ui.window.main_window import MainWindow
from tests.benchmarks.pictures import DESKTOP, MEASURED
from tests.benchmarks.watched import watched
from tests.fakes import rigs
from tests.fakes.model_files import write_gguf
from tests.fakes.small_models import METADATA, small_tensors
from tests.fakes.whole_window import PAGES, Script, settle, turn, whole_window

ACTIONS, LOOK_EVERY, LAST = 2000, 100, 12
LAST_LOOKS, FLAT_SHARE = 3, 1.05
KEYS = tuple(
    getattr(Qt.Key, f"Key_{name}")
    for name in ("Tab", "Backtab", "Up", "Down", "Left", "Right", "Space", "Return", "Escape", "PageDown", "Home", "F2")
)
One = TypeVar("One", bound=QObject)
TEXTS = ("llama", "qwen 8b", "", "0.31", "1200", "-3", "abc", "1e9", "memory", "rtx 50", "ü 模型", "12,5", "a" * 300)
SIZES = tuple(QSize(*size) for size in ((900, 600), (1100, 700), (1240, 780), (1920, 1080)))
MENU_MS = 20


class Look(NamedTuple):
    """What the window holds when everything is closed and nothing is at work."""

    rss_mb: float
    qt_objects: int
    top_widgets: int
    python_objects: int


class Person:
    """Does one random thing after the other with what is on the screen."""

    def __init__(self, window: MainWindow, files: Sequence[Path], seed: int) -> None:
        self.window, self.files, self.chance = window, tuple(files), random.Random(seed)
        self.done: deque[str] = deque(maxlen=LAST)

    def act(self) -> None:
        """One thing, and either a moment or the time until nothing is at work any more."""
        name, do = self.chance.choice(list(self._possible()))
        self.done.append(name)
        do()
        if self.chance.random() < 0.3:
            settle(self.window)
        else:
            for _ in range(self.chance.randint(1, 4)):
                turn()

    def rest(self) -> None:
        """Close what is open, go to the first page, and wait."""
        for dialog in self._dialogs():
            dialog.reject()
        while (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
        self.window.resize(SIZES[2])
        self.window.open_page(PAGES[0])
        settle(self.window)

    def _possible(self) -> Iterator[tuple[str, Callable[[], object]]]:
        """What can be done now: on an open list or menu, else in the topmost dialog, else in the window."""
        popup = QApplication.activePopupWidget()
        if popup is not None:
            for key in (Qt.Key.Key_Escape, Qt.Key.Key_Down, Qt.Key.Key_Return):
                yield f"{key.name} in {name_of(popup)}", partial(QTest.keyClick, popup, key)
            return
        dialogs = self._dialogs()
        top = dialogs[-1] if dialogs else self.window
        if dialogs:
            yield f"close {name_of(top)}", dialogs[-1].reject
        for widget in (QApplication.focusWidget() or top,):
            for key in self.chance.sample(KEYS, 3):
                yield f"{key.name} in {name_of(widget)}", partial(QTest.keyClick, widget, key)
        shown = [one for one in known(QWidget) if one.isVisible() and one.isEnabled() and one.window() is top]
        shown.sort(key=lambda one: (type(one).__name__, one.mapTo(top, one.rect().center()).toTuple()))
        for widget in self.chance.sample(shown, min(len(shown), 60)):
            for name, do in self._with(widget):
                yield f"{name} {name_of(widget)}", do
        if not dialogs:
            yield from self._with_window()

    def _with(self, widget: QWidget) -> Iterator[tuple[str, Callable[[], object]]]:
        """What can be done with one widget."""
        if isinstance(widget, QAbstractButton):
            yield "press", partial(self._press, widget)
        elif isinstance(widget, QComboBox):
            yield "choose in", partial(self._choose, widget)
        elif isinstance(widget, QSlider):
            yield "move", lambda: widget.setValue(self.chance.randint(widget.minimum(), widget.maximum()))
        elif isinstance(widget, QLineEdit | QPlainTextEdit):
            yield "type in", partial(self._type, widget)
        elif isinstance(widget, ChartFrame):
            yield "table of", partial(QTest.keyClick, widget, Qt.Key.Key_Return)
            yield "menu of", partial(self._open_menu, widget)
        elif isinstance(widget, QAbstractItemView) and widget.model() is not None and widget.model().rowCount():
            yield "go to a row of", partial(self._go_to_row, widget)
        elif isinstance(widget, QLabel) and "href=" in widget.text():
            link = self.chance.choice(widget.text().split('href="')[1:]).partition('"')[0]
            yield f"follow {link} in", partial(widget.linkActivated.emit, link)

    def _with_window(self) -> Iterator[tuple[str, Callable[[], object]]]:
        """What can be done with the window as a whole."""
        for name in self.chance.sample(PAGES, 3):
            yield f"open page {name}", partial(self.window.open_page, name)
        yield "resize", lambda: self.window.resize(self.chance.choice(SIZES))
        files = self.chance.sample(self.files, self.chance.choice((1, 1, 2)))
        yield f"drop {[file.name for file in files]}", partial(self._drop, files)
        shortcuts = [one for one in self.window.findChildren(QShortcut) if _is_shown(one.parent())]
        for shortcut in self.chance.sample(shortcuts, min(3, len(shortcuts))):
            yield f"keys {shortcut.key().toString()}", shortcut.activated.emit
        for action in self._menu_actions():
            yield f"menu {action.text()}", action.trigger

    def _menu_actions(self) -> list[QAction]:
        actions = [one for one in self.window.settings_button.menu().actions() if not one.isSeparator()]
        return self.chance.sample(actions, 2)

    def _press(self, button: QAbstractButton) -> None:
        QTimer.singleShot(MENU_MS, self._leave_menu)
        button.click()

    def _choose(self, combo: QComboBox) -> None:
        rows = [row for row in range(combo.count()) if combo.itemData(row) is not None] or range(combo.count())
        if rows:
            combo.setCurrentIndex(self.chance.choice(list(rows)))
            combo.activated.emit(combo.currentIndex())

    def _type(self, field: QLineEdit | QPlainTextEdit) -> None:
        field.setFocus()
        field.selectAll()
        text = self.chance.choice(TEXTS)
        if text.isascii():
            QTest.keyClicks(field, text)
        else:
            QApplication.clipboard().setText(text)
            field.paste()
        turn()
        QTest.keyClick(field, self.chance.choice((Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Down)))

    def _go_to_row(self, view: QAbstractItemView) -> None:
        column = self.chance.randrange(view.model().columnCount()) if isinstance(view, QTableView) else 0
        if isinstance(view, QTableView) and self.chance.random() < 0.3:
            view.horizontalHeader().sectionClicked.emit(column)
            view.horizontalHeader().setSortIndicator(column, self.chance.choice(list(Qt.SortOrder)))
            return
        index = view.model().index(self.chance.randrange(view.model().rowCount()), column)
        view.setCurrentIndex(index)
        if self.chance.random() < 0.5:
            view.doubleClicked.emit(index)

    def _open_menu(self, frame: ChartFrame) -> None:
        """A menu waits for its choice: somebody has to make it."""
        QTimer.singleShot(MENU_MS, self._leave_menu)
        at = frame.rect().center()
        QApplication.sendEvent(frame, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, frame.mapToGlobal(at)))

    def _leave_menu(self) -> None:
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu):
            actions = [one for one in menu.actions() if not one.isSeparator() and one.isEnabled()]
            if actions and self.chance.random() < 0.7:
                menu.setActiveAction(self.chance.choice(actions))
                QTest.keyClick(menu, Qt.Key.Key_Return)
            else:
                menu.close()

    def _drop(self, files: Sequence[Path]) -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
        buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(
            self.window, QDropEvent(QPointF(300, 300), Qt.DropAction.CopyAction, data, buttons, keys)
        )

    def _dialogs(self) -> list[QDialog]:
        return [one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog) and one.isVisible()]


def known(kind: type[One]) -> list[One]:
    """Those that Python knows: to ask Qt for children makes objects of Python for its own, too, and these stay."""
    return [one for one in shiboken6.getAllValidWrappers() if isinstance(one, kind)]


def _is_shown(owner: QObject | None) -> bool:
    return isinstance(owner, QWidget) and owner.isVisible()


def name_of(widget: QWidget) -> str:
    """How a widget is called in the list of what was done last."""
    return f"{type(widget).__name__} {widget.accessibleName()[:30]!r}"


def look() -> Look:
    """What is held now."""
    gc.collect()
    return Look(
        psutil.Process().memory_info().rss / MEGA,
        len(known(QObject)),
        len(QApplication.topLevelWidgets()),
        len(gc.get_objects()) + gc.get_freeze_count(),
    )


@contextmanager
def stand_ins(folder: Path, chance: random.Random) -> Iterator[None]:
    """Answer the dialogs of the system, and open no other program."""
    folder.mkdir(exist_ok=True)

    def path(*_: object) -> tuple[str, str]:
        name = chance.choice(("out.pdf", "out.json", "chart.png", "chart.svg", ""))
        return (str(folder / name) if name else "", "")

    def closed(dialog: QFileDialog) -> int:
        dialog.finished.emit(0)
        return chance.choice((0, 1))

    names = ("getSaveFileName", "getOpenFileName", "getOpenFileNames", "getExistingDirectory", "exec", "selectedFiles")
    kept: list[tuple[Any, str, Any]] = [(QFileDialog, name, getattr(QFileDialog, name)) for name in names]
    kept.append((QDesktopServices, "openUrl", QDesktopServices.openUrl))
    replies: tuple[Callable[..., object], ...] = (
        path,
        path,
        lambda *_: ([path()[0]], ""),
        lambda *_: chance.choice((str(folder), "")),
        closed,
        lambda *_: [str(folder / "out.pdf")],
        lambda *_: True,
    )
    for (owner, name, _), reply in zip(kept, replies, strict=True):
        setattr(owner, name, reply)
    try:
        yield
    finally:
        for owner, name, function in kept:
            setattr(owner, name, function)


def files_to_drop(folder: Path) -> list[Path]:
    """Saved rigs, a model, and what is neither."""
    names = ("friend.json", "mac.json", "broken.json", "small.gguf", "not there.gguf", "a.txt")
    files = [folder / name for name in names]
    save_machine(files[0], rigs.gaming_pc())
    save_machine(files[1], rigs.mac())
    files[2].write_text("[1, 2")
    write_gguf(files[3], METADATA, small_tensors())
    files[5].write_text("nothing")
    return files


def _children() -> list[psutil.Process]:
    """All that runs below us now."""
    return psutil.Process().children(recursive=True)


def walk(
    application: QApplication,
    folder: Path,
    *,
    actions: int,
    seed: int,
    looked: Callable[[int, Look], None] | None = None,
) -> None:
    """Do so many things in a window; a look is taken now and then.

    Raises:
        AssertionError: the window did not come to rest.
    """
    before, script = _children(), Script(folder / "script")
    script.read(DESKTOP)
    script.measure(MEASURED, end="0.2")
    script.run_layer()
    number = 0
    with stand_ins(folder / "out", random.Random(seed)):
        while number < actions:  # who closes the window opens it again
            with whole_window(application, folder / "data", script) as window:
                settle(window)
                person = Person(window, files_to_drop(folder), seed + number)
                try:
                    while number < actions and window.isVisible():
                        number += 1
                        person.act()
                        if looked is not None and number % LOOK_EVERY == 0 and window.isVisible():
                            person.rest()
                            looked(number, look())
                    person.rest()
                except BaseException as error:
                    error.add_note("done last: " + "; ".join(person.done))
                    raise
    left = [child for child in _children() if child not in before and child.status() != psutil.STATUS_ZOMBIE]
    assert not left, f"children are left: {left}"


def grown(looks: Sequence[Look]) -> list[str]:
    """What still grows at the end, against the most of the second half: what is kept for later fills up slowly, and how
    much is held depends on the page that is open; a leak does not stop.
    """
    before, after = looks[len(looks) // 2 : -LAST_LOOKS], looks[-LAST_LOOKS:]
    found = []
    for field in Look._fields:
        first, last = (
            max(getattr(one, field) for one in before),
            statistics.median(getattr(one, field) for one in after),
        )
        if last > first * FLAT_SHARE:
            found.append(f"{field} grew from {first:.0f} to {last:.0f}")
    return found


def main(arguments: list[str]) -> int:
    """Walk, print what is held, and fail where something went wrong or keeps growing."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.soak", description=__doc__)
    parser.add_argument("--actions", type=int, default=ACTIONS)
    parser.add_argument("--seed", type=int, default=1)
    wished = parser.parse_args(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication(["rig-advisor"])
    troubles: list[str] = []
    looks: list[Look] = []
    begin_s = time.monotonic()

    def looked(number: int, found: Look) -> None:
        looks.append(found)
        seconds = time.monotonic() - begin_s
        sys.stdout.write(
            f"{number:6} actions, {seconds:5.0f} s, {time.process_time():5.0f} s of the processor: "
            f"{found.rss_mb:6.1f} MB, {found.qt_objects} objects of Qt, {found.top_widgets} windows, "
            f"{found.python_objects} objects of Python\n"
        )
        sys.stdout.flush()
        assert not troubles, troubles[0]

    with tempfile.TemporaryDirectory() as folder, watched(troubles):
        walk(application, Path(folder), actions=wished.actions, seed=wished.seed, looked=looked)
    troubles += grown(looks) if len(looks) >= 2 * LAST_LOOKS else []
    sys.stdout.write("\n".join(troubles) + "\n" if troubles else "nothing went wrong, nothing keeps growing\n")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
