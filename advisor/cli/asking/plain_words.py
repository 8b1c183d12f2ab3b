"""What is in the words of a plain question beside a model: parts of a computer, and what may be spent."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from advisor.answer.which_device.named_gpu import find_named_gpu
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import find_cpu, is_listed
from advisor.catalog.hardware.named_memory import NamedMemory, named_memory
from advisor.facts.asked.request import DeviceFacts
from advisor.present.words.shell_words import command

_LONGEST_NAME = 7
"""Words of the longest name of a model or a part that is looked for."""
_BETWEEN = re.compile(r"[\s,;?!()]+")
ONLY_NUMBER = re.compile(r"^[\d.]+ ?(gb|gib|b|x)?$", re.IGNORECASE)
"""Words that name nothing by themselves."""
_SIZE = re.compile(r"^(\d{1,4}) ?gi?b$", re.IGNORECASE)
_SIZE_IN = re.compile(r"\b\d{1,4} ?gi?b\b", re.IGNORECASE)
_SEVERAL = re.compile(r"^([2-9])x$", re.IGNORECASE)
_NUMBERS = {"two": 2, "dual": 2, "pair": 2, "three": 3, "four": 4}
_PLURAL = re.compile(r"(?<=\d)s$", re.IGNORECASE)
_BARE_NUMBER = re.compile(r"^[2-5]0[5-9]0s?$", re.IGNORECASE)
"""What people call a GeForce RTX by."""
_BRAND = re.compile(r"^(nvidia|geforce|rtx)$", re.IGNORECASE)
_LAPTOP = re.compile(r"^(laptop|notebook)s?$", re.IGNORECASE)
_NO_LAPTOP = re.compile(r"^(desktop|pc)s?$", re.IGNORECASE)
_VRAM = re.compile(r"^v-?ram$", re.IGNORECASE)
_RAM = re.compile(r"^(system|ram|memory|ddr\d\w*|unified)$", re.IGNORECASE)
_OWNED = re.compile(r"^(my|have|own|with|on|got|has|current|existing|from)$", re.IGNORECASE)
_WORDS_BETWEEN = 3
"""So many words may stand between "my" and the card."""
_OFFERED = re.compile(
    r"^(an?|another|second|third|fourth|extra|additional|buy|buying|get|getting|add|adding|to|or|vs|versus|than)$",
    re.IGNORECASE,
)
_SPENDING = re.compile(r"^(spend|spending)$", re.IGNORECASE)
_ARTICLE = re.compile(r"^an?$", re.IGNORECASE)
_TELLING = re.compile(
    r"^(my|have|own|with|got|has|should|is|buy|buying|get|getting|or|vs|versus|worth|rent|add|adding|to)$",
    re.IGNORECASE,
)
"""Before a list of parts: whether they are there or to come."""
_OF_OFFERS = re.compile(r"^(used|new|cheap|single|refurbished|second-hand|one)$", re.IGNORECASE)
_JOINED = re.compile(r"^(\+|&|and|plus|with|together|an?|my|second)$", re.IGNORECASE)
_AGAINST = re.compile(r"^(or|vs|versus|better|faster|compare\w*|which|than)$", re.IGNORECASE)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP"}
_NAMES = {"d": "USD", "us": "USD", "b": "USD", "e": "EUR", "p": "GBP", "g": "GBP"}
_AMOUNT = r"(\d{1,6}(?:\.\d{1,2})?)(k?)"
_SIGN = r"[$€£]|(?:us )?dollars?\b|usd\b|bucks\b|euros?\b|eur\b|pounds?\b|gbp\b|quid\b"
_MONEY = re.compile(
    rf"([$€£]) ?{_AMOUNT}\b"
    rf"|\b{_AMOUNT} ?({_SIGN})"
    rf"|\b(?:budget(?: of| is)?|under|below|up to|at most|less than|spend) {_AMOUNT}\b"
    rf"(?! ?(?:(?:gi?b|w|watts?|mm|mb|b|k|tokens?|s|t/s|x)\b|{_SIGN}))",
    re.IGNORECASE,
)


class Spent(NamedTuple):
    """What may be spent, and in which currency."""

    amount: float
    currency: str

    @property
    def options(self) -> str:
        """The options for it, with a space before them."""
        currency = f" --currency {self.currency}" if self.currency != "USD" else ""
        return f" --budget {self.amount:g}{currency}"


def money_among(text: str) -> tuple[str, Spent | None]:
    """The text without what may be spent, and that; of several amounts the largest, up to which it may be."""
    text, found = _THOUSANDS.sub("", text), list[Spent]()
    for one in _MONEY.finditer(text):
        sign, first, first_k, second, second_k, name, third, third_k = one.groups()
        amount, thousand = next(pair for pair in ((first, first_k), (second, second_k), (third, third_k)) if pair[0])
        currency = _CURRENCIES.get(sign or name or "") or _named(name or "")
        found.append(Spent(float(amount) * (1000 if thousand else 1), currency))
    return _MONEY.sub(" ", text), max(found, default=None)


def _named(currency: str) -> str:
    """The code of a currency by the word for it; of none that of the prices."""
    word = currency.lower()
    return next((code for start, code in _NAMES.items() if word.startswith(start)), "GBP" if word == "quid" else "USD")


def words_of(text: str) -> list[str]:
    """The words of a question."""
    return [word for one in _BETWEEN.split(text) if (word := one.strip(".:"))]


def runs(count: int) -> Iterator[tuple[int, int]]:
    """Places of runs of words, the longest first."""
    for length in range(min(count, _LONGEST_NAME), 0, -1):
        yield from ((first, first + length) for first in range(count - length + 1))


def place_of(words: Sequence[str], find: Callable[[str], object]) -> tuple[int, int] | None:
    """The place of the fewest words that name what the longest run of words does; none runs over an empty one."""
    places = [one for one in runs(len(words)) if "" not in words[one[0] : one[1]]]
    found = [(find(" ".join(words[first:last])), first, last) for first, last in places]
    named = [one for one in found if one[0] is not None]
    if not named:
        return None
    _, first, last = next(one for one in reversed(named) if one[0] == named[0][0])
    return first, last


class NamedPart(NamedTuple):
    """A GPU as `--gpu` takes it, and the places of the words that name it with its memory."""

    name: str
    first: int
    last: int


def gpus_among(words: Sequence[str], catalog: Catalog) -> list[NamedPart]:
    """The GPUs among the words, in their order; beside a laptop those of laptops."""

    def gpu_of(name: str) -> str | None:
        if _BARE_NUMBER.match(name):
            return gpu_of(f"RTX {name}")
        if ONLY_NUMBER.match(name):
            return None
        one = find_named_gpu(name, DeviceFacts(), catalog.gpus).card_id
        return gpu_of(_PLURAL.sub("", name)) if one is None and _PLURAL.search(name) else one

    found, open_words = list[NamedPart](), list(words)
    while (place := place_of(open_words, gpu_of)) is not None:
        first, last = place
        card = catalog.gpus[gpu_of(" ".join(words[first:last])) or ""]
        sizes = {card.memory_gib, *(catalog.gpus[one].memory_gib for one in catalog.gpus.variants(card.name))}
        while first and open_words[first - 1] and _BRAND.match(words[first - 1]):
            first -= 1
        number, start = _number_before(words, first)
        if card.memory_kind == "dedicated":
            last = _behind_its_memory(words, last, sizes)
        found.append(NamedPart(f"{number}x {card.name}" if number > 1 else card.name, start, last))
        open_words[start:last] = [""] * (last - start)
    is_laptop = any(map(_LAPTOP.match, open_words)) and not any(map(_NO_LAPTOP.match, open_words))
    found = [one._replace(name=_of_laptop(one.name, catalog)) for one in found] if is_laptop else found
    return sorted(found, key=lambda one: one.first)


_CARD_OF_SIZE = re.compile(r"^(v-?ram|card|gpu|graphics)s?$", re.IGNORECASE)
_USUAL_CARDS = {8: "RTX 4060", 12: "RTX 3060 12GB", 16: "RTX 5060 Ti 16GB", 24: "RTX 3090", 32: "RTX 5090"}
"""What people have where they say only how much VRAM."""


def card_of_size(words: Sequence[str]) -> list[NamedPart]:
    """The usual card of so much memory, where that is all that is said of it: "24 GB VRAM", "a 16GB card"."""
    for width in (2, 1):
        for first in range(len(words) - width):
            size = _SIZE.match("".join(words[first : first + width]))
            last = first + width
            if size is not None and _CARD_OF_SIZE.match(words[last]) and (name := _USUAL_CARDS.get(int(size[1]))):
                return [NamedPart(name, first, last + 1)]
    return []


def count_of(name: str) -> tuple[int, str]:
    """How many GPUs `2x RTX 3090` names, and the name of one."""
    number, _, one = name.partition("x ")
    return (int(number), one) if one and number.isdigit() else (1, name)


def _number_before(words: Sequence[str], first: int) -> tuple[int, int]:
    """How many of what stands at a place, and where the words for it begin: `2x`, `two`, `a pair of`."""
    before = first - 2 if first > 1 and words[first - 1].lower() == "of" else first - 1
    word = words[before].lower() if before >= 0 else ""
    told = _SEVERAL.match(word)
    number = int(told[1]) if told else _NUMBERS.get(word, 1)
    return (number, before) if number > 1 else (1, first)


def _of_laptop(name: str, catalog: Catalog) -> str:
    """The GPU for laptops of that name where there is one."""
    card_id = catalog.gpus.find(f"{name} Laptop")
    return catalog.gpus[card_id].name if card_id is not None else name


def _behind_its_memory(words: Sequence[str], last: int, sizes: set[float | None]) -> int:
    """The place behind a card with the size of its memory, where that stands behind its name."""
    for width in (2, 1):
        behind = words[last : last + width]
        size = _SIZE.match("".join(behind))
        tag = words[last + width] if last + width < len(words) else ""
        if len(behind) == width and size is not None and not _RAM.match(tag):
            is_tagged = _VRAM.match(tag) is not None
            if is_tagged or float(size[1]) in sizes:
                return last + width + is_tagged
    return last


def is_owned(one: NamedPart, words: Sequence[str]) -> bool:
    """Whether the words say that somebody has this GPU: it is not one to be bought."""
    before = words[max(0, one.first - _WORDS_BETWEEN) : one.first]
    told = [word.lower() for word in before if _OWNED.match(word)]
    return bool(told) and not (set(told) == {"on"} and any(map(_SPENDING.match, before)))


def owned_among(gpus: Sequence[NamedPart], words: Sequence[str], *, in_a_computer: bool) -> list[NamedPart]:
    """The GPUs that are there when a purchase is asked about: all that nothing offers, beside other parts of it."""

    def is_offered(one: NamedPart) -> bool:
        before = [word for word in words[: one.first] if not _OF_OFFERS.match(word)]
        if not before or not _OFFERED.match(before[-1]):
            return False
        told = (word for word in reversed(before) if _TELLING.match(word))
        return not _ARTICLE.match(before[-1]) or _OWNED.match(next(told, "")) is None

    return [one for one in gpus if is_owned(one, words) or (in_a_computer and not is_offered(one))]


def are_together(gpus: Sequence[NamedPart], words: Sequence[str]) -> bool:
    """Whether several GPUs are in one computer: joined by "+" or "and", not held against each other."""
    if len(gpus) < 2:
        return False
    between = [words[one.last : other.first] for one, other in pairwise(gpus)]
    are_added = all(any(_JOINED.match(word) for word in some) and len(some) <= _WORDS_BETWEEN for some in between)
    return are_added and (not any(map(_AGAINST.match, words)) or all("+" in some for some in between))


def words_beside(gpus: Sequence[NamedPart], words: Sequence[str]) -> list[str]:
    """The words that name none of these GPUs."""
    of_gpus = {place for one in gpus for place in range(one.first, one.last)}
    return [one for place, one in enumerate(words) if place not in of_gpus]


def cpu_and_ram(words: list[str], catalog: Catalog) -> tuple[str, str]:
    """The CPU and the RAM among the words as options take them; empty where there are none."""

    def listed(name: str) -> str | None:
        found = find_cpu(name, catalog) if _may_be_cpu(name) and is_listed(name, catalog) else None
        return f"{found[0].id} {found[0].cores.value}" if found is not None else None

    def known(name: str) -> bool | None:
        return (_may_be_cpu(name) and find_cpu(name, catalog) is not None) or None

    place = place_of(words, listed) or place_of(words, known)
    if place is None:
        return "", _ram(words)
    first, last = place
    number, start = _number_before(words, first)
    name = " ".join(words[first:last])
    return f"{number}x {name}" if number > 1 else name, _ram([*words[:start], *words[last:]])


def _may_be_cpu(name: str) -> bool:
    return bool(re.search(r"\d", name)) and not ONLY_NUMBER.match(name) and not _SIZE_IN.search(name)


def options_for(gpus: Sequence[NamedPart], others: list[str], catalog: Catalog) -> str:
    """The options for a computer of these GPUs and of what is among the other words, with a space before them."""
    cpu, ram = cpu_and_ram(others, catalog)
    named = [word for one in gpus for word in ("--gpu", one.name)]
    named += ["--gpu", "none"] if cpu and not gpus else []
    named += [*(("--cpu", cpu) if cpu else ()), *(("--ram", ram) if ram else ())]
    return f" {command(named, 'windows' if os.name == 'nt' else 'linux')}" if named else ""


def _ram(words: Sequence[str]) -> str:
    """The RAM among the words as `--ram` takes it: its size, with its sticks and their speed where these are said."""
    size, found = _ram_size(words), (named_memory(" ".join(words[first:last])) for first, last in runs(len(words)))
    of_sticks = [one for one in found if one is not None and not one.is_only_a_size]
    if not of_sticks:
        return size
    told = max(of_sticks, key=lambda one: sum(map(bool, one)))
    return str(told.filled_from(NamedMemory(float(size) if size else None))) if told.gib or size else ""


def _ram_size(words: Sequence[str]) -> str:
    """The size of RAM among the words, as somebody called it so, else the first that is of nothing else."""
    joined = [("".join(pair), place + 2) for place, pair in enumerate(pairwise(words))]
    sizes = [(size[1], behind) for one, behind in joined if (size := _SIZE.match(one))]
    sizes += [(size[1], place + 1) for place, one in enumerate(words) if (size := _SIZE.match(one))]
    tags = [(size, words[behind] if behind < len(words) else "") for size, behind in sizes]
    told = (size for size, tag in tags if _RAM.match(tag))
    return next(told, next((size for size, tag in tags if not _VRAM.match(tag)), ""))
