"""The language of the window: its texts, the signs in its numbers, and the direction in which it is read.

A language is there when resources/translations holds it as gettext lays it out (de/LC_MESSAGES/rig-advisor.mo); Qt
brings its own words (qtbase_de.qm). English needs none.
"""

from itertools import takewhile
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication

from advisor.catalog.cards.folder import data_folder
from advisor.present.words.font_names import font_names
from advisor.present.words.words import ENGLISH, Language, say, speak

SYSTEM, DOMAIN = "system", "rig-advisor"
_SCRIPTS = {QLocale.Script.SimplifiedHanScript: QFontDatabase.WritingSystem.SimplifiedChinese}
"""Scripts that the bundled font lacks and not every system has."""


def folder() -> Path:
    """Where the languages lie."""
    return data_folder("resources") / "translations"


def languages() -> dict[str, str]:
    """The languages to choose from, each by its code and in its own words."""
    codes = sorted(path.parts[-3] for path in folder().glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return {"en": "English", **{code: _name(QLocale(code)) for code in codes}}


def put_in_force(application: QApplication, choice: str = SYSTEM, *, place: Path | None = None) -> str:
    """Speak the chosen language from now on, or that of the system where it is there; why not, or nothing.

    Numbers follow the system's own form unless another language is chosen; without its texts the layout stays. What no
    font of the system can show is not spoken.
    """
    locale = QLocale.system() if choice == SYSTEM else QLocale(choice)
    before_english = takewhile(lambda name: not name.startswith("en"), locale.uiLanguages())
    wished, found = [name.replace("-", "_") for name in before_english], None
    if wished:
        import gettext  # English starts without it

        found = gettext.find(DOMAIN, str(place or folder()), wished)
    spoken = QLocale(Path(found).parts[-3]) if found else QLocale("en")
    if found is None or not _has_font(spoken):
        speak(Language(signs=_signs(locale)) if _signs(locale) else ENGLISH)
        return _no_font(spoken) if found else ""
    with Path(found).open("rb") as file:
        texts = gettext.GNUTranslations(file)
    of_qt = QTranslator(application)
    if of_qt.load(spoken, "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        application.installTranslator(of_qt)
    application.setLayoutDirection(spoken.textDirection())
    speak(Language(texts, _signs(locale), spoken.bcp47Name()))
    _put_fonts_in_force(application)
    return ""


def _put_fonts_in_force(application: QApplication) -> None:
    """Let the fonts of the language follow the bundled one, before those that the system would take."""
    font = application.font()
    families = font.families()
    font.setFamilies(list(dict.fromkeys((*families[:1], *font_names(), *families[1:]))))
    application.setFont(font)


def _has_font(spoken: QLocale) -> bool:
    """Whether a font of the system shows the script of a language; those of others the bundled font has."""
    script = _SCRIPTS.get(spoken.script())
    return script is None or bool(QFontDatabase.families(script))


def _no_font(spoken: QLocale) -> str:
    """What to do about a missing font, in English."""
    return say(
        "No font for {language} was found, so texts are English. Install one, such as {font}, and restart.",
        language=QLocale.languageToString(spoken.language()),
        font=next(name for name in font_names(spoken.bcp47Name()) if name.startswith("Noto")),
    )


def _name(spoken: QLocale) -> str:
    """A language in its own words, in English where they cannot be shown."""
    name = spoken.nativeLanguageName() if _has_font(spoken) else QLocale.languageToString(spoken.language())
    return name or spoken.bcp47Name()


def _signs(locale: QLocale) -> dict[int, str]:
    """What stands for the point, the comma and the digits of English numbers; nothing where they are the same."""
    group = locale.groupSeparator().replace("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}")
    signs = {".": locale.decimalPoint(), ",": group}
    zero = locale.zeroDigit()
    if len(zero) == 1 and zero != "0":
        signs |= {str(digit): chr(ord(zero) + digit) for digit in range(10)}
    return {ord(sign): own for sign, own in signs.items() if own != sign}
