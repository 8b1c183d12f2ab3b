"""How many things are to be worked through: `5 million emails x 300 tokens`, `200 pdfs of 30 pages each`."""

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from advisor.cli.asking.sentence.amounts import EACH, NUMBER, SCALE, days, number_of
from advisor.cli.asking.sentence.sentence import Sentence

TOKENS_A_PAGE = 500
"""Of usual print: 455 to 728 were counted for a page of text (https://huggingface.co/datasets/JOHNISKING/pdf-token-cost,
October 2026); an example of training is about as long (specs/workloads/tasks/fine-tune-qlora.toml)."""
USUAL_PAGES = {
    "pages": 1, "documents": 5, "docs": 5, "files": 5, "contracts": 10, "papers": 10, "pdf": 10, "pdfs": 10,
    "chapters": 20, "books": 300,
}  # fmt: skip
"""So many pages each of them has where nobody says (judgments)."""
LONGEST_TEXT_TOKENS = 2048
"""What is longer is divided before it is embedded (a judgment)."""
_TOKENS_A_WORD = 4 / 3
"""Of English (OpenAI's rule of thumb: a token is three quarters of a word)."""
_SCALE = r"(k|m|mio|million|mil|thousand|b|billion)?"
_OF_PAGES = r"(?:pdf|document|doc|book|text|word|a4|letter|paper|printed|scanned|docx|manual|report|contract)"
"""Before pages: of what they are."""
_ITEMS = re.compile(
    rf"\b(?:about |over |some |~)?{NUMBER} ?{_SCALE} ?(?:short |long |small |scanned |support |customer |product )?"
    rf"(?:{_OF_PAGES} (?=pages\b))?(chunks|texts|documents|docs|pdfs?|pages|passages|images|pictures|photos|scans"
    r"|descriptions|abstracts|paragraphs|snippets|patents"
    r"|emails|e-mails|mails|articles"
    r"|sentences|receipts|invoices|tickets|comments|reviews|messages|tweets|posts|rows|records|files|chapters|books"
    r"|papers|contracts|transcripts|examples|samples|conversations)\b"
    rf"(?: ?(?:,|of \w+)? ?{EACH})?"
    rf"|\b{NUMBER} ?{_SCALE} ?(requests|queries|calls|prompts|questions)(?: ?,?) ?{EACH}",
    re.IGNORECASE,
)
_WORDS_OF_SIZE = r"tokens?|toks?|words?|pages?"
_SIZED = re.compile(
    rf"(?:\b(?:with|of|at|by|each|a|à|avg|averag\w+|about|around|~)[ ]?|[x*] ?){{0,3}}\b(\d{{1,7}}) ?(k)?[ -]?"
    rf"({_WORDS_OF_SIZE})\b(?: long)?(?: ?(?:each|apiece|on average|per (?:\w+)|a piece|/ ?(?:email|doc|item)\w*))?",
    re.IGNORECASE,
)
_EACH_SIZE = re.compile(
    rf"\b(\d{{1,7}}) ?(k)?[ -]?({_WORDS_OF_SIZE}) (?:each|per (?:chunk|text|passage|email|doc\w*|item|example))\b",
    re.IGNORECASE,
)
_HOW_LONG = re.compile(
    r"\bhow (?:long|much time)(?= (?:does|do|will|would|to|it|is|for|until)\b| *[?,.]| *$)"
    r"|\bhow many (?:hours|days|weeks)\b",
    re.IGNORECASE,
)
_SHORT = re.compile(r"\b(classif\w+|categori[sz]\w+|label\w*|tag(?:ging)?|sort(?:ing)?|sentiment)\b", re.IGNORECASE)
_TRANSLATED = re.compile(r"\b(translat\w+|rewrit\w+|proofread\w*|correct(?:ing)?)\b", re.IGNORECASE)


class Items(NamedTuple):
    """So many of them, or so many a day; how many tokens each has, None where nobody said.

    `answers`: each takes a word or two of answer, one as long as itself, or a usual one. `asks_how_long`: how long all
    of them take is asked.
    """

    number: float
    called: str
    tokens: int | None = None
    is_daily: bool = False
    answers: Literal["short", "as long", "usual"] = "usual"
    asks_how_long: bool = False


def items_among(sentence: Sentence, is_name: Callable[[str], bool]) -> Items | None:
    """Those that are named; of several kinds the last."""
    found: Items | None = None
    end = 0
    for one in _ITEMS.finditer(sentence.left):
        amount, scale, called, period, adverb = one.groups()[:5] if one[1] else one.groups()[5:]
        if is_name(" ".join((*sentence.before(one.start(), 1), amount))):
            continue
        sentence.blank(one.start(), one.end())
        is_inside = found is not None and called.lower() == "pages" and one.start() - end < _NEAR
        if is_inside and found is not None:  # `200 pdfs of 30 pages`
            found = found._replace(tokens=round(number_of(amount) * TOKENS_A_PAGE))
            continue
        number, is_daily = number_of(amount) * SCALE[(scale or "").lower()], bool(period or adverb)
        found = Items(number / days(period, adverb) if is_daily else number, called.lower(), is_daily=is_daily)
        end = one.end()
    if found is None:
        return None
    size = next(iter(sentence.take(_EACH_SIZE)), None) or _size_behind(sentence, end)
    is_short, is_translated, asks = (bool(sentence.take(one)) for one in (_SHORT, _TRANSLATED, _HOW_LONG))
    tokens = _tokens(size) if size is not None else found.tokens
    answers: Literal["short", "as long", "usual"] = "short" if is_short else "as long" if is_translated else "usual"
    return found._replace(tokens=tokens, answers=answers, asks_how_long=asks)


_NEAR = 12
"""Letters between things and how long each of them is."""


def _size_behind(sentence: Sentence, end: int) -> re.Match[str] | None:
    one = _SIZED.search(sentence.left, end)
    if one is None or one.start() - end > _NEAR:
        return None
    sentence.blank(one.start(), one.end())
    return one


def _tokens(size: re.Match[str]) -> int:
    """How many tokens a length is."""
    unit = size[3].lower()
    each = TOKENS_A_PAGE if unit.startswith("page") else _TOKENS_A_WORD if unit.startswith("word") else 1
    return round(int(size[1]) * SCALE[(size[2] or "").lower()] * each)
