"""Which files in a folder make one model: its parts, all that a list or a configuration belongs to, or each alone."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from advisor.catalog.on_disk.candidate import Candidate, model_of, name_without_part, repository_of
from advisor.catalog.on_disk.places import Place
from advisor.catalog.on_disk.walk import Folder, Search, folders_below, is_weights
from advisor.catalog.reading.regular_file import ModelFileError
from advisor.catalog.safetensors.files import ENDING, INDEX_ENDING, files_in_folder

_PIPELINE, _CONFIG, _ADAPTER = "model_index.json", "config.json", "adapter_config.json"
_MODEL_OF_JAN = "model"
"""What Jan calls the file of every model, which has the name of its folder.

Source: https://github.com/janhq/jan/blob/dev/src-tauri/src/core/downloads/helpers.rs ("Path structure"), 2026-11-28.
"""
_OTHER_HUBS = ("datasets--", "spaces--")


def models_in(place: Place, search: Search) -> Iterator[Candidate]:
    """The models below a folder, and the adapters among them, which opening tells."""
    pipelines: list[Path] = []
    for folder in folders_below(place.path, search):
        if any(part.startswith(_OTHER_HUBS) for part in folder.path.relative_to(place.path).parts):
            continue
        if any(folder.path.is_relative_to(one) for one in pipelines):
            continue
        if _PIPELINE in folder.names:
            pipelines.append(folder.path)
            yield from _pipeline(place, folder.path, search)
        else:
            yield from _in_folder(place, folder)


def _in_folder(place: Place, folder: Folder) -> Iterator[Candidate]:
    weights = [name for name in folder.names if is_weights(name)]
    ggufs = [name for name in weights if name.lower().endswith(".gguf")]
    tensors = [name for name in weights if not name.lower().endswith(".gguf")]
    for _, names in groupby(sorted(ggufs, key=model_of), key=model_of):
        yield _candidate(place, folder.path, tuple(names))
    if not tensors:
        return
    is_one = _CONFIG in folder.names or any(name.endswith(INDEX_ENDING) for name in folder.names)
    if is_one and _ADAPTER not in folder.names:
        yield _whole_folder(place, folder.path, tensors)
        return
    for _, names in groupby(sorted(tensors, key=model_of), key=model_of):
        yield _candidate(place, folder.path, tuple(names))


def _candidate(place: Place, folder: Path, names: Sequence[str]) -> Candidate:
    """One file, or the parts of one model."""
    files = tuple(folder / name for name in names)
    is_gguf = names[0].lower().endswith(".gguf")
    shown = name_without_part(names[0])
    if place.program == "jan" and shown == _MODEL_OF_JAN and folder != place.path:
        shown = folder.relative_to(place.path).as_posix()
    return Candidate(
        place.program, files[0], files, "gguf" if is_gguf else "safetensors", shown, _held_as(place, files[0])
    )


def _whole_folder(place: Place, folder: Path, tensors: Sequence[str]) -> Candidate:
    """The safetensors files that belong to a configuration; all there are where that cannot be told."""
    try:
        files = files_in_folder(folder)
    except (ModelFileError, OSError):
        files = ()
    files = files or tuple(folder / name for name in tensors)
    name = repository_of(folder) or folder.name
    return Candidate(place.program, folder, files, "safetensors", name, _held_as(place, folder))


def _pipeline(place: Place, folder: Path, search: Search) -> Iterator[Candidate]:
    """The networks of one model that makes pictures, films or sound, each in a folder of its own."""
    inner = folders_below(folder, search)
    files = tuple(one.path / name for one in inner for name in _one_variant(one))
    if files:
        name = repository_of(folder) or folder.name
        yield Candidate(place.program, folder, files, "safetensors", name, _held_as(place, folder))


def _one_variant(folder: Folder) -> list[str]:
    """The files of a network once, where it lies there in several precisions: without one in the name, as loaders do.

    Source: vae/diffusion_pytorch_model.fp16.safetensors of huggingface.co/CompVis/stable-diffusion-v1-4, beside the
    other; diffusers loads it by `variant="fp16"` alone.
    """
    found: dict[str, list[str]] = {}
    for name in folder.names:
        if name.endswith(ENDING):
            found.setdefault(name_without_part(name).partition(".")[2], []).append(name)
    return found[min(found)] if found else []


def _held_as(place: Place, path: Path) -> str:
    """What the program calls it: the repository, or the path below its folder."""
    return repository_of(path) or path.relative_to(place.path).as_posix().removeprefix("./") or path.name
