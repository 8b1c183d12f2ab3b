"""What else stands in a text that begins with a processor's name: words that say something of another part."""

import re

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import family_of, is_listed
from advisor.catalog.cards.name_key import LONGEST_NAME

_NUMBER = re.compile(r"\d{3}")
_OF_A_NAME = re.compile(
    r"(?:\b(?:cpu|apu|processor|processors|chip|soc|desktop|laptop|mobile|series|gen|generation|oem|tray|boxed?"
    r"|\d+[- ]?(?:core|thread)s?|(?:six|eight|twelve|sixteen)-core|\d+ ?cores?|\d+(?:\.\d+)? ?[gm]hz|\d+ ?w"
    r"|\d+(?:th|rd|nd|st)|(?:with|w/)\s*(?:amd |intel )?(?:radeon|vega|uhd|hd|iris|arc)\b.*|(?:amd |intel )?graphics"
    r"|radeon|gpu|engineering sample|es|qs)(?!\w)|\((?:r|tm)\)|[\s,;()@/®™+-])*",
    re.IGNORECASE,
)
"""What systems, shops and people put behind a processor's name without meaning another part."""


def cpu_and_rest(text: str, catalog: Catalog) -> tuple[str, str]:
    """The words that name the processor, and the words behind them that say something else."""
    words = text[:LONGEST_NAME].split()
    starts = [" ".join(words[:count]).rstrip(",;") for count in range(1, len(words) + 1)]
    name = next((one for one in reversed(starts) if is_listed(one, catalog)), None) or _of_family(starts, catalog)
    rest = " ".join(words)[len(name or text) :].strip(" ,;")
    return (text, "") if name is None or _OF_A_NAME.fullmatch(rest) else (name, rest)


def _of_family(starts: list[str], catalog: Catalog) -> str | None:
    """The shortest beginning that is of the family of the whole and has a number; None where there is none."""
    family_id = family_of(starts[-1], catalog.cpu_families) if starts else None
    numbered = (one for one in starts if family_id and _NUMBER.search(one))
    return next((one for one in numbered if family_of(one, catalog.cpu_families) == family_id), None)
