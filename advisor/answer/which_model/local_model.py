"""Which model of the catalog one on this computer is, and which files on it are a model that was asked about."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from advisor.catalog.on_disk.candidate import name_without_part, repository_of

if TYPE_CHECKING:  # questions about no file need its records not at all
    from collections.abc import Iterable, Iterator

    from advisor.catalog.cards.catalog import Catalog
    from advisor.facts.answers.local_model import LocalModel, OtherWeights
    from advisor.facts.answers.model_file import ModelFile
    from advisor.facts.cards.model import ModelCard

_SAME_PARAMS = 0.06
"""Published numbers of parameters are rounded, and count parts that lie in files of their own, or not."""


def catalog_id(local: LocalModel, catalog: Catalog) -> str | None:
    """The id of the card that a file is of: by a name it goes by, where its layers and parameters do not deny it.

    A fine-tune under a name of its own is no model of the catalog: it is predicted from its own header. What writes no
    text is none whose weights cannot be counted.
    """
    if local.file is None:
        found_ids = (catalog.other_models.find(name) for name in _names(local))
        others = catalog.other_models
        return next((one for one in found_ids if one and _may_hold(local.other, others[one])), None)
    return _named(local.file, _names(local), catalog)


def card_of_file(file: ModelFile, catalog: Catalog) -> ModelCard | None:
    """The card that an opened file is of, by the same rule; None where it is no model of the catalog."""
    path = Path(file.path)
    found = _named(file, (name_without_part(path.name), repository_of(path), file.name), catalog)
    return catalog.models[found] if found else None


def files_of(
    model_id: str, models: Iterable[LocalModel], catalog: Catalog, *, quant: str | None = None
) -> tuple[LocalModel, ...]:
    """The files on this computer that are a model, by its id or the path of an opened file; those of `quant` first."""
    held = [one for one in models if one.path == model_id or catalog_id(one, catalog) == model_id]
    wanted = catalog.quants.find(quant) if quant else None
    return tuple(sorted(held, key=lambda one: wanted is not None and quant_id(one, catalog) != wanted))


def quant_id(local: LocalModel, catalog: Catalog) -> str | None:
    """The id of the quantization of a file; None where it states none that is known."""
    stated = stated_quant(local)
    return catalog.quants.find(stated) if stated else None


def stated_quant(local: LocalModel) -> str | None:
    """The quantization as the file states it."""
    file = local.file
    if file is None:
        return local.other.stored if local.other else None
    return file.quant or (file.weights.quant if file.weights else None)


def _names(local: LocalModel) -> Iterator[str]:
    """What it may be known by, the surest first: its file or name in a program, its repository, its own title."""
    yield local.name
    yield from (holder.name.removesuffix(":latest") for holder in local.holders)
    if local.file:
        yield local.file.name


def _named(file: ModelFile, names: Iterable[str], catalog: Catalog) -> str | None:
    found_ids = map(catalog.models.find, filter(None, names))
    return next((one for one in found_ids if one and _may_be(file, catalog.models[one])), None)


def _may_hold(other: OtherWeights | None, card: ModelCard) -> bool:
    """Whether files hold as many weights as the model, or as some of its networks: programs keep them apart, too."""
    if other is None:
        return False
    networks = card.pipeline.networks if card.pipeline else ()
    each = [(one.params, one.params // one.turns) for one in networks]
    sums = {0}
    for amounts in each[:_MOST_NETWORKS]:
        sums |= {before + amount for before in sums for amount in amounts}
    return any(abs(other.params - one) <= _SAME_PARAMS * one for one in (card.params, *sums) if one)


_MOST_NETWORKS = 8


def _may_be(file: ModelFile, card: ModelCard) -> bool:
    """Whether what the header says agrees with a card."""
    if card.shape is not None and file.layers is not None and card.shape.layers != file.layers:
        return False
    if file.weights is None:
        return True
    counts = (card.params, card.params - card.other_params)
    return any(abs(file.weights.params - one) <= _SAME_PARAMS * one for one in counts)
