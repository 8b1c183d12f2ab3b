"""Finds specs/ and resources/ wherever the app runs from."""

import sys
from functools import cache
from pathlib import Path
from typing import Literal


@cache
def data_folder(name: Literal["specs", "resources"]) -> Path:
    """The folder of that name: in a frozen app beside its modules, in a wheel inside the package, else in the checkout.

    Raises:
        ReasonError: the installation is incomplete.
    """
    package = Path(__file__).resolve().parents[2]
    places = (Path(getattr(sys, "_MEIPASS", package)) / name, package / name, package.parent / name)
    for place in places:
        if place.is_dir():
            return place
    from advisor.facts.values.reason import ReasonError  # too slow for the first paint

    raise ReasonError("folder_missing", name=name, looked_in=str(places[-1].parent))
