"""Money that is told about: `$2500ish`, `2500-ish`, `around 2.5k`."""

import re

_SIGN = r"[$€£]"
_ABOUT = r"(?:about|around|roughly|circa|approx\.?|some|~)"
_ISH = re.compile(
    rf"(?<![\w.])(?:for |at )?(?:{_ABOUT} ?)?(?P<sign>{_SIGN})?(?P<sum>\d{{3,5}}|\d{{1,2}}(?:\.\d{{1,2}})?k)"
    rf"(?P<behind> ?{_SIGN})?[ -]?ish(?P<word> (?:dollars|bucks|euros?|eur|usd|pounds|gbp|quid))?\b",
    re.IGNORECASE,
)
_AROUND = re.compile(
    rf"(?<![\w.])(?:for |at )?{_ABOUT} ?(?P<sign>)(?P<sum>[1-9]\d{{3}}|[1-9](?:\.\d{{1,2}})?k)\b(?P<behind>)(?P<word>)"
    rf"(?! ?(?:{_SIGN}|dollars|bucks|euros?|eur|usd|pounds|gbp|quid|gi?b|w\b|watts?|mhz|mt|t/s|people|users|images?"
    r"|pictures?|requests?|pages?|words?|/|per\b|a (?:day|month|year)))",
    re.IGNORECASE,
)
_LENGTHS = re.compile(r"\b(?:prompts?|contexts?|ctx|tokens?|inputs?|outputs?|rpm|pages?|words?)\b", re.IGNORECASE)
"""Beside these such a number is a length."""
_THING = re.compile(r"(?:\d ?gi?b|\d{3}\w*|\d{3,4} (?:ti|super|xtx?)s?)\)? *$", re.IGNORECASE)
"""Before the amount: it is what that costs."""


def with_sums(text: str) -> str:
    """The text with these amounts as `about $2500`; behind a thing `for about $2500`."""
    patterns = (_ISH,) if _LENGTHS.search(text) is not None else (_ISH, _AROUND)
    for pattern in patterns:
        text = pattern.sub(_plain, text)
    return text


def _plain(found: re.Match[str]) -> str:
    is_of_thing = _THING.search(found.string[: found.start()]) is not None
    sign = (found["sign"] or found["behind"] or "").strip()
    sign = sign or ("" if found["word"] else "$")
    return f"{'for ' if is_of_thing else ''}about {sign}{found['sum']}{found['word'] or ''}"
