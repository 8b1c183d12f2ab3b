"""Names on the left, what can be set on the right."""

from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from advisor.ui.parts.panel import Panel, text_label


def setting_panel(title: str, *rows: tuple[QLabel, QWidget]) -> Panel:
    """A card with a heading and one row for each setting; a label's text is the name of its control."""
    card = Panel()
    card.body.addWidget(text_label("heading", title))
    grid = QGridLayout()
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(8)
    grid.setColumnStretch(0, 1)
    grid.setColumnStretch(1, 1)
    for row, (label, control) in enumerate(rows):
        label.setBuddy(control)
        control.setAccessibleName(label.text())
        grid.addWidget(label, row, 0)
        grid.addWidget(control, row, 1)
    card.body.addLayout(grid)
    return card
