"""The report: the same sentences, tables and charts as in the window, in the order in which a stranger reads them."""

import datetime
from collections import Counter
from collections.abc import Iterator, Sequence

from advisor.present.report.parts import Beside, Block, Drawn, Facts, Report, Rows, Section, Words
from advisor.present.upgrade.rows import LIGHT, NAME, NEEDS, PRICE, SPEED, WorthRow
from advisor.present.upgrade.view import WorthView
from advisor.present.words.quantity import UNKNOWN
from advisor.present.words.series import Chart, Table
from advisor.present.words.view import FactRow, FindingPanel, MyRigView, Why, WillItRunView
from advisor.present.words.words import joined, say, say_count, sentence

PRODUCT = "Rig Advisor"


def report(
    *,
    my_rig: MyRigView,
    will_it_run: WillItRunView | None,
    worth: WorthView | None,
    date: datetime.date,
    version: str,
) -> Report:
    """The report of what these views show, made on a day by a version of the app."""
    lead, sections = summary(my_rig, will_it_run, worth)
    marks = (f"{PRODUCT} {version}", date.isoformat(), *((say("a what-if"),) if my_rig.what_if else ()))
    asked = joined((will_it_run.judged_subject, will_it_run.answer), ": ") if will_it_run else my_rig.title
    return Report(
        title=my_rig.title,
        lead=lead,
        summary=sections,
        details=details(my_rig, will_it_run, worth),
        in_words=in_words(my_rig, will_it_run, worth),
        foot=joined(marks, ", "),
        subject=sentence(asked),
        keywords=tuple(dict.fromkeys((*my_rig.names, *((will_it_run.subject,) if will_it_run else ())))),
        date=date.isoformat(),
        version=version,
    )


_MOST_CHARTS = 3
MOST_FACTS = 18
"""More rows of facts stand among the details."""


def summary(
    my_rig: MyRigView, will_it_run: WillItRunView | None, worth: WorthView | None
) -> tuple[tuple[Words, ...], tuple[Section, ...]]:
    """What stands below the title, and the sections of the page."""
    lead = (Words(joined((my_rig.subtitle, my_rig.paper_status)), style="soft"),)
    rig = Section(
        my_rig.picture.title,
        (Drawn(my_rig.picture), fact_table(my_rig.facts[:MOST_FACTS]), Words(my_rig.explanation, style="soft")),
        mark=say("What is inside"),
    )
    if will_it_run is not None:
        return lead, (rig, _answer(will_it_run, worth))
    return lead, (rig, *((verdict(worth),) if worth else ()))


def fact_table(rows: tuple[FactRow, ...]) -> Facts:
    """Facts with where they come from."""
    table = Table((say("Part"), say("Value"), say("From")), tuple((row.name, row.text, row.origin) for row in rows))
    usual = Counter(row.origin for row in rows).most_common(1)[0][0] if rows else ""
    return Facts(
        table=table,
        short=tuple((row.name, row.text if row.origin == usual else f"{row.text} ({row.origin})") for row in rows),
        usual=say("Values: {origin} unless noted.", origin=usual) if usual else "",
    )


def in_words(my_rig: MyRigView, view: WillItRunView | None, worth: WorthView | None) -> Section:
    """What the drawings of the page show."""
    drawn = [chart for chart in shown_charts(view, worth) if chart.sentence] if view else []
    said = [Words(my_rig.picture.description, strong=sentence(my_rig.picture.title))]
    said += [Words(chart.sentence, strong=sentence(chart.title)) for chart in drawn]
    return Section(say("Summary in words"), tuple(said))


def verdict(worth: WorthView) -> Section:
    """Whether something else is worth its money, in sentences."""
    said = joined((sentence(worth.subject), worth.sureness))
    return Section(
        worth.title,
        (Words(said, style="soft"), *(Words(one) for one in worth.reasons)),
        mark=say("Is an upgrade worth it?"),
    )


def shown_charts(view: WillItRunView, worth: WorthView | None) -> tuple[Chart, ...]:
    """The charts of the first page: fit, speed, and what limits it; the time of one step where there is room for it."""
    found = tuple(view.charts[name] for name in ("fit", "speed", "roofline") if name in view.charts)
    has_room = worth is None or len(found) < _MOST_CHARTS
    return (*found, view.charts["token_time"]) if has_room else found


def _answer(view: WillItRunView, worth: WorthView | None) -> Section:
    charts = [Drawn(chart) for chart in shown_charts(view, worth)]
    last: list[Block] = [*charts[2:], *((verdict(worth),) if worth else ())]
    blocks: list[Block] = [Words(view.judged_subject, style="soft"), Words(view.detail)]
    blocks += [Beside(row[0], row[1]) if len(row) > 1 else row[0] for row in (charts[:2], last) if row]
    return Section(view.answer, tuple(blocks), mark=view.judged_subject)


_MOST_HISTORY = 12
"""Older figures are in the app."""
_WORTH_COLUMNS = (NAME, LIGHT, SPEED, PRICE, NEEDS)


def details(my_rig: MyRigView, will_it_run: WillItRunView | None, worth: WorthView | None) -> tuple[Section, ...]:
    """The sections in their order, without empty ones."""
    more = my_rig.facts[MOST_FACTS:]
    found = (
        _findings(my_rig.findings),
        _measured(my_rig),
        *((Section(say("More of what is inside"), (fact_table(more),)),) if more else ()),
        *(_answer_sections(will_it_run, worth) if will_it_run else ()),
        *((_costs(worth),) if worth else ()),
        _assumptions(will_it_run, worth),
    )
    return tuple(section for section in found if section.blocks)


def _findings(cards: Sequence[FindingPanel]) -> Section:
    blocks: list[Block] = []
    for card in cards:
        blocks.append(Words(card.text, strong=joined((card.word, sentence(card.title)), ": ")))
        blocks += [Words(sentence(card.evidence), style="note")] if card.evidence else []
    return Section(say("Findings"), tuple(blocks))


def _measured(view: MyRigView) -> Section:
    title = say("Benchmark results")
    if not view.measured:
        return Section(title, (Words(view.unmeasured),) if view.unmeasured else ())
    columns = (say("Measurement"), say("Figure"), say("Against the data sheet"))
    rows = tuple((row.name, row.text, row.detail) for row in view.measured)
    blocks: list[Block] = [Rows(Table(columns, rows), (36, 26, 38))]
    blocks += [Words(joined(view.cautions), style="soft")] if view.cautions else []
    blocks += _in_pairs(view.measured_charts)
    if view.history:
        blocks.append(Section(say("Earlier results"), _history(view.history)))
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
    said = joined(map(sentence, dict.fromkeys((*why.evidence, *why.changes))))
    if said:
        yield Words(said, style="note")


def _costs(worth: WorthView) -> Section:
    """Every way that was compared, and what would turn the verdict."""
    rows = tuple(_option(row) for row in worth.rows if row.cells[SPEED].text or not row.asks_price)
    columns = tuple(worth.columns[column] for column in _WORTH_COLUMNS)
    changes = joined(map(sentence, worth.would_change))
    blocks: list[Block] = [Rows(Table(columns, rows), (23, 14, 22, 22, 19))]
    blocks += [Words(changes, strong=say("What would change it:"))] if changes else []
    blocks += [Drawn(worth.speed)] if worth.speed.bars else []
    blocks += _in_pairs([chart for chart in (worth.cost, worth.trip) if chart is not None and chart.lines])
    return Section(say("Options compared"), tuple(blocks))


def _option(row: WorthRow) -> tuple[str, ...]:
    """The cells of a way; nobody can type a price on paper."""
    texts = {column: row.cells[column].text for column in _WORTH_COLUMNS}
    return tuple({**texts, PRICE: say(UNKNOWN)}.values() if row.asks_price else texts.values())


def _assumptions(view: WillItRunView | None, worth: WorthView | None) -> Section:
    said = dict.fromkeys(map(sentence, (*(view.notes if view else ()), *(worth.notes if worth else ()))))
    blocks: list[Block] = [Words(one, style="note") for one in said]
    if view is not None and view.launch:
        blocks.append(Words(say("Assumes the program starts with: {command}", command=view.launch), style="note"))
    origins = say(
        "Every figure says where it comes from: measured here, read from the system or a driver, taken from a data "
        "sheet, estimated, or typed in. In the picture a filled dot marks what was measured, a ring what was read or "
        "stands in a data sheet, a broken ring an estimate, a diamond what was typed in."
    )
    blocks.append(Words(origins, style="note"))
    return Section(say("Assumptions"), tuple(blocks))


def _in_pairs(charts: Sequence[Chart]) -> Iterator[Block]:
    """Two charts side by side; the last of an odd number alone."""
    for first, second in zip(charts[::2], (*charts[1::2], None), strict=False):
        yield Beside(Drawn(first), Drawn(second)) if second else Drawn(first)
