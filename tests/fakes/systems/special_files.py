"""What a folder may hold beside files, where this system can make it; elsewhere the test is skipped."""

import os
from pathlib import Path

import pytest


def named_pipe(path: Path) -> None:
    """A pipe in place of a file."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("pipes in folders as on POSIX")
    os.mkfifo(path)


def link(path: Path, target: Path | str) -> Path:
    """A symbolic link at `path`: Windows makes none for most people, and Wine says it did and makes none."""
    try:
        path.symlink_to(target, target_is_directory=(path.parent / target).is_dir())
    except OSError:
        pytest.skip("links in folders as on POSIX")
    if not path.is_symlink():
        pytest.skip("links in folders as on POSIX")
    return path
