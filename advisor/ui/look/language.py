"""The language of the window: its texts, the signs in its numbers, and the direction in which it is read.

A language is there when resources/translations holds it as gettext lays it out (de/LC_MESSAGES/rig-advisor.mo); Qt
brings its own words (qtbase_de.qm). English needs none.
"""

from itertools import takewhile
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from advisor.catalog.cards.folder import data_folder
from advisor.present.words.words import ENGLISH, Language, speak

SYSTEM, DOMAIN = "system", "rig-advisor"


def folder() -> Path:
    """Where the languages lie."""
    return data_folder("resources") / "translations"


def languages() -> dict[str, str]:
    """The languages to choose from, each by its code and in its own words."""
    codes = sorted(path.parts[-3] for path in folder().glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return {"en": "English", **{code: QLocale(code).nativeLanguageName() or code for code in codes}}


def put_in_force(application: QApplication, choice: str = SYSTEM, *, place: Path | None = None) -> None:
    """Speak the chosen language from now on, or that of the system where it is there.

    Numbers follow the system's own form unless another language is chosen; without its texts the layout stays.
    """
    locale = QLocale.system() if choice == SYSTEM else QLocale(choice)
    before_english = takewhile(lambda name: not name.startswith("en"), locale.uiLanguages())
    wished, found = [name.replace("-", "_") for name in before_english], None
    if wished:
        import gettext  # English starts without it

        found = gettext.find(DOMAIN, str(place or folder()), wished)
    if found is None:
        speak(Language(signs=_signs(locale)) if _signs(locale) else ENGLISH)
        return
    of_qt = QTranslator(application)
    if of_qt.load(locale, "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        application.installTranslator(of_qt)
    with Path(found).open("rb") as file:
        texts = gettext.GNUTranslations(file)
    spoken = QLocale(Path(found).parts[-3])
    application.setLayoutDirection(spoken.textDirection())
    speak(Language(texts, _signs(locale), spoken.bcp47Name()))


def _signs(locale: QLocale) -> dict[int, str]:
    """What stands for the point, the comma and the digits of English numbers; nothing where they are the same."""
    group = locale.groupSeparator().replace("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}")
    signs = {".": locale.decimalPoint(), ",": group}
    zero = locale.zeroDigit()
    if len(zero) == 1 and zero != "0":
        signs |= {str(digit): chr(ord(zero) + digit) for digit in range(10)}
    return {ord(sign): own for sign, own in signs.items() if own != sign}
