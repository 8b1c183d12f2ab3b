"""The model picker: a list that opens with groups of models, and is searched by typing."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox

from advisor.charts.plain import plain_tip
from advisor.charts.qt_override import qt_override
from advisor.present.words.choice import Choice
from advisor.present.words.palette import Theme
from advisor.present.words.view import MAKE_CARD, OPEN_FILE, Badge, ChoiceGroup
from advisor.present.words.words import say
from advisor.ui.parts.picker_panel import LIST_KEYS, PickerPanel
from advisor.ui.parts.shortened import ShortenedList

OPEN_KEYS = (*LIST_KEYS, Qt.Key.Key_Space, Qt.Key.Key_F4)


class ModelPicker(ShortenedList):
    """Emits the id of the model chosen; `opened` and `looked_at` ask for groups and badges, which may come later."""

    chosen = Signal(str)
    file_requested = Signal()
    card_requested = Signal(str)
    """The name that was searched for, of which nothing is known."""
    opened = Signal()
    closed = Signal()
    looked_at = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(say("Model"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.addItem("")
        self._panel: PickerPanel | None = None
        self._choices: tuple[Choice, ...] = ()
        self._model_id = ""
        self._theme: Theme = "light"
        self.is_open = False

    @property
    def panel(self) -> PickerPanel:
        """The open list; built when it is first needed."""
        if self._panel is None:
            panel = self._panel = PickerPanel(self, say("Model"))
            panel.taken.connect(self._take)
            panel.looked_at.connect(self.looked_at)
            panel.closed.connect(self._close)
            panel.left.connect(lambda is_forward: self.focusNextPrevChild(is_forward))
            panel.look.theme = self._theme
        return self._panel

    def set_choices(self, choices: tuple[Choice, ...], model_id: str) -> None:
        """Offer these models and show the chosen one; an open list stays as it is."""
        if choices is not self._choices or model_id != self._model_id:
            self._choices, self._model_id = choices, model_id
            chosen = next((one for one in choices if one.id == model_id), None)
            self.setItemText(0, chosen.text if chosen else "")
            self.setToolTip(plain_tip("\n".join((chosen.text, chosen.detail)) if chosen else ""))

    def show_groups(self, groups: tuple[ChoiceGroup, ...]) -> None:
        """Offer these groups in the open list."""
        if self.is_open:
            self.panel.rows.set_groups(groups)

    def show_badges(self, badges: Mapping[str, Badge]) -> None:
        """How some models run here."""
        if self.is_open:
            self.panel.rows.add_badges(badges)

    def set_theme(self, theme: Theme) -> None:
        """Recolor the badges."""
        self._theme = theme
        if self._panel is not None:
            self._panel.look.theme = theme

    def begin(self) -> None:
        """Search from here on."""
        self.setFocus()
        self.showPopup()

    @qt_override()
    def showPopup(self) -> None:
        """Open the list."""
        if not self.is_open:
            self.is_open = True
            self.panel.rows.begin((ChoiceGroup("", self._choices),))
            self.opened.emit()
            self.panel.open_below(self, self._model_id)

    @qt_override()
    def hidePopup(self) -> None:
        """Close the list."""
        if self._panel is not None:
            self._panel.hide()

    @qt_override()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down opens the list, and so does what is typed."""
        is_typed = event.text().isprintable() and event.text().strip() != ""
        if not self.is_open and (event.key() in OPEN_KEYS or is_typed):
            self.showPopup()
            if not is_typed:
                return
        if self.is_open:
            QApplication.sendEvent(self.panel.words, event)
        else:
            event.ignore()

    @qt_override()
    def wheelEvent(self, event: QWheelEvent) -> None:
        """It is for the page."""
        event.ignore()

    def _close(self) -> None:
        self.is_open = False
        self.closed.emit()

    def _take(self, model_id: str) -> None:
        if model_id == OPEN_FILE:
            self.file_requested.emit()
        elif model_id == MAKE_CARD:
            self.card_requested.emit(self.panel.words.text())
        elif model_id != self._model_id:
            self.chosen.emit(model_id)
