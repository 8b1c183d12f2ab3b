"""The paper of a country: Letter where Unicode's table says so, A4 elsewhere."""

import pytest
from PySide6.QtCore import QLocale

from advisor.report.document import usual_paper


@pytest.mark.parametrize(
    ("locale", "paper"),
    [
        ("en_US.UTF-8", "letter"),
        ("es_MX", "letter"),
        ("fr_CA", "letter"),
        ("de_DE.UTF-8", "a4"),
        ("en_GB", "a4"),
        ("C", "a4"),
    ],
)
def test_what_the_system_says_of_paper_comes_first(locale: str, paper: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LC_ALL")
    monkeypatch.setenv("LC_PAPER", locale)
    assert usual_paper() == paper


@pytest.mark.parametrize(("locale", "paper"), [("en_US", "letter"), ("sv_SE", "a4")])
def test_else_the_country_of_the_system(locale: str, paper: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LC_PAPER", raising=False)
    monkeypatch.setattr(QLocale, "system", lambda: QLocale(locale))
    assert usual_paper() == paper
