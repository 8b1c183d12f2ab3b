"""One test over many things, which tells all that are wrong: a test for each would cost more than what it asks."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest


def each(names: str, things: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make one test of a check, as `pytest.mark.parametrize` makes many; `things` are looked at when it runs.

    `names` is the parameter, or the parameters with commas between them where each thing is as many values. The test
    fails with an exception group: what is wrong with which of the things. It fails, too, where there are none.
    """
    parameters = [name.strip() for name in names.split(",")]

    def over_all(check: Callable[..., None]) -> Callable[..., None]:
        @wraps(check)
        def test(**fixtures: Any) -> None:
            wrong: list[BaseException] = []
            number = 0
            for thing in things:
                number += 1
                values = (thing,) if len(parameters) == 1 else thing
                try:
                    check(**fixtures, **dict(zip(parameters, values, strict=True)))
                except (Exception, pytest.fail.Exception) as fault:
                    fault.add_note(f"of {thing}")
                    wrong.append(fault)
            if wrong:
                raise BaseExceptionGroup(f"{len(wrong)} of {number} are wrong", wrong)
            assert number, "there is nothing to check"

        signature = inspect.signature(check)
        kept = [one for name, one in signature.parameters.items() if name not in parameters]
        test.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        del test.__wrapped__
        return test

    return over_all
