"""The RAM of a plain question: sizes, sticks, kinds and speeds, and how it runs."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from advisor.catalog.hardware.named_memory import NamedMemory, named_memory
from advisor.cli.asking.sentence.money import Spent
from advisor.cli.asking.sentence.sentence import Sentence, Word, runs, text_of
from advisor.cli.frame.rig_options import USUAL_RAM_GB
from advisor.facts.values.units import KIB

_SIZE = re.compile(r"^(\d{1,5}) ?gi?b$", re.IGNORECASE)
_CPU = re.compile(r"(?<![\w.-])\d{4,5}(?!mhz|mts|mt/s|gi?b)[a-z]\w*", re.IGNORECASE)
"""The number of a processor, `8700G`, which is no speed of memory."""
_CPU_LINE = re.compile(
    r"^(?:ryzen|threadripper|core|ultra|xeon|epyc|athlon|pentium|celeron|(?:ryzen|core|ultra|i)-?[3579])$",
    re.IGNORECASE,
)
"""Behind such a word a number is that of a processor: `Ryzen 5600 DDR4-3200`."""
_BARE_NUMBER = re.compile(r"^\d{4,5}$")
_LEAST_RATE, _MOST_RATE = 800, 10_000
_MOST_OF_A_BOARD_GIB = 8192
"""More does not go on any board: two sockets with the largest modules."""
_OF_DATA = re.compile(
    r"\b\d{1,5} ?[gt]i?b (?:of )?(?:\w+ )?"
    r"(?:text|data|files?|documents?|docs|pdfs|disk|ssd|nvme|storage|dataset|notes)\b",
    re.IGNORECASE,
)
"""What is stored or worked through, no memory."""
_TERA = re.compile(r"\b(\d(?:\.\d)?)TB(?= (?:of )?(?:ram|memory|ddr\d))", re.IGNORECASE)
_STICKS_OF = re.compile(
    r"\b(two|three|four|eight|one|a single|single|[1248]) ?(?:x ?)?(\d{1,3}) ?gb (sticks?|modules?|dimms?)\b",
    re.IGNORECASE,
)
_COUNTS = {"a single": 1, "single": 1, "one": 1, "two": 2, "three": 3, "four": 4, "eight": 8}
_MORE = re.compile(r"^(more|add|adding|another|extra|to|buy|buying|upgrade|upgrading|get)$")
_ADDED = re.compile(r"^(more|add|adding|another|extra)$")
_BEHIND = re.compile(r"^ ?(more|extra)\b", re.IGNORECASE)
_TAG = re.compile(r"^ ?(?:of )?(?:system |main |total |soldered )*(?:ram|memory)\b", re.IGNORECASE)
_RUNS_AT = re.compile(
    r"((?:lp)?ddr\d)[ -]?(\d{3,5})\b([^.?!\x00]{0,40}?)\b(?:runs?|running|set|stuck|working|clocked)"
    r"(?: only| just)? at (\d{3,5})"
    r"(?: ?(?:mt/?s|mhz))?\b",
    re.IGNORECASE,
)
_RUNS_BARE = re.compile(
    r"\b(?:ram|memory|sticks?|modules?|dimms?|ddr\d)(?: is| are| currently| only| just| now| still)*"
    r" (?:(?:runs?|running|set|stuck|working|clocked)(?: only| just)? )?at(?: only| just)? (\d{4})\b"
    r"(?: ?(?:mt/?s|mhz))?",
    re.IGNORECASE,
)
"""Without a kind, which the rate then tells: `my ram runs at 2133`."""
_AGAINST = re.compile(
    r"(?:(?P<type>ddr\d)[ -]?)?\b(?P<rate>\d{4}) ?(?:mt/?s|mhz)?(?: (?P<kind>ddr\d))?(?: (?:ram|memory))?"
    r"(?P<between>(?:(?!\d{4})[^.?!\x00]){0,24}?)\b(?:slower|faster|better|worse|vs\.?|versus|or|than|to|instead of"
    r"|rather than|over|against|compared (?:to|with))(?: than)?(?: (?:at|the|only))?"
    r" (?:(?P<other_type>ddr\d)[ -]?)?(?P<other>\d{4})\b ?(?:mt/?s|mhz)?",
    re.IGNORECASE,
)
_PROFILE = re.compile(
    r"(?:\b(?:because|since|as|with|when|the|is|if)\b ?)*\b(xmp|expo|docp)\b(?: profile)?"
    r"(?: (?:is|was|being|turned|switched))*"
    r" (off|on|disabled|enabled)\b"
    r"|\b(?:without|no) (?:xmp|expo|docp)\b",
    re.IGNORECASE,
)
_KITS = re.compile(
    r"\b([1-8]x\d{1,3})(?= ?(?:or|vs\.?|versus|and|to|over|instead of) [1-8] ?x ?\d{1,3} ?gb?\b)", re.IGNORECASE
)
"""`4x32 or 2x64 GB`: the unit behind the second is that of the first, too."""
_STICKS_APART = re.compile(
    r"\b(four|two|4|2) (?:sticks? |dimms? |modules? )?(?:or|vs\.?|versus) (four|two|4|2) (?:sticks?|dimms?|modules?)\b",
    re.IGNORECASE,
)
_SOCKET = re.compile(r"\b(am[345]|lga ?1[78]\d\d)\b", re.IGNORECASE)
_OF_SOCKET = {"am5": "DDR5", "am4": "DDR4", "am3": "DDR3", "lga1851": "DDR5"}
"""The one kind of memory that a socket takes."""
_LEAST_RATES = (("DDR5", 4800), ("DDR4", 2133), ("DDR3", 1066))
PLAIN_RATE = {"DDR5": 4800, "DDR4": 2133, "DDR3": 1333}
"""What memory runs at without its profile (JEDEC)."""


class NamedRam(NamedTuple):
    """What was told of RAM in one place, whether it would be bought, and where that stands.

    `is_added`: it comes beside what is there. `asked` is what it was told to cost.
    """

    told: NamedMemory
    start: int
    is_more: bool = False
    is_added: bool = False
    end: int = 0
    asked: Spent | None = None

    def in_all(self, own_gib: float) -> float:
        """How much there is with it."""
        return (self.told.gib or 0.0) + (own_gib if self.is_added else 0.0)


def rams_among(sentence: Sentence) -> list[NamedRam]:
    """All of it in its order; of memory that runs below what it is made for first how it runs."""
    sentence.left = _TERA.sub(lambda one: f"{float(one[1]) * KIB:.0f}GB".rjust(len(one[0])), sentence.left)
    sentence.left = _STICKS_OF.sub(_as_kit, sentence.left)
    sentence.left = _KITS.sub(r"\1GB", sentence.left)
    sticks_apart = {
        _COUNTS.get(word.lower()) or int(word) for one in sentence.take(_STICKS_APART) for word in one.groups()
    }
    sockets = [_OF_SOCKET.get(one[0].lower().replace(" ", "")) for one in sentence.take(_SOCKET)]
    found = list[NamedRam]()
    off = [one for one in sentence.take(_PROFILE) if (one[2] or "off").lower() in ("off", "disabled")]
    for one in sentence.take(_RUNS_AT):
        for rate in (int(one[4]), int(one[2])):
            found.append(NamedRam(NamedMemory(type=one[1].upper(), mt_per_s=rate), one.start()))
    for one in sentence.take(_RUNS_BARE) if not found else ():
        kind = next((kind for kind, least in _LEAST_RATES if int(one[1]) >= least), None)
        found.append(NamedRam(NamedMemory(type=kind, mt_per_s=int(one[1])), one.start()))
    if re.search(r"ddr\d|mhz|mt/?s|\bram\b", sentence.text, re.IGNORECASE) is not None:
        for one in sentence.take(_AGAINST):
            kind = (one["type"] or one["kind"] or "").upper() or None
            other = (one["other_type"] or "").upper() or kind
            found += [
                NamedRam(NamedMemory(type=each, mt_per_s=int(one[name])), one.start())
                for name, each in (("rate", kind), ("other", other))
            ]
    sentence.take(_OF_DATA)
    while (ram := _first(sentence)) is not None:
        found.append(ram)
    found.sort(key=lambda one: one.start)
    if kind := next(filter(None, (*sockets, *(one.told.type for one in found))), None):
        found = [one._replace(told=one.told._replace(type=one.told.type or kind)) for one in found]
    if len(sticks_apart) > 1 and (sized := [one for one in found if one.told.gib and not one.told.sticks]):
        whole = max(sized, key=lambda one: one.told.gib or 0.0)
        found = [one for one in found if one not in sized]
        found += [whole._replace(told=_in_sticks(whole.told, count)) for count in sorted(sticks_apart)]
    if off and len({one.told.mt_per_s for one in found if one.told.mt_per_s}) == 1:
        kind, place = next((one.told.type, one.start) for one in found if one.told.mt_per_s)
        if kind in PLAIN_RATE:
            found.insert(0, NamedRam(NamedMemory(type=kind, mt_per_s=PLAIN_RATE[kind]), place))
    return found


def with_what_is_there(rams: Sequence[NamedRam], notes: list[str]) -> tuple[NamedRam, ...]:
    """Each size that comes beside what is there as all of it; `notes` say where nobody said what that is."""
    added = [one for one in rams if one.is_added and one.told.gib]
    there = next((one.told.gib for one in rams if one.told.gib and not one.is_added), None)
    gib = there or USUAL_RAM_GB
    of_all = {one: NamedMemory(gib=one.in_all(gib), type=one.told.type, mt_per_s=one.told.mt_per_s) for one in added}
    notes += [ram_now(gib)] if added and there is None else []
    return tuple(one._replace(told=of_all[one]) if one in of_all else one for one in rams)


def before_bought(offered: Sequence[NamedRam]) -> NamedRam | None:
    """The RAM of who buys some and does not say what is there: half of what there would be in all, else the usual."""
    if not (sizes := [one for one in offered if one.told.gib]):
        return None
    least = min(sizes, key=lambda one: (one.is_added, one.told.gib or 0.0))
    gib = USUAL_RAM_GB if least.is_added else (least.told.gib or 0.0) / 2
    return NamedRam(NamedMemory(gib=gib, type=least.told.type), least.start)


def ram_now(gib: float) -> str:
    """That so much memory is taken to be there."""
    return f"Assumed: {gib:g} GB of RAM now (--ram)."


def _in_sticks(told: NamedMemory, count: int) -> NamedMemory:
    """As much memory in so many sticks."""
    gib = told.gib or 0.0
    return told._replace(sticks=count, sticks_gib=(gib / count,) * count)


def _as_kit(one: re.Match[str]) -> str:
    """`two 16GB sticks` as `2x16GB`, as long as it was."""
    return f"{_COUNTS.get(one[1].lower(), one[1])}x{one[2]}GB".ljust(len(one[0]))


def _first(sentence: Sentence) -> NamedRam | None:
    """The longest run of words that tells of memory."""
    words = sentence.words()
    best: tuple[int, int, NamedMemory] | None = None
    for first, last in runs(words):
        told = None if _has_cpu(words, first, last) else _told(text_of(words, first, last))
        if told is not None and (best is None or _tells(told) > _tells(best[2])):
            best = first, last, told
    if best is None:
        return None
    first, last, told = best
    while last - first > 1 and _told(text_of(words, first + 1, last)) == told:
        first += 1
    while last - first > 1 and _told(text_of(words, first, last - 1)) == told:
        last -= 1
    start, end = words[first].start, words[last - 1].end
    sentence.blank(start, end)
    before = sentence.before(start, 3)[-2:]
    is_more = before[-1:] != ["from"] and any(map(_MORE.match, before))
    if (behind := _BEHIND.match(sentence.left[end:])) is not None:
        is_more = True
        sentence.blank(end, end + behind.end())
        end += behind.end()
    if (tag := _TAG.match(sentence.left[end:])) is not None:
        sentence.blank(end, end + tag.end())
        end += tag.end()
    is_added = behind is not None or any(map(_ADDED.match, before))
    return NamedRam(told, start, is_more, is_added, end)


def _tells(told: NamedMemory) -> int:
    return sum(map(bool, told))


def _has_cpu(words: Sequence[Word], first: int, last: int) -> bool:
    """Whether a number in a run of words is that of a processor: `Ryzen 5600`, `i5 12400`, `Ryzen 5 5600`."""
    for place in range(max(first, 1), last):
        line = place - 2 if re.fullmatch(r"[3579]|pro|ai", words[place - 1].text, re.IGNORECASE) else place - 1
        if re.match(r"\d{4,5}", words[place].text) and line >= 0 and _CPU_LINE.match(words[line].text):
            return True
    return False


def _told(run: str) -> NamedMemory | None:
    """What a run of words tells; a size has its unit, a bare number is none, and one of four digits is a speed."""
    told = None if _CPU.search(run) else named_memory(run)
    if told is not None and told.gib and told.gib >= KIB and any(map(_BARE_NUMBER.match, run.split())):
        is_rate = told.mt_per_s is None and not told.sticks and _LEAST_RATE <= told.gib <= _MOST_RATE
        told = told._replace(gib=None, mt_per_s=int(told.gib)) if is_rate and told.type else None
    if told is not None and (told.gib or 0.0) > _MOST_OF_A_BOARD_GIB:
        return None
    if told is None or (told.gib is None and told.type is None and told.mt_per_s is None):
        return None
    is_sized = told.gib is None or re.search(r"\d ?gi?b\b", run, re.IGNORECASE) is not None
    return told if is_sized or told.type is not None else None
