"""The cards as they were read last: a checkout and a wheel hold them in more than a thousand files.

Reading these takes a fifth of a command's time.
"""

import contextlib
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from advisor.catalog.kept.beside_code import CODE, file_beside, read_beside, stamp_of, write_beside

T = TypeVar("T")
_MAKING = ("facts", "catalog")
"""The rooms whose code decides what a card becomes."""


def kept(specs: Path, read: Callable[[Path], T], kind: type[T], *, folder: Path | None = None) -> T:
    """What `read` makes of the cards below `specs`; as it was made before where no file has changed since.

    `folder` is where it is kept.
    """
    file = file_beside(__file__, "catalog")
    file = file if folder is None else folder / file.name
    folders = (specs, *(CODE / one for one in _MAKING))
    with contextlib.suppress(Exception):  # whatever is wrong with it: it is made anew
        content = read_beside(file, stamp_of(*folders))
        if content is not None and isinstance(found := pickle.loads(content), kind):
            return found
    made = read(specs)
    with contextlib.suppress(OSError):
        write_beside(file, stamp_of(*folders), pickle.dumps(made))
    return made
