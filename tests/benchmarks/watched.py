"""What goes wrong in a window without ending it."""

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QtMsgType, qInstallMessageHandler


@contextmanager
def watched(troubles: list[str]) -> Iterator[None]:
    """Collect errors of slots and warnings of Qt."""

    def hook(kind: type[BaseException], error: BaseException, trace: Any) -> None:
        troubles.append("".join(traceback.format_exception(kind, error, trace)))

    def take(kind: Any, _: Any, text: str) -> None:
        is_hint = kind == QtMsgType.QtInfoMsg  # fonts of the system are told of
        if not is_hint and "This plugin does not support" not in text:
            troubles.append(f"{kind}: {text}")

    before, sys.excepthook = sys.excepthook, hook
    qInstallMessageHandler(take)
    try:
        yield
    finally:
        sys.excepthook = before
        qInstallMessageHandler(None)
