"""Things of a list that ends with `or`, each of which is another answer: `a 3090, a 5060 Ti or a 3060`."""

import re
from collections.abc import Sequence
from itertools import pairwise

_ARTICLE = r"(?:(?:an?|the|used|new|one|single|maybe|even|perhaps|just|rather|nvidia|geforce|amd|radeon) )*"
_COMMA = re.compile(rf"\s*[,/]\s*{_ARTICLE}", re.IGNORECASE)
_LAST = re.compile(rf"\s*,?\s*(?:or|vs\.?|versus)\s+{_ARTICLE}", re.IGNORECASE)


def listed_apart(text: str, places: Sequence[tuple[int, int]]) -> set[int]:
    """Where those things begin that stand in such a list behind another one, by where all begin and end in order."""
    found, run = set[int](), list[int]()
    for (_, end), (start, _) in pairwise(places):
        between = text[end:start]
        if _COMMA.fullmatch(between):
            run.append(start)
            continue
        if _LAST.fullmatch(between):
            found |= {*run, start}
        run = []
    return found
