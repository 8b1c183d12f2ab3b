"""Which files on this computer go by a name, told without opening one: what `ask` looks for at every question."""

import re
from collections.abc import Iterable, Iterator

from advisor.catalog.on_disk.candidate import Candidate
from advisor.catalog.on_disk.folder_models import models_in
from advisor.catalog.on_disk.ollama import model_of_name
from advisor.catalog.on_disk.places import Place
from advisor.catalog.on_disk.walk import Bounds, Search
from advisor.catalog.reading.regular_file import ModelFileError

QUICK = Bounds(entries=50_000, seconds=1.0)
"""A person waits for it; `rig-advisor models` looks through more."""

_HUB_NAME = re.compile(
    r"^(?:https?://)?(?:hf\.co|huggingface\.co)/(?P<name>[\w.-]+/[\w.-]+)(?::(?P<quant>[\w.-]+))?$", re.ASCII | re.I
)
"""A repository of Hugging Face as Ollama and browsers write it, with the quantization that Ollama puts behind it."""


def candidates_of_name(name: str, places: Iterable[Place], search: Search) -> Iterator[Candidate]:
    """The models that a program calls so, or whose file is called so, large and small letters alike."""
    wanted, quant = _plain(name), ""
    if (repository := _HUB_NAME.match(name)) is not None:
        wanted, quant = repository["name"].lower(), (repository["quant"] or "").lower()
    for place in places:
        if place.layout == "ollama":
            try:
                found = model_of_name(name, place)
            except ModelFileError:  # damaged: another program may have it, too
                continue
            if found is not None:
                yield found
        else:
            found_ones = (one for one in models_in(place, search) if wanted in map(_plain, _names(one)))
            yield from (one for one in found_ones if quant in one.files[0].name.lower())


def _names(one: Candidate) -> tuple[str, ...]:
    folder, _, last = one.held_as.rpartition("/")
    return tuple(filter(None, (one.name, one.held_as, folder, last, one.files[0].name)))


def _plain(name: str) -> str:
    return name.lower().removesuffix(".gguf").removesuffix(".safetensors")
