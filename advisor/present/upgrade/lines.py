"""The verdict as lines for the terminal."""

from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.present.upgrade.against_bill import against_bill
from advisor.present.upgrade.rows import heading, order_sentence, worth_columns, worth_rows
from advisor.present.upgrade.text import finding_words, sureness_sentence
from advisor.present.upgrade.worth import judged_with, notes, worth
from advisor.present.words.answer_text import left_aside
from advisor.present.words.money import currency_of
from advisor.present.words.words import say


def worth_lines(answer: WorthAnswer) -> tuple[str, ...]:
    """What a bill pays for, the verdict, why, what would change it, every option as a row, and what it rests on."""
    found = worth(answer)
    currency = currency_of(answer.question.money)
    rows = worth_rows(answer, currency)
    table = (worth_columns(answer), *(tuple(cell.text for cell in row.cells) for row in rows))
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = ("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in table)
    return (
        *against_bill(answer, currency),
        found.sentence,
        *((left_aside(answer.unusable),) if answer.unusable else ()),
        judged_with(answer),
        *(f"- {reason}" for reason in found.reasons),
        sureness_sentence(answer),
        *((say("What would change it:"),) if found.would_change else ()),
        *(f"- {change}" for change in found.would_change),
        "",
        f"{heading(answer)}. {order_sentence(answer, currency)}",
        *lines,
        "",
        *(finding_words(one, answer) for one in answer.findings),
        *notes(answer, currency),
    )
