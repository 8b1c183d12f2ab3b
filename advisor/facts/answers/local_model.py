"""The models that lie on this computer: what was found in the folders of programs, read from headers alone.

Names and paths in it are private: they are shown to the person, and reach no report, no saved rig and no log.
"""

from typing import Literal

from pydantic import Field

from advisor.facts.answers.estimate import RateUnit, Verdict
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.answers.usability import Usability
from advisor.facts.values.range import Range, Ranged
from advisor.facts.values.reason import Reason
from advisor.facts.values.record import Record

Program = Literal[
    "ollama", "lm_studio", "llama_cpp", "hugging_face", "gpt4all", "jan", "text_generation_webui", "comfyui", "folder"
]
"""Whose folder a model lies in; `folder` is one that a person named, also for programs without a place of their own."""


class Holder(Record):
    """A program that has a model: what it calls it (`qwen3:8b`, `org/name`, a file), and where its first file lies."""

    program: Program
    name: str
    path: str


class OtherWeights(Record):
    """What the headers say of a model that writes no text: its weights, and the type that most of them are stored in.

    Types are called as the format calls them (`BF16`, `F8_E4M3`, `Q8_0`).
    """

    params: int = Field(gt=0)
    stored: str


class LocalModel(Record):
    """One model, in one file or several; copies in other programs are further holders.

    `path` is the first file, `file` what the headers say, None where they describe no model that writes text; then
    `other` says what they hold, None where that cannot be told.
    """

    path: str
    name: str
    format: Literal["gguf", "safetensors"]
    size_bytes: int = Field(gt=0)
    files: int = Field(gt=0)
    holders: tuple[Holder, ...]
    file: ModelFile | None = None
    other: OtherWeights | None = None


class Looked(Record):
    """What else was met: counts of what is left out, and why the search ended early where it did.

    `parts` are adapters, vocabularies and what sees or hears for a model; `unreadable` says of the first broken files
    what is wrong with them.
    """

    unfinished: int = 0
    parts: int = 0
    broken: int = 0
    unreadable: tuple[Reason, ...] = ()
    closed_folders: int = 0
    stopped: Reason | None = None


class LocalModels(Record):
    """All models that were found, and what else was met."""

    models: tuple[LocalModel, ...] = ()
    looked: Looked = Looked()


class JudgedLocalModel(Ranged):
    """One model on this computer and how it runs here; what is not known is None.

    `model_id` is the model of the catalog that it is, `workload` what it was judged for: a model that writes no text is
    judged for what it is made for. `rate_per_s` counts `rate_unit`.
    """

    name: str
    path: str
    format: Literal["gguf", "safetensors"]
    size_bytes: int
    files: int
    holders: tuple[Holder, ...]
    quant: str | None = None
    architecture: str | None = None
    params: int | None = None
    model_id: str | None = None
    workload: str | None = None
    usability: Usability = "unknown"
    fit: Verdict = "unknown"
    rate_per_s: Range | None = None
    rate_unit: RateUnit = "tokens"


class LocalModelList(Record):
    """The models on this computer, the best first, and what else was met: the document of `rig-advisor models`."""

    schema_version: Literal[1] = 1
    models: tuple[JudgedLocalModel, ...]
    looked: Looked = Looked()
