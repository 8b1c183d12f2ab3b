"""Chooses between the window and a command before anything else is imported."""

import os
import sys


def main(arguments: list[str] | None = None) -> int:
    """Run a command when one is named, else open the window; returns the exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    names_a_file = bool(arguments) and "." in arguments[0] and os.path.isfile(arguments[0])
    if arguments and not names_a_file:
        from advisor.cli.command import run_command

        return run_command(arguments)
    from advisor.ui.application import run_window

    return run_window(arguments)


if __name__ == "__main__":
    sys.exit(main())
