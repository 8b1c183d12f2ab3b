from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from advisor.ui.state.session import Session


@pytest.fixture
def make_session(qtbot: QtBot, qapp: QApplication) -> Any:
    owner, made = QObject(), []

    def make(command: Any) -> Session:
        session = Session(owner, command)
        made.append(session)
        return session

    yield make
    for session in made:
        session.close()
    owner.deleteLater()
