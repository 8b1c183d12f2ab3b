"""The first page of a report: it stands alone. The rig, the answer with its charts, and the verdict with its costs."""

from collections import Counter
from collections.abc import Iterator

from advisor.present.report.parts import Beside, Block, Drawn, Facts, Section, Words
from advisor.present.upgrade.view import WorthView
from advisor.present.words.series import Chart, Table
from advisor.present.words.view import FactRow, MyRigView, WillItRunView
from advisor.present.words.words import say

_MOST_CHARTS = 3
MOST_FACTS = 18
"""More rows of facts stand among the details."""


def summary(
    my_rig: MyRigView, will_it_run: WillItRunView | None, worth: WorthView | None
) -> tuple[tuple[Words, ...], tuple[Section, ...]]:
    """What stands below the title, and the sections of the page."""
    lead = (Words(" ".join(one for one in (my_rig.subtitle, my_rig.paper_status) if one), style="soft"),)
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
        usual=say("Where nothing else is said: {origin}.", origin=usual) if usual else "",
    )


def in_words(my_rig: MyRigView, view: WillItRunView | None, worth: WorthView | None) -> Section:
    """What the drawings of the page show."""
    said = [Words(my_rig.picture.description, strong=f"{my_rig.picture.title}.")]
    return Section(say("The first page in words"), (*said, *(_charts_in_words(view, worth) if view else ())))


def _charts_in_words(view: WillItRunView, worth: WorthView | None) -> Iterator[Words]:
    for chart in shown_charts(view, worth):
        if chart.sentence:
            yield Words(chart.sentence, strong=f"{chart.title}.")


def verdict(worth: WorthView) -> Section:
    """Whether something else is worth its money, in sentences."""
    said = f"{worth.subject}. {worth.sureness}"
    return Section(
        worth.title,
        (Words(said, style="soft"), *(Words(one) for one in worth.reasons)),
        mark=say("Is something else worth its money?"),
    )


def shown_charts(view: WillItRunView, worth: WorthView | None) -> tuple[Chart, ...]:
    """The charts of the first page: fit, speed, and what limits it; the time of one step where there is room for it."""
    found = tuple(view.charts[name] for name in ("fit", "speed", "roofline") if name in view.charts)
    has_room = worth is None or len(found) < _MOST_CHARTS
    return (*found, view.charts["token_time"]) if has_room else found


def _answer(view: WillItRunView, worth: WorthView | None) -> Section:
    charts = [Drawn(chart) for chart in shown_charts(view, worth)]
    last: list[Block] = [*charts[2:], *((verdict(worth),) if worth else ())]
    blocks: list[Block] = [Words(view.subject, style="soft"), Words(view.detail)]
    blocks += [Beside(row[0], row[1]) if len(row) > 1 else row[0] for row in (charts[:2], last) if row]
    return Section(view.answer, tuple(blocks), mark=view.subject)
