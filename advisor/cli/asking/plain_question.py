"""What a plain question, or a model with a computer behind it, asks for: the command that answers it."""

import re
from collections import Counter

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.named_memory import named_memory
from advisor.cli.asking.named_computers import computers_among
from advisor.cli.asking.plain_words import (
    ONLY_NUMBER,
    Spent,
    cpu_and_ram,
    gpus_among,
    is_owned,
    money_among,
    options_for,
    runs,
    taken,
    words_beside,
    words_of,
)
from advisor.cli.asking.side_by_side import Held
from advisor.cli.frame.profile import DEFAULT_WORKLOAD
from advisor.present.words.words import joined

_MOST_WORDS = 32
_WHY = re.compile(
    r"^\s*(why|how (do|does|can|should|to)|what (is|are|does)) (?!.*\b(best|fastest|good)\b)", re.IGNORECASE
)
_ASKING = re.compile(
    r"\b(which|what|whats|how|best|recommend\w*|should|can i|could i|model|models|good|fastest|run)\b|\?", re.IGNORECASE
)
_BUYING = re.compile(
    r"\b(worth|buy|buying|upgrade\w*|purchase|need a|get a|cheaper|rent|renting|spend|pay|budget)\b", re.IGNORECASE
)
_OUTSIDE = re.compile(r"\b(rent|renting|rented|cloud|api|apis|runpod|vast)\b", re.IGNORECASE)


def is_about_why(text: str) -> bool:
    """Whether an explanation is asked for, which no command gives."""
    return _WHY.search(text) is not None


def fitting_command(text: str, catalog: Catalog, *, workload: str | None, options: str) -> str:
    """The command for what names no model as it stands: empty where nothing says what is meant.

    `options` name the computer that the command was about, with a space before them; parts that are in the text come
    behind. Of several models, or several GPUs, that are held against each other each has a command.
    """
    text, spent = money_among(text)
    words = words_of(text)
    if not 1 < len(words) + bool(spent) <= _MOST_WORDS:
        return ""
    models, rest = _models(words, catalog)
    work = workload or _workload(rest, catalog)
    of_work = f" --workload {work}" if work else ""
    gpus = [] if options else gpus_among(rest, catalog)
    others = words_beside(gpus, rest)
    if spent or _BUYING.search(text) or _OUTSIDE.search(text):
        parts = options or options_for([one for one in gpus if is_owned(one, rest)], others, catalog)
        return _worth(models[:1], of_work, parts, spent, with_cloud=bool(_OUTSIDE.search(text)))
    several = [[one] for one in gpus] if len(gpus) > 1 else [gpus]
    computers = [options or options_for(some, others, catalog) for some in several]
    if models and (any(computers) or _ASKING.search(text)):
        lines = [f'rig-advisor ask "{model}"{of_work}{one}' for model in models for one in computers]
    elif (_ASKING.search(text) and not (is_about_why(text) and not any(computers))) or (work and any(computers)):
        family = _family(rest, catalog)
        named = f" --find {family}" if family else ""
        lines = [f"rig-advisor rank --workload {work or DEFAULT_WORKLOAD}{named}{one}" for one in computers]
    else:
        lines = []
    return joined(lines, ", then ")


def held_against(text: str, catalog: Catalog, *, workload: str | None) -> Held | None:
    """The computers, or the models on one, held against each other; None where these are fewer than two.

    A purchase beside what somebody has is another question.
    """
    text, spent = money_among(text)
    words = words_of(text)
    if not 1 < len(words) <= _MOST_WORDS:
        return None
    models, rest = _models(words, catalog)
    computers, others = computers_among(rest, catalog)
    is_bought = spent is not None or _BUYING.search(text) is not None
    offered = [one for one in computers if not one.is_owned]
    if _OUTSIDE.search(text) or (is_bought and len(offered) < 2):
        return None
    if len(computers) < 2 and (len(models) < 2 or not computers or is_bought):
        return None
    work = workload or _workload(rest, catalog)
    cpu, ram = cpu_and_ram(others, catalog)
    return Held(tuple(models), work, tuple(computers), cpu, named_memory(ram) if ram else None)


def _family(words: list[str], catalog: Catalog) -> str:
    """The word with which the names of several models begin (`DeepSeek`); empty for none."""
    starts = Counter(re.split(r"[\W\d_]", card.name)[0].lower() for card in catalog.models.values())
    return next((one for one in words if starts[one.lower()] > 1), "")


def _worth(models: list[str], of_work: str, parts: str, spent: Spent | None, *, with_cloud: bool) -> str:
    """The command for a purchase, with what may be spent."""
    named = "".join(f' "{one}"' for one in models)
    cloud = " --cloud" if with_cloud else ""
    return f"rig-advisor worth{named}{of_work}{parts}{spent.options if spent else ''}{cloud}"


def _models(words: list[str], catalog: Catalog) -> tuple[list[str], list[str]]:
    """The names of the models among the words as they stand there, and the other words."""
    found: dict[str, int] = {}
    left = words
    while True:
        name, rest = taken(left, lambda name: _model(name, catalog))
        if not name:
            return sorted(found, key=lambda one: found[one]), left
        left = rest
        found.setdefault(_model(name, catalog) or "", words.index(name.split()[0]))


def _model(name: str, catalog: Catalog) -> str | None:
    if ONLY_NUMBER.match(name):
        return None
    found = catalog.models.find(name)
    if found is not None:
        return catalog.models[found].name
    other = catalog.other_models.find(name)
    return catalog.other_models[other].name if other else None


def _workload(words: list[str], catalog: Catalog) -> str:
    """The id of the work that is among the words; empty for none."""
    for first, last in runs(len(words)):
        name = " ".join(words[first:last])
        if found := catalog.workloads.find(name) or catalog.other_workloads.find(name):
            return found
    return ""
