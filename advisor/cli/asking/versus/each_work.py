"""Which of two computers to take for chat, and which for agents and long prompts, where that is not the same one."""

from collections.abc import Callable, Sequence

from advisor.answer.tasks.told_fields import PROMPT
from advisor.cli.asking.steps import Held
from advisor.cli.asking.versus.conclusion import NOTICED, about_equal
from advisor.cli.asking.versus.pick import Choice
from advisor.cli.asking.versus.row import Row
from advisor.present.words.quantity import duration, times, tokens

LONG_TOKENS = 16_000
"""A long prompt: what an agent sends, or a document of some 32 pages."""
_SOONER = 0.75
"""To wait less than this share for the first word of a long prompt is clearly sooner (a judgment)."""
_NOTICED_S = 3.0
"""Nobody takes another computer for a wait that is shorter (a judgment)."""

Again = Callable[[Row, tuple[str, ...]], Row]
"""Answers a row in its file, with further options."""


def for_each_work(rows: Sequence[Row], held: Held, pick: Choice, again: Again) -> Choice | None:
    """Both, each for what it does better: one writes faster, the other reads long prompts sooner; None otherwise.

    Only beside a verdict that rests on speed alone, and where nobody named a work with prompts of its own.
    """
    is_of_chat = held.workload in ("", "chat") and not any(one.startswith(PROMPT) for one in held.settings)
    useful = [one for one in rows if one.is_useful]
    if not is_of_chat or pick.why != "speed" or pick.of_both or len(rows) != 2 or len(useful) != 2:
        return None
    slow, fast = sorted(useful, key=lambda one: one.rate)
    if slow.name == fast.name or slow.answer.rate_unit != "tokens" or fast.rate < NOTICED * slow.rate:
        return None
    more = ("--set", f"{PROMPT}={LONG_TOKENS}")
    long_fast, long_slow = (again(one, more).answer.first_token_s for one in (fast, slow))
    if long_fast is None or long_slow is None:
        return None
    if long_slow > _SOONER * long_fast or long_fast - long_slow < _NOTICED_S:
        return None
    near = ", though the ranges overlap" if about_equal(fast, slow) else ""
    ratio = f"{'likely ' if near else ''}{times(fast.rate / slow.rate)}"
    waits = f"{duration(long_slow)}, not {duration(long_fast)}"
    text = (
        f"For chat take the {fast.name}: it writes {ratio} as fast{near}."
        f" For agents and long prompts take the {slow.name}: first word after {tokens(LONG_TOKENS)} in {waits}."
    )
    return Choice(text, fast.name, "speed", is_of_near=bool(near))
