"""The `import` that was there before PySide put its own over it.

PySide's looks for the word PySide6 in the source of every module, which may have switched on its other ways of spelling
(`__feature__`). Nobody does here, and without it the window is complete 90 ms sooner.
"""

import builtins


def keep_plain_import() -> None:
    """Load PySide, and take away what it put over `import`."""
    import PySide6  # noqa: F401

    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
