"""Names with which those of several models begin, in a plain question: `wan or ltx`, `gemma or qwen`."""

import re
from collections.abc import Sequence

from advisor.answer.which_model.family import family_members
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.steps import Held, Line, Machines, Needs, Step, Together
from advisor.cli.asking.told_work import MOST

_HELD = re.compile(r"\b(?:or|vs\.?|versus|than|against|compared (?:to|with))\b", re.IGNORECASE)


def without_families(told: Said, catalog: Catalog) -> tuple[Said, tuple[str, ...]]:
    """What is said without the words with which names of models begin (`DeepSeek`, `wan 2.2`), and these."""
    families = tuple(one for one in told.unknown if family_members(one, catalog))
    families = families if _HELD.search(told.wording.text) is not None else families[:1]
    return told._replace(unknown=tuple(one for one in told.unknown if one not in families)), families


def are_held(told: Said, families: Sequence[str]) -> bool:
    """Whether several models, or the best of families, are held against each other on one computer."""
    number = len(told.models) + len(families)
    return number > (1 if families else MOST) and _HELD.search(told.wording.text) is not None


def unused(families: Sequence[str], steps: Sequence[Step]) -> list[str]:
    """Names that begin those of models and that no step has."""
    held_by = [name for one in steps if isinstance(one, Held) for name in one.families]
    words = [word for one in steps if isinstance(one, Line) for word in (*one.words, one.family)]
    words += [one.model.name for one in steps if isinstance(one, Needs)]
    at_once = [part.family for one in steps if isinstance(one, Together) for part in one.parts]
    machines = [one.family for one in steps if isinstance(one, Machines)]
    left = [one for one in families if one not in (*held_by, *words, *machines, *at_once)]
    return [one for one in left if not any(word.lower().startswith(one.lower()) for word in words)]
