"""Folders of programs with small models in them, as each program keeps its own."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.on_disk.finder import find_models
from advisor.catalog.on_disk.moved import places_here
from advisor.catalog.on_disk.walk import Search
from advisor.facts.answers.local_model import LocalModel, Looked
from advisor.facts.values.os_name import OsName
from tests.fakes.model_files import write_gguf, write_safetensors
from tests.fakes.small_models import CONFIG, METADATA, small_safetensors, small_tensors
from tests.fakes.systems.special_files import link

Found = tuple[dict[str, LocalModel], Looked]


def found_below(
    home: Path,
    catalog: Catalog,
    *,
    system: OsName = "linux",
    environment: Mapping[str, str] | None = None,
    folders: tuple[Path, ...] = (),
    search: Search | None = None,
) -> Found:
    """The models below a home folder by name, and what else was met; what the running system has is left out."""
    places = places_here(system, home, environment or {}, folders)
    found = find_models([one for one in places if one.path.is_relative_to(home)], catalog, search or Search())
    models: dict[str, LocalModel] = {}
    while True:
        try:
            one = next(found)
        except StopIteration as end:
            return models, end.value
        models[one.name] = one


def gguf(path: Path, **metadata: Any) -> Path:
    """A small GGUF model at that path; its name within is the file's."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return write_gguf(path, {**METADATA, "general.name": path.stem, **metadata}, small_tensors())


def safetensors_folder(folder: Path) -> Path:
    """A small model of the transformers library."""
    folder.mkdir(parents=True, exist_ok=True)
    write_safetensors(folder / "model.safetensors", small_safetensors())
    (folder / "config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    return folder


def ollama_model(root: Path, name: str, *, model: Path | None = None, projector: bool = False) -> Path:
    """A model in Ollama's folder by its name, `qwen3:8b` or `someone/model:tag`; its blob."""
    base, tag = name.split(":")
    where = root / "manifests" / "registry.ollama.ai" / ("library" if "/" not in base else ".") / base / tag
    source = model or gguf(root / f"{base.replace('/', '-')}.tmp")
    blob = _blob(root, source.read_bytes())
    if model is None:
        source.unlink()
    layers = [{"mediaType": "application/vnd.ollama.image.model", "digest": blob, "size": 1}]
    if projector:
        seen = gguf(root / "seen.tmp", **{"general.type": "mmproj"})
        layers.append({"mediaType": "application/vnd.ollama.image.projector", "digest": _blob(root, seen.read_bytes())})
        seen.unlink()
    where.parent.mkdir(parents=True, exist_ok=True)
    where.write_text(json.dumps({"schemaVersion": 2, "layers": layers}), encoding="utf-8")
    return root / "blobs" / blob.replace(":", "-")


def hub_file(hub: Path, repository: str, name: str, revision: str = "0" * 40) -> Path:
    """A GGUF in a cache of Hugging Face: a link in the snapshot, to a blob called by its digest."""
    folder = hub / f"models--{repository.replace('/', '--')}"
    snapshot = folder / "snapshots" / revision / name
    made = gguf(folder / name)
    blob = folder / "blobs" / hashlib.sha256(made.read_bytes()).hexdigest()
    blob.parent.mkdir(exist_ok=True)
    made.rename(blob)
    snapshot.parent.mkdir(parents=True, exist_ok=True)
    link(snapshot, blob)
    return snapshot


def _blob(root: Path, content: bytes) -> str:
    digest = hashlib.sha256(content).hexdigest()
    (root / "blobs").mkdir(parents=True, exist_ok=True)
    (root / "blobs" / f"sha256-{digest}").write_bytes(content)
    return f"sha256:{digest}"
