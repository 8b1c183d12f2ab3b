"""Someone takes an answer along: the steps to run it, a picture for a forum; sees it type; and takes changes back."""

from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from advisor.store.profile import save_machine
from advisor.ui.upgrade.page_upgrade import UpgradePage
from advisor.ui.will_it_run.page_will_it_run import WillItRunPage
from advisor.ui.will_it_run.run_dialog import RunDialog
from advisor.ui.will_it_run.typing_dialog import TypingDialog
from advisor.ui.window.main_window import MainWindow
from tests.fakes.rigs import RIGS
from tests.journeys.conftest import choose, offers, press, says

pytestmark = pytest.mark.broad

Waits = Generator[Callable[[], bool], None, None]


@pytest.fixture
def gaming(tmp_path: Path) -> str:
    """A saved machine as a double click opens it."""
    save_machine(tmp_path / "gaming.rig", *RIGS["gaming PC"])
    return str(tmp_path / "gaming.rig")


def page(window: MainWindow) -> WillItRunPage:
    return window.findChildren(WillItRunPage)[0]


def opened(window: MainWindow) -> Waits:
    yield lambda: bool(window.findChildren(WillItRunPage))
    window.open_page("will_it_run")
    yield lambda: page(window).card.next is not None
    yield offers(window, "How to run it")


def test_the_steps_are_copied_and_a_text_is_typed(travel: Callable[..., int], gaming: str) -> None:
    def story(window: MainWindow) -> Waits:
        yield from opened(window)
        press(window, "How to run it")
        yield lambda: bool(window.findChildren(RunDialog))
        dialog = window.findChildren(RunDialog)[0]
        copies = {one.accessibleName(): one for one in dialog.findChildren(QPushButton) if one.text() == "Copy"}
        copies["Copy llama.cpp, step 2"].click()
        line = QGuiApplication.clipboard().text()
        assert line.startswith("llama-server -hf ")
        assert " -c 4096 " in line
        assert " -ngl " in line
        dialog.close()
        choose(window, "More", "Watch it type")
        yield lambda: bool(window.findChildren(TypingDialog))
        typing = window.findChildren(TypingDialog)[0]
        press(typing, "Start")
        yield lambda: typing.lanes[0].text.startswith("A language model")
        press(typing, "Stop")
        typing.search.setFocus()
        QTest.keyClicks(typing.search, "rtx 3090")
        QTest.keyClick(typing.search, Qt.Key.Key_Return)
        yield lambda: typing.lanes[-1].accessibleName() == "With another GPU: RTX 3090"
        typing.close()

    assert travel(story, [gaming]) == 0


def test_every_page_of_an_answer_gives_a_picture(
    travel: Callable[..., int], gaming: str, save_as: Callable[[str], Path]
) -> None:
    saved = save_as("answer.png")

    def story(window: MainWindow) -> Waits:
        yield from opened(window)
        for name in ("my_rig", "will_it_run", "upgrade"):
            window.open_page(name)
            QGuiApplication.clipboard().clear()
            if name == "upgrade":
                yield (
                    lambda: (
                        bool(window.findChildren(UpgradePage)) and window.findChildren(UpgradePage)[0].table.isVisible()
                    )
                )
            menu = "More" if name == "will_it_run" else "Copy or save"
            yield offers(window, menu)
            choose(window, menu, "Copy picture")
            picture = QGuiApplication.clipboard().image()
            assert (picture.width(), picture.height()) == (1200, 675)
            yield says(window, "The picture is on the clipboard")
        choose(window, "Copy or save", "Save picture")
        yield says(window, "Saved answer.png")

    assert travel(story, [gaming]) == 0
    assert QImage(str(saved)).width() == 1200


def test_a_knob_and_a_what_if_are_taken_back_by_keys(travel: Callable[..., int], gaming: str) -> None:
    def story(window: MainWindow) -> Waits:
        yield from opened(window)
        knobs = page(window).knobs
        press(window, "Advanced")
        slider = knobs.control("context")
        QTest.keyClick(slider, Qt.Key.Key_Right)
        QTest.keyClick(slider, Qt.Key.Key_Right)
        yield says(window, "Context: 16,384 tokens")
        QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        yield says(window, "Context: 4,096 tokens")
        QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
        yield says(window, "Context: 16,384 tokens")
        window.open_page("upgrade")
        yield offers(window, "Try another GPU")
        press(window, "Try another GPU")
        search = window.findChildren(UpgradePage)[0].side.adding.card.search
        QTest.keyClicks(search, "rtx 5090")
        QTest.keyClick(search, Qt.Key.Key_Return)
        yield offers(window, "Try on")
        press(window, "Try on")
        yield says(window, "Viewing: gaming with RTX 5090 (what-if)")
        QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        yield lambda: not says(window, "with RTX 5090 (what-if)")()
        assert says(window, "Viewing: gaming")()

    assert travel(story, [gaming]) == 0
