"""Page Upgrade when other work is asked about: what is compared, and for which model."""

from pathlib import Path

from PySide6.QtWidgets import QApplication

from advisor.ui.state.session import Session
from advisor.ui.upgrade.page_upgrade import UpgradePage
from advisor.ui.upgrade.side_by_side_wiring import RigList
from advisor.ui.work.looked_at import LookedAt
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.sure import sure
from tests.fakes.whole_window import Script, open_page, settle, whole_window


def test_nothing_is_compared_for_a_model_that_another_replaces(qapp: QApplication, tmp_path: Path) -> None:
    script = Script(tmp_path / "script")
    script.read(machine(gpus=(nvidia_card(),)))
    with whole_window(qapp, tmp_path / "data", script) as window:
        settle(window)
        open_page(window, "upgrade")
        asking, page = sure(window.findChild(Session)).asking, sure(window.findChild(UpgradePage))
        verdict = next(one for one in page.findChildren(LookedAt) if not isinstance(one, RigList))
        begun: list[str] = []
        verdict.begun.connect(lambda: begun.append(sure(asking.question).now.model_id))
        asking.turn("workload", "fine-tune-lora")
        before_id = sure(asking.question).now.model_id
        asking.answer()
        assert asking.is_choosing
        settle(window)
        assert begun == [sure(asking.question).now.model_id]
        assert begun != [before_id]
        assert verdict.view_about(verdict._about) is not None


def test_undo_on_the_page_is_of_what_was_changed_there(qapp: QApplication, tmp_path: Path) -> None:
    """It could be pressed once another model or workload had been chosen on whatever page."""
    script = Script(tmp_path / "script")
    script.read(machine(gpus=(nvidia_card(),)))
    with whole_window(qapp, tmp_path / "data", script) as window:
        settle(window)
        open_page(window, "upgrade")
        session, page = sure(window.findChild(Session)), sure(window.findChild(UpgradePage))
        assert not page.side._undo.isEnabled()
        session.asking.turn("workload", "coding")
        session.asking.answer()
        settle(window)
        assert session.changes.last is not None
        assert not page.side._undo.isEnabled()
        page.rows.tick(next(number for number, row in enumerate(page.rows.rows) if row.edits))
        settle(window)
        assert page.side._undo.isEnabled()


def test_with_something_tried_on_each_name_tells_which_rig_is_meant(qapp: QApplication, tmp_path: Path) -> None:
    script = Script(tmp_path / "script")
    script.read(machine())
    with whole_window(qapp, tmp_path / "data", script) as window:
        settle(window)
        open_page(window, "upgrade")
        session, page = sure(window.findChild(Session)), sure(window.findChild(UpgradePage))
        assert page.rows.rows[0].name == "This computer"
        page.tried.emit(next(row for row in page.rows.rows if row.edits))
        settle(window)
        assert page.rows.rows[0].name == f"This computer with {session.shown.what_if}"
        assert sure(session.verdict()).rows[0].name == page.rows.rows[0].name
        assert page.side.chart.table.rows[0][0] == "This rig as it is now"
        session.shown.go_back()
        settle(window)
        assert page.rows.rows[0].name == "This computer"
        assert page.side.chart.table.rows[0][0] == "This rig"
