"""What has colors of its own beside the style sheet: icons, links, the edge of a card with a tone, findings."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel

from advisor.charts.plain import plain_tip
from advisor.charts.qt_override import qt_override
from advisor.present.words.choice import Choice
from advisor.present.words.palette import Theme, color
from advisor.present.words.view import FindingPanel
from advisor.ui.look.theme import icon_pixmap
from advisor.ui.parts.boxes import TOP, One, add, beside
from advisor.ui.parts.panel import Panel, text_label


class IconLabel(QLabel):
    """A place for an icon beside a text, as high as its letters."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setScaledContents(True)
        self._fit()

    @qt_override()
    def changeEvent(self, event: QEvent) -> None:
        """Grow with the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        size = self.fontMetrics().height()
        self.setFixedSize(QSize(size, size))


class LinkLabel(QLabel):
    """A line of links; hidden where there are none."""

    def __init__(self, words: str, *, between: str) -> None:
        """`words` have `{links}` in them."""
        super().__init__()
        self._words, self._between = words, between
        self._links: Sequence[Choice] = ()
        self._theme: Theme = "light"
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.hide()

    def show_links(self, links: Sequence[Choice]) -> None:
        """Show these; the id is where each leads."""
        self._links = links
        self.set_theme(self._theme)
        self.setVisible(bool(links))

    def set_theme(self, theme: Theme) -> None:
        """Recolor the links."""
        self._theme = theme
        style = f"color: {color('accent', theme)}"
        anchors = (f'<a href="{one.id}" style="{style}">{escape(one.text)}</a>' for one in self._links)
        self.setText(self._words.format(links=self._between.join(anchors)))


def paint_edge(edge: QFrame, role: str, theme: Theme) -> None:
    """Give the colored edge of a card the color of a role."""
    sheet = f"background: {color(role, theme)};"
    if edge.styleSheet() != sheet:  # setting it costs a new layout of the card
        edge.setStyleSheet(sheet)


class TonedPanel(Panel):
    """A card whose edge and icon have the color of a tone, which the icon says in a word."""

    def __init__(self) -> None:
        super().__init__(edged=True)
        self.icon = IconLabel()
        self._tone = ""
        self._theme: Theme = "light"
        self._painted: tuple[str, Theme] | None = None

    def beside_icon(self, part: One, *, spacing: int) -> QHBoxLayout:
        """The icon, and beside it a text or several."""
        return add(beside(self.icon, spacing=spacing, align=TOP), (part, 1))

    def show_tone(self, tone: str, word: str, theme: Theme | None = None) -> None:
        """Take this tone on, and the theme where it is not known yet."""
        self.icon.setAccessibleName(word)
        self.icon.setToolTip(plain_tip(word))
        self._tone = tone
        self.set_theme(theme or self._theme)

    def set_theme(self, theme: Theme) -> None:
        """Recolor edge and icon."""
        self._theme = theme
        if not self._tone and self._painted is not None:  # the color of an answer that is gone tells of none
            self._painted = None
            self.edge.setStyleSheet("")
            self.icon.clear()
        if self._tone and self._painted != (self._tone, theme):
            self._painted = self._tone, theme
            paint_edge(self.edge, self._tone, theme)
            self.icon.setPixmap(icon_pixmap(self._tone, color(self._tone, theme)))


class FindingWidget(TonedPanel):
    """One finding: word with icon, title, text, and the tone as a colored edge."""

    def __init__(self, finding: FindingPanel, theme: Theme) -> None:
        super().__init__()
        head = self.beside_icon(text_label("heading", finding.title), spacing=8)
        add(self.body, head, text_label("soft", finding.cost))
        if finding.remedy:
            add(self.body, text_label("", finding.remedy))
        self.body.addStretch(1)
        self.setAccessibleName(f"{finding.word}: {finding.title}")
        self.setAccessibleDescription(f"{finding.text} {finding.evidence}".strip())
        self.setToolTip(plain_tip(finding.evidence))
        self.show_tone(finding.tone, finding.word, theme)
