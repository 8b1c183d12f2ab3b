"""Which workers of a cluster were collected into which folder: kept on this computer only, to go on where it ended."""

from typing import Literal

from advisor.facts.values.record import Record


class CollectedWorker(Record):
    """One worker by what its cluster calls it, and the label its profile has; `measured`: that holds measurements."""

    worker: str
    label: str
    measured: bool = False


class Collection(Record):
    """The workers whose profiles lie in one folder."""

    folder: str
    workers: tuple[CollectedWorker, ...] = ()


class Collections(Record):
    """All folders that are remembered, the last one last."""

    schema_version: Literal[1] = 1
    collections: tuple[Collection, ...] = ()
