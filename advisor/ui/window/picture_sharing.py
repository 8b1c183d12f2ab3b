"""Copy picture and Save picture: what a page shows, drawn for a forum, on the clipboard or in a file."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog

from advisor.facts.values.units import KILO
from advisor.present.words.words import say
from advisor.ui.state.session import Session
from advisor.ui.window.main_window import MainWindow
from advisor.version import __version__

if TYPE_CHECKING:  # too slow for an early tick
    from advisor.present.report.forum_picture import ForumPicture
    from advisor.present.upgrade.view import WorthView
    from advisor.present.words.view import MyRigView, WillItRunView

_INCH_MM = 25.4
_DOTS_PER_INCH = 96


class PictureSharing(QObject):
    """Holds what the pages show; `said` tells that a picture is on the clipboard or in a file."""

    said = Signal(str)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._rig: MyRigView | None = None
        self._answer: WillItRunView | None = None

    def take_rig(self, view: "MyRigView") -> None:
        """What page My rig shows."""
        self._rig = view

    def take_answer(self, view: "WillItRunView | None") -> None:
        """What page Will it run? shows; None where it shows no answer."""
        self._answer = view

    def rig(self) -> "ForumPicture | None":
        """The picture of page My rig."""
        from advisor.present.report.forum_picture import rig_forum_picture

        return None if self._rig is None else rig_forum_picture(self._rig, app=_app(), day=_day())

    def answer(self) -> "ForumPicture | None":
        """The picture of page Will it run?."""
        from advisor.present.report.forum_picture import answer_forum_picture

        if self._rig is None or self._answer is None:
            return None
        return answer_forum_picture(self._answer, self._rig.picture, app=_app(), day=_day())

    def worth(self, view: "WorthView | None") -> "ForumPicture | None":
        """The picture of page Is a GPU worth it?."""
        from advisor.present.report.forum_picture import worth_forum_picture

        if self._rig is None or view is None:
            return None
        return worth_forum_picture(view, self._rig.picture, app=_app(), day=_day())

    def copy(self, picture: "ForumPicture | None") -> None:
        """Put it on the clipboard."""
        if picture is not None:
            QGuiApplication.clipboard().setImage(self._drawn(picture))
            self.said.emit(say("The picture is on the clipboard."))

    def save(self, picture: "ForumPicture | None") -> None:
        """Write it as PNG where a person wants it."""
        if picture is None:
            return
        name, kinds = "rig-advisor.png", say("Picture (*.png)")
        found, _ = QFileDialog.getSaveFileName(self._window, say("Save picture"), name, kinds)
        path = Path(found)
        if not found:
            return
        path = path if path.suffix.lower() == ".png" else path.with_name(f"{path.name}.png")
        if self._drawn(picture).save(str(path)):
            self.said.emit(say("Saved {name}.", name=path.name))
        else:
            self.said.emit(say("{name} could not be written there.", name=path.name))

    def _drawn(self, picture: "ForumPicture") -> QImage:
        from advisor.charts.forum_picture import forum_image  # with what it needs too slow for an early tick

        window = self._window
        window.setCursor(Qt.CursorShape.WaitCursor)
        image = forum_image(picture, theme=window.theme, font=window.application.font())
        window.unsetCursor()
        for set_dots in (image.setDotsPerMeterX, image.setDotsPerMeterY):
            set_dots(round(_DOTS_PER_INCH * KILO / _INCH_MM))  # of one pixel a dot, whatever the screen's scale
        return image


def pictures_of(window: MainWindow, session: Session) -> PictureSharing:
    """The one of a window, which follows what its session shows."""
    found = window.findChild(PictureSharing)
    if isinstance(found, PictureSharing):
        return found
    pictures = PictureSharing(window)
    pictures.said.connect(session.said)
    session.rig.viewed.connect(pictures.take_rig)
    session.asking.answered.connect(pictures.take_answer)
    session.asking.failed.connect(lambda _: pictures.take_answer(None))
    return pictures


def _app() -> str:
    return f"Rig Advisor {__version__}"


def _day() -> str:
    return QDate.currentDate().toString(Qt.DateFormat.ISODate)
