"""Look of the window: bundled font, light and dark palette, style sheet, icons in palette colors."""

from functools import cache

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from advisor.catalog.cards.folder import data_folder
from advisor.present.words.palette import Theme, color
from advisor.report.application import added_font
from advisor.ui.look.style_sheet import style_sheet

FONT_FILES = ("Inter-Regular.ttf", "Inter-SemiBold.ttf", "Inter-Bold.ttf")
SMALLEST_TEXT_PT = 9.75
ICON_PIXELS = 64


def load_font(application: QApplication) -> None:
    """Use the bundled font at the system's size, or the system's font where ours is missing."""
    font = application.font()
    families = []
    for name in FONT_FILES:
        added = added_font(data_folder("resources") / "fonts" / name)
        families += QFontDatabase.applicationFontFamilies(added) if added >= 0 else []
    if families:
        font.setFamilies([families[0], *font.families()])
    font.setPointSizeF(max(font.pointSizeF(), SMALLEST_TEXT_PT))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    application.setFont(font)


def system_theme(application: QApplication) -> Theme:
    """What the system asks for; light where it says nothing."""
    return "dark" if application.styleHints().colorScheme() == Qt.ColorScheme.Dark else "light"


def theme_for(choice: str, application: QApplication) -> Theme:
    """The theme of a choice: light, dark, or what the system asks for."""
    return "light" if choice == "light" else "dark" if choice == "dark" else system_theme(application)


def apply_theme(application: QApplication, theme: Theme) -> None:
    """Palette and style sheet of the whole application; charts are recolored by their pages."""
    application.setPalette(_qt_palette(theme))
    font = application.font()
    application.setStyleSheet(style_sheet(theme, text_pt=font.pointSizeF()))
    application.setFont(font)  # on Windows the first style sheet gives tables, menus and tips the system's font back


def icon(name: str, role: str, theme: Theme, *, chosen_role: str | None = None) -> QIcon:
    """A bundled icon in the color of a role, and of another role where it is selected."""
    result = QIcon(icon_pixmap(name, color(role, theme)))
    if chosen_role:
        result.addPixmap(icon_pixmap(name, color(chosen_role, theme)), QIcon.Mode.Selected)
    return result


@cache
def icon_pixmap(name: str, shade: str) -> QPixmap:
    """A bundled icon drawn large enough for any screen scale."""
    drawing = (data_folder("resources") / "icons" / f"{name}.svg").read_text("utf-8").replace("currentColor", shade)
    pixmap = QPixmap(QSize(ICON_PIXELS, ICON_PIXELS))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter)
    painter.end()
    return pixmap


def _qt_palette(theme: Theme) -> QPalette:
    part = QPalette.ColorRole
    roles = {
        "background": (part.Window, part.AlternateBase),
        "card": (part.Base, part.Button, part.ToolTipBase),
        "ink": (part.WindowText, part.Text, part.ButtonText, part.ToolTipText),
        "soft_ink": (part.PlaceholderText,),
        "accent": (part.Highlight, part.Link, part.LinkVisited),
        "on_accent": (part.HighlightedText,),
        "line": (part.Mid, part.Midlight, part.Light),
        "edge": (part.Dark, part.Shadow),
    }
    palette = QPalette()
    for role, qt_roles in roles.items():
        for qt_role in qt_roles:
            palette.setColor(qt_role, QColor.fromString(color(role, theme)))
    for qt_role in (part.WindowText, part.Text, part.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, qt_role, QColor.fromString(color("soft_ink", theme)))
    return palette


TEXT_PERCENTS = (90, 100, 115, 130, 150, 175, 200)
USUAL_PERCENT = 100
SYSTEM_TEXT_PT = "system_text_pt"
"""The property of the application that keeps the size before any choice."""


def set_text_size(application: QApplication, percent: int) -> None:
    """Set the font of the application; a size that is not offered is the usual one. The style sheet follows."""
    font = application.font()
    if application.property(SYSTEM_TEXT_PT) is None:
        application.setProperty(SYSTEM_TEXT_PT, font.pointSizeF())
    share = (percent if percent in TEXT_PERCENTS else USUAL_PERCENT) / USUAL_PERCENT
    font.setPointSizeF(float(application.property(SYSTEM_TEXT_PT)) * share)
    application.setFont(font)
