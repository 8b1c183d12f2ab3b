"""Which model and quantization a program means by what it printed: by name, else by parameters and size."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from advisor.answer.asked.problem import ProblemError, shortened
from advisor.answer.text.own_runs import file_subject_of, ran_model
from advisor.answer.which_model.subject import find_quant, subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.name_key import quant_in_name
from advisor.catalog.imported.llama_bench import split_type_words
from advisor.facts.cards.model import ModelCard
from advisor.facts.machine.imported import ImportedRun
from advisor.facts.machine.measurement import RanModel
from advisor.facts.values.reason import Reason, reason
from advisor.predict.model.subject import Subject
from advisor.predict.model.weights import scaled_weights

SAME_SIZE, SAME_PARAMS = 0.01, 0.0003
"""Relative differences up to which a stated size or number of parameters is that of the catalog."""
NAMED_PARAMS = 0.02
"""Where the name says the same model: vision parts and tables are counted differently."""
_HALF_A_DIGIT = 0.51
ANOTHER_MIX = 0.3
"""Up to here a file of that size is another mixture of the same types (UD, XL, i1); beyond, another model."""
_MOST_NAMED = 4


class MeantModel(NamedTuple):
    """The model of a run; `ran` is there where its file is not quite the one of the catalog."""

    model_id: str
    subject: Subject
    ran: RanModel | None = None
    notes: tuple[Reason, ...] = ()


class Likely(NamedTuple):
    """What a person looks at: a model of the catalog at a quantization, or one in a file that they opened."""

    model_id: str | None = None
    quant: str | None = None
    file: RanModel | None = None


NOTHING = Likely()


def meant_file(file: RanModel, catalog: Catalog, notes: tuple[Reason, ...] = ()) -> MeantModel:
    """The model in a file that was opened."""
    return MeantModel(file.name, file_subject_of(file, catalog), file, notes)


def meant_model(
    run: ImportedRun,
    catalog: Catalog,
    *,
    model_id: str | None = None,
    quant: str | None = None,
    likely: Likely | None = None,
) -> MeantModel:
    """The model of a run; `model_id` and `quant` are what a person chose, `likely` is taken where nothing is said.

    Raises:
        ProblemError: it cannot be told; the sentence says what has to be chosen.
    """
    likely = likely or NOTHING
    if likely.file is not None and model_id is None and _may_be(run, likely.file):
        guess = reason("model_not_said", name=likely.file.name)
        return meant_file(likely.file, catalog, () if run.file or run.params else (guess,))
    ids = (model_id,) if model_id else _named(run, catalog) or _of_size(run, catalog, _stated_quant(run, quant))
    notes: tuple[Reason, ...] = ()
    if not ids and likely.model_id is not None and run.model is None and run.file is None and run.params is None:
        ids, notes = (likely.model_id,), (reason("model_not_said", name=catalog.models[likely.model_id].name),)
    if not ids:
        if called := shortened(run.file or run.model or ""):
            raise ProblemError("called_model_not_known", name=called)
        raise ProblemError("which_model_not_known")
    if likely.model_id in ids:
        ids = (str(likely.model_id),)
    shapes = [catalog.models[one].shape for one in ids]
    if len({shape and shape.changed(context_tokens=None) for shape in shapes}) > 1:  # tunings differ in length alone
        names = tuple(catalog.models[one].name for one in ids[:_MOST_NAMED])
        raise ProblemError("may_be_several_models", names=names)
    wanted = _stated_quant(run, quant)
    if wanted is None and ids[0] == likely.model_id and likely.quant is not None:
        wanted = catalog.quants[likely.quant].name if likely.quant in catalog.quants else likely.quant
        notes += (reason("quant_not_said", name=wanted),)
    card = catalog.models[ids[0]]
    if wanted is None:
        raise ProblemError("choose_quant", name=card.name)
    quant_card, _, quant_notes = find_quant(wanted, card, catalog)
    return _with_size(run, ids[0], subject_of(card, quant_card, catalog), (*notes, *quant_notes))


def _may_be(run: ImportedRun, file: RanModel) -> bool:
    """Whether what a run says of its model, if anything, is said of this file too."""
    if run.file is not None:
        return re.split(r"[/\\]", run.file)[-1].lower() == file.name.lower()
    if run.model_bytes is not None and run.params is not None:
        size, params = file.weights.total_bytes, file.weights.params
        same_size = abs(run.model_bytes - size) <= SAME_SIZE * size + _HALF_A_DIGIT * run.digits_bytes
        return same_size and abs(run.params - params) <= SAME_SIZE * params + _HALF_A_DIGIT * run.digits_params
    return run.model is None


def _with_size(run: ImportedRun, model_id: str, subject: Subject, notes: tuple[Reason, ...]) -> MeantModel:
    """The model with the size its file is said to have, where that is another than the catalog's."""
    stated, own = run.model_bytes, subject.weights.total_bytes
    if stated is None or abs(stated - own) <= SAME_SIZE * own + _HALF_A_DIGIT * run.digits_bytes:
        return MeantModel(model_id, subject, notes=notes)
    if abs(stated / own - 1) > ANOTHER_MIX:
        quant = subject.weights.quant
        raise ProblemError("file_of_other_size", stated=stated, name=subject.name, quant=quant, own=own)
    own_mix = replace(subject, weights=scaled_weights(subject.weights, total_bytes=round(stated)))
    return MeantModel(model_id, own_mix, ran_model(own_mix), (*notes, reason("own_mixture")))


def _stated_quant(run: ImportedRun, chosen: str | None) -> str | None:
    """The quantization: as a person chose, as the file's name says, as the program calls it."""
    in_file = quant_in_name(run.file) if run.file else None
    in_words = split_type_words(run.type_words)[1] if run.type_words else None
    return chosen or in_file or in_words or (quant_in_name(run.model) if run.model else None)


def _named(run: ImportedRun, catalog: Catalog) -> tuple[str, ...]:
    """The model of that name, where its parameters are not said to be others."""
    words = split_type_words(run.model)[0] if run.model else None
    found = (catalog.models.find(name) for name in (run.file, run.model, words) if name)
    return next(((one,) for one in found if one and _has_params(run, catalog.models[one], NAMED_PARAMS)), ())


def _of_size(run: ImportedRun, catalog: Catalog, quant: str | None) -> Sequence[str]:
    """The models with these parameters, as far as the file's size allows."""
    if run.params is None:
        return ()
    alike = [
        one for one, card in catalog.models.items() if card.shape is not None and _has_params(run, card, SAME_PARAMS)
    ]
    if run.model_bytes is None or quant is None:
        return alike
    sized = {one: subject_of(catalog.models[one], find_quant(quant, None, catalog)[0], catalog) for one in alike}
    stated, digits = run.model_bytes, _HALF_A_DIGIT * run.digits_bytes
    return [
        one
        for one, subject in sized.items()
        if abs(stated - subject.weights.total_bytes) <= SAME_SIZE * stated + digits
    ] or alike


def _has_params(run: ImportedRun, card: ModelCard, tolerance: float) -> bool:
    """Whether a model has the stated number of parameters; parts for pictures and sound are files of their own."""
    if run.params is None:
        return True
    digits = _HALF_A_DIGIT * run.digits_params
    counts = (card.params, card.params - card.other_params)
    return any(abs(run.params - own) <= tolerance * own + digits for own in counts)
