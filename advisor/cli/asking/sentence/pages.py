"""How long a text is that is read at once: `200 page PDFs`, `a book of 300 pages`, `prompts around 20k`."""

import re

from advisor.cli.asking.sentence.amounts import SCALE
from advisor.cli.asking.sentence.items import Items
from advisor.cli.asking.sentence.sentence import Sentence

_THING = (
    r"(?:pdfs?|pdf files?|documents?|docs?|books?|e-?books?|novels?|contracts?|papers?|reports?|manuals?|thes[ei]s"
    r"|texts?|scripts?|transcripts?|files?|filings?|agreements?)"
)
_PAGES = re.compile(
    rf"\b(\d{{1,5}})[ -]?pages?[ -](?:long )?(?:[a-z]+ ){{0,2}}?{_THING}\b"
    rf"|(?<!\d )(?<!k )\b{_THING} (?:of|with|having|has|have|that (?:is|are|has|have)|at|up to|,|about|around|over| )+"
    rf"(\d{{1,5}})\+? pages?\b(?: (?:each|long|on average))?",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(r"\bhow (?:many pages|long an? (?:pdf|document|book|text|contract))\b", re.IGNORECASE)
_READ = re.compile(
    r"\b(?:summari[sz]\w*|read\w*|analy[sz]\w*|context|questions? (?:about|on)|ask about|chat with)\b", re.I
)
_IN_PARTS = re.compile(r"\b(?:rag|embed\w*|index\w*|search\w*|translat\w*|ocr|scan\w*|rewrit\w*|proofread\w*)\b", re.I)
"""Work for which no text has to be in the context as a whole."""


_PROMPT = re.compile(
    r"\b(?<!\d )(?<!\dk )(?:prompts?|inputs?)(?: (?:lengths?|sizes?|are|is|will|be|usually|mostly|often|typically|of"
    r"|around|about|at|up|to|with|some|roughly|long))* ?[~:]? ?"
    r"(?:(\d{1,4}(?:\.\d)?) ?([km])\b(?: tokens?)?|(\d{3,7}) tokens?\b|(\d{4,7})\b)",
    re.IGNORECASE,
)


def pages_among(sentence: Sentence) -> int | None:
    """The pages of one text; None where nothing is said, or it is worked through in parts."""
    if _IN_PARTS.search(sentence.text) is not None:
        return None
    found = [int(one[1] or one[2]) for one in sentence.take(_PAGES)]
    return max(found, default=None)


def asks_pages(sentence: Sentence) -> bool:
    """Whether it is asked how long a text may be."""
    return bool(sentence.take(_HOW_MANY))


def is_one_text(items: Items, text: str) -> bool:
    """Whether pages that are counted are those of one text that is read: `can it summarize 200 pages`."""
    is_work = items.is_daily or items.asks_how_long or _IN_PARTS.search(text) is not None
    return items.called == "pages" and not is_work and _READ.search(text) is not None


def prompt_among(sentence: Sentence) -> int | None:
    """The tokens of a prompt that stand behind that word, to be taken before money, which such a number looks like."""
    found = sentence.take(_PROMPT)
    if not found:
        return None
    one = found[0]
    return round(float(one[1] or one[3] or one[4]) * SCALE[(one[2] or "").lower()])
