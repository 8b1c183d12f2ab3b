"""How large texts are: a share of the system's size."""

from PySide6.QtWidgets import QApplication

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
