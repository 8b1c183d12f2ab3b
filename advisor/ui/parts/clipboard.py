"""What people copy, and whether it is there: Windows refuses while another program looks at its clipboard."""

from PySide6.QtGui import QGuiApplication, QImage

from advisor.present.words.words import say


def copy_text(text: str) -> bool:
    """Put a text on the clipboard; whether it is there."""
    clipboard = QGuiApplication.clipboard()
    clipboard.setText(text)
    return clipboard.text().split() == text.split()


def copy_image(image: QImage) -> bool:
    """Put a picture on the clipboard; whether one is there."""
    clipboard = QGuiApplication.clipboard()
    clipboard.setImage(image)
    return not clipboard.image().isNull()


def clipboard_is_held() -> str:
    """What to say where it is not there."""
    return say("Another program holds the clipboard. Copy again.")
