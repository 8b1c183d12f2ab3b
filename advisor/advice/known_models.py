"""The models that can be chosen: those of the catalog, and those in files that were opened."""

from collections.abc import Mapping
from dataclasses import field, replace

from advisor.answer.rig.nearest import KeptNearest
from advisor.answer.tasks.writing import file_name
from advisor.answer.text.own_runs import ran_model
from advisor.answer.which_model.file_subject import describe_file, file_subject
from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.cards.model_parts import Extension
from advisor.facts.cards.quant import ModelWeights, QuantCard
from advisor.facts.kept.settings import RecentFile
from advisor.facts.machine.measurement import RanModel
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import Reason
from advisor.predict.model.subject import Subject

MOST_RECENT = 8


@frozen
class KnownModels:
    """Models by id; the id of an opened file is its path."""

    catalog: Catalog
    files: Mapping[str, ModelFile] = field(default_factory=dict)
    recent: tuple[RecentFile, ...] = ()
    nearest: KeptNearest = field(default_factory=KeptNearest, compare=False)

    def __contains__(self, model_id: object) -> bool:
        return model_id in self.files or model_id in self.catalog.models or model_id in self.catalog.other_models

    def check(self, model_id: str) -> None:
        """Raise ProblemError for an opened file that nothing can be answered about."""
        file_subject(self.files[model_id], self.catalog)

    def longest_tokens(self, model_id: str) -> int | None:
        """The longest conversation the model was made for."""
        file = self.files.get(model_id)
        if file is not None:
            return file.context_tokens
        shape = self.catalog.models[model_id].shape
        return shape.context_tokens if shape else None

    def extension(self, model_id: str) -> Extension | None:
        """How far its makers document more than that; None for nothing, and for opened files, which tell it."""
        return None if model_id in self.files else self.catalog.models[model_id].extension

    def file_weights(self, model_id: str) -> ModelWeights | None:
        """The weights as an opened file holds them; None where a quantization can be chosen."""
        file = self.files.get(model_id)
        return file.weights if file else None

    def weights(self, model_id: str, quant: QuantCard) -> ModelWeights:
        """The weights of a model at a quantization."""
        return self.subject(model_id, quant).weights

    def subject(self, model_id: str, quant: QuantCard) -> Subject:
        """A model at a quantization, ready for arithmetic; ProblemError where an opened file says too little."""
        file = self.files.get(model_id)
        if file is None:
            return subject_of(self.catalog.models[model_id], quant, self.catalog)
        found, _ = file_subject(file, self.catalog, quant=None if file.weights else quant.name)
        return replace(found, name=file_name(file))

    def ran_file(self, model_id: str, quant_id: str) -> RanModel | None:
        """What is kept of an opened file that ran; None for models of the catalog."""
        return ran_model(self.subject(model_id, self.catalog.quants[quant_id])) if model_id in self.files else None

    def native_quant(self, model_id: str) -> str | None:
        """The form in which a model was released, where that is a quantization."""
        file = self.files.get(model_id)
        native = file.quant if file else self.catalog.models[model_id].native_quant
        return self.catalog.quants.find(native) if native else None

    def notes(self, model_id: str) -> tuple[Reason, ...]:
        """What an opened file leaves open."""
        file = self.files.get(model_id)
        return describe_file(file, self.catalog).notes if file else ()

    def with_file(self, file: ModelFile) -> "KnownModels":
        """The same and one more file, which comes first."""
        recent = RecentFile(
            path=file.path,
            name=file_name(file),
            quant=file.weights.quant if file.weights else file.quant,
            weights_bytes=file.weights.total_bytes if file.weights else None,
        )
        others = self.without_file(file.path)
        files = {**others.files, file.path: file}
        return replace(self, files=files, recent=(recent, *others.recent)[:MOST_RECENT])

    def without_file(self, path: str) -> "KnownModels":
        """The same without a file."""
        files = {name: file for name, file in self.files.items() if name != path}
        return replace(self, files=files, recent=tuple(one for one in self.recent if one.path != path))
