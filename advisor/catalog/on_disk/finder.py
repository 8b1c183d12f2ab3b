"""Finds the models on this computer: in the folders of programs and those a person named, by their headers alone.

Nothing is written. One file in two programs, by link or as a copy, is one model that both have.
"""

import hashlib
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from pathlib import Path

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.on_disk.candidate import Candidate
from advisor.catalog.on_disk.folder_models import models_in
from advisor.catalog.on_disk.ollama import models_of_ollama, named
from advisor.catalog.on_disk.other_weights import named_adapter, readable_weights, weights_of_files, weights_of_gguf
from advisor.catalog.on_disk.places import Place
from advisor.catalog.on_disk.walk import Search
from advisor.catalog.open.model_file import open_model_file
from advisor.catalog.reading.regular_file import ModelFileError, is_there, regular_file
from advisor.facts.answers.local_model import Holder, LocalModel, Looked, OtherWeights
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.cards.model_architecture import ENCODERS
from advisor.facts.values.plain_text import plain_text
from advisor.facts.values.reason import Reason, ReasonError, reason
from advisor.facts.values.units import KIB

_PARTS = ("is_an_adapter", "is_part_that_sees_or_hears", "is_vocabulary_only")
_PART_NAMES = re.compile(r"^(?:mmproj|ggml-vocab)|[-_.](?:mmproj|imatrix)\b", re.IGNORECASE)
"""Of GGUF files that older programs wrote without saying what they are."""
_MOST_TOLD, _CANDIDATES_PER_MODEL = 20, 10
_SAMPLE_BYTES = 16 * KIB

Found = Generator[LocalModel, None, Looked]
Guard = Callable[[Path], AbstractContextManager[None]]
"""Bounds of memory and time around the reading of one model."""


def find_models(
    places: Sequence[Place], catalog: Catalog, search: Search, *, guard: Guard = lambda _: nullcontext()
) -> Found:
    """The models, each as soon as its header is read; at the end what else was met."""
    broken: list[Reason] = []
    parts = 0
    most = search.bounds.models * _CANDIDATES_PER_MODEL
    candidates = list(islice(_candidates(places, search, broken), most + 1))
    for number, same in enumerate(_alike(candidates[:most])):
        if number == search.bounds.models:
            search.stopped = search.stopped or "search_met_too_many_files"
        if not search.may_go_on():
            break
        try:
            with guard(same[0].opened):
                found = _model(same, catalog)
        except ReasonError as error:
            if error.reason.code in _PARTS:
                parts += 1
            else:
                is_blob = _is_blob(same[0].files[0])
                broken.append(named(error.reason, same[0].name) if is_blob else error.reason)
        else:
            yield found
    if len(candidates) > most:
        search.stopped = search.stopped or "search_met_too_many_files"
    return Looked(
        unfinished=len(search.unfinished),
        parts=parts,
        broken=len(broken),
        unreadable=tuple(broken[:_MOST_TOLD]),
        closed_folders=search.closed_folders,
        stopped=reason(search.stopped) if search.stopped else None,
    )


def _candidates(places: Sequence[Place], search: Search, broken: list[Reason]) -> Iterator[Candidate]:
    for place in places:
        if place.layout == "ollama":
            for one in models_of_ollama(place, search):
                if isinstance(one, Reason):
                    broken.append(one)
                else:
                    yield one
        else:
            yield from models_in(place, search)


def _alike(candidates: Sequence[Candidate]) -> list[list[Candidate]]:
    """The candidates in groups that are one model: of the same files, or of files that hold the same."""
    by_file: dict[object, list[Candidate]] = {}
    sizes: dict[int, list[list[Candidate]]] = {}
    for one in candidates:
        status = _status(one)
        if status is None:
            continue
        place, size_bytes = status
        if place in by_file:
            by_file[place].append(one)
            continue
        group = by_file[place] = [one]
        sizes.setdefault(size_bytes, []).append(group)
    for groups in sizes.values():
        if len(groups) > 1:
            _join_copies(groups)
    return [group for groups in sizes.values() for group in groups if group]


def _join_copies(groups: list[list[Candidate]]) -> None:
    """Groups of one size whose files begin, go on and end alike become one; the others are left empty."""
    first: dict[bytes, list[Candidate]] = {}
    for group in groups:
        sample = _sample(group[0])
        if sample is None:
            continue
        if sample in first:
            first[sample] += group
            group.clear()
        else:
            first[sample] = group


def _status(one: Candidate) -> tuple[object, int] | None:
    """What tells the first file apart, and the bytes of all files; None where one is gone."""
    try:
        str(one.files[0]).encode()
        all_of = [path.stat() for path in one.files]
    except (OSError, ValueError):
        return None
    first = all_of[0]
    is_numbered = first.st_ino != 0
    size_bytes = sum(status.st_size for status in all_of)
    own = (first.st_dev, first.st_ino) if is_numbered else one.files[0]
    return ((own, len(all_of)), size_bytes) if size_bytes else None


def _sample(one: Candidate) -> bytes | None:
    """A digest of pieces of each file: its beginning, where the header is, its middle and its end."""
    digest = hashlib.blake2b(digest_size=16)
    try:
        for path in one.files:
            with regular_file(path) as (file, file_bytes):
                for start in (0, file_bytes // 2, max(0, file_bytes - _SAMPLE_BYTES)):
                    file.seek(start)
                    digest.update(file.read(_SAMPLE_BYTES))
    except (ModelFileError, OSError):
        return None
    return digest.digest()


def _model(same: Sequence[Candidate], catalog: Catalog) -> LocalModel:
    """The model in the files of the first of these candidates.

    Raises:
        ModelFileError: it is no whole model.
    """
    first = same[0]
    holders = (Holder(program=one.program, name=plain_text(one.held_as), path=str(one.files[0])) for one in same)
    read = _read(first, catalog)
    return LocalModel(
        path=str(first.files[0]),
        name=plain_text(first.name),
        format=first.format,
        size_bytes=sum(path.stat().st_size for path in first.files),
        files=len(first.files),
        holders=tuple({(one.program, one.name): one for one in holders}.values()),
        file=read if isinstance(read, ModelFile) else None,
        other=read if isinstance(read, OtherWeights) else None,
    )


def _read(one: Candidate, catalog: Catalog) -> ModelFile | OtherWeights | None:
    """What the headers say of a model: that it writes text, or else what it holds, as far as that can be told.

    Safetensors without a configuration may be of anything: their names of tensors are those of pictures' encoders, too.

    Raises:
        ModelFileError: the files are damaged, or are parts of a model.
    """
    first = one.files[0]
    if one.opened not in (first, first.parent) or (_is_blob(first) and one.format == "safetensors"):
        return readable_weights(one)  # each of its networks has a folder of its own, or each tensor a file
    if one.format == "safetensors" and not is_there(first.with_name("config.json")):
        if named_adapter(one):
            raise ModelFileError("is_an_adapter", path=first)
        return weights_of_files(one)
    if one.format == "gguf" and _PART_NAMES.search(one.name):
        raise ModelFileError("is_part_that_sees_or_hears", path=first)
    try:
        file = open_model_file(one.opened, catalog)
    except ModelFileError as error:
        if error.reason.code == "no_weights_of_language_model" and one.format == "gguf":
            raise ModelFileError("is_part_that_sees_or_hears", path=first) from error
        raise
    if file.shape is None or (file.architecture or "") in ENCODERS:
        return weights_of_gguf(file) if file.format == "gguf" else weights_of_files(one)
    return file.changed(name=plain_text(one.name)) if _is_blob(first) else file


def _is_blob(path: Path) -> bool:
    """Whether a file is called by its digest alone, as Ollama's are."""
    return path.name.startswith("sha256-")
