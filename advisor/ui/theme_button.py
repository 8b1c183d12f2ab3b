"""The choice between the system's theme, light and dark, as a button with a menu below the page list."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton

from advisor.present.palette import Theme
from advisor.ui.theme import icon


class ThemeButton(QToolButton):
    """Emits the id of the choice: system, light or dark."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.choice = "system"
        self.setObjectName("theme")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._names = {"system": self.tr("System"), "light": self.tr("Light"), "dark": self.tr("Dark")}
        menu, group = QMenu(self), QActionGroup(self)
        self._actions = {}
        for choice, name in self._names.items():
            action = self._actions[choice] = group.addAction(name)
            action.setCheckable(True)
            action.triggered.connect(lambda _=False, choice=choice: self._choose(choice))
            menu.addAction(action)
        self.setMenu(menu)
        self.show_choice("system")

    def show_choice(self, choice: str) -> None:
        """Show what is chosen, without emitting; an unknown choice is the system's theme."""
        self.choice = choice if choice in self._names else "system"
        self._actions[self.choice].setChecked(True)
        text = self.tr("Theme: {name}").format(name=self._names[self.choice])
        self.setText(text)
        self.setToolTip(text)
        self.setAccessibleName(text)

    def fold(self, folded: bool) -> None:
        """Show the icon alone."""
        style = Qt.ToolButtonStyle
        self.setToolButtonStyle(style.ToolButtonIconOnly if folded else style.ToolButtonTextBesideIcon)

    def set_theme(self, theme: Theme) -> None:
        """Recolor the icon."""
        self.setIcon(icon("theme", "soft_ink", theme))

    def _choose(self, choice: str) -> None:
        self.show_choice(choice)
        self.chosen.emit(choice)
