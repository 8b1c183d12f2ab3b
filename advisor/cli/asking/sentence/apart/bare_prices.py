"""Prices without a unit behind things of which another one is told at a price: `3090 $700 vs 4090 1600`."""

import re

from advisor.cli.asking.sentence.apart.card_number import CARD_NUMBER

_THING = (
    rf"(?:{CARD_NUMBER}|\b[ab]\d{{2,4}}|\bmi\d{{2,3}}|\b[pv]100|\bp40|\b[lh]40s?|\b(?:rtx|pro|quadro) [4-6]\d00"
    r"|\bmac (?:mini|studio)|\bmacbook (?:air|pro)|\bmacbook|\bstrix halo|\bdgx spark|\bevo-?x2|\bframework desktop)"
    r"(?: ?(?:ti|super|xtx?|gre|ada|blackwell|pro|max|ultra|air|m\d|d|v2))*"
    r"(?: \d{1,3} ?gi?b(?: (?:of )?(?:ram|memory))?)?s?"
)
_KIND = r"(?:(?:used|new|refurb\w*|second-?hand|second hand|local(?:ly)?|each|today|now) )*"
_TELLS = r"(?:(?:for|at|@|=|is|are|costs?|costing|about|around|only|just|~) ?)*"
_NO_UNIT = (
    r"(?! ?(?:gi?b|tb|w\b|watts?|k\b|b\b|m\b|x\b|ti\b|xtx?\b|super|mhz|mt\b|tokens?|tok|t/s|tps|s\b|hours?|h\b|ms\b"
    r"|min|days?|weeks?|months?|years?|users?|people|pages?|words?|images?|pictures?|steps?|times|budget|to spend|max\b"
    r"|ctx|context|%|/|a (?:day|month|year)|per\b|[$€£]|usd|eur|bucks|dollars|euros?|pounds|gbp|quid))"
)
_BARE = re.compile(
    rf"(?P<thing>{_THING}) {_KIND}{_TELLS}"
    rf"(?P<sum>(?!{CARD_NUMBER}\b)(?!20[12]\d\b)\d{{3,5}}|\d{{1,2}}(?:\.\d{{1,2}})?k)\b(?!\.\d)"
    rf"{_NO_UNIT}",
    re.IGNORECASE,
)
_MARKED = re.compile(
    r"(?P<sign>[$€£]) ?\d{2,5}|(?:\d{2,5}|\dk) ?(?P<behind>[$€£]|usd\b|eur\b|bucks\b|dollars\b|euros?\b|pounds\b|gbp\b"
    r"|quid\b)",
    re.IGNORECASE,
)
_HELD = re.compile(r"\b(?:or|vs\.?|versus|than|which|better|against|rather)\b", re.IGNORECASE)
_SIGNS = {"e": "€", "€": "€", "p": "£", "g": "£", "q": "£", "£": "£"}
_SEVERAL = 2


def with_bare_prices(text: str) -> str:
    """The text with these amounts as `for $1600`, in the currency of the other one."""
    bare, marked = [*_BARE.finditer(text)], _MARKED.search(text)
    if not bare or _HELD.search(text) is None or (marked is None and len(bare) < _SEVERAL):
        return text
    unit = (marked["sign"] or marked["behind"] or "$").lower() if marked is not None else "$"
    sign = _SIGNS.get(unit[0], "$")
    for one in reversed(bare):
        before = text[one.end("thing") : one.start("sum")]
        kept = re.sub(rf"{_TELLS}$", "", before.strip(), flags=re.IGNORECASE).strip()
        text = f"{text[: one.end('thing')]} {kept + ' ' if kept else ''}for {sign}{one['sum']}{text[one.end('sum') :]}"
    return text
