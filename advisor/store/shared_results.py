"""Results of other rigs that a person imported: kept within bounds, the same once. No prediction goes by them."""

from pathlib import Path

from advisor.facts.kept.shared_result import KeptResult, SharedResult, SharedResults
from advisor.facts.values.plain_text import plain_document, plain_text
from advisor.facts.values.reason import reason
from advisor.facts.values.units import KIB
from advisor.store.atomic_file import StoreError
from advisor.store.document import DamagedError, NewerError, migrated, parsed_object, tolerant
from advisor.store.kept_file import KeptFile
from advisor.store.own_cards import own_bytes

MOST_RESULTS, MOST_RESULT_BYTES, _MOST_PARTS = 1000, 256 * KIB, 20_000
_KIND = b"rig-advisor-result"


def _joined(newer: SharedResults, ours: SharedResults) -> SharedResults:
    return with_results(newer, ours.results)


SHARED = KeptFile("shared.json", SharedResults(), _joined)


def with_results(kept: SharedResults, more: tuple[KeptResult, ...]) -> SharedResults:
    """Those that are kept and more of them; of too many the first that came go."""
    found = {one.key: one for one in (*kept.results, *more)}
    return SharedResults(results=tuple(found.values())[-MOST_RESULTS:])


def is_result(path: Path) -> bool:
    """Whether a file calls itself one: what it then holds is found when it is read."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return _KIND in file.read(MOST_RESULT_BYTES)
    except OSError:
        return False


def read_result(path: Path) -> SharedResult:
    """The result in a file.

    Raises:
        StoreError: it holds none.
    """
    name, data = plain_text(path.name), own_bytes(path)
    try:
        if len(data) > MOST_RESULT_BYTES:
            raise DamagedError("holds_too_much")
        found = plain_document(parsed_object(data, most_parts=_MOST_PARTS))
        if found.get("kind") != _KIND.decode():
            raise DamagedError("holds_no_result")
        result, _ = tolerant(SharedResult, migrated(found, version=1, migrations={}))
    except NewerError as error:
        raise StoreError("profile_of_newer_version", name=name) from error
    except DamagedError as error:
        raise StoreError("no_result", name=name, cause=error.reason) from error
    return result


def remove_results(number: int | None) -> int:
    """Forget the result with this number, from 1, or all; how many were forgotten.

    Raises:
        StoreError: there is no such one, or it cannot be kept.
    """
    removed = 0

    def changed(kept: SharedResults) -> SharedResults:
        nonlocal removed
        if number is not None and not 1 <= number <= len(kept.results):
            raise StoreError(reason("no_result_number", number=number))
        left = () if number is None else (*kept.results[: number - 1], *kept.results[number:])
        removed = len(kept.results) - len(left)
        return SharedResults(results=left)

    SHARED.change(changed)
    return removed
