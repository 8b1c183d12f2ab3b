"""The files of a zip archive of a stranger, read within one budget; nothing is unpacked to a disk."""

import io
import re
import stat
import struct
import zipfile
import zlib
from typing import NoReturn

from advisor.catalog.reading.archive import CaptureError
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.plain_text import plain_text
from advisor.facts.values.reason import Parameter
from advisor.facts.values.units import MIB

MOST_PACKED_BYTES, MOST_BYTES, MOST_FILES = 4 * MIB, 16 * MIB, 4000
_ENCRYPTED = 0x1
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Others take memory that their headers decide."""
_NAME = re.compile(r"(?:[a-z0-9][a-z0-9._-]{0,60}/){0,8}[a-z0-9][a-z0-9._-]{0,80}\.toml")
_BESIDE = re.compile(r"(?:.*/)?(?:__MACOSX/.*|\.DS_Store|Thumbs\.db|desktop\.ini)", re.DOTALL)
"""What file managers put beside."""
_DAMAGED = (
    zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError, EOFError, ValueError, OSError,
    OverflowError, KeyError,
)  # fmt: skip


def zip_files(raw: bytes) -> dict[str, bytes]:
    """The TOML files in an archive by their path; a folder around all of them is left out.

    Raises:
        CaptureError: it is damaged, encrypted, too large, or holds links, paths out of it, or anything else.
    """
    if len(raw) > MOST_PACKED_BYTES:
        _refuse("pack_too_large")
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            return _without_top(_read(archive))
    except _DAMAGED as error:
        raise CaptureError("pack_damaged") from error


def is_card_path(name: str) -> bool:
    """Whether a file within a pack, or below a folder of cards, may have this path."""
    return _NAME.fullmatch(name) is not None


def _read(archive: zipfile.ZipFile) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    left_bytes, entries = MOST_BYTES, archive.infolist()
    if len(entries) > MOST_FILES:
        _refuse("pack_too_many")
    for entry in entries:
        name = entry.orig_filename
        if _BESIDE.fullmatch(name):
            continue
        is_link = stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG, stat.S_IFDIR)
        is_folder = name.endswith("/") and not entry.file_size and not is_link
        if is_link or not _NAME.fullmatch(f"{name}x.toml" if is_folder else name):
            _refuse("pack_entry_odd", name=plain_text(name, longest=80) or "?")
        if entry.flag_bits & _ENCRYPTED:
            _refuse("pack_encrypted")
        if entry.compress_type not in _METHODS:
            _refuse("pack_method")
        if is_folder:
            continue
        if name in found:
            _refuse("pack_entry_twice", name=name)
        if entry.file_size > left_bytes:
            _refuse("pack_too_large")
        with archive.open(entry) as file:
            found[name] = file.read(left_bytes + 1)
        left_bytes -= len(found[name])
        if left_bytes < 0:
            _refuse("pack_too_large")
    return found


def _without_top(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files without the folder that a file manager packs with them: it is there where pack.toml lies in it."""
    tops = [one.removesuffix("pack.toml") for one in files if one.count("/") == 1 and one.endswith("/pack.toml")]
    if len(tops) == 1 and all(one.startswith(tops[0]) for one in files):
        return {one.removeprefix(tops[0]): raw for one, raw in files.items()}
    return files


def _refuse(code: ReasonCode, **parameters: Parameter) -> NoReturn:
    raise CaptureError(code, **parameters)
