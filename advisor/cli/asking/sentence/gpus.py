"""The graphics cards of a plain question, with how many of them and their memory."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from advisor.answer.which_device.named_gpu import find_named_gpu
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.named_memory import NamedMemory
from advisor.cli.asking.sentence.apart.parts import sides
from advisor.cli.asking.sentence.sentence import Sentence, Word, runs, text_of
from advisor.facts.asked.request import DeviceFacts

_ONLY_NUMBER = re.compile(r"^[\d.]+ ?(gb|gib|tb|b|x|k|w)?$", re.IGNORECASE)
_ARTICLE = re.compile(r"^a \d", re.IGNORECASE)
"""No A16 is meant by `a 16 gb card`."""
_SIZE = re.compile(r"^(\d{1,4}) ?gi?b$", re.IGNORECASE)
_ANY_SIZE = re.compile(r"\b\d{1,4} ?gi?b\b", re.IGNORECASE)
_SIZES_OF_RAM = (4, 8, 16, 32, 48, 64, 96, 128)
_SEVERAL = re.compile(r"^([1-9]|1[0-6])x?$", re.IGNORECASE)
_NUMBERS = {"a": 1, "an": 1, "one": 1, "single": 1, "two": 2, "dual": 2, "twin": 2, "pair": 2, "three": 3, "triple": 3,
            "four": 4, "quad": 4, "six": 6, "eight": 8}  # fmt: skip
_STUCK = re.compile(r"^([2-9])x(?=[a-z]*\d)", re.IGNORECASE)
_BEHIND = re.compile(r"^x([2-9])$", re.IGNORECASE)
_PLURAL = re.compile(r"(?<=[\da-z])s$", re.IGNORECASE)
_BARE_NUMBER = re.compile(r"^[2-5]0[5-9]0s?$", re.IGNORECASE)
"""What people call a GeForce RTX by."""
_SIXTEEN = re.compile(r"^(?:gtx ?)?(16[56]0) ?(s|ti|super)?$", re.IGNORECASE)
"""What people call a GeForce GTX of the 16 series by."""
_BRAND = re.compile(r"^(nvidia|geforce|rtx|gtx|amd|radeon|intel|rx|tesla|quadro)$", re.IGNORECASE)
_PARTS = re.compile(r"[a-z]+|\d+")
_FORM = re.compile(r"\b(?:SXM\d?|PCIe)\b", re.IGNORECASE)
_SUFFIX = re.compile(r"^(?:ti|super|xt|xtx|gre)$", re.IGNORECASE)
_OF_CPU = re.compile(
    r"\b(?:intel )?(?:u?hd|iris(?: (?:plus|pro|xe))?)(?: graphics)? (?:p?\d{3,4})\b(?: (?:graphics|igpu))?",
    re.IGNORECASE,
)
_LAPTOP = re.compile(r"^(laptop|notebook|mobile)s?$", re.IGNORECASE)
_NO_LAPTOP = re.compile(r"^(desktop|pc)s?$", re.IGNORECASE)
_OF_LAPTOPS = re.compile(r"(?<!\d)\d{3,4}(?!\d)")
_NO_NAME = re.compile(r"\b(?:laptop|notebook|mobile|with|and|an?|the|on|in|of|for|v?ram|cards?|gpus?)\b", re.IGNORECASE)
"""A name has a number, and none of these words."""
_QUADRO = re.compile(r"^(?:nvidia )?quadro\b|^nvidia\b", re.IGNORECASE)
_OF_SIZE = re.compile(r" (?:Laptop|\d+GB|GDDR\dX?)(?= |$)")
"""What of a card's name tells its memory, or that it is for laptops."""
_STATED = re.compile(r"\b(\d{1,2}) ?gi?b\b", re.IGNORECASE)
_LINE_OF_RYZEN = re.compile(r"^[3579]$")
_E_GPU = re.compile(r"^e-?gpus?$", re.IGNORECASE)
_ONE_MORE = {"second", "2nd", "another", "third", "3rd", "fourth", "4th", "more", "additional"}
"""Before a card: one like it is there."""
_VRAM = re.compile(r"^(v-?ram|card|gpu|graphics|video)$", re.IGNORECASE)
_RAM = re.compile(r"^(system|ram|memory|ddr\d\w*|unified|lpddr\w*)$", re.IGNORECASE)
_SIZE_OF_CARD = re.compile(
    r"\b(\d{1,3}) ?gi?b (?:of )?(?:v-?ram(?: (?:gpu|card))?|gpu|(?:graphics|video) (?:card|ram|memory))\b"
    r"|\bv-?ram[: ]+(\d{1,3}) ?gi?b\b"
    r"|\b(?:my|have|own|got|with|on|'ve|(?<!look )(?<!looking )(?<!searching )for)"
    r"(?: (?:a|an|one|the|old|nvidia|amd|single))* (\d{1,3}) ?gi?b card\b",
    re.IGNORECASE,
)
_TWO_SIZES = re.compile(
    r"\b(\d{1,3}) ?(?:gi?b)? (?:or|vs\.?|versus|against) (\d{1,3}) ?gi?b (?:of )?"
    r"(?:v-?ram|gpus?|(?:graphics |video )?cards?)\b"
    r"|\b(\d{1,3}) ?gi?b (?:of )?v-?ram\b[^.?!;]{0,45}\b(?:or|need|needs|get|than) (\d{1,3}) ?gi?b\b"
    r"(?! ?(?:of )?(?:ram|ddr))",
    re.IGNORECASE,
)
_USUAL = {4: "GTX 1650", 6: "RTX 2060 6GB", 8: "RTX 4060", 10: "RTX 3080 10GB", 11: "GTX 1080 Ti", 12: "RTX 3060 12GB",
          16: "RTX 5060 Ti 16GB", 20: "RX 7900 XT", 24: "RTX 3090", 32: "RTX 5090", 48: "RTX A6000",
          80: "H100 PCIe 80GB", 96: "RTX PRO 6000"}  # fmt: skip
"""The card that is meant most often by the size of its memory alone (a judgment)."""
_USUAL_IN_LAPTOPS = {4: "RTX 3050 Laptop", 6: "RTX 4050 Laptop", 8: "RTX 4060 Laptop", 12: "RTX 4080 Laptop",
                     16: "RTX 4090 Laptop", 24: "RTX 5090 Laptop"}  # fmt: skip
"""The same in laptops (a judgment)."""


_MOST_ALONE_GIB = 24
"""A size up to this that stands alone is that of a card: so people write in forums (a judgment)."""
_IN_TWO = {48: (2, 24)}
"""A size that people have in two cards, as they do no size of RAM."""


class NamedPart(NamedTuple):
    """A GPU as `--gpu` takes it, how many of it, its card, and where its words begin and end.

    `is_any_form`: nobody told whether it is a card or a module. `unknown` is the name of another card of its name that
    is not known.
    """

    name: str
    number: int
    card_id: str
    start: int
    end: int
    is_any_form: bool = True
    unknown: str = ""

    @property
    def value(self) -> str:
        """As the option takes it."""
        return f"{self.number}x {self.name}" if self.number > 1 else self.name


@lru_cache(maxsize=2048)
def gpu_id(name: str, catalog: Catalog) -> str | None:
    """The id of a card by what people call it."""
    if _BARE_NUMBER.match(name):
        return gpu_id(f"RTX {name}", catalog)
    if (old := _SIXTEEN.match(name)) is not None:
        kind = "SUPER" if (old[2] or "").lower() == "s" else old[2] or ""
        return find_named_gpu(f"GTX {old[1]} {kind}".strip(), DeviceFacts(), catalog.gpus).card_id
    if _ONLY_NUMBER.match(name) or _ARTICLE.match(name):
        return None
    found = find_named_gpu(name, DeviceFacts(), catalog.gpus).card_id or _only_of_laptops(name, catalog)
    return gpu_id(_PLURAL.sub("", name), catalog) if found is None and _PLURAL.search(name) else found


def _only_of_laptops(name: str, catalog: Catalog) -> str | None:
    """The id of a GPU that is sold in laptops alone, by its name without that word: `RTX 4050`, `Quadro T2000`."""
    if _OF_LAPTOPS.search(name) is None or _NO_NAME.search(name) is not None:
        return None
    whole = f"RTX {name}" if name[0].isdigit() else name
    if find_named_gpu(_STATED.sub("", whole).strip(), DeviceFacts(), catalog.gpus).card_id is not None:
        return None
    kinds = ("Laptop", "Mobile") if _QUADRO.match(name) else ("Laptop",)
    found = (find_named_gpu(f"{whole} {one}", DeviceFacts(), catalog.gpus).card_id for one in kinds)
    return next(filter(None, found), None)


def gpus_among(sentence: Sentence, catalog: Catalog, notes: list[str]) -> list[NamedPart]:
    """The cards in their order; beside a laptop those of laptops. A size of VRAM alone is taken for a usual card."""
    found = list[NamedPart]()
    while (one := _first(sentence, catalog)) is not None:
        found.append(one)
        sentence.blank(one.start, one.end)
    known = [one for one in found if not one.unknown]
    told = "left out" if known else f"answered for {found[0].name}" if found else ""
    notes.extend(f"Not known: {one.unknown}; {told}." for one in found if one.unknown)
    found = [_as_second(one, known or found, sentence, catalog) for one in known or found]
    of_cpus = sentence.take(_OF_CPU)
    notes.extend(f"Not known: {one[0].strip()}, graphics of a CPU; answered without them." for one in of_cpus)
    found = [
        _of_laptop(one, sentence, catalog, notes)
        if _is_in_laptop(one, found, sentence) and not _is_outside(one, sentence)
        else one
        for one in found
    ]
    for sizes in sentence.take(_TWO_SIZES) if not found else ():
        places = (1, 2) if sizes[1] else (3, 4)
        two = [_usual_card(int(sizes[place]), sizes.start(place), catalog, notes) for place in places]
        found += filter(None, two)
    for size in sentence.take(_SIZE_OF_CARD):
        if found:
            if size[0].lower().startswith("for "):  # `sell my 4070 for a 24gb card`
                sentence.give_back(size.start(), size.end())
            continue
        is_laptop, gib = _is_of_laptop(sentence.text), int(size[1] or size[2] or size[3])
        usual = _usual_card(gib, size.start(), catalog, notes, is_in_laptop=is_laptop)
        if usual is None:
            notes.append(f"Not understood: {size[0].strip()}.")
        else:
            found.append(usual)
    return sorted(found, key=lambda one: one.start)


def _as_second(one: NamedPart, found: Sequence[NamedPart], sentence: Sentence, catalog: Catalog) -> NamedPart:
    """A card whose memory nobody told, with that of `a second 4060 ti 16gb`, which is one more of it."""
    if _STATED.search(sentence.text[one.start : one.end]) is not None:
        return one
    plain = _OF_SIZE.sub("", one.name)
    for other in found:
        is_sized = other is not one and _STATED.search(sentence.text[other.start : other.end]) is not None
        is_more = bool({*sentence.before(other.start, 2)} & _ONE_MORE)
        if is_sized and is_more and other.card_id != one.card_id and _OF_SIZE.sub("", other.name) == plain:
            return one._replace(name=catalog.gpus[other.card_id].name, card_id=other.card_id)
    return one


def _is_in_laptop(one: NamedPart, found: Sequence[NamedPart], sentence: Sentence) -> bool:
    """Whether a card is that of a laptop: by the words on its side where a desktop is held against one."""
    text = sentence.text
    if any(_NO_LAPTOP.match(word.text) for word in Sentence(text).words()):
        starts = [*sides(sentence, [other.start for other in found]), len(text)]
        side = next((pair for pair in pairwise(starts) if pair[0] <= one.start < pair[1]), None)
        if side is None or len(starts) == 2:
            return False
        text = text[slice(*side)]
    return _is_of_laptop(text)


def _is_of_laptop(text: str) -> bool:
    words = [word.text for word in Sentence(text).words()]
    return any(map(_LAPTOP.match, words)) and not any(map(_NO_LAPTOP.match, words))


def card_of_size(told: NamedMemory, start: int, catalog: Catalog, notes: list[str]) -> NamedPart | None:
    """The usual card, or two, for a size that stands alone (`best model on 12gb`); None for no size at home."""
    if not told.is_only_a_size or not told.gib:
        return None
    number, of_each = _IN_TWO.get(int(told.gib), (1, int(told.gib)))
    if of_each > _MOST_ALONE_GIB:
        return None
    card = _usual_card(of_each, start, catalog, notes)
    if card is not None and number > 1:
        notes[-1] = f"Assumed: {number}x {card.name} for {told.gib:g} GB of VRAM (--gpu)."
    return card._replace(number=number) if card is not None else None


def _usual_card(
    gib: int, start: int, catalog: Catalog, notes: list[str], *, is_in_laptop: bool = False
) -> NamedPart | None:
    usual = _USUAL | (_USUAL_IN_LAPTOPS if is_in_laptop else {})
    card_id = catalog.gpus.find(usual[gib]) if gib in usual else None
    if card_id is None:
        return None
    name = catalog.gpus[card_id].name
    notes.append(f"Assumed: {name} for {gib} GB of VRAM (--gpu).")
    return NamedPart(name, 1, card_id, start, start)


def _first(sentence: Sentence, catalog: Catalog) -> NamedPart | None:
    """The card that the longest run of words names."""
    words = sentence.words()
    named = [(_gpu_of(text_of(words, *run), catalog), run) for run in runs(words) if not _is_of_ryzen(words, run[0])]
    card_id = next((one for one, _ in named if one), None)
    if card_id is None:
        return None
    card = catalog.gpus[card_id]
    first, last = run = _its_run(words, [run for one, run in named if one == card_id], card.name)
    sizes = _sizes((card.name, text_of(words, *run)), catalog)
    stuck = _STUCK.match(words[first].text)
    while first and words[first - 1].text and _BRAND.match(words[first - 1].text):
        first -= 1
    number, start = (int(stuck[1]), first) if stuck else _number_before(words, first)
    last, unknown = _with_its_suffix(words, last, card.name)
    last = _behind_its_memory(words, _behind_kind(words, last), sizes | {(one or 0) * number for one in sizes})
    if number == 1 and last < len(words) and (behind := _BEHIND.match(words[last].text)) is not None:
        number, last = int(behind[1]), last + 1
    last = _behind_kind(words, last)
    start, gib = _before_its_memory(words, start, sizes)
    sized = _gpu_of(f"{text_of(words, *run)} {gib}GB", catalog) if gib else None
    if sized is not None and gib == catalog.gpus[sized].memory_gib:
        card_id, card = sized, catalog.gpus[sized]
    is_any_form = _FORM.search(text_of(words, *run)) is None
    return NamedPart(card.name, number, card_id, words[start].start, words[last - 1].end, is_any_form, unknown)


def _behind_kind(words: Sequence[Word], last: int) -> int:
    """The place behind words that say that it is a card."""
    while last < len(words) and re.fullmatch(r"gpus?|cards?|egpus?", words[last].text, re.IGNORECASE):
        last += 1
    return last


def _with_its_suffix(words: Sequence[Word], last: int, name: str) -> tuple[int, str]:
    """The place behind a word such as `Super` that makes another card of a name, with its memory, and that name."""
    told = words[last].text if last < len(words) and _SUFFIX.match(words[last].text) else ""
    if not told:
        return last, ""
    size = _SIZE.match(words[last + 1].text) if last + 1 < len(words) else None
    called = f"{name} {told.upper() if len(told) < 4 else told.capitalize()}{f' {size[1]}GB' if size else ''}"
    return last + 1 + (size is not None), called


def for_a_slot(one: NamedPart, catalog: Catalog) -> NamedPart:
    """The card for a slot of that name where nobody told the form: a module without one is of no use in a PC."""
    name = _FORM.sub("PCIe", one.name)
    card_id = catalog.gpus.find(name) if one.is_any_form and name != one.name else None
    return one if card_id is None else one._replace(name=catalog.gpus[card_id].name, card_id=card_id)


def _its_run(words: Sequence[Word], same: Sequence[tuple[int, int]], name: str) -> tuple[int, int]:
    """Of the runs that name a card, longest first, within the longest the shortest with most parts of its name."""
    own, (start, end) = set(_PARTS.findall(name.lower())), same[0]

    def parts(run: tuple[int, int]) -> int:
        return len(own & set(_PARTS.findall(text_of(words, *run).lower())))

    inside = [(first, last) for first, last in same if start <= first and last <= end]
    return max(inside, key=lambda run: (parts(run), run[0] - run[1]))


def _is_of_ryzen(words: Sequence[Word], first: int) -> bool:
    """Whether a run begins within the name of a CPU: `Ryzen 7 7700 16GB` names no RX 7700 with 16 GB."""
    before = [one.text.lower() for one in words[max(0, first - 2) : first]]
    return before[-1:] == ["ryzen"] or (before[:1] == ["ryzen"] and _LINE_OF_RYZEN.match(before[-1]) is not None)


def _gpu_of(name: str, catalog: Catalog) -> str | None:
    return gpu_id(_STUCK.sub("", name), catalog)


def _number_before(words: Sequence[Word], first: int) -> tuple[int, int]:
    """How many of what stands at a place, and where the words for it begin: `2x`, `two`, `a pair of`."""
    before = first - 1
    if before > 0 and words[before].text.lower() == "of":
        before -= 1
    if before > 0 and words[before].text.lower() in ("used", "old", "x", "new"):
        before -= 1
    word = words[before].text.lower() if before >= 0 else ""
    told = _SEVERAL.match(word)
    number = int(told[1]) if told else _NUMBERS.get(word, 0)
    return (number, before) if number > 1 or word == "1x" else (1, first)


def _behind_its_memory(words: Sequence[Word], last: int, sizes: set[float | None]) -> int:
    """The place behind a card with the size of its memory, where that stands behind its name."""
    start = last + (last < len(words) and words[last].text.lower() in ("with", "having", "has"))
    if last < len(words) and re.fullmatch(r"v-?ram", words[last].text, re.IGNORECASE):
        return last + 1
    for width in (2, 1):
        behind = words[start : start + width]
        size = _SIZE.match("".join(one.text for one in behind))
        at = start + width
        at += at < len(words) and words[at].text.lower() == "of"
        tag = words[at].text if at < len(words) else ""
        if len(behind) == width and all(one.text for one in behind) and size is not None and not _RAM.match(tag):
            is_tagged, others = _VRAM.match(tag) is not None, " ".join(one.text for one in words[at:])
            is_no_ram = int(size[1]) not in _SIZES_OF_RAM
            is_own = float(size[1]) in sizes and (start == last or is_no_ram or _ANY_SIZE.search(others) is not None)
            if is_tagged or is_own:
                return at + is_tagged if is_tagged else start + width
    return last


def _sizes(names: Sequence[str], catalog: Catalog) -> set[float | None]:
    """The sizes of memory of all cards of these names, those for laptops included."""
    gpus = catalog.gpus
    plain = [f"RTX {one}" if _BARE_NUMBER.match(one.split()[0]) else one for one in names]
    found = {card_id for one in plain for card_id in (*gpus.variants(one), gpus.find(one))}
    return {gpus[one].memory_gib for one in (*found, *_for_laptops(names[0], catalog)) if one is not None}


def _before_its_memory(words: Sequence[Word], start: int, sizes: set[float | None]) -> tuple[int, int | None]:
    """Where a card begins with the size of its memory before its name, and that: `a 16gb 4080`, `8 gb rtx 3070`."""
    for width in (1, 2):
        size = _SIZE.match("".join(one.text for one in words[max(0, start - width) : start]))
        if size is not None and float(size[1]) in sizes:
            return start - width, int(size[1])
    return start, None


def _of_laptop(one: NamedPart, sentence: Sentence, catalog: Catalog, notes: list[str]) -> NamedPart:
    """The GPU for laptops of that name where there is one, with the memory that was told of it, or the least."""
    sold, told = _for_laptops(one.name, catalog), _STATED.search(sentence.text[one.start : one.end])
    sized = [card_id for card_id in sold if told and catalog.gpus[card_id].memory_gib == float(told[1])]
    card_id = next(iter((*sized, *sold)), None)
    if card_id is None:
        return one
    name = catalog.gpus[card_id].name
    if not sized and len(sold) > 1 and re.search(r"\dGB", name):
        notes.append(f"Assumed: {name}, the least of that name (--gpu).")
    return one._replace(name=name, card_id=card_id)


@lru_cache(maxsize=512)
def _for_laptops(name: str, catalog: Catalog) -> tuple[str, ...]:
    """The ids of the GPUs for laptops of that name, of whatever memory, the one of exactly that name first."""
    plain = _OF_SIZE.sub("", name)
    alike = [
        one for one, card in catalog.gpus.items() if "Laptop" in card.name and _OF_SIZE.sub("", card.name) == plain
    ]
    exact = (f"{name} Laptop", name, f"{plain} Laptop")
    return tuple(
        sorted(alike, key=lambda one: (catalog.gpus[one].name not in exact, catalog.gpus[one].memory_gib or 0))
    )


def _is_outside(one: NamedPart, sentence: Sentence) -> bool:
    """Whether a card stands in a box of its own beside a laptop."""
    behind = sentence.text[one.end :].split()[:3]
    return any(_E_GPU.match(word.strip(".,?!")) for word in (*sentence.before(one.start, 1), *behind[:1])) or (
        len(behind) > 1 and behind[0].lower() in ("in", "as") and _E_GPU.match(behind[-1].strip(".,?!")) is not None
    )
