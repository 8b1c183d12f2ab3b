"""Results of others: read one by one, kept, and put beside those of this rig."""

import datetime
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from advisor.advice.sharing import result_key, shared_result
from advisor.answer.runs.compared_results import compared
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.kept.profile import Profile
from advisor.facts.kept.shared_result import KeptResult
from advisor.facts.values.reason import Reason
from advisor.present.check.compared_text import compared_lines
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import say_count
from advisor.store.atomic_file import StoreError
from advisor.store.shared_results import MOST_RESULTS, SHARED, read_result, with_results

_MOST_FILES = 10 * MOST_RESULTS
_GLOB = frozenset("*?[")


class Imported(NamedTuple):
    """How many results are new, how many were there already, and why the other files hold none."""

    new: int
    known: int
    faults: tuple[Reason, ...]


ADDED = "added"
"""What a child calls what it kept: `said`, and how many `results` are new or `prices` that it did not keep."""


def added_results(found: "Imported") -> dict[str, Any]:
    """What a child tells the window."""
    said = say_count("{count} new result of others.", "{count} new results of others.", found.new)
    return {"said": [said, *map(in_words, found.faults[:3])], "results": found.new + found.known}


def import_results(paths: Iterable[Path]) -> Imported:
    """Keep the results in these files, in folders of them, and in what patterns name; a damaged one costs only itself.

    Raises:
        StoreError: they cannot be kept.
    """
    found: dict[str, KeptResult] = {}
    faults = []
    for path in islice(_files(paths), _MOST_FILES):
        try:
            result = read_result(path)
        except StoreError as error:
            faults.append(error.reason)
            continue
        key = result_key(result)
        found[key] = KeptResult(key=key, result=result)
    before = {one.key for one in SHARED.read().record.results}
    if found.keys() - before:
        SHARED.change(lambda kept: with_results(kept, tuple(found.values())))
    return Imported(len(found.keys() - before), len(found.keys() & before), tuple(faults))


def beside_others(profile: Profile, catalog: Catalog, *, today: datetime.date) -> tuple[str, ...]:
    """What of this rig is above or below others with the same parts, as sentences."""
    own = shared_result(profile, catalog, today=today)
    key = result_key(own)
    others = [one.result for one in SHARED.read().record.results if one.key != key]
    return compared_lines(compared(own, others), catalog.models)


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(islice(path.glob("*.json"), _MOST_FILES))
        elif _GLOB & set(path.name) and not path.exists():
            yield from sorted(islice(path.parent.glob(path.name), _MOST_FILES))
        else:
            yield path
