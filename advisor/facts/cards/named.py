"""Keys of cards that name something else in specs/: what they name must be there when the catalog is read."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, Strict, ValidationInfo
from pydantic_core import PydanticCustomError
from pydantic_core.core_schema import CoreSchema, with_info_after_validator_function

Kind = Literal[
    "architectures", "designs", "gpus", "cpus", "hardware", "links", "memory", "blocks", "rates", "quants",
    "model architectures", "models", "priced", "cards",
]  # fmt: skip
"""What can be named: cards by id, `designs` of graphics and of processor cores, `hardware` of all folders with
processors, `links` by generation, `memory` by name, `blocks` and `rates` by block type (these also for all others),
quantizations and models by id or name, what a price can be of, any card by its whole path.
"""

ANY_BLOCK = "other"
"""Stands for all block types that a table of rates does not name."""

Known = Mapping[Kind, Collection[Any]]
"""All that there is to name, as far as the catalog has been read."""

UNKNOWN_NAME = "unknown_name"
"""The type of the error of a name that is not there; its context has the `kind` and all that would be `allowed`."""


class Naming(NamedTuple):
    """Marks a value that names one of a kind. It is held against the names that are given as context, if any are."""

    kind: Kind

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The rule of the value itself, then this one."""
        return with_info_after_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """What the value names, for lists of all keys."""
        return {**handler(schema), "names": self.kind}

    def _check(self, value: Any, info: ValidationInfo) -> Any:
        known = info.context and info.context.get(self.kind)
        if known is not None and value not in known:
            told = {"kind": self.kind, "allowed": tuple(map(str, known))}
            raise PydanticCustomError(UNKNOWN_NAME, "is not there", told)
        return value


ArchitectureId = Annotated[str, Naming("architectures")]
Design = Annotated[str, Naming("designs")]
ArchitectureIds = Annotated[tuple[ArchitectureId, ...], Strict(False)]
GpuId = Annotated[str, Naming("gpus")]
CpuId = Annotated[str, Naming("cpus")]
HardwareIds = Annotated[tuple[Annotated[str, Naming("hardware")], ...], Strict(False)]
LinkGeneration = Annotated[int, Naming("links")]
MemoryName = Annotated[str, Naming("memory")]
BlockName = Annotated[str, Naming("blocks")]
RateName = Annotated[str, Naming("rates")]
ModelArchitectureName = Annotated[str, Naming("model architectures")]
QuantName = Annotated[str, Naming("quants")]
ModelName = Annotated[str, Naming("models")]
PricedId = Annotated[str, Naming("priced")]
CardPath = Annotated[str, Naming("cards")]
