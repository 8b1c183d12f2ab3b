"""The paper a report is printed on: what the person chose, else what their country uses."""

import os

from PySide6.QtCore import QLocale

from advisor.facts.kept.settings import Paper

_LETTER_COUNTRIES = ("BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE")
"""Where paper of 8.5 by 11 inches is usual, by Unicode's table of paper sizes."""


def usual_paper() -> Paper:
    """The paper of the country this computer is set to."""
    named = os.environ.get("LC_PAPER")
    locale = QLocale(named) if named and not os.environ.get("LC_ALL") else QLocale.system()
    return "letter" if QLocale.territoryToCode(locale.territory()) in _LETTER_COUNTRIES else "a4"
