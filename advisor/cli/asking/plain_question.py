"""What a plain question, or a model with a computer behind it, asks for: the command that answers it."""

import re
from collections import Counter
from collections.abc import Mapping
from math import inf
from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.named_memory import named_memory
from advisor.cli.asking.named_computers import NamedComputer, Way, computers_among
from advisor.cli.asking.plain_settings import Told, files_among, rams_among, told_among, workload_among
from advisor.cli.asking.plain_words import (
    ONLY_NUMBER,
    Spent,
    are_together,
    card_of_size,
    cpu_and_ram,
    gpus_among,
    money_among,
    options_for,
    owned_among,
    place_of,
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
_WHOLE = re.compile(
    r"\b(complete|whole|entire|new|quiet|ready)\b.*\b(machine|computer|pc|system|build|box|workstation|server)\b",
    re.IGNORECASE,
)
_NO_COMPUTER = ' --machine "Laptop with Iris Xe 8GB"'
"""What is held against a whole computer that is to be bought where nobody said what is there: it takes no parts."""
_GIB = re.compile(r"\b(\d{1,4}) ?gi?b\b", re.IGNORECASE)
_WORD = re.compile(r"[a-z]+")
_SIZE_OF_MODELS = re.compile(
    r"\b(\d{1,3})b\b (?:(dense) )?(?:models?|llms?|class)\b|(?:tun\w+|train\w*|run|serve) (?:an? )?(\d{1,3})b\b",
    re.IGNORECASE,
)
_NEAR = 0.15
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
    text, told = told_among(text)
    words = words_of(text)
    if not 1 < len(words) + bool(spent) <= _MOST_WORDS:
        return ""
    models, rest = _models(words, catalog)
    work = workload or workload_among(text, rest, told, catalog)
    of_work = f" --workload {work}" if work else ""
    gpus = [] if options else gpus_among(rest, catalog) or card_of_size(rest)
    others = words_beside(gpus, rest)
    named = options or ("" if gpus else _product(rest, catalog))
    if spent or _BUYING.search(text) or _OUTSIDE.search(text):
        there = owned_among(gpus, rest, in_a_computer=any(cpu_and_ram(others, catalog)))
        parts = named or options_for(there, others, catalog) or (_NO_COMPUTER if _WHOLE.search(text) else "")
        model = models[:1] or [Asked(one) for one in (_of_size(text, catalog),) if one]
        outside = bool(_OUTSIDE.search(text))
        return _worth(model, of_work, f"{parts}{told.of_purchase}", spent, with_cloud=outside)
    several = [gpus] if are_together(gpus, rest) else [[one] for one in gpus] if len(gpus) > 1 else [gpus]
    computers = [named or options_for(some, others, catalog) for some in several]
    if models and (any(computers) or _ASKING.search(text)):
        lines = [
            f'rig-advisor ask "{model.name}"{of_work}{model.option}{one}{_shown(model, told, catalog)}{told.of_answer}'
            for model in models
            for one in computers
        ]
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
    text, told = told_among(text)
    words = words_of(text)
    if not 1 < len(words) <= _MOST_WORDS:
        return None
    models, rest = _models(words, catalog)
    computers, others = computers_among(rest, catalog)
    cpu, ram = cpu_and_ram(others, catalog)
    if models and cpu and not computers and not spent and (rams := rams_among(text, ram.split()[0] if ram else "")):
        ways = tuple(Way("ram", one, "", ram=one) for one in rams)
        work = workload or workload_among(text, rest, told, catalog)
        return Held((models[0].name,), work, tuple(NamedComputer((one,)) for one in ways), cpu, None)
    is_bought = spent is not None or _BUYING.search(text) is not None
    offered = [one for one in computers if not one.is_owned]
    if _OUTSIDE.search(text) or (is_bought and len(offered) < 2):
        return None
    if len(computers) < 2 and (len(models) < 2 or not computers or is_bought):
        return None
    work = workload or workload_among(text, rest, told, catalog)
    names = tuple(f"{one.name} {one.quant}".strip() for one in models)
    return Held(names, work, tuple(computers), cpu, named_memory(ram) if ram else None)


def _family(words: list[str], catalog: Catalog) -> str:
    """The word with which the names of several models begin (`DeepSeek`); empty for none."""
    starts = Counter(re.split(r"[\W\d_]", card.name)[0].lower() for card in catalog.models.values())
    return next((one for one in words if starts[one.lower()] > 1), "")


class Asked(NamedTuple):
    """A model and the file of it that was named; none where nobody said which."""

    name: str
    quant: str = ""

    @property
    def option(self) -> str:
        """The option for the file, with a space before it."""
        return f" --quant {self.quant}" if self.quant else ""


def _shown(model: Asked, told: Told, catalog: Catalog) -> str:
    """The option for a picture in the prompt, where one is read and the model sees."""
    card = catalog.models.get(catalog.models.find(model.name) or "") if told.sees else None
    return " --set images=1" if card is not None and card.vision is not None else ""


def _product(words: list[str], catalog: Catalog) -> str:
    """The option for a computer that is sold under one name, in the size that is told; empty for none."""
    computers, others = computers_among(words, catalog)
    ways = computers[0].ways if len(computers) == 1 else ()
    size = _GIB.search(" ".join(others))
    if size is not None:
        ways = tuple(one for one in ways if catalog.computers[one.priced].memory_gib == float(size[1]))
    is_one = len(ways) == 1 and ways[0].option == "machine"
    return f' --machine "{ways[0].value}"' if is_one else ""


def _of_size(text: str, catalog: Catalog) -> str:
    """The best-known current model of a size that stands for a kind: "30B dense models"; empty for none."""
    told = _SIZE_OF_MODELS.search(text)
    if told is None:
        return ""
    billions = float(told[1] or told[3])
    cards = [one for one in catalog.models.values() if "chat" in one.good_for]
    if told[2]:
        cards = [one for one in cards if one.active_params == one.params]
    near = [one for one in cards if abs(one.params / 1e9 - billions) <= _NEAR * billions]
    return max(near, key=lambda one: str(one.released)).name if near else ""


def _worth(models: list[Asked], of_work: str, parts: str, spent: Spent | None, *, with_cloud: bool) -> str:
    """The command for a purchase, with what may be spent."""
    named = "".join(f' "{one.name}"{one.option}' for one in models)
    cloud = " --cloud" if with_cloud else ""
    return f"rig-advisor worth{named}{of_work}{parts}{spent.options if spent else ''}{cloud}"


def _models(words: list[str], catalog: Catalog) -> tuple[list[Asked], list[str]]:
    """The models among the words as they stand there, each with the files named for it, and the other words."""
    files = files_among(words)
    left = ["" if place in files else word for place, word in enumerate(words)]
    found: dict[str, int] = {}
    while True:
        place = place_of(left, lambda name: _model(name, catalog))
        if place is None:
            break
        first, last = place
        name = _model(" ".join(left[first:last]), catalog) or ""
        while first and left[first - 1] and left[first - 1].lower() in _WORD.findall(name.lower()):
            first -= 1
        found.setdefault(name, first)
        left[first:last] = [""] * (last - first)
    names = sorted(found, key=lambda one: found[one])
    asked = [one for name in names for one in _with_files(name, found, files)]
    return asked, [one for one in left if one]


def _with_files(name: str, places: Mapping[str, int], files: Mapping[int, str]) -> list[Asked]:
    """A model with each of the files that stand behind it, or before the only one."""
    start = places[name]
    end = min((place for place in places.values() if place > start), default=inf)
    mine = [quant for place, quant in files.items() if start <= place < end or len(places) == 1]
    return [Asked(name, quant) for quant in dict.fromkeys(mine)] or [Asked(name)]


def _model(name: str, catalog: Catalog) -> str | None:
    if ONLY_NUMBER.match(name):
        return None
    found = catalog.models.find(name)
    if found is not None:
        return catalog.models[found].name
    other = catalog.other_models.find(name)
    return catalog.other_models[other].name if other else None
