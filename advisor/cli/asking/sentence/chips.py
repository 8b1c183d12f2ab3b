"""Whole computers of a plain question: products by their name, and chips whose GPU shares their memory."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from advisor.answer.request.named_machine import named_machine
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.gpus import gpu_id
from advisor.cli.asking.sentence.sentence import TAKEN, Sentence, Word, runs, text_of
from advisor.facts.answers.worth import Price

_PARTS = re.compile(r"[a-z]+|\d+")
_FILLERS = frozenset((
    "a", "an", "and", "apple", "chip", "in", "its", "lpddr5x", "memory", "my", "new", "of", "ram", "shared", "soc",
    "the", "total", "unified", "with",
))  # fmt: skip
_SOLD_AS = frozenset(("box", "computer", "desktop", "laptop", "machine", "mini", "pc", "workstation"))
"""Between a chip and the size of its memory: what it is sold in."""
_SIZE = re.compile(r"^(\d{1,4}) ?gi?b$", re.IGNORECASE)
_BARE_SIZE = re.compile(r"8|16|18|24|32|36|48|64|96|128|192|256|512")
_COUNTED = re.compile(
    r" ?(?:gi?b|tb|-?cores?|tokens?|users?|people|hours?|inch|k|x|\d|bits?|of\b|pages?|layers?|%|[$€£]|t/s|tok)",
    re.IGNORECASE,
)
"""Behind a number that is no size of memory."""
_OTHER_SIZE = re.compile(r"\b(?:or|vs\.?|versus|instead of|over|to) (?:the )?(\d{1,4}) ?gi?b\b", re.IGNORECASE)
_FAR_SIZE = re.compile(
    r"\b(?:or|vs\.?|versus|instead of|than)\b"
    r"(?:[ \x00]+(?:should|do|does|would|must|will|can|could|is|i|we|it|rather|better|just|go|going|for|really|need"
    r"|want|get|take|buy|buying|pay|paying|spend|spending|more|the|an?|one|with|to|have|extra|wait|worth|it's|spring|step|up"
    r"|[$€£]?\d{2,4}[$€£]?(?! ?gi?b)))*"
    r"[ \x00]+(\d{1,4}) ?gi?b\b"
    r"(?: (?:one|version|model|variant|option|config\w*)\b"
    r"|(?= *(?:$|[?.,!;]|(?:for|to|instead|better|enough|needed|required|worth|safer|necessary)\b)))",
    re.IGNORECASE,
)
"""Another size of the same computer in a clause of its own: `64gb enough, or do I need the 128gb one`."""
_OTHER_PART = re.compile(
    r"\b(?:or|vs\.?|versus|rtx|gtx|rx|arc|tesla|[2-5]0[5-9]0|macs?|macbook|imac|spark|halo|m[1-6]|v?ram|ddr\d)\b"
    r"|[.;!]\s",
    re.IGNORECASE,
)
"""What stands between keeps the size from being that of the computer before it."""
_OF_SIZE = re.compile(r" (?:\(.*|\d+ ?GB$)")
"""What of a computer's name tells its size."""
_GAP = 16
_MACBOOK, _BESIDE = re.compile(r"\bmac ?book\b", re.IGNORECASE), 18
"""Of a chip that is sold in several computers this says which, so many letters beside it."""
_BARE = frozenset(("mac", "macbook", "imac", "macbooks", "apple"))
_NEAR = 4
"""So many words may stand between a computer and the size of its memory, or its chip."""
_STRIX_HALO = re.compile(
    r"\b(?:amd )?(?:strix halo|(?:ryzen )?ai max\+? ?(?:395)?|max\+ ?395|ryzen ai max(?: plus)? ?395)(?![\w+])", re.I
)
_OTHER_HALO = re.compile(r"ai max\+? ?3(8|9(?!5))\d|ai max pro", re.IGNORECASE)


class Way(NamedTuple):
    """One computer that is meant: the options that name it, what it is called, whose price it has, how often.

    `price` is that of all of it, where it is put together of parts.
    """

    options: tuple[str, ...]
    name: str
    priced: str
    number: int = 1
    price: Price | None = None


class Chip(NamedTuple):
    """A computer, or of a product that is sold in several sizes each of them, small ones first, and where it stands."""

    ways: tuple[Way, ...]
    start: int
    end: int


class _Found(NamedTuple):
    start: int
    end: int
    product: tuple[str, ...] = ()
    chip: str = ""


def chips_among(sentence: Sentence, catalog: Catalog, notes: list[str]) -> list[Chip]:
    """The computers in their order: a product, a chip or both beside each other, with the size of the memory."""
    _name_halo(sentence)
    found = list[Chip]()
    while (one := _first(sentence, catalog)) is not None:
        found += _whole(one, sentence, catalog, notes)
    return sorted(found, key=lambda one: one.start)


def _name_halo(sentence: Sentence) -> None:
    """Write what has several names by the one of the list, at the same length or with blanks behind."""
    for one in list(_STRIX_HALO.finditer(sentence.left)):
        if _OTHER_HALO.search(sentence.left[one.start() :]) is None:
            for name in ("Ryzen AI Max+ 395", "Strix Halo"):
                if len(name) <= len(one[0]):
                    sentence.left = (
                        f"{sentence.left[: one.start()]}{name.ljust(len(one[0]))}{sentence.left[one.end() :]}"
                    )
                    break


def _first(sentence: Sentence, catalog: Catalog) -> _Found | None:
    """The longest run of words that begins the names of computers that are sold, else names a chip."""
    words = sentence.words()
    chip: tuple[int, int, str] | None = None
    for first, last in runs(words):
        run = text_of(words, first, last)
        ids = _product(run, catalog) if last - first > 1 else ()
        if ids:
            return _Found(words[first].start, words[last - 1].end, product=ids)
        card_id = gpu_id(run, catalog) if chip is None or last - first == chip[1] - chip[0] else None
        if card_id and catalog.gpus[card_id].memory_kind != "dedicated" and chip is None:
            chip = first, last, card_id
    if chip is None:
        return None
    first, last, card_id = chip
    return _chip_at(words, first, last, card_id, catalog)


def _chip_at(words: Sequence[Word], first: int, last: int, card_id: str, catalog: Catalog) -> _Found:
    """A chip without words about it that its name does not have, as the size of its memory."""
    own = set(_PARTS.findall(catalog.gpus[card_id].name.lower()))
    while last - first > 1 and _names(words, first + 1, last, card_id, catalog) and not _is_of(words[first], own):
        first += 1
    for end in range(first + 1, last):
        is_beside = not any(_is_of(word, own) for word in words[end:last])
        if is_beside and _names(words, first, end, card_id, catalog):
            last = end
            break
    return _Found(words[first].start, words[last - 1].end, chip=card_id)


def _names(words: Sequence[Word], first: int, last: int, card_id: str, catalog: Catalog) -> bool:
    return gpu_id(text_of(words, first, last), catalog) == card_id


def _is_of(word: Word, own: set[str]) -> bool:
    return set(_PARTS.findall(word.text.lower())) <= own


def _whole(one: _Found, sentence: Sentence, catalog: Catalog, notes: list[str]) -> list[Chip]:
    """With the chip, or the product, and the size beside it; each of two sizes, `16gb vs 24gb`."""
    sentence.blank(one.start, one.end)
    start, end = one.start, one.end
    product, chip = one.product, one.chip
    beside = _beside(sentence, start, end, catalog, want_chip=bool(product))
    if beside is not None:
        sentence.blank(beside.start, beside.end)
        start, end = min(start, beside.start), max(end, beside.end)
        product, chip = product or beside.product, chip or beside.chip
    gib = _size_beside(sentence, start, end)
    if chip and not product and _MACBOOK.search(sentence.text[max(0, start - _BESIDE) : end + _BESIDE]):
        product = _product("MacBook", catalog)
    found = [Chip(_ways(product, chip, gib, catalog, notes), start, end)]
    other = _other_size(sentence, end, has_size=gib is not None)
    if other is not None:
        name = _OF_SIZE.sub("", found[0].ways[0].name)
        alike = _product(name, catalog) or product
        sentence.blank(other.start(), other.end())
        found.append(Chip(_ways(alike, chip, float(other[1]), catalog, notes), other.start(1), other.end()))
    return found


def _other_size(sentence: Sentence, end: int, *, has_size: bool) -> re.Match[str] | None:
    """Where another size of the computer is named that ends there: right behind it, or in a clause of its own."""
    near = _OTHER_SIZE.search(sentence.left, end)
    between = sentence.left[end : near.start()].replace(TAKEN, " ") if near is not None else ""
    if near is not None and not between.strip(" ,") and len(between) < _GAP:
        return near
    far = _FAR_SIZE.search(sentence.left, end) if has_size else None
    is_other = far is None or _OTHER_PART.search(sentence.text[end : far.start()]) is not None
    return None if is_other else far


def _beside(sentence: Sentence, start: int, end: int, catalog: Catalog, *, want_chip: bool) -> _Found | None:
    """The chip beside a product, or the product beside a chip; bare words such as "Mac" are taken out, too."""
    words = [one for one in sentence.words() if one.text]
    after = [one for one in words if one.start >= end]
    before = [one for one in words if one.end <= start]
    for near in (_near(after), _near(before[::-1])[::-1]):
        for first, last in runs(near):
            run = text_of(near, first, last)
            if want_chip:
                card_id = gpu_id(run, catalog)
                if card_id and catalog.gpus[card_id].memory_kind != "dedicated":
                    return _chip_at(near, first, last, card_id, catalog)
            elif last - first > 1 and (ids := _product(run, catalog)):
                return _Found(near[first].start, near[last - 1].end, product=ids)
    for word in (*after[:1], *before[-1:]):
        if word.text.lower() in _BARE:
            sentence.blank(word.start, word.end)
    return None


def _near(words: Sequence[Word]) -> list[Word]:
    """The next words up to something that is neither a filler nor the beginning of a name."""
    found = list[Word]()
    for one in words[: _NEAR + 2]:
        if re.fullmatch(r"or|vs\.?|versus|than|for|run|to", one.text, re.IGNORECASE):
            break
        if one.text.lower() not in _FILLERS:
            found.append(one)
    return found[:_NEAR]


def _size_beside(sentence: Sentence, start: int, end: int) -> float | None:
    """The size of the memory behind the computer, or right before it."""
    words = [one for one in sentence.words() if one.text]
    after, before = [one for one in words if one.start >= end], [one for one in words if one.end <= start]
    inside = [one for one in words if start <= one.start and one.end <= end]
    if (bare := _bare_size(sentence, after[:1], end)) is not None:
        return bare
    for near in (inside, after[:_NEAR], before[-1:]):
        for place, one in enumerate(near):
            text = one.text + (near[place + 1].text if one.text.isdigit() and place + 1 < len(near) else "")
            if (size := _SIZE.match(text)) is not None:
                last = one if text == one.text else near[place + 1]
                sentence.blank(one.start, last.end)
                _take_tags(sentence, last.end)
                return float(size[1])
            if one.text.lower() not in _FILLERS | _SOLD_AS and not re.fullmatch(
                r"\(?\d+-core|gpu\)?", one.text, re.IGNORECASE
            ):
                break
    return None


def _bare_size(sentence: Sentence, after: Sequence[Word], end: int) -> float | None:
    """A size without its unit right behind a computer: `m3 ultra 512`, `mac mini m4 pro 48`."""
    one = next(iter(after), None)
    if one is None or not _BARE_SIZE.fullmatch(one.text) or sentence.left[end : one.start].strip(f" {TAKEN}"):
        return None
    if _COUNTED.match(sentence.left[one.end :]):
        return None
    sentence.blank(one.start, one.end)
    _take_tags(sentence, one.end)
    return float(one.text)


def _take_tags(sentence: Sentence, end: int) -> None:
    tag = re.match(r" ?(?:of )?(?:unified |shared )?(?:ram|memory|lpddr5x?)\b", sentence.left[end:], re.IGNORECASE)
    if tag is not None:
        sentence.blank(end, end + tag.end())


def _ways(product: Sequence[str], chip: str, gib: float | None, catalog: Catalog, notes: list[str]) -> tuple[Way, ...]:
    """The computers that are meant by a product, a chip and a size, as far as they are named."""
    cards = catalog.computers
    sold = product or [one for one in _sold(catalog) if cards[one].gpu in _alike(chip, catalog)]
    fitting = [one for one in sold if gib in (None, cards[one].memory_gib)]
    if chip and product:
        fitting = [one for one in fitting if cards[one].gpu in _alike(chip, catalog)]
    if fitting:
        by_size = sorted(fitting, key=lambda one: cards[one].memory_gib or 0)
        return tuple(Way(("--machine", cards[one].name), cards[one].name, one) for one in by_size)
    if not chip and product:
        chip = next(iter({cards[one].gpu or "" for one in product}), "")
    if not chip:  # a board without a GPU of its own
        known = cards[product[0]]
        told = f"{known.name.rsplit(' ', 1)[0]} {gib:g}GB" if gib else known.name
        named = named_machine(told, catalog)
        if named is None and known.cpu is not None and gib:  # it is not listed with that much
            cpu = catalog.cpus[known.cpu].name
            return (Way(("--gpu", "none", "--cpu", cpu, "--ram", f"{gib:g}"), f"{cpu} {gib:g}GB", ""),)
        name = named.name if named is not None else known.name
        return (Way(("--machine", name), name, ""),)
    card = catalog.gpus[_sold_with(gib, chip, catalog)]
    ram = ("--ram", f"{gib:g}") if gib else ()
    if card.memory_gib and gib and gib > card.memory_gib:
        ram = ("--ram", f"{card.memory_gib:g}")
        notes.append(f"Not understood: {gib:g} GB; {card.name} is sold with at most {card.memory_gib:g} GB.")
    return (Way(("--gpu", card.name, *ram), card.name + (f" {gib:g}GB" if gib else ""), chip),)


def _sold_with(gib: float | None, chip: str, catalog: Catalog) -> str:
    """The chip, or one of its name with other cores where it is not sold with so little memory: `M3 Max 36GB`."""

    def takes(one: str) -> bool:
        card = catalog.gpus[one]
        return (card.least_memory_gib or 0.0) <= (gib or 0.0) <= (card.memory_gib or 0.0)

    is_too_little = gib is not None and gib < (catalog.gpus[chip].least_memory_gib or 0.0)
    return next(filter(takes, sorted(_alike(chip, catalog))), chip) if is_too_little else chip


def _alike(chip: str, catalog: Catalog) -> set[str]:
    """The chip and those of its name that differ in cores."""
    name = re.sub(r" \(?\d+-core.*$", "", catalog.gpus[chip].name)
    return {one for one, card in catalog.gpus.items() if re.sub(r" \(?\d+-core.*$", "", card.name) == name}


def _product(run: str, catalog: Catalog) -> tuple[str, ...]:
    """The computers that are sold whose name is or begins with these words."""
    exact = catalog.computers.find(run)
    if exact and not catalog.computers[exact].usual:
        return (exact,)
    key = _PARTS.findall(run.lower())
    return tuple(
        one for one in _sold(catalog) if _PARTS.findall(catalog.computers[one].name.lower())[: len(key)] == key
    )


def _sold(catalog: Catalog) -> list[str]:
    return [one for one, card in catalog.computers.items() if not card.usual and card.memory_gib]
