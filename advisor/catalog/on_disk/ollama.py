"""Ollama's models: a manifest for each name, and blobs that are called by the digest of what is in them.

Source: manifest/manifest.go and manifest/paths.go of Ollama, checked 2026-11-23.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from advisor.catalog.on_disk.candidate import Candidate
from advisor.catalog.on_disk.places import Place
from advisor.catalog.on_disk.walk import Search, folders_below
from advisor.catalog.reading.regular_file import ModelFileError, is_there, json_file
from advisor.facts.values.plain_text import plain_text
from advisor.facts.values.reason import Reason, reason

_LISTS = ("manifests", "manifests-v2")
_DIGEST = re.compile(r"^sha256[:-]([0-9a-fA-F]{64})$")
_TYPE = "application/vnd.ollama.image."
_NAME_PARTS = 4
"""Host, namespace, name and tag, each a folder in the other."""
_HOST, _NAMESPACE, _NEWEST = "registry.ollama.ai", "library", "latest"
_PART = re.compile(r"(?!\.)[\w.-]{1,80}", re.ASCII)
"""What a part of a name may be: none leads out of the folder."""
_MOST_LAYERS, _MOST_CHILDREN = 4096, 16


def models_of_ollama(place: Place, search: Search) -> Iterator[Candidate | Reason]:
    """The models that have a name in this folder, and why of a name no model can be told."""
    for _ in folders_below(place.path / "blobs", search):  # counts what is still being fetched
        break
    names: set[str] = set()
    for listed in reversed(_LISTS):
        root = place.path / listed
        for folder in folders_below(root, search):
            for tag in folder.names:
                parts = (*folder.path.relative_to(root).parts, tag)
                if len(parts) != _NAME_PARTS or (name := _name(parts)) in names:
                    continue
                names.add(name)
                try:
                    found = _candidate(place, folder.path / tag, name)
                except ModelFileError as error:
                    yield named(error.reason, name)
                else:
                    if found is not None:
                        yield found


def model_of_name(name: str, place: Place) -> Candidate | None:
    """The model that `ollama run NAME` loads, in this folder; None where it has none of that name.

    Raises:
        ModelFileError: the manifest is none, or a blob that it names is not there.
    """
    path, _, tag = name.partition(":")
    parts = path.split("/")
    parts = [*(_HOST, _NAMESPACE)[: max(0, _NAME_PARTS - 1 - len(parts))], *parts, tag or _NEWEST]
    if len(parts) != _NAME_PARTS or not all(map(_PART.fullmatch, parts)):
        return None
    for listed in reversed(_LISTS):
        manifest = place.path.joinpath(listed, *parts)
        if is_there(manifest) and (found := _candidate(place, manifest, name)) is not None:
            return found
    return None


def named(why: Reason, name: str) -> Reason:
    """The same reason, with a model's name for that of its file."""
    return reason(why.code, **{**why.parameters, "path": plain_text(name)})


def _name(parts: tuple[str, ...]) -> str:
    """The name that `ollama run` takes: `qwen3:8b`, `someone/model:tag`, `hf.co/org/name:Q4_K_M`."""
    host, namespace, name, tag = parts
    if host != _HOST:
        return f"{host}/{namespace}/{name}:{tag}"
    return f"{name}:{tag}" if namespace == _NAMESPACE else f"{namespace}/{name}:{tag}"


def _candidate(place: Place, manifest: Path, name: str) -> Candidate | None:
    """The model behind a name; None where it has no weights here: one that runs elsewhere.

    Raises:
        ModelFileError: the manifest is none, or a blob that it names is not there.
    """
    layers = _layers(place, json_file(manifest))
    formats: tuple[tuple[str, Literal["gguf", "safetensors"]], ...] = (("model", "gguf"), ("tensor", "safetensors"))
    for kind, format_name in formats:
        files = tuple(_blob(place, one, manifest) for one in layers if one.get("mediaType") == _TYPE + kind)
        if files:
            return Candidate(place.program, files[0], tuple(dict.fromkeys(files)), format_name, name, name)
    return None


def _layers(place: Place, manifest: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The layers of a manifest, or of the first one with layers in a list of manifests."""
    layers = _objects(manifest.get("layers"), _MOST_LAYERS)
    if layers:
        return layers
    for child in _objects(manifest.get("manifests"), _MOST_CHILDREN):
        listed = child
        if isinstance(child.get("digest"), str) and not child.get("layers"):
            listed = json_file(_blob(place, child, place.path / "manifests"))
        if found := _objects(listed.get("layers"), _MOST_LAYERS):
            return found
    return []


def _objects(found: Any, most: int) -> list[dict[str, Any]]:
    return [one for one in found[:most] if isinstance(one, dict)] if isinstance(found, list) else []


def _blob(place: Place, layer: Mapping[str, Any], manifest: Path) -> Path:
    """The file of a layer. A digest is nothing but its digits: no name leads out of the folder."""
    found = _DIGEST.match(str(layer.get("digest", "")))
    if found is None:
        raise ModelFileError("manifest_names_no_blob", path=manifest)
    blob = place.path / "blobs" / f"sha256-{found[1].lower()}"
    if not is_there(blob):
        raise ModelFileError("blob_missing", path=manifest)
    return blob
