"""The options that name a computer: whether they were given, and how a command says them again."""

import argparse

_PARTS = ("gpu", "cpu", "ram", "unified")
OF_A_RIG = ("machine", *_PARTS)
"""Options that name a computer."""


def names_parts(arguments: argparse.Namespace) -> bool:
    """Whether a computer is put together by its parts."""
    return any(getattr(arguments, part) not in (None, False) for part in _PARTS)


def option_words(arguments: argparse.Namespace, *names: str) -> list[str]:
    """Those of the options that were given, with their values."""
    words: list[str] = []
    for name in names:
        value = getattr(arguments, name, None)
        for one in value if isinstance(value, list) else (value,):
            if one is True:
                words.append(f"--{name}")
            elif one not in (None, False):
                words += [f"--{name}", str(one)]
    return words
