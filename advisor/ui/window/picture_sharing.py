"""Copy picture and Save picture: what a page shows, drawn for a forum, on the clipboard or in a file."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QDate, Qt
from PySide6.QtGui import QImage, QImageWriter
from PySide6.QtWidgets import QFileDialog

from advisor.charts.first_place import first_place
from advisor.charts.picture_file import written
from advisor.facts.values.units import KILO
from advisor.present.words.words import say
from advisor.ui.parts.clipboard import clipboard_is_held, copy_image
from advisor.ui.state.session import Session
from advisor.ui.window.main_window import MainWindow
from advisor.ui.window.saved_files import say_saved
from advisor.version import __version__

if TYPE_CHECKING:  # too slow for an early tick
    from advisor.present.report.forum_picture import ForumPicture
    from advisor.present.upgrade.view import WorthView

_APP = f"Rig Advisor {__version__}"
_INCH_MM = 25.4
_DOTS_PER_INCH = 96


def rig_picture(session: Session) -> "ForumPicture | None":
    """The picture of page My rig."""
    from advisor.present.report.forum_picture import rig_forum_picture

    view = session.rig.view
    return None if view is None else rig_forum_picture(view, app=_APP, day=_day())


def answer_picture(session: Session) -> "ForumPicture | None":
    """The picture of page Will it run?."""
    from advisor.present.report.forum_picture import answer_forum_picture

    rig, answer = session.rig.view, session.asking.view
    return None if rig is None or answer is None else answer_forum_picture(answer, rig.picture, app=_APP, day=_day())


def worth_picture(session: Session, view: "WorthView | None") -> "ForumPicture | None":
    """The picture of page Upgrade."""
    from advisor.present.report.forum_picture import worth_forum_picture

    rig = session.rig.view
    return None if rig is None or view is None else worth_forum_picture(view, rig.picture, app=_APP, day=_day())


def copy_picture(window: MainWindow, picture: "ForumPicture | None") -> None:
    """Put it on the clipboard, and say so."""
    if picture is not None:
        is_there = copy_image(_drawn(window, picture))
        window.confirm(say("The picture is on the clipboard.") if is_there else clipboard_is_held())


def save_picture(window: MainWindow, picture: "ForumPicture | None") -> None:
    """Write it as PNG where a person wants it, and say so."""
    if picture is None:
        return
    name, kinds = "rig-advisor.png", say("Picture (*.png)")
    found, _ = QFileDialog.getSaveFileName(window, say("Save picture"), first_place(name), kinds)
    path = Path(found)
    if not found:
        return
    path = path if path.suffix.lower() == ".png" else path.with_name(f"{path.name}.png")
    image = _drawn(window, picture)
    if written(path, lambda file: QImageWriter(file, QByteArray(b"png")).write(image)):
        say_saved(window, path)
    else:
        failed = say("{name} could not be written there.", name=path.name)
        window.say(failed, again=lambda: save_picture(window, picture))


def _drawn(window: MainWindow, picture: "ForumPicture") -> QImage:
    from advisor.charts.forum_picture import forum_image  # with what it needs too slow for an early tick

    window.setCursor(Qt.CursorShape.WaitCursor)
    image = forum_image(picture, theme=window.theme, font=window.application.font())
    window.unsetCursor()
    for set_dots in (image.setDotsPerMeterX, image.setDotsPerMeterY):
        set_dots(round(_DOTS_PER_INCH * KILO / _INCH_MM))  # of one pixel a dot, whatever the screen's scale
    return image


def _day() -> str:
    return QDate.currentDate().toString(Qt.DateFormat.ISODate)
