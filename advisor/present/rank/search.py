"""What a search on page What can I run? finds: rows of the ranking, and models of other tasks."""

from collections import Counter
from collections.abc import Sequence

from advisor.answer.tasks.ask import task_models
from advisor.answer.tasks.own_work import works_of_models
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.cards.card import month_of
from advisor.facts.values.frozen import frozen
from advisor.present.rank.rows import RankedRow
from advisor.present.words.search import model_words, nearest_first
from advisor.present.words.words import joined, kept_by_language, say


@frozen
class Elsewhere:
    """A model of another task, with the workload people take it for; `search` holds more words it is found by."""

    workload_id: str
    workload: str
    model_id: str
    name: str
    search: str


def found_rows(rows: Sequence[RankedRow], text: str) -> tuple[RankedRow, ...]:
    """The rows that what was typed finds, older ones too, the nearest name first."""
    return nearest_first(((row, row.name, row.search) for row in rows), text)


def found_elsewhere(others: Sequence[Elsewhere], text: str) -> tuple[Elsewhere, ...]:
    """The same of models of other tasks; nothing where nothing was typed."""
    rows = ((one, one.name, one.search) for one in others)
    return nearest_first(rows, text, may_be_mistyped=False) if text.strip() else ()


def no_match_words(elsewhere: Sequence[Elsewhere]) -> str:
    """What stands where no row is found: in which other tasks there are such models, and how many."""
    if not elsewhere:
        return say("No matching model.")
    counts = Counter(one.workload for one in elsewhere)
    found = joined((f"{name} ({count})" for name, count in counts.most_common()), ", ")
    return say("No matching model for this work. There are some for: {tasks}.", tasks=found)


@kept_by_language(32)
def models_elsewhere(catalog: Catalog, workload_id: str) -> tuple[Elsewhere, ...]:
    """Every model that the ranking for a workload leaves out, each with the first workload that takes it."""
    other = catalog.other_workloads.get(workload_id)
    here = catalog.models if other is None else task_models(other, catalog)
    return tuple(one for one in _everywhere(catalog) if one.model_id not in here)


@kept_by_language(2)
def _everywhere(catalog: Catalog) -> tuple[Elsewhere, ...]:
    """Every model with the first workload that takes it, the newest first: so they stand where names are as near."""
    found: dict[str, Elsewhere] = {}
    cards = {**catalog.models, **catalog.other_models}
    works = sorted(works_of_models(catalog), key=lambda work: -month_of(cards[work[1]].released))
    for other_id, model_id in works:
        if model_id not in found:
            name = (catalog.workloads.get(other_id) or catalog.other_workloads[other_id]).name
            card = cards[model_id]
            found[model_id] = Elsewhere(other_id, say(name), model_id, card.name, model_words(model_id, card))
    return tuple(found.values())
