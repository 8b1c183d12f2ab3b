"""Chooses between the window and a command before anything else is imported."""

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run a command when one is named, else open the window; returns the exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments and not arguments[0].endswith((".json", ".rig")):
        from advisor.cli.command import run_command

        return run_command(arguments)
    from advisor.ui.application import run_window

    return run_window(arguments)


if __name__ == "__main__":
    sys.exit(main())
