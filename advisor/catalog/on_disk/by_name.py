"""Which files on this computer go by a name, told without opening one: what `ask` looks for at every question."""

from collections.abc import Iterable, Iterator

from advisor.catalog.on_disk.candidate import Candidate
from advisor.catalog.on_disk.folder_models import models_in
from advisor.catalog.on_disk.ollama import model_of_name
from advisor.catalog.on_disk.places import Place
from advisor.catalog.on_disk.walk import Bounds, Search
from advisor.catalog.reading.regular_file import ModelFileError

QUICK = Bounds(entries=50_000, seconds=1.0)
"""A person waits for it; `rig-advisor models` looks through more."""


def candidates_of_name(name: str, places: Iterable[Place], search: Search) -> Iterator[Candidate]:
    """The models that a program calls so, or whose file is called so, large and small letters alike."""
    wanted = _plain(name)
    for place in places:
        if place.layout == "ollama":
            try:
                found = model_of_name(name, place)
            except ModelFileError:  # damaged: another program may have it, too
                continue
            if found is not None:
                yield found
        else:
            yield from (one for one in models_in(place, search) if wanted in map(_plain, _names(one)))


def _names(one: Candidate) -> tuple[str, ...]:
    return one.name, one.held_as, one.held_as.rsplit("/", 1)[-1], one.files[0].name


def _plain(name: str) -> str:
    return name.lower().removesuffix(".gguf").removesuffix(".safetensors")
