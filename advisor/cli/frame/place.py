"""Where a machine is read: the running one, or a captured one, with nothing of the running one."""

import os
from functools import partial
from pathlib import Path

from advisor.catalog.reading.archive import CaptureError
from advisor.cli.frame.command import CommandError
from advisor.probe.detect.live_host import LiveHost
from advisor.probe.nvidia.nvidia_signs import nvidia_is_likely
from advisor.probe.replay.dump import open_dump
from advisor.probe.shared.host import Host, ReplayHost, running_kind
from advisor.probe.source.root import LiveRoot, Root
from advisor.probe.source.tar_root import open_root
from advisor.run.command import advisor_command

Place = tuple[Root, Host]


def place(root: Path | None) -> Place:
    """Where to read: the running machine, or the captured one at `root`, with nothing of the running one.

    Raises:
        CommandError: `root` is neither a folder nor a tar archive nor what `doctor` printed.
    """
    if root is None:
        live = LiveRoot()
        likely = partial(nvidia_is_likely, live, os.environ) if running_kind() == "linux" else lambda: True
        return live, LiveHost(_child("nvml"), _child, likely)
    try:
        dumped = open_dump(root) if root.is_file() else None
        if dumped:
            return dumped
        captured = open_root(root)
    except (OSError, CaptureError) as error:
        from advisor.present.words.reasons.in_words import in_words

        said = in_words(error.reason) if isinstance(error, CaptureError) else error
        raise CommandError(f"{root} cannot be replayed: {said}") from error
    return captured, ReplayHost(captured)


def _child(source: str) -> list[str]:
    """The command of the child process that asks one library or driver."""
    return advisor_command("probe", "--only", source, "--events")
