"""Whose a computer is that a plain question names, and whether a complete one is to be bought."""

import re

from advisor.cli.asking.sentence.money import Spent

WANTED = re.compile(
    r"\b(new (?:home )?(?:computer|pc|machine|mac|rig|laptop|workstation|build|server)"
    r"|(?:what|which) (?:kind of )?(?:(?:mini|unified|memory|unified-memory|small|quiet|ai|local|complete|home) )*"
    r"(?:computer|pc|machine|mac|laptop|desktop|server|workstation|rig|mini-?pc|box)"
    r"|no (?:computer|pc|machine|hardware|rig)|(?:don't|dont|do not) (?:have|own) an?y? (?:computer|pc|machine))\b",
    re.IGNORECASE,
)
COMPLETE = re.compile(
    r"\b(complete (?:machine|computer|pc|system|rig)|whole (?:machine|computer|pc|system)"
    r"|prebuilt|mini[ -]?pc|(?<!my )(?<!this )(?<!own )(?<!black )box\b|build (?:a|me|from)"
    r"|from scratch|(?:starting |start )?(?:from|with) (?:nothing|zero)|ready-made"
    r"|(?<!my )(?<!this )(?:computer|machine|pc) for|(?:llm|ai|inference) (?:box|rig|server|machine|pc|computer)"
    r"|(?:what|how) (?:would|should|could) (?:you|i|we) build"
    r"|a (?:machine|computer|pc) (?:to|for|that)|have nothing(?: yet)?|nothing yet)\b",
    re.IGNORECASE,
)
_BUY_WHAT = re.compile(
    r"\bwhat (?:should|do|would|must|can) (?:we|i) (?:need to |have to )?(?:buy|get|purchase)\b", re.I
)
_SOLD_WHOLE = re.compile(
    r"\b(servers?|machines?|computers?|pcs?|desktops?|workstations?|laptops?|notebooks?|i?macs?|macbooks?)\b",
    re.IGNORECASE,
)
_NO_WHOLE = re.compile(
    r"\b(my|mine|this|our|existing|current|upgrad\w*|add|adding|gpus?|cards?|graphics|ram|memory|second|another)\b",
    re.IGNORECASE,
)
"""Beside these a computer is one that is there, or only a part of it is to be bought."""
_TEAM_USD = 3000.0
"""Several people who spend so much buy a complete computer, not a card (a judgment)."""
_OF_ORGANISATION = re.compile(
    r"\b(?:my|our|this) (?:\w+ ){0,2}?(?:company|team|business|office|startup|firm|school|class|lab|department|studio"
    r"|agency|clinic|practice|group|employees|staff|users|people|developers|devs|engineers|students|budget)\b",
    re.IGNORECASE,
)
_ONLY_PARTS = re.compile(
    r"\b(my|mine|this|our|existing|current|upgrad\w*|add|adding|(?:graphics|video) cards?|ram|second|another)\b",
    re.IGNORECASE,
)
_OF_MINE = re.compile(
    r"\b((?:my|our)(?! (?:[\w$.-]+ ){0,3}(?:bills?|subscriptions?|plan|api|budget|company|team|business"
    r"|office|startup|family|school|class|clients?|customers?|needs?|use ?case|voice|thesis|project|kids?"
    r"|agents?|code|codebase|workflow|usage|contracts?|documents?|docs|pdfs?|manuals?|wiki|emails?|staff|files?|papers?|data|notes|texts?|cases"
    r"|wife|husband|friends?|boss"
    r"|children)\b)"
    r"|mine|this|the app's|here)\b",
    re.IGNORECASE,
)
_OF_COMPUTER = (
    r"(?:\w+ ){0,2}?(?:rigs?|pcs?|computers?|machines?|servers?|workstations?|box|hardware|builds?|set-?up)\b"
)
_HAS_BOTH = re.compile(
    r"\b(?:got|have|own) an? (?!budget)[^.?!,]{2,40}? and an? (?!budget)[^.?!,]{2,40}", re.IGNORECASE
)
"""`got an RTX 3060 and an M1 Air`: nothing is bought."""
_RIG = re.compile(rf"\b{_OF_COMPUTER}", re.IGNORECASE)
_TO_BE_MINE = re.compile(rf"\b(?:my|our) own {_OF_COMPUTER}", re.IGNORECASE)
_WOULD_BE_MINE = re.compile(
    r"\b(?:would|build(?:ing)?|buy(?:ing)?|get(?:ting)?|sett?(?:ing)? up|than|vs\.?|versus|instead of)"
    rf" {_TO_BE_MINE.pattern}",
    re.IGNORECASE,
)
"""`would my own rig be cheaper` is about one that nobody has; beside a bill so is each that is `my own`."""


def without_organisation(text: str) -> str:
    """A text without `my company` and the like, which say of no computer whose it is."""
    return _OF_ORGANISATION.sub("", text)


def names_a_rig(text: str) -> bool:
    """Whether a whole computer is named, whoever has it."""
    return _RIG.search(text) is not None


def is_complete(text: str, spent: Spent | None, users: int | None = None) -> bool:
    """Whether a complete computer is to be bought: said so, or no part beside a budget or several users."""
    is_named = spent is not None and _SOLD_WHOLE.search(text) is not None
    is_for_several = users is not None and _BUY_WHAT.search(text) is not None
    is_sold = (is_named or is_for_several) and _NO_WHOLE.search(text) is None
    is_for_team = users is not None and spent is not None and spent.amount >= _TEAM_USD
    is_sold = is_sold or (is_for_team and _ONLY_PARTS.search(without_organisation(text)) is None)
    return is_sold or any(one.search(text) is not None for one in (COMPLETE, WANTED))


def is_of_mine(text: str, bill: Spent | None) -> bool:
    """Whether a computer is meant that is there, and none that would be bought in place of a bill."""
    to_be = _WOULD_BE_MINE if bill is None else _TO_BE_MINE
    return _OF_MINE.search(to_be.sub("", text)) is not None or _HAS_BOTH.search(text) is not None
