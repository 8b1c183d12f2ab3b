"""The report: the same sentences, tables and charts as in the window, in the order in which a stranger reads them."""

import datetime

from advisor.present.report.details import details, sentence
from advisor.present.report.parts import Report
from advisor.present.report.summary import in_words, summary
from advisor.present.upgrade.view import WorthView
from advisor.present.words.view import MyRigView, WillItRunView
from advisor.present.words.words import say

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
    answer = sentence(f"{will_it_run.subject}: {will_it_run.answer}") if will_it_run else sentence(my_rig.title)
    return Report(
        title=my_rig.title,
        lead=lead,
        summary=sections,
        details=details(my_rig, will_it_run, worth),
        in_words=in_words(my_rig, will_it_run, worth),
        foot=", ".join(marks),
        subject=answer,
        keywords=tuple(dict.fromkeys((*my_rig.names, *((will_it_run.subject,) if will_it_run else ())))),
        date=date.isoformat(),
        version=version,
    )
