"""What two things cost, as it is told between them: `150 cheaper`, `the extra $1000`, `both about 2000`."""

import re
from typing import NamedTuple

from advisor.cli.asking.sentence.apart.card_number import CARD_NUMBER
from advisor.cli.asking.sentence.sentence import Sentence

_SIGN = r"[$€£]|us dollars?\b|dollars?\b|usd\b|bucks?\b|euros?\b|eur\b|pounds?\b|gbp\b|quid\b"
_ABOUT = r"(?:about|around|roughly|some|only|just|like|~)"
_SUM = rf"(?:{_ABOUT} )?~?(?P<before>[$€£])? ?(?P<amount>\d{{2,5}}(?:\.\d{{1,2}})?) ?(?P<behind>{_SIGN})?"
_PLAIN_SUM = rf"(?:{_ABOUT} )?~?[$€£]? ?\d{{2,5}}(?:\.\d{{1,2}})? ?(?:{_SIGN})?"
_GAP = re.compile(
    rf"\b(?:(?:an?|the) )?(?:extra|additional|premium of|difference of) {_PLAIN_SUM}(?!\w)"
    rf"|(?<![\w.$€£-])(?<!for )(?<!at )(?!{CARD_NUMBER} ){_PLAIN_SUM}"  # `is my 3090 cheaper` tells no amount
    r" ?(?:cheaper|less expensive|more expensive|dearer|pricier|extra"
    r"|less(?! than)|more(?=(?: for| on)\b| *(?:[,.?!]|$)))(?! (?:ram|vram|tokens?|gb)\b)",
    re.IGNORECASE,
)
_SAME = re.compile(
    r"\b(?:(?:for |at |about |around |roughly |nearly |almost )*(?:the )?(?:same|similar|equal) (?:price|money|cost)s?"
    r"|(?:similarly|equally|identically) priced|(?:both )?cost (?:about |around )?(?:the same|as much))\b",
    re.IGNORECASE,
)
_BOTH = re.compile(
    rf"\b(?:both|all|each)(?: (?:of them|cost\w*|are|is|at|for|priced|sell\w*|go\w*|come\w* (?:in )?at))* {_SUM}"
    r"(?! ?(?:gi?b|w\b|watts?|cores?|tokens?|users?|t/s|k\b))(?!\w)",
    re.IGNORECASE,
)
_SINGLE = re.compile(
    rf"\b(?:used )?for (?:{_ABOUT} ~?)?[$€£]? ?(?!(?:19|20)\d\d\b(?! (?:in )?total))"
    rf"(?P<amount>\d{{3,5}})(?: ?(?:{_SIGN}))?(?: (?:in )?total\b)?"
    r"(?= *(?:$|[,.?!)]|\b(?:good|worth|or|vs|versus|against|and|used|new|is|ok|okay|enough)\b))",
    re.IGNORECASE,
)
_TWO = re.compile(r"\b(?:or|vs\.?|versus|than|over|against|both|compared|enough)\b", re.IGNORECASE)
"""Where none of these stands, an amount is not told between two things."""


class Between(NamedTuple):
    """How much more one costs than the other, in words, too; `is_same`: they cost the same, `each` so much."""

    gap: float | None = None
    each: float | None = None
    is_same: bool = False
    sign: str = "$"


NOTHING_TOLD = Between()


def between(sentence: Sentence) -> Between:
    """All of it; the words are taken."""
    if _TWO.search(sentence.text) is None:
        return NOTHING_TOLD
    both, gaps = sentence.take(_BOTH), sentence.take(_GAP)
    each = next((float(one["amount"]) for one in both), None)
    sums = [float(number) for one in gaps for number in re.findall(r"\d+(?:\.\d+)?", one[0])]
    is_same = bool(sentence.take(_SAME)) or each is not None
    sign = next((one for found in (*gaps, *both) for one in found[0] if one in "€£"), "$")
    return Between(next(iter(sums), None), each, is_same, sign)


def told_of_single(sentence: Sentence) -> tuple[tuple[int, float], ...]:
    """What single things were told to cost, as far as it was not taken for money before: places and amounts."""
    return tuple((one.start(), float(one["amount"])) for one in sentence.take(_SINGLE))
