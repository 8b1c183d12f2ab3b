"""One button for all that can be taken along from a page: its answer as text, its picture."""

from collections.abc import Callable

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton

from advisor.present.words.words import say


class ShareButton(QPushButton):
    """Opens a list of ways to copy or save what a page shows; the page says what each does."""

    def __init__(
        self,
        *,
        copy_picture: Callable[[], object],
        save_picture: Callable[[], object],
        copy_answer: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(say("Copy or save"))
        self.setAccessibleName(self.text())
        self._list = QMenu(self)
        self._list.setToolTipsVisible(True)
        if copy_answer is not None:
            self._add(say("Copy answer"), copy_answer)
        picture = self._add(say("Copy picture"), copy_picture)
        picture.setToolTip(say("Rig and answer as one picture of 1200 x 675, for a forum"))
        self._add(say("Save picture"), save_picture)
        self.setMenu(self._list)

    def _add(self, text: str, slot: Callable[[], object]) -> QAction:
        action = self._list.addAction(text)
        action.triggered.connect(lambda _=False: slot())
        return action
