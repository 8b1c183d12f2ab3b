"""The CPU of a plain question, with how many of it."""

import re

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import find_cpu
from advisor.cli.asking.sentence.sentence import Sentence, Word, runs, text_of

_ONLY_NUMBER = re.compile(r"^[\d.]+ ?(gb|gib|tb|b|x|k|w)?$", re.IGNORECASE)
_TELLS = re.compile(r"\d|\bsnapdragon x\b", re.IGNORECASE)
"""What a name of a CPU has at least."""
_BARE = re.compile(r"^(?:\d{5}[a-z]{0,2}|\d{4}(?:x|x3d|xt|g|ge|k|kf|f|t))$", re.IGNORECASE)
_LINES = ("i5-", "i7-", "i9-", "i3-", "Ryzen 5 ", "Ryzen 7 ", "Ryzen 9 ", "Ryzen 3 ")
_SEVERAL = re.compile(r"^([2-8])x?$", re.IGNORECASE)
_NUMBERS = {"two": 2, "dual": 2, "both": 2, "twin": 2, "four": 4, "quad": 4}
_BEHIND = re.compile(r"^x([2-8])$", re.IGNORECASE)
_NOISE = re.compile(r"^(intel|amd|core|cpus?|processors?|with|and|on|a|an|the|my|old|in)$", re.IGNORECASE)
_CORE = re.compile(r"\b(i[3579]) (?=\d{3,5}[a-z]{0,2}\b)", re.IGNORECASE)
_AGAINST = re.compile(r"\b(?:or|vs\.?|versus|against|than|compared|over|instead|rather|and|both)\b|/", re.IGNORECASE)
_VERSION = re.compile(r"^v[1-6]$", re.IGNORECASE)

_PRO = ("Ryzen Threadripper PRO 3975WX", "Ryzen Threadripper PRO 7975WX")
_EIGHT = re.compile(r"\b(?:8|eight|octa)[ -]?ch(?:annels?)?\b", re.IGNORECASE)
"""Of Threadripper only PRO has so many channels of memory."""

_BY_LINE = tuple(
    (
        re.compile(rf"\b(?:amd )?{line}(?: (?:cpus?|processors?|workstations?|servers?|box))?\b", re.IGNORECASE),
        older,
        newer,
    )
    for line, older, newer in (
        (r"(?:ryzen )?threadripper pro", *_PRO),
        (r"(?:ryzen )?threadripper", "Ryzen Threadripper 3970X", "Ryzen Threadripper 7970X"),
        (r"epyc", "EPYC 7302", "EPYC 9334"),
        (r"(?:intel )?xeon ?v4", "Xeon E5-2680 v4", "Xeon E5-2680 v4"),
        (r"(?:intel )?xeon ?v3", "Xeon E5-2680 v3", "Xeon E5-2680 v3"),
        (r"(?:intel )?xeon ?v[12]", "Xeon E5-2670 v2", "Xeon E5-2670 v2"),
        (r"(?:intel )?xeons?", "Xeon E5-2680 v4", "Xeon Gold 6430"),
    )
)
"""A line of processors without a number: what people mostly have of it, and with DDR5 (judgments)."""


def cpus_among(sentence: Sentence, catalog: Catalog, notes: list[str]) -> list[tuple[str, int]]:
    """The CPUs with their places in their order, two at most; the second where it is held against the first.

    A line of processors alone stands for a usual one of it, as the notes then tell.
    """
    first, place = cpu_among(sentence, catalog)
    if not first and (usual := _of_line(sentence, notes)) is not None:
        return [usual]
    before = sentence.left
    second, other = cpu_among(sentence, catalog) if first else ("", 0)
    start, end = sorted((place, other))
    if second and _AGAINST.search(sentence.text[start:end]) is None:
        second, sentence.left = "", before
    return sorted(filter(lambda one: one[0], ((first, place), (second, other))), key=lambda one: one[1])


def cpu_among(sentence: Sentence, catalog: Catalog) -> tuple[str, int]:
    """The CPU as `--cpu` takes it, and where it stands; empty for none."""
    sentence.left = _CORE.sub(r"\1-", sentence.left)
    words = sentence.words()
    found = _longest(words, catalog) or _bare(words, catalog)
    if found is None:
        return "", 0
    first, last, name = found
    if last < len(words) and _VERSION.match(words[last].text):
        name, last = f"{name} {words[last].text}", last + 1
    number, start = _number_before(words, first)
    if number == 1 and last < len(words) and (behind := _BEHIND.match(words[last].text)) is not None:
        number, last = int(behind[1]), last + 1
    while last < len(words) and re.fullmatch(r"cpus?|processors?", words[last].text, re.IGNORECASE):
        last += 1
    sentence.blank(words[start].start, words[last - 1].end)
    return f"{number}x {name}" if number > 1 else name, words[start].start


def _of_line(sentence: Sentence, notes: list[str]) -> tuple[str, int] | None:
    """The usual one of a line, as many as are told."""
    for pattern, older, newer in _BY_LINE:
        if (one := pattern.search(sentence.left)) is not None:
            if "threadripper" in one[0].lower() and _EIGHT.search(sentence.text) is not None:
                older, newer = _PRO
            name = newer if re.search(r"\bddr5\b", sentence.text, re.IGNORECASE) else older
            words = sentence.words()
            first = next(place for place, word in enumerate(words) if word.start >= one.start())
            number, start = _number_before(words, first)
            sentence.blank(words[start].start, one.end())
            named = f"{number}x {name}" if number > 1 else name
            notes.append(f"Assumed: {named} for {one[0].strip()} (--cpu).")
            return named, words[start].start
    return None


def _longest(words: list[Word], catalog: Catalog) -> tuple[int, int, str] | None:
    """The fewest words of the longest run that names a listed one, else one of a family, with its version and line."""
    named = [run for run in runs(words) if _is_cpu(text_of(words, *run), catalog)]
    for first, last in sorted(named, key=lambda one: _card(text_of(words, *one), catalog) is None):
        run = text_of(words, first, last)
        while last - first > 1 and (_NOISE.match(words[first].text) or _is_same(words, first + 1, last, run, catalog)):
            first += 1
        while last - first > 1 and _is_same(words, first, last - 1, run, catalog):
            last -= 1
        return first, last, text_of(words, first, last)
    return None


def _is_same(words: list[Word], first: int, last: int, run: str, catalog: Catalog) -> bool:
    """Whether fewer words name the same: their card, or the same member of a family but for words without a digit."""
    fewer = text_of(words, first, last)
    if not _is_cpu(fewer, catalog):
        return False
    one, other = find_cpu(fewer, catalog), find_cpu(run, catalog)
    if one is None or other is None:
        return False
    if one[0].card or other[0].card:
        return one[0].card == other[0].card
    outside = set(run.split()) - set(fewer.split())
    return not any(_VERSION.match(word) or re.match(r"^(xeon|ryzen|epyc|core|ultra)$", word, re.I) for word in outside)


def _card(name: str, catalog: Catalog) -> str | None:
    found = find_cpu(name, catalog)
    return found[0].card if found is not None else None


def _is_cpu(name: str, catalog: Catalog) -> bool:
    return bool(_TELLS.search(name)) and not _ONLY_NUMBER.match(name) and find_cpu(name, catalog) is not None


def _bare(words: list[Word], catalog: Catalog) -> tuple[int, int, str] | None:
    """A number such as `5800X` or `13600k`, which stands for the one processor of it."""
    for place, one in enumerate(words):
        if _BARE.match(one.text):
            for line in _LINES:
                found = find_cpu(line + one.text, catalog)
                if found is not None and found[0].card:
                    return place, place + 1, found[0].name
    return None


def _number_before(words: list[Word], first: int) -> tuple[int, int]:
    before = first - 1
    while before >= 0 and words[before].text.lower() in ("x", "xeon", "intel", "amd", "epyc"):
        before -= 1
    word = words[before].text.lower() if before >= 0 else ""
    told = _SEVERAL.match(word)
    number = int(told[1]) if told else _NUMBERS.get(word, 1)
    return (number, before) if number > 1 else (1, first)
