"""What holds for every page that offers to measure."""

from typing import Any

from pytestqt.qtbot import QtBot


def measures_only_here(page: Any, view: Any, qtbot: QtBot) -> None:
    """With a view that lacks a measurement the button measures this computer; no other machine, and one at a time."""
    page.show_view(view)
    with qtbot.waitSignal(page.measure_requested):
        page._measure.click()
    page.set_busy(True, is_own=True)
    assert not page._measure.isEnabled()
    page.set_busy(False, is_own=False)
    assert not page._measure.isVisible(), "another machine is measured there, not here"
