"""A plain question of which each part of the room takes the words that it understands."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from advisor.cli.asking.sentence.apart.bare_prices import with_bare_prices
from advisor.cli.asking.sentence.apart.card_number import CARD_NUMBER
from advisor.cli.asking.sentence.apart.owners import with_owners
from advisor.cli.asking.sentence.apart.sums import with_sums

_LONGEST_NAME = 8
"""Words of the longest name of a model or a part that is looked for."""
TAKEN = "\x00"
_WORD = re.compile(r"[^\s,;?!()|\"\x00]+")
_BREAK = re.compile(r"[?!;\x00]|[.:]\s")
"""What no name goes across."""
_ONE_CARD = (
    r"(?:(?:an?|the|one|single|used|new|two|dual|[1-8] ?x|nvidia|amd|intel|geforce|radeon|rtx|gtx|rx|arc|tesla"
    r"|quadro) ?)*"
    r"(?:[2-5]0[5-9]0|10[5-8]0|16[56]0|[67][5-9][05]0|90[67]0|[ab]\d{2,4}|mi\d{2,3}|p40|p100|v100|[lh]40s?|pro )"
)
"""A graphics card by its name."""
_ALTERNATIVE = (
    r"(?<=\w) (?:(?:is|are|be|being|as|make|makes|an?|the|any|good|better|decent|viable|real|cheap|cheaper|worthy"
    r"|serious|reasonable|valid|great|nice|fair|fine|possible|true|proper|direct) )*"
    r"(?:(?:alternatives?|substitutes?|replacements?|stand-?ins?|competitors?|rivals?|match) (?:to|for|of)"
    r"|(?:as |just as |every bit as )(?:good|fast|capable|useful|quick) as|in (?:place|lieu) of)"
)
"""Between two cards: one is held against the other, as in `a good alternative to a 3090`."""
_PLAIN = (
    (re.compile(r"[“”„\"]"), " "),
    (re.compile(r"[\u2019`]"), "'"),
    (re.compile(r"\u00d7"), "x"),
    (re.compile(r"(?<=\d),(?=\d{3}\b)"), ""),
    (
        re.compile(
            r"(?<!orange )(?<!banana )\b(?:raspberry )?r?pi ?([345])(?: model)?(?: ?b)?\b(?! ?gb)", re.IGNORECASE
        ),
        r"raspberry pi \1",
    ),
    (re.compile(r"\braspberry pi\b(?! ?(?:\d|zero))", re.IGNORECASE), "raspberry pi 5"),
    (
        re.compile(r"\b(?:orange pi 5(?: (?:plus|pro|max)| ?b)?|(?:radxa )?rock 5 ?[abct])\b(?! ?gb)", re.IGNORECASE),
        "RK3588",
    ),
    (
        re.compile(
            r"\b((?:my|an?|old|used|second|two|three|dual|[2-4]x?|the) )(?=10[5-8]0(?: ?ti)?s?(?: *(?:[,.?!]|$)"
            r"| (?:and|with|or|vs|for|can|is|to|in|at|has|which|what|run|i|good|together|\d{1,2} ?gb)\b))",
            re.IGNORECASE,
        ),
        r"\1gtx ",
    ),
    (re.compile(r"\b(?:qualcomm )?snapdragon x2 elite extreme\b(?! x\d)", re.IGNORECASE), "X2E-96-100"),
    (re.compile(r"\b(?:qualcomm )?snapdragon x2 elite\b(?! x\d)", re.IGNORECASE), "X2E-80-100"),
    (re.compile(r"\b(?:qualcomm )?snapdragon x1? ?plus\b(?! x\d)", re.IGNORECASE), "X1P-64-100"),
    (re.compile(rf"{_ALTERNATIVE} (?=(?:my|our) {_ONE_CARD})", re.IGNORECASE), " vs replacing "),
    (re.compile(rf"{_ALTERNATIVE} (?={_ONE_CARD})", re.IGNORECASE), " vs "),
    (
        re.compile(  # `add a 1070 to my 4070 to have 20gb`: what both hold, no RAM
            rf"(\badd\w*\b[^.?!]{{0,40}}?{_ONE_CARD}[^.?!]{{0,40}}?) (?:to|and|for)"
            r"(?: have| get| make| reach| a total of) \d{1,3} ?gb\b"
            r"(?: total| in total| altogether| together| of v-?ram| v-?ram)*(?! (?:of )?(?:ram|ddr))",
            re.IGNORECASE,
        ),
        r"\1",
    ),
    (re.compile(r"(?<![\w.-])([2-8]) bits?\b", re.IGNORECASE), r"\1-bit"),
    (re.compile(r"(?<![\w.-])(?:[$€£] ?)?(\d{1,2}(?:\.\d)?)(?: ?k)? ?grand\b", re.IGNORECASE), r"$\1k"),
    (re.compile(r"\b(e[57]) (?=[124]\d{3}[a-z]?(?: ?v[1-4])?\b)", re.IGNORECASE), r"\1-"),
    (re.compile(r"\bxeons? e[57](?:[ -]?(?:26xx|2600|46xx))?(?= ?v[1-4]\b)|\be5(?= ?v[1-4]\b)", re.IGNORECASE), "xeon"),
    (re.compile(r"\bxeons? e[57](?:[ -]?(?:26xx|2600|46xx))?s?\b(?![ -]?\d)", re.IGNORECASE), "xeon"),  # no model e5
    (re.compile(r"\bw/o\b", re.IGNORECASE), "without"),
    (
        re.compile(
            r"\bmy (?=(?:neighbou?r|friend|brother|cousin|colleague|co-?worker|uncle|dad|father|boss|buddy|roommate)"
            r"'?s (?!pc\b|computer|laptop|machine|rig))",
            re.IGNORECASE,
        ),
        "a ",
    ),
    (re.compile(r"(?<!\w)w(?:/ ?| (?=\d|an? |my |the ))", re.IGNORECASE), "with "),
    (re.compile(r"(?<!max)(?<!plus)\s*\+\s*(?=[A-Za-z0-9])", re.IGNORECASE), " + "),
    (
        re.compile(
            r"(?<=[\w)])\s*/\s*(?=[A-Za-z])(?!(s|secs?|second|day|month|mo|week|wk|year|h|hr|kwh)\b)", re.IGNORECASE
        ),
        " / ",
    ),
    (re.compile(r"(?<=\d) ?(gigabytes?|gigs?|gbs)\b", re.IGNORECASE), "GB"),
    (re.compile(r"(?<=\d) ?(terabytes?|tb)\b", re.IGNORECASE), "TB"),
    (
        re.compile(
            rf"\b(?!{CARD_NUMBER} )"  # `a 3090 or 96 GB`: a card, no size
            r"(\d{1,4}) ?(?:gi?b)? (to|up to|or|vs) (\d{1,4}) ?gi?b\b(?! (?:vram|v-ram|cards?|gpus?))",
            re.IGNORECASE,
        ),
        r"\1GB \2 \3GB",
    ),
    (
        re.compile(
            r"(?<![\w.-])(4|6|8|1[0268]|2[04]|32|36|48|64|96|128|192|256|384|512)"
            r"(?= (?:of )?(?:v-?ram|ram|ddr[345])\b)",
            re.IGNORECASE,
        ),
        r"\1GB",
    ),
    (
        re.compile(  # `my 16gb card (4060 ti)`, `a 16 GB card, the 4060 ti`
            r"\b(\d{1,2}) ?gi?b (?:v-?ram )?(?:graphics )?(?:card|gpu)[,:]? ?(?:\( ?|- ?|called )?"
            r"(?:i\.?e\.? |it'?s |an? |the |my |which is )*"
            r"((?:nvidia |geforce |rtx |gtx |radeon |amd |rx |intel |arc )*"
            r"(?:[2-5]0[5-9]0|90[67]0|[67][5-9][05]0|[ab][3-7][5-8]0)(?: ?(?:ti|super|xtx?|gre))*)"
            r"\b(?! ?\d{1,2} ?gb)(?! (?:or|vs|and)\b)(?: ?\))?",
            re.IGNORECASE,
        ),
        r"\2 \1gb",
    ),
    (re.compile(r"\ba(?=[2-5]0[5-9]0\b)", re.IGNORECASE), "a "),
    (re.compile(r"\b(\d{1,2}) ?% ?/ ?(\d{1,2}) ?%"), r"\1% and \2%"),  # `20%/80% CPU/GPU`: no RTX 2080
    (
        re.compile(  # `5060 ti 8gb or the 16gb one`
            r"\b((?:10[5-8]0|[2-5]0[5-9]0|90[67]0|7[6-9]00)(?: ?(?:ti|super|xtx?))?) (\d{1,2}) ?gb"
            r" (or|vs\.?|versus|than) (?:the )?(\d{1,2}) ?gb(?: (?:one|version|model|variant)\b)?"
            r"(?! (?:of )?(?:ram|ddr\d|memory|[2-5]0[5-9]0|\w*\d{3}))",
            re.IGNORECASE,
        ),
        r"\1 \2gb \3 \1 \4gb",
    ),
    (
        re.compile(  # `a 5060 8gb, or pay more for the 16gb ti`
            r"\b([2-5]0[5-9]0)(?= (?!ti\b|super\b))([^.?!]{0,70}?\b(?:or|vs|than|for)"
            r"(?: (?:an?|the|pay|paying|more|should|i|get|go|for|instead|of|rather|its))* )(\d{1,2} ?gb )?(ti|super)\b",
            re.IGNORECASE,
        ),
        r"\1\2\1 \4 \3",
    ),
)


class Word(NamedTuple):
    """A word and where it stands; an empty one is a place that no name goes across."""

    text: str
    start: int
    end: int


class Sentence:
    """The text, and what of it nobody has taken yet, at the same places."""

    def __init__(self, text: str) -> None:
        for pattern, plain in _PLAIN:
            text = pattern.sub(plain, text)
        text = with_sums(with_bare_prices(with_owners(text)))
        self.text = self.left = text.replace(TAKEN, " ")

    def take(self, pattern: re.Pattern[str]) -> list[re.Match[str]]:
        """All that the pattern knows, taken out."""
        found = list(pattern.finditer(self.left))
        for one in found:
            self.blank(one.start(), one.end())
        return found

    def blank(self, start: int, end: int) -> None:
        """Take out what stands there."""
        self.left = self.left[:start] + TAKEN * (end - start) + self.left[end:]

    def give_back(self, start: int, end: int) -> None:
        """Put back what was taken out there."""
        self.left = self.left[:start] + self.text[start:end] + self.left[end:]

    def words(self) -> list[Word]:
        """The words that are left, with empty ones between those that belong to no common name."""
        found, behind = list[Word](), 0
        for one in _WORD.finditer(self.left):
            if behind and _BREAK.search(self.left[max(0, behind - 1) : one.start() + 1]):
                found.append(Word("", behind, behind))
            text = one[0].rstrip(".:'").lstrip(".'")
            if text:
                start = one.start() + one[0].find(text)
                found.append(Word(text, start, start + len(text)))
            behind = one.end()
        return found

    def before(self, start: int, count: int) -> list[str]:
        """So many words before a place, within its sentence, in lower case; also those that are taken."""
        part = re.split(r"[?!;]|[.:]\s", self.text[:start])[-1]
        return [one.strip(".,:()").lower() for one in part.split()][-count:]

    def between(self, end: int, start: int) -> str:
        """What stands between two places."""
        return self.text[end:start]


def runs(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Places of runs of words that may be a name, the longest first."""
    for length in range(min(len(words), _LONGEST_NAME), 0, -1):
        for first in range(len(words) - length + 1):
            if all(one.text for one in words[first : first + length]):
                yield first, first + length


def text_of(words: Sequence[Word], first: int, last: int) -> str:
    """A run of words as one text."""
    return " ".join(one.text for one in words[first:last])
