"""The architecture of a graphics chip by what its driver says of it, where no card in the catalog does."""

from advisor.catalog.cards.catalog import Catalog
from advisor.facts.machine.machine import Gpu


def architecture_of(gpu: Gpu, catalog: Catalog) -> str | None:
    """The id of the architecture with the longest target that its compute capability or graphics target begins with.

    None where the driver tells neither, or no architecture has such a target.
    """
    told = gpu.compute_capability.value or ""
    found = [
        (len(target), architecture)
        for architecture, card in catalog.architectures.items()
        for target in card.targets
        if told.startswith(target)
    ]
    return max(found)[1] if found else None
