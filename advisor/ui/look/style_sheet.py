"""The style sheet: corners, hairlines, text sizes and states. Colors come from the palette by role."""

from string import Template

from advisor.catalog.cards.folder import data_folder
from advisor.present.words.palette import COLORS, Theme, color

FIGURE, TITLE, HEADING, SMALL = 1.9, 1.5, 1.05, 0.93
"""Text sizes as multiples of the system's."""
TICK_PX, PX_OF_PT = 14, 4 / 3
"""The least size of a box to tick; from there it grows with the text."""

_SHEET = Template("""
QToolTip { background: $card; color: $ink; border: 1px solid $line; padding: 4px; }
QFrame#sidebar { background: $card; border: none; border-right: 1px solid $line; }
QLabel#app_name { font-size: ${heading_pt}pt; font-weight: 700; }
QLabel#title { font-size: ${title_pt}pt; font-weight: 700; }
QLabel#heading { font-size: ${heading_pt}pt; font-weight: 600; }
QLabel#soft, QLabel#sentence { color: $soft_ink; }
QLabel#small { color: $soft_ink; font-size: ${small_pt}pt; }
QLabel#trouble { color: $wont_run; }
QLabel#large { font-size: ${heading_pt}pt; }
QLabel#figure { font-size: ${figure_pt}pt; font-weight: 700; }
QLabel#unit { font-size: ${heading_pt}pt; }
QLabel#formula { background: $background; border-radius: 8px; padding: 8px 12px; }
QFrame#card { background: $card; border: 1px solid $line; border-radius: 12px; }
QFrame#card:focus { border: 1px solid $accent; }
QFrame#edge { border: none; border-radius: 2px; }
QFrame#banner { background: $chosen; border: none; border-bottom: 1px solid $line; }
QFrame#toast { background: $card; border: 1px solid $edge; border-radius: 10px; }
QFrame#job { background: $card; border: none; border-top: 1px solid $line; }
QFrame#hairline { background: $line; border: none; }
QScrollArea, QWidget#page, QWidget#inside { background: $background; border: none; }
QScrollArea#zoomed { background: transparent; }

QListWidget#pages { background: transparent; border: none; outline: 0; font-weight: 500; }
QListWidget#pages::item { padding: 8px 10px; margin: 1px 0; border-radius: 8px; color: $soft_ink;
  border: 1px solid transparent; }
QListWidget#pages::item:hover { background: $hover; }
QListWidget#pages::item:selected { background: $chosen; color: $accent; }
QListWidget#pages::item:focus { border: 1px solid $accent; }
QListView#topics { background: transparent; border: none; outline: 0; }
QListView#topics::item { padding: 6px 10px; margin: 1px 0; border-radius: 8px; color: $ink;
  border: 1px solid transparent; }
QListView#topics::item:hover { background: $hover; }
QListView#topics::item:selected { background: $chosen; color: $accent; }
QListView#topics::item:focus { border: 1px solid $accent; }

QPushButton { background: $card; color: $ink; border: 1px solid $line; border-radius: 8px; padding: 7px 14px; }
QPushButton:hover { background: $hover; }
QPushButton:pressed, QPushButton:checked { background: $chosen; }
QPushButton:focus { border: 1px solid $accent; }
QPushButton:disabled { color: $soft_ink; }
QPushButton::menu-indicator { image: url("$chevron"); width: 14px; height: 14px; subcontrol-origin: padding;
  subcontrol-position: center right; right: 8px; }
QCheckBox::indicator, QAbstractItemView::indicator { width: ${tick_px}px; height: ${tick_px}px; }
QCheckBox::indicator:unchecked, QAbstractItemView::indicator:unchecked { background: $card; border: 1px solid $edge;
  border-radius: 3px; width: ${inside_px}px; height: ${inside_px}px; }
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked { background: $accent; border: 1px solid $accent;
  border-radius: 3px; width: ${inside_px}px; height: ${inside_px}px; image: url("$tick"); }
QPushButton#plain { background: transparent; color: $accent; border: 1px solid transparent; border-radius: 6px;
  padding: 4px 6px; }
QPushButton#plain:hover { background: $hover; }
QPushButton#plain:focus { border: 1px solid $accent; }
QPushButton#primary { background: $accent; color: $on_accent; border: 1px solid $accent; font-weight: 600; }
QPushButton#primary:hover { background: $accent_hover; }
QPushButton#primary:focus { border: 2px solid $ink; padding: 6px 13px; }
QPushButton#primary:disabled { background: $chosen; color: $soft_ink; border: 1px solid $line; }

QToolButton#sidebar { background: transparent; color: $soft_ink; border: 1px solid transparent; border-radius: 8px;
  padding: 6px 10px; }
QToolButton#sidebar:hover { background: $hover; }
QToolButton#sidebar:focus { border: 1px solid $accent; }
QToolButton#sidebar::menu-indicator { image: none; }

QComboBox, QLineEdit, QPlainTextEdit { background: $card; color: $ink; border: 1px solid $edge; border-radius: 8px;
  padding: 6px 10px; selection-background-color: $accent; selection-color: $on_accent; }
QComboBox { padding-right: 2px; }
QComboBox:hover, QLineEdit:hover { border: 1px solid $soft_ink; }
QComboBox:focus, QLineEdit:focus, QPlainTextEdit:focus { border: 1px solid $accent; }
QComboBox:disabled { background: $background; color: $soft_ink; }
QComboBox::drop-down { border: none; width: 24px; }
QComboBox::down-arrow { image: url("$chevron"); width: 14px; height: 14px; }
QComboBox::down-arrow:disabled { image: none; }
QComboBox QAbstractItemView, QListView#completions { background: $card; color: $ink; border: 1px solid $line;
  selection-background-color: $chosen; selection-color: $ink; outline: 0; }
QWidget#picker { background: $card; border: 1px solid $edge; }
QWidget#picker QListView { border: none; }
QListView#completions::item { padding: 5px 8px; }
QListView#completions::item:selected { background: $chosen; color: $ink; }
QSlider { min-height: 20px; }
QSlider::groove:horizontal { background: $line; height: 4px; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; height: 4px; border-radius: 2px; }
QSlider::handle:horizontal { background: $accent; width: 16px; height: 16px; margin: -6px 0; border-radius: 8px; }
QSlider::handle:horizontal:hover { background: $accent_hover; }
QSlider:focus { border: 1px solid $accent; border-radius: 8px; }
QProgressBar { background: $line; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }

QScrollBar:vertical { background: transparent; width: 12px; margin: 2px; }
QScrollBar::handle:vertical { background: $edge; border-radius: 4px; min-height: 32px; }
QScrollBar::add-line, QScrollBar::sub-line { height: 0; width: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 2px; }
QScrollBar::handle:horizontal { background: $edge; border-radius: 4px; min-width: 32px; }
QTableView { background: $card; alternate-background-color: $background; border: 1px solid transparent; }
QTableView:focus { border: 1px solid $accent; border-radius: 6px; }
QTableView::item { padding: 3px 8px; }
QTableView::item:selected { background: $chosen; color: $ink; }
QHeaderView, QHeaderView::section { background: $card; color: $soft_ink; border: none; }
QHeaderView::section { border-bottom: 1px solid $line; padding: 5px 11px; }
QMenu { background: $card; color: $ink; border: 1px solid $line; padding: 4px; }
QMenu::item { padding: 6px 20px; border-radius: 6px; }
QMenu::item:selected { background: $chosen; color: $ink; }
""")


def style_sheet(theme: Theme, *, text_pt: float) -> str:
    """The sheet for one theme; `text_pt` is the size of normal text in points."""
    sizes = {"figure_pt": text_pt * FIGURE, "title_pt": text_pt * TITLE}
    sizes |= {"heading_pt": text_pt * HEADING, "small_pt": text_pt * SMALL}
    tick_px = max(TICK_PX, round(text_pt * PX_OF_PT))
    icons = data_folder("resources") / "icons"
    return _SHEET.substitute(
        {role: color(role, theme) for role in COLORS},
        chevron=(icons / "chevron.svg").as_posix(),
        tick=(icons / f"tick_{theme}.svg").as_posix(),
        tick_px=str(tick_px),
        inside_px=str(tick_px - 2),
        **{name: f"{size:.2f}" for name, size in sizes.items()},
    )
