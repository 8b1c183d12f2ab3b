"""Small parts that pages are made of: texts, cards, findings, and a grid that follows the width."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from advisor.present.words.palette import Theme, color
from advisor.present.words.view import FindingPanel
from advisor.ui.look.theme import icon_pixmap

GAP, INSIDE = 14, 16
"""Space between cards and inside them, in pixels."""


def text_label(name: str, text: str = "") -> QLabel:
    """A wrapping text; `name` picks its size and color from the style sheet."""
    label = QLabel(text)
    label.setObjectName(name)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def push_button(text: str, slot: Callable[[], object]) -> QPushButton:
    """A button that a screen reader names by its text."""
    button = QPushButton(text)
    button.setAccessibleName(text)
    button.clicked.connect(lambda: slot())
    return button


def button_grid(buttons: Sequence[QPushButton]) -> QGridLayout:
    """Buttons in two columns, from left to right."""
    grid = QGridLayout()
    grid.setSpacing(8)
    for number, button in enumerate(buttons):
        grid.addWidget(button, *divmod(number, 2))
    return grid


class IconLabel(QLabel):
    """A place for an icon beside a text, as high as its letters."""

    def __init__(self) -> None:
        super().__init__()
        self.setScaledContents(True)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Grow with the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        size = self.fontMetrics().height()
        self.setFixedSize(QSize(size, size))


def icon_label() -> QLabel:
    """A place for an icon."""
    return IconLabel()


def paint_edge(edge: QFrame, role: str, theme: Theme) -> None:
    """Give the colored edge of a card the color of a role."""
    sheet = f"background: {color(role, theme)};"
    if edge.styleSheet() != sheet:  # setting it costs a new layout of the card
        edge.setStyleSheet(sheet)


class Panel(QFrame):
    """A white card. With `edged` it has a colored edge on its left."""

    def __init__(self, *, edged: bool = False) -> None:
        super().__init__()
        self.setObjectName("card")
        self.edge = QFrame()
        self.edge.setObjectName("edge")
        self.edge.setFixedWidth(4)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(8 if edged else INSIDE, 12, INSIDE, 12)
        outer.setSpacing(12 if edged else 0)
        outer.addWidget(self.edge)
        self.edge.setVisible(edged)  # with a parent: without one it would flash up as a window of its own
        self.body = QVBoxLayout()
        self.body.setSpacing(6)
        outer.addLayout(self.body, 1)


class FindingWidget(Panel):
    """One finding: word with icon, title, text, and the tone as a colored edge."""

    def __init__(self, finding: FindingPanel, theme: Theme) -> None:
        super().__init__(edged=True)
        self._finding = finding
        self._icon = icon_label()
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(text_label("heading", finding.title), 1)
        self._icon.setAccessibleName(finding.word)
        self._icon.setToolTip(finding.word)
        self.body.addLayout(head)
        self.body.addWidget(text_label("soft", finding.text))
        self.body.addStretch(1)
        self.setAccessibleName(f"{finding.word}: {finding.title}")
        self.setAccessibleDescription(f"{finding.text} {finding.evidence}".strip())
        self.setToolTip(finding.evidence)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Recolor edge and icon."""
        paint_edge(self.edge, self._finding.tone, theme)
        self._icon.setPixmap(icon_pixmap(self._finding.tone, color(self._finding.tone, theme)))


class FlowGrid(QWidget):
    """Widgets in as many equal columns of at least so many font heights as the width allows."""

    def __init__(self, *, column_heights: int, most_columns: int) -> None:
        super().__init__()
        self._column_heights, self._most = column_heights, most_columns
        self._widgets: list[QWidget] = []
        self._arranged: tuple[int, list[QWidget]] = (0, [])
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(GAP)

    def set_widgets(self, widgets: Sequence[QWidget]) -> None:
        """Show these; what was shown before is deleted unless it is among them."""
        for old in self._widgets:
            if old not in widgets:
                old.hide()  # else the layout would still show it, as a window of its own, if it was added just now
                old.setParent(None)
                old.deleteLater()
        self._widgets = list(widgets)
        self.arrange()

    def minimumSizeHint(self) -> QSize:
        """One column is always possible."""
        return QSize(min(self._column_width(), 300), self._grid.minimumSize().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose the number of columns anew."""
        super().resizeEvent(event)
        self.arrange()

    def arrange(self) -> None:
        """Place what is not hidden; the last one takes the rest of its row."""
        hidden = Qt.WidgetAttribute.WA_WState_ExplicitShowHide  # what is only not yet shown will be
        shown = [widget for widget in self._widgets if not (widget.isHidden() and widget.testAttribute(hidden))]
        most = max(1, min(self._most, len(shown)))
        columns = max(1, min(most, (self.width() + GAP) // (self._column_width() + GAP)))
        if (columns, shown) == self._arranged:
            return
        self._arranged = (columns, shown)
        for index, widget in enumerate(shown):
            row, column = divmod(index, columns)
            span = columns - column if index == len(shown) - 1 else 1
            self._grid.addWidget(widget, row, column, 1, span)
        for column in range(self._most):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
        self.updateGeometry()

    def _column_width(self) -> int:
        return self._column_heights * self.fontMetrics().height()


class Page(QScrollArea):
    """A page that scrolls when the window is too small for it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setAccessibleName(name)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QWidget()
        inside.setObjectName("inside")
        self.body = QVBoxLayout(inside)
        self.body.setContentsMargins(22, 18, 22, 18)
        self.body.setSpacing(GAP)
        self.setWidget(inside)

    def show_trouble(self, sentence: str) -> None:
        """Say in place of what is missing why it is."""
        raise NotImplementedError


def clear(layout: QGridLayout) -> None:
    """Take all widgets out of a layout and delete them."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()
