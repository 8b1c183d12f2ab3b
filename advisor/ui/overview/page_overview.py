"""Page Overview: the rig, whether it is set up well, what is best on it, and whether more of it pays."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFontInfo, QKeySequence, QMouseEvent, QResizeEvent

from advisor.charts.plain import unbroken
from advisor.charts.qt_override import qt_override
from advisor.charts.rig_picture import SMALLEST_TEXT, USUAL_TEXT_PX, RigPictureView
from advisor.present.words.palette import Theme
from advisor.present.words.view import FindingPanel, MyRigView
from advisor.present.words.words import say
from advisor.ui.my_rig.another_computer import AnotherComputer
from advisor.ui.parts.boxes import LEFT, add, beside, stacked
from advisor.ui.parts.bullet_list import BulletList
from advisor.ui.parts.panel import FlowGrid, Page, Panel, push_button, rename_button, text_label
from advisor.ui.parts.toned_panel import TonedPanel
from advisor.ui.parts.wrapping import page_head

if TYPE_CHECKING:
    from advisor.present.overview.tiles import Tile

TILE_HEIGHTS, MOST_TILES = 15, 4
"""The least width of a tile in font heights, and how many stand beside each other."""
PICTURE_PIXELS, PICTURE_SHARES = (250, 520), (0.46, 0.265)
"""The least and most height of the picture of the rig; between them its share of the height and the width of the page:
where it is higher than it is drawn, only emptiness grows."""
PICTURE_WIDTH = 0.63
"""The share of the width of the page that the picture has beside what is said of the rig."""
LEAST_LETTERS = 0.6
"""Where the letters of the picture would be smaller than this share of other text, it stands last, over the whole
width."""
LINES_FROM_HEIGHTS = ((58, 10), (51, 7))
"""From so many font heights of the page on so many lines say what else to know."""


class TilePanel(TonedPanel):
    """One answer; a click anywhere opens the page behind it."""

    opened = Signal(str, str)
    """The tile, and the model that it names."""

    def __init__(self, tile: "Tile") -> None:
        super().__init__()
        self.tile, self._most_lines = tile, 1
        names = ("small", "soft", "heading", "soft", "soft")
        self._heading, self._word, self._title, self._figures, self._more = map(text_label, names)
        self.open = push_button(say("Details"), self._open)
        self._bullets = BulletList("soft", is_steady=False)
        head = self.beside_icon(self._word, spacing=6)
        add(self.body, self._heading, self._title, head, self._figures, self._more, self._bullets, None)
        add(self.body, self.open, align=LEFT)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.show_tile(tile)

    def show_tile(self, tile: "Tile") -> None:
        """Show this answer, or that it is being worked out."""
        self.tile = tile
        self._heading.setText(tile.heading)
        self.open.setAccessibleName(say("{heading}: details", heading=tile.heading))
        self._title.setText(tile.title or say("Working it out …"))
        self._word.setText(unbroken(tile.word))  # with its place kept: a row of hidden parts would squeeze the card
        self._figures.setText(unbroken(tile.figures))
        self._figures.setVisible(bool(tile.figures))
        self._show_more()
        self.setAccessibleName(f"{tile.heading}: {self._title.text()}")
        self.setAccessibleDescription(" ".join(filter(None, (tile.word, tile.figures, tile.more))))
        self.icon.setVisible(bool(tile.tone))
        self.open.setEnabled(bool(tile.title))
        self.show_tone(tile.tone, tile.word)

    def set_lines(self, most: int) -> None:
        """So many lines say what else to know."""
        if most != self._most_lines:
            self._most_lines = most
            self._show_more()

    @qt_override()
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open what is behind it."""
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self.open.isEnabled():
            self._open()

    def _show_more(self) -> None:
        tile = self.tile
        text = "\n".join(tile.longer[: self._most_lines]) if tile.longer and self._most_lines > 1 else tile.more
        bullets = tile.bullets[: self._most_lines] if self._most_lines > 1 else ()
        self._bullets.show_lines([unbroken(one) for one in bullets])
        self._bullets.setVisible(bool(bullets))
        self._more.setText("" if bullets else unbroken(text))
        self._more.setVisible(bool(text) and not bullets)

    def _open(self) -> None:
        self.opened.emit(self.tile.id, self.tile.model_id)


class HealthPanel(TonedPanel):
    """Whether the rig is set up well."""

    def __init__(self) -> None:
        super().__init__()
        self._title, self._text, self._remedy = text_label("heading"), text_label("soft"), text_label("")
        add(self.body, self.beside_icon(stacked(self._title, self._text, self._remedy, spacing=2), spacing=8))

    def show_finding(self, finding: FindingPanel) -> None:
        """Show this."""
        self._title.setText(finding.title)
        self._text.setText(finding.text)
        self._remedy.setText(finding.remedy)
        self._remedy.setVisible(bool(finding.remedy))
        self.setAccessibleName(f"{finding.word}: {finding.title}")
        self.setAccessibleDescription(" ".join(filter(None, (finding.text, finding.remedy))))
        self.show_tone(finding.tone, finding.word)


class OverviewPage(Page):
    """Shows what is known of a rig as it comes in."""

    measure_requested = Signal()
    read_requested = Signal()
    rig_opened = Signal()
    tile_opened = Signal(str, str)
    """A tile, and the model that it names, empty where there is none."""

    def __init__(self) -> None:
        super().__init__(say("Overview"))
        self._has_rig, self._most_lines = False, 1
        self.tiles: dict[str, TilePanel] = {}
        self._theme: Theme = "light"
        self._title = text_label("title", say("Reading your hardware …"))
        self._subtitle = text_label("soft", say("This takes a few seconds. Nothing leaves this computer."))
        self._measure = push_button(say("Measure"), self._measure_or_read)
        self._measure.setObjectName("primary")
        self._measure.setShortcut(QKeySequence("Ctrl+R"))
        self.picture, self._lines, self._status = RigPictureView(), text_label("large"), text_label("soft")
        self.picture.setFixedHeight(PICTURE_PIXELS[0])
        self.health = HealthPanel()
        self.health.hide()
        more = push_button(say("Show my rig"), self.rig_opened.emit)
        about = add(stacked(None, self._lines, self._status, self.health, spacing=8), more, align=LEFT)
        add(about, None)
        self._grid = FlowGrid(column_heights=TILE_HEIGHTS, most_columns=MOST_TILES)
        self.others = AnotherComputer()
        head = page_head((self._title, self._subtitle), (self.others, self._measure))
        self._beside, self._last = beside((self.picture, 2), (about, 1), spacing=16), stacked(spacing=0)
        self._below = Panel(self._last)
        self._below.hide()
        add(self.body, head, Panel(self._beside), self._grid, self._below, None)
        self.set_busy(True)

    def offer_tiles(self, tiles: Sequence["Tile"]) -> None:
        """Make room for these answers, or say that those there are worked out anew."""
        for tile in tiles:
            if tile.id in self.tiles:
                self.tiles[tile.id].show_tile(tile)
                continue
            panel = self.tiles[tile.id] = TilePanel(tile)
            panel.set_theme(self._theme)
            panel.set_lines(self._most_lines)
            panel.opened.connect(self.tile_opened)
        self._grid.set_widgets(list(self.tiles.values()))

    def show_tile(self, tile: "Tile") -> None:
        """Show one answer."""
        self.tiles[tile.id].show_tile(tile)

    def refuse_tile(self, tile_id: str, sentence: str) -> None:
        """Say why there is no answer."""
        panel = self.tiles[tile_id]
        panel.show_tile(replace(panel.tile, tone="unknown", word="", title=say("Unknown"), figures=sentence))

    def show_rig(self, view: MyRigView, health: FindingPanel) -> None:
        """Show the rig that all answers are about."""
        self._has_rig = True
        self._title.setText(view.title)
        self._subtitle.setText(view.subtitle)
        self._subtitle.setVisible(bool(view.subtitle))
        self.picture.show_series(replace(view.picture, dots=()))  # what they mean stands on My rig
        self.picture.setAccessibleName(view.picture.title)
        self._lines.setText("\n".join(view.lines))
        self._status.setText(view.paper_status if view.measured else view.unmeasured)
        self.health.show_finding(health)
        self.health.show()
        rename_button(self._measure, say("Measure again") if view.measured else say("Measure"))

    def set_busy(self, busy: bool, *, is_own: bool = True) -> None:
        """While something is read or measured, no other measurement can be started; none of another computer."""
        self._measure.setEnabled(not busy)
        self._measure.setVisible(is_own or not self._has_rig)

    def show_trouble(self, sentence: str) -> None:
        """Say why there is no rig to show; an earlier view stays."""
        if not self._has_rig:
            self._title.setText(say("Your hardware cannot be shown"))
            self._subtitle.setText(sentence)
            rename_button(self._measure, say("Try again"))

    def set_theme(self, theme: Theme) -> None:
        """Recolor what the style sheet does not."""
        self._theme = theme
        super().set_theme(theme)

    @qt_override()
    def changeEvent(self, event: QEvent) -> None:
        """Texts may have another size now."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._place_picture()

    @qt_override()
    def resizeEvent(self, event: QResizeEvent) -> None:
        """A higher page has room for a larger picture and for more lines."""
        super().resizeEvent(event)
        self._place_picture()
        heights = self.height() / self.fontMetrics().height()
        self._most_lines = next((lines for least, lines in LINES_FROM_HEIGHTS if heights >= least), 1)
        for tile in self.tiles.values():
            tile.set_lines(self._most_lines)

    def _place_picture(self) -> None:
        """Beside what is said of the rig, or last, where its letters would be too small beside large text."""
        least, most = PICTURE_PIXELS
        wished = min(share * side for share, side in zip(PICTURE_SHARES, (self.height(), self.width()), strict=True))
        high = min(most, max(least, round(wished)))
        natural = self.picture.natural_size
        scale = min(high / natural.height(), PICTURE_WIDTH * self.width() / natural.width())
        letters = max(SMALLEST_TEXT, scale * USUAL_TEXT_PX) / max(1, QFontInfo(self.font()).pixelSize())
        is_last = letters < LEAST_LETTERS
        if is_last:
            high = min(self.height(), round(natural.height() * self.width() / natural.width()))
        self.picture.setFixedHeight(high)
        if is_last == self._below.isHidden():
            if is_last:
                self._last.addWidget(self.picture)
            else:
                self._beside.insertWidget(0, self.picture, 2)
            self._below.setVisible(is_last)

    def _measure_or_read(self) -> None:
        """Without a rig there is nothing to measure: read it again first."""
        (self.measure_requested if self._has_rig else self.read_requested).emit()
