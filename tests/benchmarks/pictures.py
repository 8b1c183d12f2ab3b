"""A picture of every page in light and dark, for README.md and for looking at them.

Run from the folder of README.md: `python -m tests.benchmarks.pictures FOLDER`. With `--states` each page is also shown
not yet measured, measuring, without a graphics card, with unknown facts, before detection and after its failure;
`--size 1100x700` (repeatable) picks other sizes, `--text 200` larger texts, and QT_SCALE_FACTOR another scale. Where a
page is higher than the window a second picture (`-all`) has all of it.
"""

import argparse
import itertools
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from advisor.present.words.palette import Theme
from advisor.ui.look.theme import set_text_size
from advisor.ui.window.main_window import MainWindow
from tests.fakes import rigs
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.measurements import measurement
from tests.fakes.sure import sure
from tests.fakes.whole_window import (
    PAGES,
    PROBE,
    Script,
    progress,
    settle,
    shown_page,
    turn,
    wait_until,
    whole_window,
)

THEMES: tuple[Theme, ...] = ("light", "dark")
README_SIZE = QSize(1280, 860)
COLORS, RGB, OPAQUE = 256, 0xFFFFFF, 0xFFFFFFFF
DESKTOP = machine(gpus=(nvidia_card(),))
MEASURED = (
    measurement("memory_read", 39.2e9, threads=8),
    measurement("gpu_memory_read", 468e9, device="gpu0"),
    measurement("host_to_device", 24.7e9, device="gpu0"),
    measurement("gpu_matrix_fp16_acc32", 66e12, device="gpu0", unit="flop_per_s"),
    measurement("memory_read_one_thread", 31e9, threads=1),
    measurement("cache_curve", ((32 * 1024, 8e11), (2**20, 4e11), (2**24, 2.6e11), (2**28, 3.9e10))),
)


def measured(script: Script) -> None:
    script.read(DESKTOP)
    script.measure(MEASURED)


def not_yet_measured(script: Script) -> None:
    script.read(DESKTOP)


def measuring(script: Script) -> None:
    script.read(DESKTOP)
    script.measure(MEASURED[:2], end="hang")


def no_gpu(script: Script) -> None:
    script.read(rigs.office_pc())


def unknown(script: Script) -> None:
    script.read(rigs.virtual_machine())


def reading(script: Script) -> None:
    script.write(PROBE, progress(100, "asking the driver"), end="hang")


def failed(script: Script) -> None:
    script.write(PROBE, progress(100, "asking the driver"), end="crash")


STATES: dict[str, Callable[[Script], None]] = {
    state.__name__: state for state in (measured, not_yet_measured, measuring, no_gpu, unknown, reading, failed)
}


@contextmanager
def window_in(state: str, application: QApplication, folder: Path) -> Iterator[MainWindow]:
    """The window with its first answers, in one of the states."""
    script = Script(folder / "script")
    STATES[state](script)
    with whole_window(application, folder / "data", script) as window:
        if state == "reading":
            wait_until(lambda: window.job.isVisible())
        else:
            settle(window)
        if state in ("measured", "measuring"):
            window.my_rig.measure_requested.emit()
            if state == "measured":
                settle(window)
            else:
                wait_until(lambda: "468" in str(window.my_rig.picture.table.rows))
        yield window


def show(window: MainWindow, page: str) -> None:
    """Open a page and wait until it is done; in a state that lasts, as long as its views take."""
    window.open_page(page)
    lasting = bool(window.job.isVisible())
    for _ in range(400 if lasting else 1):
        turn() if lasting else settle(window)


def take(window: MainWindow, name: str, folder: Path, *, whole: bool) -> None:
    """Write the window and, where wished, the whole page if that is higher."""
    write(window, folder / f"{name}.png")
    page = shown_page(window)
    if whole and page.verticalScrollBar().maximum() > 0:
        write(sure(page.widget()), folder / f"{name}-all.png")


def write(widget: QWidget, file: Path) -> None:
    """A small PNG: the most frequent colors, and for the others the nearest of them."""
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    bits = np.frombuffer(image.constBits(), np.uint32) & RGB
    colors, places, counts = np.unique(bits, return_inverse=True, return_counts=True)
    kept = colors[np.argsort(-counts)[:COLORS]]
    nearest = [int(np.argmin(distance)) for distance in map(partial(_distances, kept=kept), colors)]
    pixels = np.array(nearest, np.uint8)[places].tobytes()
    small = QImage(pixels, image.width(), image.height(), image.width(), QImage.Format.Format_Indexed8)
    small.setColorTable([int(color) | ~RGB & OPAQUE for color in kept])
    small.save(str(file), "PNG", 0)  # type: ignore[call-overload]  # bytes, as the stubs have it, are refused


def _distances(color: int, *, kept: np.ndarray) -> Any:
    """How far each color that is kept is from one."""
    return np.sum(
        [abs((kept >> shift & 255).astype(int) - (int(color) >> shift & 255)) for shift in (0, 8, 16)], axis=0
    )


def take_all(
    folder: Path, application: QApplication, *, states: list[str], sizes: list[QSize], text_percent: int, whole: bool
) -> int:
    """Write all pictures; how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for state in states:
        with tempfile.TemporaryDirectory() as data, window_in(state, application, Path(data)) as window:
            set_text_size(application, text_percent)
            for size, theme in itertools.product(sizes, THEMES):
                window.resize(size)
                window.set_theme(theme)
                for page in PAGES:
                    show(window, page)
                    parts = [page, theme]
                    parts += [state] if len(states) > 1 else []
                    parts += [f"{size.width()}x{size.height()}"] if len(sizes) > 1 else []
                    name = "-".join(parts).replace("_", "-")
                    take(window, name, folder, whole=whole)
                    count += 1
            set_text_size(application, 100)
    return count


def parsed_size(text: str) -> QSize:
    """`1100x700`."""
    width, _, height = text.partition("x")
    return QSize(int(width), int(height))


def main(arguments: list[str]) -> int:
    """Write pictures and say how many."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.pictures", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--states", action="store_true", help="every state of every page")
    parser.add_argument("--size", action="append", type=parsed_size, help="size of the window, such as 1100x700")
    parser.add_argument("--text", type=int, default=100, help="size of texts in percent")
    found = parser.parse_args(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication(["rig-advisor"])
    count = take_all(
        found.folder,
        application,
        states=list(STATES) if found.states else ["measured"],
        sizes=found.size or [README_SIZE],
        text_percent=found.text,
        whole=found.states or bool(found.size),
    )
    sys.stdout.write(f"{count} pages drawn into {found.folder}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
