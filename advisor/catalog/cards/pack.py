"""A pack: a folder of cards as one zip file with a manifest, read in memory and never unpacked."""

import io
import re
import zipfile
from collections.abc import Mapping
from typing import NamedTuple

import rtoml

from advisor.catalog.cards.card_file import CardError, checked
from advisor.catalog.cards.own_cards import OwnFolder, own_table
from advisor.catalog.reading.archive import CaptureError
from advisor.catalog.reading.zip_files import zip_files
from advisor.facts.kept.card_pack import PackManifest
from advisor.facts.values.reason import reason

MANIFEST = "pack.toml"
_DAY = (1980, 1, 1, 0, 0, 0)
"""Of every entry, so that the same cards make the same file."""


class Pack(NamedTuple):
    """What a zip file holds."""

    manifest: PackManifest
    files: Mapping[str, bytes]

    @property
    def key(self) -> str:
        """The name as part of a file's name; packs with one key are one pack."""
        return pack_key(self.manifest.name)

    @property
    def folder(self) -> OwnFolder:
        """Its cards."""
        return OwnFolder(f"packs/{self.key}", self.files)


def pack_key(name: str) -> str:
    """`Lab cards 2026` -> `lab-cards-2026`."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "pack"


def read_pack(raw: bytes) -> Pack:
    """The pack in the bytes of a zip file; its cards are not looked at.

    Raises:
        CaptureError: it is none.
    """
    files = zip_files(raw)
    if MANIFEST not in files:
        raise CaptureError("pack_without_manifest")
    manifest = read_manifest(files.pop(MANIFEST))
    if not files:
        raise CaptureError("pack_without_cards")
    return Pack(manifest, files)


def read_manifest(raw: bytes) -> PackManifest:
    """What a pack.toml says.

    Raises:
        CaptureError: not what it should.
    """
    try:
        return checked(own_table(raw, MANIFEST), PackManifest, where=MANIFEST)
    except CardError as error:
        raise CaptureError(reason("pack_manifest", cause=error.faults[0])) from error


def packed(pack: Pack) -> bytes:
    """The zip file of a pack; the same cards make the same bytes."""
    out = io.BytesIO()
    manifest = {**pack.manifest.model_dump()}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in ((MANIFEST, rtoml.dumps(manifest).encode()), *sorted(pack.files.items())):
            entry = zipfile.ZipInfo(name, _DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, raw)
    return out.getvalue()
