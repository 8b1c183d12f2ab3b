"""An answer of `rig-advisor ask` for people."""

from collections.abc import Iterator

from advisor.facts.answers.ask import AskAnswer
from advisor.present.words.limit import LIMIT_WORDS
from advisor.present.words.verdict import Verdict
from advisor.present.words.words import joined


def answer_lines(answer: AskAnswer, verdict: Verdict) -> Iterator[str]:
    """The lines of it."""
    yield verdict.title
    yield verdict.asked
    limit = ""
    if answer.limit and answer.usability != "wont_run":
        is_in_ram = answer.limit == "capacity" and answer.settings.placement == "gpu+ram"
        limit = f"Speed is limited by {'the part that is in RAM' if is_in_ram else LIMIT_WORDS[answer.limit]}."
    figures = (one.text for one in verdict.figures)
    yield from filter(None, (*figures, joined((verdict.because, limit)), *answer.notes))
    run = f"Run it: {answer.settings.command}"
    if answer.settings.command and answer.usability != "wont_run":
        yield run
    if answer.next != run:
        yield f"Next: {answer.next}"
