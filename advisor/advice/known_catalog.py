"""All cards: ours, and those that a person added laid over them."""

from collections.abc import Sequence

from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.cards.own_cards import LaidOver, OwnFolder, laid_over
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.catalog.hardware.computer_machine import computer_machine
from advisor.facts.values.reason import Reason
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import kept_by_language, say
from advisor.store.folder import has_own_cards
from advisor.store.own_cards import own_folders

_TOLD = 3
"""So many faults are told unasked."""
_QUANT = "q4_k_m"


def known_cards() -> LaidOver:
    """The catalog, which of its cards are a person's own, and what is wrong with others of theirs.

    Raises:
        StoreError: what a command named holds no cards.
    """
    if not has_own_cards():
        return LaidOver(load_catalog())
    found = own_folders()
    joined = _joined(tuple((one.place, tuple(one.files.items())) for one in found.folders))
    return joined._replace(faults=(*found.faults, *joined.faults))


def with_cards(folders: Sequence[OwnFolder]) -> LaidOver:
    """Our catalog with the cards of these folders, each of which is tried before it counts."""
    return laid_over(load_catalog(), folders, marked=lambda name: say("{name} (yours)", name=name), tried=_tried)


def told_faults(faults: Sequence[Reason]) -> tuple[str, ...]:
    """The first faults of own cards as sentences, and how many there are beside."""
    more = len(faults) - _TOLD
    left = (say("And {count} more: rig-advisor cards list", count=more),) if more > 0 else ()
    return (*(say("Own card left out: {fault}", fault=in_words(one)) for one in faults[:_TOLD]), *left)


@kept_by_language(2)
def _joined(folders: tuple[tuple[str, tuple[tuple[str, bytes], ...]], ...]) -> LaidOver:
    """The same cards are joined once, so that what is kept of a catalog stays."""
    return with_cards([OwnFolder(place, dict(files)) for place, files in folders])


def _tried(full_id: str, catalog: Catalog) -> object:
    """What predictions make of a card first of all."""
    if full_id in catalog.gpus:
        return gpu_processor(full_id, catalog)
    if full_id in catalog.cpus:
        return cpu_processor(full_id, catalog)
    if full_id in catalog.computers:
        return computer_machine(full_id, catalog)
    model = catalog.models.get(full_id.removeprefix("models/"))
    return model and subject_of(model, catalog.quants[_QUANT], catalog)
