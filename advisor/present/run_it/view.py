"""How to run a model as predicted: finished texts, each step with what is copied from it."""

from advisor.facts.values.frozen import frozen
from advisor.present.words.series import Table


@frozen
class RunStep:
    """One thing to do; `copied` goes to the clipboard, empty where there is nothing to copy."""

    text: str
    copied: str = ""


@frozen
class RunGuide:
    """All steps of one program, and what to know of it."""

    program: str
    steps: tuple[RunStep, ...]
    notes: tuple[str, ...] = ()


@frozen
class RunView:
    """The settings that the prediction is about, and how each program is told of them."""

    title: str
    sentence: str
    settings: Table
    guides: tuple[RunGuide, ...]
