"""A profile, log or report as it may be shown to anyone: without names of host and person, folders, ids, addresses."""

import dataclasses
import getpass
import json
import os
import platform
import re
import socket
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from pydantic import ValidationError

from advisor.facts.kept.profile import Profile
from advisor.facts.machine.machine import Machine, System
from advisor.facts.machine.measurement import OwnRun
from advisor.facts.values.personal import (
    FOLDER_PATTERNS,
    ID_PATTERNS,
    KEY_PATTERN,
    PLAIN_NAME_PATTERN,
    SHORTEST_NAME,
    free_places,
    unlisted_words,
    without,
)
from advisor.facts.values.record import Record

R = TypeVar("R", bound=Record)
T = TypeVar("T")
HIDDEN = "..."
_PACKAGE = Path(__file__).parents[1]
_PACKAGES = ("site-packages", "dist-packages")
_IDS = tuple(re.compile(pattern, re.IGNORECASE) for pattern in ID_PATTERNS)
_FOLDERS = tuple(re.compile(pattern, re.IGNORECASE) for pattern in FOLDER_PATTERNS)
_KEYED = re.compile(rf"({KEY_PATTERN}[^\n:=]{{0,40}}[:=][ \t]*)[^\s][^\n]*", re.IGNORECASE)
_PLAIN_NAME = re.compile(PLAIN_NAME_PATTERN, re.IGNORECASE)
_PATH = r"[^\n\"'<>|*?:,;)]"
"""What names of files and folders go on with: they may hold spaces."""
_SYSTEM = (
    r"app|bin|boot|dev|etc|lib\w*|nix|opt|proc|run(?!/media)|sbin|snap|sys|tmp/\.|usr|var|Applications|Library|System"
)
_ELSEWHERE = (
    (re.compile(rf"(?:(?<=file://)|(?<![\w.:/~>*-]))/(?!(?:{_SYSTEM})\b)([\w.-]+)/{_PATH}+"), rf"/\1/{HIDDEN}"),
    (
        re.compile(rf"(?<!\w)([A-Z]:[\\/])[\\/]?(?!Windows|Program)[^\s\\/]{_PATH}+", re.IGNORECASE),
        rf"\1{HIDDEN}",
    ),
    (re.compile(rf"(?<![\w:\\])(\\\\(?:\\\\)?)[\w.-]+\\{_PATH}+"), rf"\1{HIDDEN}"),
)
"""Folders that are neither the system's nor the program's, with and without drives, and on servers."""
_OWN_FILE = re.compile(rf"(?<![\w\\/]){_PACKAGE.name}(?:\\[\w.]+)+")
"""A file of ours as Windows names it; written as everywhere, so that reports compare."""


def anonymized_text(text: str) -> str:
    """The text without these; files of the program and of the system keep their place in it, all else is hidden."""
    text = text.replace(f"{_PACKAGE}{os.sep}", f"{_PACKAGE.name}{os.sep}")
    for folder in _library_folders():
        text = text.replace(f"{folder}{os.sep}", "")
    text = _OWN_FILE.sub(lambda found: found[0].replace("\\", "/"), text)
    text = _below_home().sub(f"~/{HIDDEN}", text)
    for folders, shown in _ELSEWHERE:
        text = folders.sub(shown, text)
    text = _KEYED.sub(rf"\1{HIDDEN}", text)
    text = _without(text, (*_IDS, *_FOLDERS))
    return _names_pattern((*own_names(), *unlisted_words(platform.release()))).sub(HIDDEN, text)


def _without(text: str, patterns: Iterable[re.Pattern[str]]) -> str:
    for pattern in patterns:
        text = pattern.sub(lambda found: without(found, lambda _: HIDDEN), text)
    return text


def own_names() -> tuple[str, ...]:
    """The names of this host and of who runs this program."""
    names = [socket.gethostname(), socket.gethostname().partition(".")[0], home_folder().name]
    names += [os.environ.get(name, "") for name in ("USERDOMAIN", "USERDNSDOMAIN")]
    with suppress(OSError, KeyError):  # an account without a name
        names.append(getpass.getuser())
    return tuple(filter(None, names))


def home_folder() -> Path:
    """That of who runs this program; the root of the file system for an account that has none."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(os.sep)


def _library_folders() -> list[str]:
    """Where Python's modules lie, the longest first: what a line of a traceback begins with."""
    own = {Path(sys.prefix), Path(sys.base_prefix)}
    folders = {Path(folder) for folder in sys.path if os.path.isabs(folder)}  # the working folder is among them
    libraries = (folder for folder in folders if folder.name in _PACKAGES or own & set(folder.parents))
    return sorted(map(str, libraries), key=len, reverse=True)


def _below_home() -> re.Pattern[str]:
    r"""The home folder and what is named below it, up to the end of the line or of a quotation.

    Its name also as addresses (`%C3%84nne`) and Python's report of a crash (`\xc4nne`) write it.
    """
    home = home_folder()
    parts = home.parts[1:]
    if not parts:
        return re.compile(r"(?!)")
    separator = r"(?:[/\\]{1,2}|%2F|%5C)"
    forms = (str, quote, lambda part: part.encode("ascii", "backslashreplace").decode())
    names = dict.fromkeys(separator.join(re.escape(form(part)) for part in parts) for form in forms)
    drive = re.escape(home.drive).replace(":", "(?::|%3A)")
    return re.compile(rf"{drive}{separator}(?:{'|'.join(names)})(?![\w.-])(?:{separator}{_PATH}*)?")


OWN_MODEL = "a model of one's own"
_NAMES = re.compile(
    r"(?<=/home/)[^/\s\"':]+"
    r"|(?<=/Users/)[^/\s\"':]+"
    r"|(?<=\\Users\\\\)[^\\\"':]+"  # as JSON writes a backslash
    r"|(?<=/fs/cgroup/)[^\s\"':]+(?=/[\w.]+)"
)


def anonymized_json(profile: Profile, names: Iterable[str] = ()) -> str:
    """The document as JSON. Detection reads no serial numbers and no names; paths and files can hold some.

    `names` are those of another computer's host and user, to be left out, too.
    """
    measurements = profile.measurements
    if measurements is not None and measurements.own_runs:
        runs = tuple(_without_file(run) for run in measurements.own_runs)
        profile = profile.changed(measurements=measurements.changed(own_runs=runs))
    shown = anonymized(profile, profile.machine.os, names)
    return json.dumps(shown.model_dump(mode="json"), indent=1, ensure_ascii=False) + "\n"


def anonymized(record: R, system: System, names: Iterable[str] = ()) -> R:
    """A record of a computer with this system, without ids and addresses, names of people and what is called by them.

    `names` are those of its host and users, where it is another computer than this one.
    """
    written = record.model_dump_json()
    for pattern in (_names_pattern((*_words_of(written, system), *names)), _names_pattern(())):
        hidden = _hidden(json.loads(written), pattern)
        with suppress(ValidationError):  # somebody is called as a fact is: the fact stays
            return type(record).model_validate_json(_NAMES.sub(HIDDEN, json.dumps(hidden)))
    return record


def anonymized_view(view: T, machine: Machine) -> T:
    """What is shown of a machine, as frozen records of texts, without the same; a part's name is no person's."""
    told = tuple(filter(None, _told(machine.os)))
    shown: T = _shown(view, _names_pattern(_words_of(machine.model_dump_json(), machine.os)), told)
    return shown


def _shown(found: Any, names: re.Pattern[str], told: tuple[str, ...]) -> Any:
    if isinstance(found, str):
        is_free = "/" in found or "\\" in found or any(text in found for text in told)
        return _NAMES.sub(HIDDEN, _hidden(found, names, is_free=is_free))
    if isinstance(found, tuple):
        parts = [_shown(one, names, told) for one in found]
        return found._make(parts) if hasattr(found, "_make") else tuple(parts)
    if dataclasses.is_dataclass(found) and not isinstance(found, type):
        return type(found)(
            **{one.name: _shown(getattr(found, one.name), names, told) for one in dataclasses.fields(found)}
        )
    return found


def _words_of(written: str, system: System) -> tuple[str, ...]:
    """Names of this host and its user, and what people wrote where a system lets them."""
    return (*own_names(), *unlisted_words(" ".join(filter(None, _told(system)))), *free_places(written))


def _told(system: System) -> tuple[str | None, ...]:
    return system.kernel.value, system.name.value, system.version.value


def _names_pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Any of the names where it stands alone; none that names nobody."""
    telling = {name for name in names if len(name) >= SHORTEST_NAME and not _PLAIN_NAME.fullmatch(name)}
    either = "|".join(map(re.escape, sorted(telling, key=len, reverse=True)))
    return re.compile(rf"(?<![0-9A-Za-z])(?:{either or '(?!)'})(?![0-9A-Za-z])", re.IGNORECASE)


_FREE = ("os", "own_runs", "evidence", "source", "reason", "reasons", "parameters")
"""What a system or a path tells. A part's name stays: somebody called Max may own an Apple M4 Max."""


def _hidden(found: Any, names: re.Pattern[str], *, is_free: bool = False) -> Any:
    """A document without ids and addresses in its texts, and without names where they are free; its keys stay."""
    if isinstance(found, dict):
        return {key: _hidden(value, names, is_free=is_free or key in _FREE) for key, value in found.items()}
    if isinstance(found, list):
        return [_hidden(one, names, is_free=is_free) for one in found]
    if not isinstance(found, str):
        return found
    if not is_free:
        return _without_ids(found)
    for folders, shown in _ELSEWHERE:
        found = folders.sub(shown, found)
    return names.sub(HIDDEN, _without_ids(_KEYED.sub(rf"\1{HIDDEN}", found)))


@lru_cache(maxsize=4096)
def _without_ids(text: str) -> str:
    """Sources repeat: each is looked through once."""
    return _without(text, _IDS)


def _without_file(run: OwnRun) -> OwnRun:
    """A run of a model that is not in the catalog is named after its file."""
    if run.model is None:
        return run
    return run.changed(model_id=OWN_MODEL, model=run.model.changed(name=OWN_MODEL))
