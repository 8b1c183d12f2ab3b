"""Makes the subject of a prediction from a model's own file."""

from dataclasses import replace
from pathlib import Path

from advisor.answer.asked.problem import BadFileError, shortened
from advisor.answer.which_model.subject import find_quant, nearest_shape, subject_of_shape
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.open.model_file import open_model_file
from advisor.catalog.reading.regular_file import ModelFileError
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.asked.request import Request
from advisor.facts.cards.model import ModelShape
from advisor.facts.values.reason import Reason, reason
from advisor.predict.model.layers import layer_groups
from advisor.predict.model.subject import Subject


def find_file_subject(
    request: Request, path: str, catalog: Catalog, *, assumed: str | None = None
) -> tuple[Subject, tuple[Reason, ...]]:
    """The subject of a request that names a model's file, and notes on it; what the file says comes before the rest.

    `assumed` is the quantization where neither says one.

    Raises:
        ProblemError: the file cannot be read, or holds nothing that a prediction can be made of.
    """
    try:
        file = open_model_file(Path(path), catalog)
    except ModelFileError as error:
        raise BadFileError(error.reason) from None
    return file_subject(file, catalog, named=request.model, quant=request.quant, assumed=assumed)


def file_subject(
    file: ModelFile,
    catalog: Catalog,
    *,
    named: str | None = None,
    quant: str | None = None,
    assumed: str | None = None,
) -> tuple[Subject, tuple[Reason, ...]]:
    """The subject that an opened file is, and notes on it.

    `named` is what the asker calls the model: where the file leaves its layers open, those of the catalog's model of
    that name, or of the file's own name, are taken if they agree with it. `quant` counts where the file has no weights,
    `assumed` where nothing says how they are stored.

    Raises:
        ProblemError: a configuration that describes no layers, or an unknown quantization of it.
    """
    shape, known, notes = _shape(file, catalog, named)
    if file.weights is None:
        if shape is None:
            raise BadFileError("file_describes_nothing", name=shortened(file.name))
        card, is_named, quant_notes = find_quant(quant or file.quant or assumed, None, catalog, assume=True)
        if quant is None and file.quant is None:
            quant_notes += (reason("storage_assumed", name=card.name),)
        subject = subject_of_shape(shortened(file.name), shape, card, catalog)
        return replace(subject, shape_known=known, quant_known=is_named), (
            *file.notes,
            *notes,
            *quant_notes,
        )
    if shape is None:
        shape = nearest_shape(file.weights.params, file.weights.active_params, catalog)
        notes += (reason("layers_not_known"),)
    if quant and catalog.quants.find(quant) != catalog.quants.find(file.weights.quant):
        notes += (reason("quant_of_file_kept", own=file.weights.quant, asked=shortened(quant)),)
    subject = Subject(
        name=shortened(file.name),
        shape=shape,
        groups=layer_groups(shape),
        weights=file.weights,
        blocks=catalog.blocks,
        shape_known=known,
        is_gguf=file.format == "gguf",
    )
    return subject, (*file.notes, *notes)


def _shape(file: ModelFile, catalog: Catalog, named: str | None) -> tuple[ModelShape | None, bool, tuple[Reason, ...]]:
    """The shape of the file's model, whether it is surely that, and notes."""
    if file.layers_known:
        return file.shape, True, ()
    for name in (named, file.name, Path(file.path).name):
        card_id = catalog.models.find(name) if name else None
        shape = catalog.models[card_id].shape if card_id else None
        if card_id and shape and (file.layers in (None, shape.layers)):
            return shape, True, (reason("layers_of_catalog_model", name=catalog.models[card_id].name),)
    notes = (reason("counted_as_attention"),) if file.shape else ()
    return file.shape, False, notes
