"""Chooses between the window and a command before anything else is imported."""

import os
import sys


def main(arguments: list[str] | None = None) -> int:
    """Run a command when one is named, else open the window; returns the exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    _prefer_utf8()
    names_a_file = bool(arguments) and "." in arguments[0] and os.path.isfile(arguments[0])
    if arguments and not names_a_file:
        from advisor.cli.command import run_command

        return run_command(arguments)
    from advisor.ui.application import run_window

    return run_window(arguments)


def _prefer_utf8() -> None:
    """Where no language is set, name the plain UTF-8 one: Qt would choose it, too, but remark on it on stderr."""
    chosen = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_CTYPE", "LANG"))), "C")
    if sys.platform.startswith("linux") and chosen in ("C", "POSIX"):
        os.environ["LC_ALL"] = "C.UTF-8"


if __name__ == "__main__":
    sys.exit(main())
