"""Which amounts of a plain question are what a thing costs that is named beside them, and no budget."""

import re
from collections.abc import Sequence

from advisor.cli.asking.sentence.money import Spent

_KIND = (
    r"used|new|refurb\w*|second-?hand|locally|local|online|today|now|sealed|boxed|total|complete|unified|memory|ram|kit"
    r"|ddr\d\S*|sticks?|desktop|laptop|notebook|tower|pc|box|server|rig|build|setup|computer|machine|workstation|mini|mac|macs|macbook|pro|max"
    r"|air|studio|imac|version|model|one|upgrade|it|this|worth|priced|listed|offered|available|on|from|ebay|amazon|craigslist"
    r"|marketplace|apple|facebook|of|gi?b|\d{1,3} ?gi?b|\d{2}-core|gpu|currently|right|here|all|in|me|us"
)
_ASKS = (
    r"(?:for|at|is|are|costs?|costing|cost|asking|@|=|:|goes for|going for|sells? for|selling for|on sale (?:for|at)"
    r"|on offer (?:for|at)|(?:would|will|can) (?:be|cost)|comes to|runs|priced at|listed (?:for|at))"
)
_ABOUT = r"(?:(?:only |just |about |around |roughly |like |some |exactly |~) ?)*"
_BEHIND = re.compile(
    rf"(?:[\s(),]+(?:{_KIND}))*[\s(),]*{_ASKS}[\s(]*{_ABOUT}\(?"  # a comma alone tells nothing: `Mac Studio, $4000`
    rf"|(?:[\s()]+(?:{_KIND}))*[\s()]*{_ABOUT}\(?"
    rf"|(?:[\s(),.;:?!-]+(?:{_KIND}|and|but|as|since|because|i|we|saw|found|the|this|that|such|an?|which|they|those))+"
    rf"\s+{_ASKS}\s*(?:me\s+|us\s+)?{_ABOUT}",
    re.IGNORECASE,
)
"""Between a thing and the amount behind it: `macbook for $1200`, `64GB RAM, the kit costs $600`."""
_BEFORE = re.compile(
    r"[\s)]*(?:(?:too much|an? (?:good|fair|great|ok|okay|decent|nice) (?:price|deal|offer))\s+)?"
    r"(?:(?:for|on|gets? me|buys? me|gets?|buys?)\s+)?"
    rf"(?:(?:an?|the|one|this|that|some|more|extra|another|my|{_KIND})\s+)*",
    re.IGNORECASE,
)
"""Between an amount and the thing behind it: `the $2000 EVO-X2`, `is $420 for 64 GB`."""
_OTHER_MONEY = re.compile(
    r"\b(?:budgets?|up to|under|below|max\w*|at most|less than|spend\w*|save\w*|have|having|got|with|'ve|ha[sd]"
    r"|for about|left)\b[^.?!,;]{0,24}$",
    re.IGNORECASE,
)
"""Before an amount: what may be spent, or what is there."""
_BUDGET_BEHIND = re.compile(r"^ *(?:budget|to spend|max\w*|limit|left|saved|in cash|cash)\b", re.IGNORECASE)
_IN_A_RIG = re.compile(r"(?:\b(?:with|and|plus|has|having)|[+&/,])\s*$", re.IGNORECASE)
"""Before memory: it is that of a computer, and what is told costs all of it."""
_OF_CARD = re.compile(r"\d{1,3} ?gi?b\b(?! ?(?:of )?(?:system |main )?(?:ram|ddr|memory))", re.IGNORECASE)
"""Right behind a card: a size that is its own."""
_MEMORY_BEHIND = re.compile(r"[\s,]*(?:and|with|plus|\+|&|/)?\s*", re.IGNORECASE)
_A_RANGE = re.compile(r"\b(?:which|what|best|any) (?:[\w-]+ ){0,3}$", re.IGNORECASE)
"""Before a thing: it is one of several, to be found for the amount."""


def amounts_of_things(text: str, things: Sequence[tuple[int, int]], amounts: Sequence[Spent]) -> dict[int, Spent]:
    """The amount that is told of each thing, by the place of the thing in their order."""
    found = dict[int, Spent]()
    for amount in (one for one in amounts if not one.is_shared):
        place = _thing_of(text, things, amount)
        if place is not None:
            found.setdefault(place, amount)
    return found


def _thing_of(text: str, things: Sequence[tuple[int, int]], amount: Spent) -> int | None:
    """The thing right before an amount, else the one right behind it; None where it is of neither."""
    if _BUDGET_BEHIND.match(text[amount.end :]) is not None:
        return None
    before = [(end, start, place) for place, (start, end) in enumerate(things) if end <= amount.start]
    if before:
        end, start, place = max(before)
        if _BEHIND.fullmatch(text[end : amount.start]) and not _A_RANGE.search(text[:start]):
            return place
    behind = [(start, place) for place, (start, _) in enumerate(things) if start >= amount.end]
    if not behind or _OTHER_MONEY.search(text[: amount.start]) is not None:
        return None
    start, place = min(behind)
    return place if _BEFORE.fullmatch(text[amount.end : start]) else None


def with_memory(text: str, part: tuple[int, int], rams: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Where a part stands together with the memory that is named right behind it: both are one computer."""
    near = (end for start, end in rams if start >= part[1] and _MEMORY_BEHIND.fullmatch(text[part[1] : start]))
    return part[0], next(near, part[1])


def is_of_a_rig(text: str, start: int, parts: Sequence[tuple[int, int]]) -> bool:
    """Whether memory that begins there belongs to one of the parts that are named before it."""
    is_size = _OF_CARD.match(text[start:]) is not None and any(
        not text[end:start].strip() for _, end in parts if end <= start
    )
    is_behind = any(end <= start and not re.search(r"[.?!;:]", text[end:start]) for _, end in parts)
    return is_size or (is_behind and _IN_A_RIG.search(text[:start]) is not None)


_WEIGHED = (
    r"(?:still )?(?:worth(?: it| buying| getting| the money| the price)?\b(?! (?:to|upgrad|keep|sell|replac|if|over))"
    r"|(?:an? |any )?(?:good|bad|smart|dumb|stupid|sensible|decent|terrible|great)"
    r" (?:idea|buy|deal|purchase|choice|value)"
    r"|(?:would |does |do |will )?(?:it |they |that )?makes? sense)"
)
_SUM_BEHIND = r"(?:,? ?(?:for|at|@) ?(?:about |only |just )?[$€£]?\d[\d.,]*k? ?(?:[$€£]|usd|eur|dollars|euros|bucks)?)?"
_BEHIND_CARD = re.compile(
    rf"{_SUM_BEHIND}(?: (?:each|apiece|total|in total|used))*(?: (?:is|are|a))?[\s,:]+{_WEIGHED}", re.IGNORECASE
)
_BEFORE_CARD = re.compile(
    rf"\b(?:is|are|would|do|does|will)\b (?:it (?:a )?)?(?:{_WEIGHED} )?(?:to (?:buy|get) )?"
    r"(?:(?:an?|the|some|buying|used|new|local|single|second-hand|one) )*$",
    re.IGNORECASE,
)
_HAD = re.compile(r"\b(?:my|mine|our|i have|we have|i've|we've|have an?|own|got|current|existing|already|from)\b", re.I)


_IDEA = re.compile(
    r"\b(?:good|bad|smart|dumb|stupid|sensible|terrible) (?:idea|buy|purchase|choice)\b|\bmakes? sense\b", re.IGNORECASE
)
_USED = re.compile(
    r"\b(?:run(?:ning)?|us(?:e|ing)|keep\w*|power|undervolt\w*|limit\w*|mix\w*|split\w*|offload\w*|quanti[sz]\w*"
    r"|tun(?:e|ing)|train\w*|together)\b",
    re.IGNORECASE,
)


def asks_of_idea(text: str) -> bool:
    """Whether it is asked if something is a good buy, and not how what is there is used."""
    return _IDEA.search(text) is not None and _HAD.search(text) is None and _USED.search(text) is None


def is_weighed(text: str, cards: Sequence[tuple[int, int]]) -> bool:
    """Whether it is asked if cards are worth buying that nobody says are there: `4x MI50 worth it?`."""
    if not cards or _HAD.search(text) is not None:
        return False
    if asks_of_idea(text):
        return True
    return any(_BEHIND_CARD.match(text[end:]) or _BEFORE_CARD.search(text[:start]) for start, end in cards)
