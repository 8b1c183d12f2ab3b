"""The report: the same sentences, tables and charts as in the window, in the order in which a stranger reads them."""

import datetime
from collections.abc import Collection, Iterator, Sequence
from typing import Literal

from advisor.present.findings.health import health
from advisor.present.rank.well_here import WellHere
from advisor.present.report.parts import Beside, Block, Drawn, Facts, Figures, Report, Rows, Section, Words
from advisor.present.upgrade.rows import LIGHT, NAME, NEEDS, PRICE, SPEED, WorthRow
from advisor.present.upgrade.view import WorthView, upgrade_question
from advisor.present.words.quantity import UNKNOWN
from advisor.present.words.series import Chart, Table
from advisor.present.words.verdict import Verdict
from advisor.present.words.view import FactRow, FindingPanel, MyRigView, Why, WillItRunView, usual_origin, usual_words
from advisor.present.words.words import joined, say, say_count, sentence

PRODUCT = "Rig Advisor"
About = Literal["answer", "rig", "upgrade"]
"""What a report is called by and begins with: the page on which it was saved."""


def report(
    *,
    my_rig: MyRigView,
    will_it_run: WillItRunView | None,
    worth: WorthView | None,
    date: datetime.date,
    version: str,
    about: About = "answer",
    listed: WellHere | None = None,
) -> Report:
    """The report of what these views show, made on a day by a version of the app; titled with what it is about.

    `listed` are the models that run well.
    """
    marks = (f"{PRODUCT} {version}", date.isoformat(), *((say("a what-if"),) if my_rig.what_if else ()))
    asked = will_it_run.verdict if will_it_run and about != "rig" else None
    bought = worth if about == "upgrade" else None
    answer = joined((will_it_run.judged_subject, will_it_run.answer), ": ") if will_it_run and asked else my_rig.title
    return Report(
        title=bought.title if bought else asked.title if asked else my_rig.title,
        light=asked.light if asked and not bought else None,
        lead=_lead(my_rig, date, has_verdict=asked is not None),
        summary=summary(my_rig, will_it_run, worth, about=about),
        details=(*_models(listed), *details(my_rig, will_it_run, worth)),
        in_words=in_words(my_rig),
        foot=joined(marks, ", "),
        subject=sentence(answer),
        keywords=tuple(dict.fromkeys((*my_rig.names, *((will_it_run.subject,) if will_it_run else ())))),
        date=date.isoformat(),
        version=version,
    )


def _lead(my_rig: MyRigView, date: datetime.date, *, has_verdict: bool) -> tuple[Words, ...]:
    """The rig and the day; without a verdict also what else its headline has to say."""
    told = (*my_rig.lines, date.isoformat(), "" if has_verdict else _status(my_rig))
    return tuple(Words(one, style="soft") for one in told if one)


def _status(my_rig: MyRigView) -> str:
    """What stands below the headline of the rig."""
    return joined((my_rig.subtitle, my_rig.paper_status))


MOST_FACTS = 18
"""More rows of facts stand in a section of their own."""


def summary(
    my_rig: MyRigView, will_it_run: WillItRunView | None, worth: WorthView | None, *, about: About = "answer"
) -> tuple[Section, ...]:
    """The first page below its title: the verdict, the picture of the rig, its setup, and whether an upgrade pays.

    Of a report about the rig the verdict comes after its setup, and says itself what it is; one about buying begins
    with that.
    """
    rig = Section(my_rig.picture.title, (Drawn(my_rig.picture),))
    line = health(my_rig.findings, check=my_rig.check)
    found = will_it_run.verdict if will_it_run else None
    setup = Section(line.title, (Words(joined((sentence(line.text), line.remedy))),), mark=say("Is it set up well?"))
    verdict = (_verdict(found, title=say("Verdict") if about == "answer" else found.title),) if found else ()
    if worth is not None and about == "upgrade":
        return (_upgrade(worth, said=(worth.title, found.because if found else "")), *verdict, rig, setup)
    return (
        *((rig, setup, *verdict) if about == "rig" else (*verdict, rig, setup)),
        *((_upgrade(worth, said=(found.because if found else "",)),) if worth else ()),
    )


def _verdict(found: Verdict, *, title: str) -> Section:
    """What was asked, the figures, and why; the light is in the title of the page."""
    blocks: list[Block] = [Words(found.asked, style="soft"), Figures(found.figures), Words(found.because)]
    blocks += [Words(found.aside, style="soft")] if found.aside else []
    return Section(title, tuple(blocks))


def fact_table(rows: tuple[FactRow, ...]) -> Facts:
    """Facts with where they come from."""
    table = Table((say("Part"), say("Value"), say("From")), tuple((row.name, row.text, row.origin) for row in rows))
    usual = usual_origin(rows)
    return Facts(
        table=table,
        short=tuple((row.name, row.text if row.origin == usual else f"{row.text} ({row.origin})") for row in rows),
        usual=usual_words(usual),
    )


def in_words(my_rig: MyRigView) -> Section:
    """What the picture of the first page shows, for those who cannot see it."""
    return Section(
        say("The picture in words"), (Words(my_rig.picture.description, strong=sentence(my_rig.picture.title)),)
    )


def _upgrade(worth: WorthView, *, said: Collection[str]) -> Section:
    """Whether something else is worth its money, in sentences; what is `said` elsewhere on the page is left out."""
    reasons = (Words(one) for one in worth.reasons if one not in said)
    title = () if worth.title in said else (Words("", strong=worth.title),)
    told = (*title, *(Words(one, style="soft") for one in (worth.subject, worth.sureness)))
    return Section(upgrade_question(worth), (*told, *reasons), mark=say("Is an upgrade worth it?"))


def _models(listed: WellHere | None) -> Iterator[Section]:
    """What else runs well, first of the details: what most people look for."""
    if listed is not None:
        filled, _ = _filled(listed.table)
        yield Section(listed.title, (Rows(filled, _MODEL_SHARES.get(len(filled.columns), _FEWER_SHARES)),))


_MODEL_SHARES, _FEWER_SHARES = {6: (31, 14, 10, 19, 15, 11)}, (35, 17, 11, 22, 15)
"""Of the width, by column; a task without files has no column of them."""
_MOST_HISTORY = 12
"""Older figures are in the app."""
_WORTH_COLUMNS = (NAME, LIGHT, SPEED, PRICE, NEEDS)


def details(my_rig: MyRigView, will_it_run: WillItRunView | None, worth: WorthView | None) -> tuple[Section, ...]:
    """The sections in their order, without empty ones."""
    found = (
        *(_answer_sections(will_it_run, worth) if will_it_run else ()),
        *((_costs(worth),) if worth else ()),
        _findings(my_rig.findings),
        *_hardware(my_rig),
        _measured(my_rig),
        *((_numbers(will_it_run),) if will_it_run else ()),
        _assumptions(will_it_run, worth),
    )
    return tuple(section for section in found if section.blocks)


def _hardware(my_rig: MyRigView) -> Iterator[Section]:
    """What the rig is made of, and how that is known."""
    blocks: list[Block] = [Words(joined((sentence(my_rig.title), _status(my_rig))))]
    blocks += [fact_table(my_rig.facts[:MOST_FACTS])] if my_rig.facts else []
    yield Section(say("What is inside"), (*blocks, Words(my_rig.explanation, style="soft")))
    if more := my_rig.facts[MOST_FACTS:]:
        yield Section(say("More of what is inside"), (fact_table(more),))


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


_FIRST_CHARTS = ("fit", "speed")


def _answer_sections(view: WillItRunView, worth: WorthView | None) -> Iterator[Section]:
    """Memory and speed, and what limits them."""
    first = [view.charts[name] for name in _FIRST_CHARTS if name in view.charts]
    said = joined((view.detail, view.gpu_sentence))
    yield Section(say("Memory and speed"), (*_in_pairs(first), Words(said)))
    shown = (*_FIRST_CHARTS, *(("compare",) if worth else ()))
    others = [chart for name, chart in view.charts.items() if name not in shown]
    if others:
        yield Section(say("What limits it"), tuple(_in_pairs(others)))


def _numbers(view: WillItRunView) -> Section:
    """Why the numbers of the answer are what they are."""
    whys = tuple(Section(why.title, tuple(_why(why))) for why in view.why)
    return Section(say("Where these numbers come from"), whys)


def _why(why: Why) -> Iterator[Block]:
    """The formula of one number, what went into it and what it rests on."""
    yield Words(sentence(why.formula))
    if why.inputs.rows:
        filled, _ = _filled(why.inputs)
        yield Rows(filled, {4: (18, 10, 32, 40), 3: (36, 16, 48)}.get(len(filled.columns), (34, 66)))
    said = joined(map(sentence, dict.fromkeys((*why.evidence, *why.changes))))
    if said:
        yield Words(said, style="note")


def _filled(table: Table) -> tuple[Table, tuple[int, ...]]:
    """The columns that say something in some row, and which these are."""
    places = tuple(index for index in range(len(table.columns)) if any(row[index] for row in table.rows))
    rows = tuple(tuple(row[index] for index in places) for row in table.rows)
    return Table(tuple(table.columns[index] for index in places), rows), places


_WORTH_SHARES = (23, 14, 22, 22, 19)
"""Of the width, by column of `_WORTH_COLUMNS`."""


def _costs(worth: WorthView) -> Section:
    """Every way that was compared, and what would turn the verdict."""
    rows = tuple(_option(row) for row in worth.rows if row.cells[SPEED].text or not row.asks_price)
    columns = tuple(worth.columns[column] for column in _WORTH_COLUMNS)
    changes = joined(map(sentence, worth.would_change))
    filled, places = _filled(Table(columns, rows))
    shares = [_WORTH_SHARES[place] for place in places]
    blocks: list[Block] = [Rows(filled, tuple(round(100 * share / sum(shares)) for share in shares))]
    blocks += [Words(worth.order)] if len(worth.rows) == 1 else []
    blocks += [Words(changes, strong=say("What would change it:"))] if changes else []
    blocks += [Drawn(worth.speed)] if worth.speed.bars else []
    blocks += _in_pairs([chart for chart in (worth.cost, worth.trip) if chart is not None and len(chart.lines) > 1])
    if len(worth.cost.lines) == 1 and "million" not in worth.telling:
        blocks.append(Words(worth.cost.sentence, strong=sentence(worth.cost.title)))
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
        "sheet, estimated, or typed in. In the picture a filled dot marks what was measured, a ring what was read, a "
        "square what stands in a data sheet, a broken ring an estimate, a diamond what was typed in."
    )
    blocks.append(Words(origins, style="note"))
    return Section(say("Assumptions"), tuple(blocks))


def _in_pairs(charts: Sequence[Chart]) -> Iterator[Block]:
    """Two charts side by side; the last of an odd number alone."""
    for first, second in zip(charts[::2], (*charts[1::2], None), strict=False):
        yield Beside(Drawn(first), Drawn(second)) if second else Drawn(first)
