"""The verdict as lines for the terminal."""

from collections.abc import Sequence

from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.present.upgrade.against_api_text import against_api_lines
from advisor.present.upgrade.against_bill import against_bill
from advisor.present.upgrade.named_text import named_lines
from advisor.present.upgrade.rows import WorthRow, heading, order_lines, worth_columns, worth_rows
from advisor.present.upgrade.rule_text import finding_words
from advisor.present.upgrade.sureness import sureness_sentence
from advisor.present.upgrade.worth import judged_with, notes, worth
from advisor.present.words.answer_text import left_aside
from advisor.present.words.money import currency_of
from advisor.present.words.words import joined, say

_MOST_OF_NO, _MOST = 8, 14
"""So many options are listed where nothing is to be bought, and otherwise (judgments)."""
_FEW = 2
"""So few are not worth leaving out."""
_OF_RAM = ("setting", "sticks", "memory")


def worth_lines(answer: WorthAnswer, *, is_all: bool = False) -> tuple[str, ...]:
    """What a bill pays for, the verdict, why, what would change it, the options as rows, and what it rests on.

    The first of them, with those that were asked about; `is_all`: every one.
    """
    found = worth(answer)
    currency = currency_of(answer.question.money)
    every, named = worth_rows(answer, currency), against_api_lines(answer, currency)
    rows = every if is_all else _first(every, answer)
    table = (worth_columns(answer), *(tuple(cell.text for cell in row.cells) for row in rows))
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = ("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in table)
    return (
        *against_bill(answer, currency),
        *named,
        say("Of all options: {sentence}", sentence=found.sentence) if named else found.sentence,
        *named_lines(answer, currency),
        *((left_aside(answer.unusable),) if answer.unusable else ()),
        judged_with(answer),
        *(f"- {reason}" for reason in found.reasons),
        sureness_sentence(answer),
        *((say("What would change it:"),) if found.would_change else ()),
        *(f"- {change}" for change in found.would_change),
        "",
        f"{heading(answer, is_all=len(rows) == len(every))}. {joined(order_lines(answer, currency))}",
        *lines,
        *((say("{count} more options: --all.", count=len(every) - len(rows)),) if len(every) > len(rows) else ()),
        "",
        *(finding_words(one, answer) for one in answer.findings),
        *notes(answer, currency, is_short=not is_all),
    )


def _first(rows: Sequence[WorthRow], answer: WorthAnswer) -> list[WorthRow]:
    """The computer as it is, the first of the others, and further down what was asked about or is advised."""
    most = 1 + (_MOST_OF_NO if answer.decision.verdict == "no" else _MOST)
    question, meant = answer.question, {answer.decision.best_id, answer.buys_most.id if answer.buys_most else None}
    parts = {one.id for one in answer.others if one.kind in _OF_RAM}

    def is_meant(row: WorthRow) -> bool:
        return row.is_elsewhere or row.way_id in meant or row.way_id in parts or question.asks_about(row.way_id)

    found = [row for place, row in enumerate(rows) if place < most or is_meant(row)]
    return [*rows] if len(rows) - len(found) <= _FEW else found
