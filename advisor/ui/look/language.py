"""The language of the window: its texts, the signs in its numbers, and the direction in which it is read.

A language is there when its file is: resources/translations/rig-advisor_de.qm, beside it Qt's own words (qtbase_de.qm).
English needs none.
"""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from advisor.catalog.cards.folder import data_folder
from advisor.present.words.words import ENGLISH, Language, speak

SYSTEM, CONTEXT, STEM = "system", "rig-advisor", "rig-advisor"
TEMPLATES = "sentences.json"
"""Beside the languages: the sentences of the rooms below present/, which arrive filled in."""


def folder() -> Path:
    """Where the languages lie."""
    return data_folder("resources") / "translations"


def languages() -> dict[str, str]:
    """The languages to choose from, each by its code and in its own words."""
    codes = sorted(path.stem.removeprefix(f"{STEM}_") for path in folder().glob(f"{STEM}_*.qm"))
    return {"en": "English", **{code: QLocale(code).nativeLanguageName() or code for code in codes}}


def put_in_force(application: QApplication, choice: str = SYSTEM, *, place: Path | None = None) -> None:
    """Speak the chosen language from now on, or that of the system where it is there.

    Numbers follow the system's own form unless another language is chosen; without its texts the layout stays.
    """
    locale = QLocale.system() if choice == SYSTEM else QLocale(choice)
    texts = QTranslator(application)
    if not texts.load(locale, STEM, "_", str(place or folder())):
        speak(Language(signs=_signs(locale)) if _signs(locale) else ENGLISH)
        return
    own = QTranslator(application)
    if own.load(locale, "qtbase", "_", str(place or folder())):
        application.installTranslator(own)
    from advisor.present.words.retold import Sentences  # English needs none of it before the first paint

    application.installTranslator(texts)
    application.setLayoutDirection(QLocale(texts.language()).textDirection())
    sentences = Sentences(_templates(place or folder()))
    speak(Language(_look_up, _signs(locale), sentences, QLocale(texts.language()).bcp47Name()))


def _look_up(text: str) -> str:
    return QCoreApplication.translate(CONTEXT, text)


def _signs(locale: QLocale) -> dict[int, str]:
    """What stands for the point, the comma and the digits of English numbers; nothing where they are the same."""
    group = locale.groupSeparator().replace("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}")
    signs = {".": locale.decimalPoint(), ",": group}
    zero = locale.zeroDigit()
    if len(zero) == 1 and zero != "0":
        signs |= {str(digit): chr(ord(zero) + digit) for digit in range(10)}
    return {ord(sign): own for sign, own in signs.items() if own != sign}


def _templates(place: Path) -> Sequence[str]:
    import json

    try:
        found = json.loads((place / TEMPLATES).read_text("utf-8"))
    except (OSError, ValueError):
        return ()
    return tuple(map(str, found))
