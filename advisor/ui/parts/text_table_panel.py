"""A card with a table: its finding above, what it shows below."""

from advisor.present.learn.view import TextTable
from advisor.ui.parts.panel import Panel, text_label
from advisor.ui.parts.why_dialog import WholeTable


class TextTablePanel(Panel):
    """Shows one `TextTable`; the sentence alone where there are no rows."""

    def __init__(self, shown: TextTable) -> None:
        super().__init__()
        self.body.addWidget(text_label("heading", shown.title))
        self.body.addWidget(text_label("soft", shown.sentence))
        if shown.table.rows:
            table = WholeTable(shown.table)
            table.setAccessibleName(shown.title)
            table.setAccessibleDescription(shown.sentence)
            self.body.addWidget(table)
        self.body.addStretch(1)
        self.setAccessibleName(shown.title)
        self.setAccessibleDescription(shown.sentence)
