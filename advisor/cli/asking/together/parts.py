"""Which works a plain question wants done at the same time on one computer."""

import re
from collections.abc import Sequence

from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.steps import Part
from advisor.cli.asking.told_work import ToldWork

_MOST = 4
_HELD = re.compile(r"\b(?:or|vs\.?|versus|than|compared (?:to|with))\b", re.IGNORECASE)
_BESIDE = ("speech", "speak", "embeddings", "rerank", "detect-objects")
"""Work that people run beside a model that answers, without saying so."""


def parts_at_once(told: Said, work: ToldWork, families: Sequence[str]) -> tuple[Part, ...]:
    """The works that are to be done at once: those of the models, of families, and others; empty for no such question.

    Models of one kind that are only held against each other are none.
    """
    if len(told.hardware.computers) > 1 or told.volume.users or _HELD.search(told.wording.text):
        return ()
    models = [(work.home([one]), one) for one in told.models]
    parts = [Part(home, one.name, "", next(iter(one.quants or told.quants), "")) for home, one in models]
    parts += [Part(work.of_family_usual(one), family=one) for one in families]
    done = {one.workload for one in parts}
    named = [work.given.workload] if work.given.workload else told.works
    others = [one for one in named if one not in done and not any(work.is_for(each.name, one) for each in told.models)]
    parts += [Part(one) for one in others]
    works = {one.workload for one in parts}
    is_beside = len(works) > 1 and len(models) > 1 and bool(works & {*_BESIDE})
    is_at_once = told.asks.at_once or (told.asks.together and len(models) > 1)
    return tuple(parts[:_MOST]) if len(parts) > 1 and (is_at_once or is_beside) else ()
