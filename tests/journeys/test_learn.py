"""Learn: a topic found by a word, its figures and why, a layer run live, and words of other pages that lead there."""

import json
import sys
from collections.abc import Callable, Generator

import psutil
import pytest
from PySide6.QtCore import QProcess, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableView

from advisor.ui.learn.learn_wiring import LearnLinks, LiveLayer
from advisor.ui.learn.page_learn import LearnPage
from advisor.ui.parts.why_dialog import WhyDialog
from advisor.ui.window.main_window import MainWindow
from tests.journeys.conftest import offers, press, says, texts

pytestmark = pytest.mark.broad

Waits = Generator[Callable[[], bool], None, None]
PROGRESS = {"event": "progress", "per_mille": 0, "phase": "Running a layer on the CPU", "limit_s": 5.0}
RUN = {
    "event": "result",
    "kind": "layer_run",
    "body": {
        "device": "cpu", "device_name": "AMD EPYC", "rows": 1000, "middle_s": 0.05, "low_s": 0.04, "high_s": 0.06,
        "passes": 8, "method": "numpy_matmul_f32/1", "predicted_s": 0.045,
    },
}  # fmt: skip


def child(*messages: object, then: str = "") -> Callable[..., list[str]]:
    """A command that writes these messages."""
    lines = "\n".join(json.dumps(message) for message in messages)
    code = f"import os, sys, time\nos.write(1, {(lines + chr(10)).encode()!r})\n{then}"
    return lambda *_: [sys.executable, "-S", "-c", code]


@pytest.fixture
def fast_layer(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def use(*messages: object, then: str = "") -> None:
        monkeypatch.setattr(LiveLayer.__init__, "__defaults__", (child(*messages, then=then),))

    return use


def learn_page(window: MainWindow) -> LearnPage:
    return window.findChildren(LearnPage)[0]


def opened(window: MainWindow) -> Waits:
    yield lambda: bool(window.findChildren(LearnPage))
    yield lambda: offers(window, "Measure")()
    window.open_page("learn")
    yield says(window, "What people say about AI hardware, recomputed")


def test_a_word_finds_its_topic_with_claims_and_why(travel: Callable[..., int]) -> None:
    def story(window: MainWindow) -> Waits:
        yield from opened(window)
        page = learn_page(window)
        assert says(window, "CPU vs GPU")()
        page.topics.words.setFocus()
        QTest.keyClicks(page.topics.words, "exaflops from nowhere")
        yield says(window, "No matching topic")
        page.topics.words.clear()
        QTest.keyClicks(page.topics.words, "qlora")
        yield lambda: page.topics.chosen_id == "adapters"
        assert says(window, "Claimed: ")()
        QTest.keyClick(page.topics.words, Qt.Key.Key_Return)
        press(window, "Why this number")
        yield lambda: bool(page.findChildren(WhyDialog))
        dialog = page.findChildren(WhyDialog)[0]
        assert dialog.findChildren(QTableView)[0].accessibleName()
        dialog.close()

    assert travel(story) == 0


def test_a_layer_is_run_live_with_the_prediction_beside_it(
    travel: Callable[..., int], fast_layer: Callable[..., None]
) -> None:
    failure = {"event": "failure", "code": "layer", "sentence": "No GPU driver offers a card."}
    fast_layer(PROGRESS, RUN, failure, {"event": "done"})

    def story(window: MainWindow) -> Waits:
        yield from opened(window)
        learn_page(window).open_topic("thousand-rows")
        yield offers(window, "Run it now")
        press(window, "Run it now")
        yield says(window, "No GPU driver offers a card.")
        table = learn_page(window).topic.layer.findChildren(QTableView)[0].model()
        assert [table.index(0, column).data() for column in range(4)] == [
            "AMD EPYC",
            "1,000",
            "50.0 ms (40.0 ms to 60.0 ms)",
            "45.0 ms",
        ]
        yield offers(window, "Run it now")

    assert travel(story) == 0


def test_a_run_that_hangs_is_cancelled_and_nothing_is_measured_meanwhile(
    travel: Callable[..., int], fast_layer: Callable[..., None]
) -> None:
    fast_layer(PROGRESS, RUN, then="time.sleep(60)")

    def story(window: MainWindow) -> Waits:
        yield from opened(window)
        learn_page(window).open_topic("thousand-rows")
        yield offers(window, "Run it now")
        press(window, "Run it now")
        yield says(window, "Running a layer on the CPU")
        window.open_page("my_rig")
        assert not offers(window, "Measure")()
        press(window, "Cancel")
        yield offers(window, "Measure")
        assert says(window, "Stopped")()

    assert travel(story) == 0


def test_a_run_that_is_still_at_work_ends_with_the_window(
    travel: Callable[..., int], fast_layer: Callable[..., None]
) -> None:
    fast_layer(PROGRESS, then="time.sleep(60)")

    def story(window: MainWindow) -> Waits:
        yield from opened(window)
        learn_page(window).open_topic("thousand-rows")
        yield offers(window, "Run it now")
        press(window, "Run it now")
        yield says(window, "Running a layer on the CPU")
        seen.append(window.findChildren(LiveLayer)[0].findChildren(QProcess)[0].processId())

    seen: list[int] = []
    assert travel(story) == 0
    assert not psutil.pid_exists(seen[0])


def test_a_word_on_another_page_opens_its_topic(travel: Callable[..., int]) -> None:
    def story(window: MainWindow) -> Waits:
        yield lambda: len(window.findChildren(LearnLinks)) == 2
        window.open_page("will_it_run")
        yield lambda: any(one.isVisible() for one in window.findChildren(LearnLinks))
        links = next(one for one in window.findChildren(LearnLinks) if one.isVisible())
        assert links.accessibleName()
        links.linkActivated.emit("tensor-cores")
        yield lambda: window.page_name == "learn"
        yield lambda: learn_page(window).topics.chosen_id == "tensor-cores"
        assert "What are tensor cores?" in texts(window)

    assert travel(story) == 0
