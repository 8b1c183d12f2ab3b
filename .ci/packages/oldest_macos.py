"""The oldest macOS that the app starts on: that of the newest wheel in it. pip takes the newest the builder can run."""

import re
from collections.abc import Iterable
from importlib.metadata import distributions

_TAG = re.compile(r"^Tag: \S+-macosx_(\d+)_(\d+)_\w+$", re.MULTILINE)
QT_NEEDS = (13, 0)
"""What the Qt that is pinned for releases asks for."""


def oldest_macos(wheels: Iterable[str] | None = None) -> str:
    """As `14.0`; `wheels` are their descriptions (WHEEL), without them those of all that is installed.

    A wheel with several tags runs on the oldest of them.
    """
    texts = (one.read_text("WHEEL") or "" for one in distributions()) if wheels is None else wheels
    each = [min(tags) for text in texts if (tags := [(int(a), int(b)) for a, b in _TAG.findall(text)])]
    return ".".join(map(str, max([QT_NEEDS, *each])))
