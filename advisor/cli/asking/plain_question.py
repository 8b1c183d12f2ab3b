"""What a plain question, or a model with a computer behind it, asks for: the command that answers it."""

import os
import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from advisor.answer.which_device.named_gpu import find_named_gpu
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import find_cpu
from advisor.cli.frame.profile import DEFAULT_WORKLOAD
from advisor.facts.asked.request import DeviceFacts
from advisor.present.words.shell_words import command

_MOST_WORDS = 24
_LONGEST_NAME = 7
"""Words of the longest name of a model or a part that is looked for."""
_ASKING = re.compile(
    r"\b(which|what|whats|how|best|recommend\w*|should|can i|could i|model|models|good|fastest|run)\b|\?", re.IGNORECASE
)
_BUYING = re.compile(r"\b(worth|buy|buying|upgrade\w*|purchase|need a|get a)\b", re.IGNORECASE)
_RAM = re.compile(r"^(\d{1,4}) ?gi?b$", re.IGNORECASE)
_SEVERAL = re.compile(r"^[2-9]x$", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;?!()]+")
_ONLY_NUMBER = re.compile(r"^[\d.]+ ?(gb|gib|b|x)?$", re.IGNORECASE)


def fitting_command(text: str, catalog: Catalog, *, workload: str | None, options: str) -> str:
    """The command for what names no model as it stands: empty where nothing says what is meant.

    `options` name the computer that the command was about, with a space before them; parts that are in the text come
    behind.
    """
    words = [one for one in _BETWEEN.split(text) if one]
    if not 1 < len(words) <= _MOST_WORDS:
        return ""
    model, rest = _taken(words, lambda name: _model(name, catalog))
    model = _model(model, catalog) or ""
    parts = "" if options else _parts(rest, catalog)
    work = workload or _workload(rest, catalog)
    of_work = f" --workload {work}" if work else ""
    if _BUYING.search(text):
        named = f' "{model}"' if model else ""
        return f"rig-advisor worth{named}{of_work}{options}{parts}"
    if model and parts:
        return f'rig-advisor ask "{model}"{of_work}{options}{parts}'
    if _ASKING.search(text) and model:
        return f'rig-advisor ask "{model}"{of_work}{options}'
    if _ASKING.search(text) or (work and parts):
        return f"rig-advisor rank --workload {work or DEFAULT_WORKLOAD}{options}{parts}"
    return ""


def _taken(words: list[str], find: Callable[[str], object]) -> tuple[str, list[str]]:
    """The fewest words that name what the longest run of words does, and the other words; empty for nothing."""
    found = [(find(" ".join(words[first:last])), first, last) for first, last in _runs(len(words))]
    named = [one for one in found if one[0] is not None]
    if not named:
        return "", words
    _, first, last = next(one for one in reversed(named) if one[0] == named[0][0])
    return " ".join(words[first:last]), [*words[:first], *words[last:]]


def _runs(count: int) -> Iterator[tuple[int, int]]:
    """Places of runs of words, the longest first."""
    for length in range(min(count, _LONGEST_NAME), 0, -1):
        yield from ((first, first + length) for first in range(count - length + 1))


def _model(name: str, catalog: Catalog) -> str | None:
    if _ONLY_NUMBER.match(name):
        return None
    found = catalog.models.find(name)
    if found is not None:
        return catalog.models[found].name
    other = catalog.other_models.find(name)
    return catalog.other_models[other].name if other else None


def _parts(words: list[str], catalog: Catalog) -> str:
    """The options for the parts of a computer that are among the words, with a space before them."""

    def gpu_of(name: str) -> str | None:
        return None if _ONLY_NUMBER.match(name) else find_named_gpu(name, DeviceFacts(), catalog.gpus).card_id

    def is_cpu(name: str) -> bool | None:
        return (re.search(r"\d", name) and not _ONLY_NUMBER.match(name) and bool(find_cpu(name, catalog))) or None

    gpu, words = _taken(words, gpu_of)
    card = gpu_of(gpu)
    several = next((one for one in words if card and _SEVERAL.match(one)), "")
    gpu = f"{several} {catalog.gpus[card].name}".strip() if card else ""
    cpu, words = _taken(words, is_cpu)
    pairs = (*words, *(f"{one}{other}" for one, other in pairwise(words)))
    ram = next((found[1] for one in pairs if (found := _RAM.match(one))), "")
    named = [*(("--gpu", gpu or "none") if gpu or cpu else ()), *(("--cpu", cpu) if cpu else ())]
    named += ("--ram", ram) if ram else ()
    return f" {command(named, 'windows' if os.name == 'nt' else 'linux')}" if named else ""


def _workload(words: list[str], catalog: Catalog) -> str:
    """The id of the work that is among the words; empty for none."""
    for first, last in _runs(len(words)):
        name = " ".join(words[first:last])
        if found := catalog.workloads.find(name) or catalog.other_workloads.find(name):
            return found
    return ""
