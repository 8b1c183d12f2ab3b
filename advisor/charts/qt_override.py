"""What Qt calls back: no error may leave it, as that ends the whole program with Python 3.11."""

import contextlib
import functools
import sys
from collections.abc import Callable
from typing import Any, TypeVar

Method = TypeVar("Method", bound=Callable[..., Any])


def qt_override(otherwise: object = None) -> Callable[[Method], Method]:
    """For whatever Qt calls by itself: its error is told as any other, and Qt gets `otherwise`.

    Each kind of error once, as telling it may paint, and so call the method, again.
    """

    def guarding(method: Method) -> Method:
        told: set[type[Exception]] = set()

        @functools.wraps(method)
        def guarded(*arguments: Any, **named: Any) -> Any:
            try:
                return method(*arguments, **named)
            except Exception as error:
                if type(error) not in told:
                    told.add(type(error))
                    with contextlib.suppress(Exception):  # nor may one of the telling
                        sys.excepthook(type(error), error, error.__traceback__)
                return otherwise

        return guarded  # type: ignore[return-value]  # it takes and gives the same

    return guarding
