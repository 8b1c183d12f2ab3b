"""The button below the page list: undo, theme, settings, shortcuts, and what the app is made of."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QActionGroup, QCursor, QKeySequence
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton

from advisor.charts.plain import plain_tip
from advisor.present.words.palette import Theme
from advisor.present.words.words import say
from advisor.ui.look.theme import icon

SETTINGS_KEYS, HELP_KEYS, REDO_KEYS = "Ctrl+,", "F1", ("Ctrl+Shift+Z", "Ctrl+Y")


class SettingsButton(QToolButton):
    """Emits the chosen theme (system, light or dark), and which dialog is wished for."""

    chosen = Signal(str)
    undo_requested = Signal()
    redo_requested = Signal()
    settings_requested = Signal()
    shortcuts_requested = Signal()
    about_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.choice = "system"
        self.setObjectName("sidebar")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._actions = {}
        menu, group = QMenu(self), QActionGroup(self)
        self._undo = menu.addAction(say("&Undo"), QKeySequence.StandardKey.Undo, self.undo_requested.emit)
        self._redo = menu.addAction(say("&Redo"), self.redo_requested.emit)
        self._redo.setShortcuts([QKeySequence(keys) for keys in REDO_KEYS])
        self.show_changes("", "")
        menu.addSeparator()
        for choice, name in self.themes().items():
            action = self._actions[choice] = group.addAction(say("Theme: {name}", name=name))
            action.setCheckable(True)
            action.triggered.connect(lambda _=False, choice=choice: self.choose(choice))
            menu.addAction(action)
        menu.addSeparator()
        menu.addAction(say("&Settings …"), QKeySequence(SETTINGS_KEYS), self.settings_requested.emit)
        menu.addAction(say("&Keyboard and help"), QKeySequence(HELP_KEYS), self.shortcuts_requested.emit)
        menu.addAction(say("&About and licenses"), self.about_requested.emit)
        self.setMenu(menu)
        menu.aboutToHide.connect(self._look_left)
        self.addActions(menu.actions())  # a menu that was never open does not hear its keys
        text = say("Settings and help")
        self.setText(text)
        self.setToolTip(plain_tip(text))
        self.setAccessibleName(text)
        self.show_choice("system")

    def _look_left(self) -> None:
        """The menu takes the event that the pointer left: look for it, or the button stays as if it were there."""
        is_there = self.rect().contains(self.mapFromGlobal(QCursor.pos()))
        self.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, is_there)
        self.update()

    def themes(self) -> dict[str, str]:
        """Names of the themes by their ids."""
        return {"system": say("System"), "light": say("Light"), "dark": say("Dark")}

    def show_changes(self, last: str, following: str) -> None:
        """What can be taken back, and what done again; empty for nothing."""
        for action, words, text in (
            (self._undo, last, say("&Undo: {what}", what=last) if last else say("&Undo")),
            (self._redo, following, say("&Redo: {what}", what=following) if following else say("&Redo")),
        ):
            action.setText(text)
            action.setEnabled(bool(words))

    def show_choice(self, choice: str) -> None:
        """Show what is chosen, without emitting; an unknown choice is the system's theme."""
        self.choice = choice if choice in self._actions else "system"
        self._actions[self.choice].setChecked(True)

    def choose(self, choice: str) -> None:
        """Take a theme over."""
        self.show_choice(choice)
        self.chosen.emit(self.choice)

    def fold(self, folded: bool) -> None:
        """Show the icon alone."""
        style = Qt.ToolButtonStyle
        self.setToolButtonStyle(style.ToolButtonIconOnly if folded else style.ToolButtonTextBesideIcon)

    def set_theme(self, theme: Theme) -> None:
        """Recolor the icon."""
        self.setIcon(icon("settings", "soft_ink", theme))
