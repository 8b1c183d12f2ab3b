"""Values by their names that are loaded when they are first asked for: one question is about one of them."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

T = TypeVar("T")


class Brought(Mapping[str, T]):
    """Each name has a home, which brings all values of its own at once."""

    def __init__(self, homes: Mapping[str, Callable[[], Mapping[str, T]]]) -> None:
        self._homes = homes
        self._brought: dict[Callable[[], Mapping[str, T]], Mapping[str, T]] = {}

    def __getitem__(self, name: str) -> T:
        home = self._homes[name]
        if home not in self._brought:
            self._brought[home] = home()
        return self._brought[home][name]

    def __contains__(self, name: object) -> bool:
        return name in self._homes

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)
