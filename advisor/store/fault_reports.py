"""Reports of faults: a text for each error nobody thought of and each crash, offered at the next start.

They lie in the data folder, hold nothing personal, and are sent nowhere. What cannot be written is no further fault.
"""

import contextlib
import platform
import traceback
from pathlib import Path

from advisor.facts.values.local_time import local_now
from advisor.store.anonymized_text import anonymized_text
from advisor.store.atomic_file import StoreError, write_file
from advisor.store.folder import data_folder, make_private
from advisor.store.log import last_lines
from advisor.version import __version__

MOST_REPORTS, LOG_LINES = 10, 40
_NEW, _SEEN = ".new.txt", ".txt"


def reports_folder() -> Path:
    """Where they lie; it need not exist."""
    return data_folder() / "fault-reports"


def error_report(error: BaseException) -> str:
    """Where an error happened and what it says."""
    return "".join(traceback.format_exception(error))


def keep_report(happened: str, details: str) -> Path | None:
    """Write one more report, without anything personal; the file, None where that failed. The oldest go.

    What is written already and was not offered yet is not written again.
    """
    title = anonymized_text(f"Rig Advisor {__version__}: {happened}")
    if any(report_text(file).partition("\n")[0] == title for file in new_reports()):
        return None
    now = local_now()
    parts = (
        title,
        now.isoformat(timespec="seconds"),
        f"{platform.system()} {platform.release()} {platform.machine()}, Python {platform.python_version()}",
        "",
        details.rstrip(),
        "",
        "The end of the log:",
        *last_lines(LOG_LINES),
    )
    try:
        make_private(reports_folder())
        file = reports_folder() / f"{now:%Y-%m-%d-%H-%M-%S-%f}{_NEW}"
        write_file(file, anonymized_text("\n".join(parts)) + "\n", private=True)
        for old in _reports()[:-MOST_REPORTS]:
            old.unlink()
    except (OSError, StoreError):
        return None
    return file


def new_reports() -> tuple[Path, ...]:
    """Those that nobody was offered yet, oldest first."""
    return tuple(file for file in _reports() if file.name.endswith(_NEW))


def report_text(file: Path) -> str:
    """What a report says."""
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def latest_report() -> str:
    """What the newest report says, seen or not; nothing where there is none."""
    reports = _reports()
    return report_text(reports[-1]) if reports else ""


def set_seen(files: tuple[Path, ...]) -> None:
    """Keep them without offering them again."""
    for file in files:
        with contextlib.suppress(OSError):
            file.rename(file.with_name(file.name.removesuffix(_NEW) + _SEEN))


def delete_reports() -> None:
    """Delete all, seen or not, and the folder where nothing else is in it."""
    for file in _reports():
        with contextlib.suppress(OSError):
            file.unlink()
    with contextlib.suppress(OSError):
        reports_folder().rmdir()


def _reports() -> list[Path]:
    try:
        return sorted(file for file in reports_folder().iterdir() if file.name.endswith(_SEEN))
    except OSError:
        return []
