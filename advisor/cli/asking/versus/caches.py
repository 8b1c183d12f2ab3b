"""The same model with each type of cache that is held against the others, and what the smaller one saves."""

from collections.abc import Iterator, Sequence

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import answered
from advisor.cli.asking.versus.row import Row, bytes_of
from advisor.facts.asked.question import CACHE_TYPE
from advisor.present.words.quantity import capacity


def with_each_cache(cache_types: Sequence[str], row: Row, catalog: Catalog) -> Iterator[Row]:
    """The same in the same file with each type of cache; as it is without any."""
    if not cache_types:
        yield row
    for one in cache_types:
        words = (*row.words[1:], "--set", f"{CACHE_TYPE}={one}")
        quant = row.answer.settings.quant
        words = words if "--quant" in words or quant is None else (*words, "--quant", quant)
        answer, verdict, asked = answered(words, catalog)
        yield Row(f"{one} cache", ("ask", *words), answer, verdict, None, asked.assumed)


def saved_by_cache(rows: Sequence[Row]) -> Iterator[str]:
    """How much memory the smallest cache leaves free that the largest takes."""
    small, large = min(rows, key=bytes_of), max(rows, key=bytes_of)
    if bytes_of(large) > bytes_of(small):
        yield f"The {small.name} takes {capacity(bytes_of(large) - bytes_of(small))} less than the {large.name}."
