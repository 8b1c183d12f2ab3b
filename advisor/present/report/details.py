"""What follows the first page of a report: figures with their history, findings, formulas, costs, assumptions."""

from collections.abc import Iterator, Sequence

from advisor.present.report.parts import Beside, Block, Drawn, Rows, Section, Words
from advisor.present.report.summary import MOST_FACTS, fact_table, shown_charts
from advisor.present.upgrade.rows import NAME, PAYS_BACK, PRICE, SPEED, WORTH_BELOW, WorthRow
from advisor.present.upgrade.view import WorthView
from advisor.present.words.quantity import UNKNOWN
from advisor.present.words.series import Chart, Table
from advisor.present.words.view import FactRow, FindingPanel, MyRigView, Why, WillItRunView
from advisor.present.words.words import capital, say, say_count

_MOST_HISTORY = 12
"""Older figures are in the app."""
_WORTH_COLUMNS = (NAME, SPEED, PRICE, PAYS_BACK, WORTH_BELOW)


def details(my_rig: MyRigView, will_it_run: WillItRunView | None, worth: WorthView | None) -> tuple[Section, ...]:
    """The sections in their order, without empty ones."""
    found = (
        _findings(my_rig.findings),
        _measured(my_rig),
        _more_facts(my_rig.facts[MOST_FACTS:]),
        *(_answer_sections(will_it_run, worth) if will_it_run else ()),
        *((_costs(worth),) if worth else ()),
        _assumptions(will_it_run, worth),
    )
    return tuple(section for section in found if section is not None and section.blocks)


def _findings(cards: Sequence[FindingPanel]) -> Section:
    blocks: list[Block] = []
    for card in cards:
        blocks.append(Words(card.text, strong=f"{card.word}: {sentence(card.title)}"))
        blocks += [Words(sentence(card.evidence), style="note")] if card.evidence else []
    return Section(say("What stands out"), tuple(blocks))


def _measured(view: MyRigView) -> Section:
    title = say("What was measured here")
    if not view.measured:
        return Section(title, (Words(view.unmeasured),) if view.unmeasured else ())
    columns = (say("Measurement"), say("Figure"), say("Against the data sheet"))
    rows = tuple((row.name, row.text, row.detail) for row in view.measured)
    blocks: list[Block] = [Rows(Table(columns, rows), (36, 26, 38))]
    blocks += [Words(" ".join(view.cautions), style="soft")] if view.cautions else []
    blocks += _in_pairs(view.measured_charts)
    if view.history:
        blocks.append(Section(say("What was measured before"), _history(view.history)))
    return Section(title, tuple(blocks))


def _history(rows: tuple[FactRow, ...]) -> tuple[Block, ...]:
    shown = tuple((row.name, row.text, row.detail) for row in rows[:_MOST_HISTORY])
    table = Rows(Table((say("When"), say("Figure"), say("How")), shown), (16, 50, 34))
    rest = len(rows) - len(shown)
    if not rest:
        return (table,)
    older = say_count(
        "And {count} older figure, which the app shows.", "And {count} older figures, which the app shows.", rest
    )
    return (table, Words(older, style="soft"))


def _more_facts(rows: tuple[FactRow, ...]) -> Section | None:
    return Section(say("More of what is inside"), (fact_table(rows),)) if rows else None


def _answer_sections(view: WillItRunView, worth: WorthView | None) -> Iterator[Section]:
    """What limits the speed, and why the numbers of the answer are what they are."""
    before = shown_charts(view, worth)
    others = {name: chart for name, chart in view.charts.items() if chart not in before}
    charts: list[Chart] = [chart for name, chart in others.items() if worth is None or name != "compare"]
    if charts:
        yield Section(say("What limits it"), tuple(_in_pairs(charts)))
    yield Section(say("Where these numbers come from"), tuple(Section(why.title, tuple(_why(why))) for why in view.why))


def _why(why: Why) -> Iterator[Block]:
    """The formula of one number, what went into it and what it rests on."""
    yield Words(sentence(why.formula))
    if why.inputs.rows:
        filled = [index for index in range(len(why.inputs.columns)) if any(row[index] for row in why.inputs.rows)]
        cells = tuple(tuple(row[index] for index in filled) for row in why.inputs.rows)
        shares = {4: (18, 10, 32, 40), 3: (36, 16, 48)}.get(len(filled), (34, 66))
        yield Rows(Table(tuple(why.inputs.columns[index] for index in filled), cells), shares)
    said = " ".join(map(sentence, dict.fromkeys((*why.evidence, *why.changes))))
    if said:
        yield Words(said, style="note")


def _costs(worth: WorthView) -> Section:
    """Every way that was compared, and what would turn the verdict."""
    rows = tuple(_option(row) for row in worth.rows if row.cells[SPEED].text or not row.asks_price)
    columns = tuple(worth.columns[column] for column in _WORTH_COLUMNS)
    changes = " ".join(map(sentence, worth.would_change))
    blocks: list[Block] = [Rows(Table(columns, rows), (28, 21, 26, 14, 11))]
    blocks += [Words(changes, strong=say("What would change it:"))] if changes else []
    blocks += [Drawn(worth.speed)] if worth.speed.bars else []
    blocks += _in_pairs([chart for chart in (worth.cost, worth.trip) if chart is not None and chart.lines])
    return Section(say("The ways that were compared"), tuple(blocks))


def _option(row: WorthRow) -> tuple[str, ...]:
    """The cells of a way; nobody can type a price on paper."""
    texts = {column: row.cells[column].text for column in _WORTH_COLUMNS}
    return tuple({**texts, PRICE: say(UNKNOWN)}.values() if row.asks_price else texts.values())


def _assumptions(view: WillItRunView | None, worth: WorthView | None) -> Section:
    said = dict.fromkeys(map(sentence, (*(view.notes if view else ()), *(worth.notes if worth else ()))))
    blocks: list[Block] = [Words(one, style="note") for one in said]
    if view is not None and view.launch:
        blocks.append(Words(say("The program is taken to start with: {command}", command=view.launch), style="note"))
    origins = say(
        "Every figure says where it comes from: measured here, read from the system or a driver, taken from a data "
        "sheet, estimated, or typed in. In the picture a filled dot marks what was measured, a ring what was read or "
        "stands in a data sheet, a broken ring an estimate, a diamond what was typed in."
    )
    blocks.append(Words(origins, style="note"))
    return Section(say("What this rests on"), tuple(blocks))


def _in_pairs(charts: Sequence[Chart]) -> Iterator[Block]:
    """Two charts side by side; the last of an odd number alone."""
    for first, second in zip(charts[::2], (*charts[1::2], None), strict=False):
        yield Beside(Drawn(first), Drawn(second)) if second else Drawn(first)


def sentence(text: str) -> str:
    """A text with a capital letter and a full stop."""
    return f"{capital(text)}{'' if text.endswith(('.', '!', '?')) else '.'}"
