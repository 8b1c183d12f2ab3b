"""Chooses between the window and a command before anything else is imported."""

import gc
import os
import sys


def main(arguments: list[str] | None = None) -> int:
    """Run a command, or open the window where there is none or a file instead; returns the exit code."""
    gc.disable()  # what is loaded is no garbage, and to look for some takes 40 ms; who has loaded all enables it
    try:
        return _main(arguments)
    except KeyboardInterrupt:  # while the rest is being loaded; commands answer for themselves
        _open_streams()
        sys.stderr.write("rig-advisor: stopped\n")
        return 1
    finally:
        gc.enable()


def _main(arguments: list[str] | None) -> int:
    arguments = sys.argv[1:] if arguments is None else arguments
    _leave_out_working_folder()
    from advisor.run.processor import is_too_old

    if is_too_old():
        from advisor.cli.frame.too_old import TOO_OLD

        sys.stderr.write(TOO_OLD)
        return 1
    _prefer_utf8()
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # none is ours; to look for some takes 15 ms
    if _is_question(arguments):
        arguments = ["ask", *arguments]
    if not _is_for_window(arguments):
        _open_streams()
        from advisor.catalog.kept.record_rules import take_kept_rules

        take_kept_rules()
        from advisor.cli.frame.command import run_command

        return run_command(arguments)
    from advisor.ui.start.single_instance import arrive

    found = arrive(arguments)
    if found.is_taken:
        return 0
    from advisor.ui.start.unread_sources import leave_sources_unread

    leave_sources_unread()
    from advisor.ui.start.application import run_window

    return run_window(arguments, found.door)


def _leave_out_working_folder() -> None:
    """Import nothing from the folder where `python -m advisor` was started, unless the app itself lies there."""
    own = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    try:
        here = os.getcwd()
    except OSError:  # it is gone
        return
    if not sys.flags.safe_path and sys.path and sys.path[0] in ("", here) and sys.path[0] != own:
        del sys.path[0]


def _is_question(arguments: list[str]) -> bool:
    """Whether it is one sentence in quotes, and no file: nothing else is meant by several words."""
    if len(arguments) != 1 or len(arguments[0].split()) < _SENTENCE_WORDS:
        return False
    return not arguments[0].lower().endswith(_FILE_ENDINGS) and not os.path.exists(arguments[0])


_SENTENCE_WORDS, _FILE_ENDINGS = 3, (".rig", ".json", ".gguf", ".safetensors", ".zip", ".toml", ".csv")
"""So many words are a question, but for the names of files that the window opens."""


def _is_for_window(arguments: list[str]) -> bool:
    """Whether there is nothing but perhaps a word that is no command, nor an option: a file, found or not."""
    from advisor.cli.frame.command_names import COMMANDS, meant_command

    if len(arguments) > 1:
        return False
    return not any(word in COMMANDS or word.startswith("-") or meant_command(word) for word in arguments)


def _open_streams() -> None:
    """Where the one who started this closed the outputs, nothing is printed, and no file takes their place."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8"))


def _prefer_utf8() -> None:
    """Name UTF-8 where the chosen language has none here, and for texts only: Qt would too, but remark on it on stderr.

    That is so where none is chosen, where the chosen one is not installed, and where it is of another encoding.
    """
    if not sys.platform.startswith("linux"):
        return
    chosen = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_CTYPE", "LANG"))), "C")
    if chosen in ("C", "POSIX"):
        os.environ["LC_ALL"] = "C.UTF-8"
    elif not _is_utf8(""):
        os.environ["LANG"] = os.environ.pop("LC_ALL", "") or os.environ.get("LANG", "")
        os.environ["LC_CTYPE"] = "C.UTF-8"
        _is_utf8("C.UTF-8")


def _is_utf8(name: str) -> bool:
    """Whether texts are UTF-8 in a language of the system, the chosen one without a name; it is in force then."""
    import _locale

    try:
        _locale.setlocale(_locale.LC_CTYPE, name)
    except _locale.Error:  # type: ignore[attr-defined]  # there is one
        return False
    return _locale.nl_langinfo(_locale.CODESET) == "UTF-8"


if __name__ == "__main__":
    sys.exit(main())
