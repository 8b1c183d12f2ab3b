"""What the window shows where the hardware cannot be read."""

from pathlib import Path

from PySide6.QtWidgets import QApplication, QLabel

from advisor.ui.learn.page_learn import LearnPage
from advisor.ui.will_it_run.page_will_it_run import WillItRunPage
from tests.fakes.whole_window import PROBE, Script, progress, settle, wait_until, whole_window


def test_pages_say_where_to_try_again_and_learn_stays_readable(qapp: QApplication, tmp_path: Path) -> None:
    script = Script(tmp_path / "script")
    script.write(PROBE, progress(100, "asking the driver"), end="crash")
    with whole_window(qapp, tmp_path / "data", script) as window:
        settle(window)
        for page in ("will_it_run", "what_can_i_run", "upgrade"):
            window.open_page(page)
            settle(window)
            shown = [label.text() for label in window.findChildren(QLabel) if label.isVisible()]
            assert any(text.endswith("Page My rig can try again.") for text in shown), page
        answers = window.findChildren(WillItRunPage)[0]
        window.open_page("will_it_run")
        settle(window)
        assert answers.knobs.height() <= answers.knobs.sizeHint().height() + 2, "names stand at their fields"
        window.open_page("learn")
        learn = window.findChildren(LearnPage)[0]
        wait_until(lambda: any("claims" in label.text() for label in learn.findChildren(QLabel)))
