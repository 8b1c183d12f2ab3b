"""Writes the report in the form its file's name asks for; an old file is replaced only by a whole new one."""

import datetime
from pathlib import Path

from advisor.facts.kept.profile import Profile
from advisor.facts.kept.settings import Paper
from advisor.facts.values.local_time import local_today
from advisor.facts.values.sentence_error import SentenceError
from advisor.present.rank.well_here import WellHere
from advisor.present.report.report import About, report
from advisor.present.upgrade.view import WorthView
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.view import MyRigView, WillItRunView
from advisor.present.words.words import say
from advisor.report.json_form import json_text
from advisor.report.markdown import markdown_text
from advisor.store.anonymized_text import anonymized_json, anonymized_view
from advisor.store.atomic_file import StoreError, write_bytes
from advisor.version import __version__


class ReportError(SentenceError):
    """The report could not be written."""


PDF, MARKDOWN, JSON = ".pdf", (".md", ".markdown"), ".json"


def write_todays_report(
    path: Path,
    profile: Profile,
    *,
    my_rig: MyRigView,
    will_it_run: WillItRunView | None,
    worth: WorthView | None,
    paper: Paper | None,
    about: About = "answer",
    listed: WellHere | None = None,
) -> None:
    """Today's report, with the machine of `profile` in it, fit to be given away. Raises ReportError as below."""
    write_report(
        path,
        my_rig=anonymized_view(my_rig, profile.machine),
        will_it_run=anonymized_view(will_it_run, profile.machine),
        worth=anonymized_view(worth, profile.machine),
        profile_json=anonymized_json(profile),
        date=local_today(),
        version=__version__,
        paper=paper,
        about=about,
        listed=listed,
    )


def write_report(
    path: Path,
    *,
    my_rig: MyRigView,
    will_it_run: WillItRunView | None,
    worth: WorthView | None = None,
    profile_json: str,
    date: datetime.date,
    version: str,
    paper: Paper | None = None,
    about: About = "answer",
    listed: WellHere | None = None,
) -> None:
    """Write the report as PDF, Markdown or JSON; without `paper` a PDF is for that of the country.

    Raises:
        ReportError: it could not be written; the text says why in one plain sentence.
    """
    form = path.suffix.lower()
    if form not in ("", PDF, *MARKDOWN, JSON):
        raise ReportError(say("{name} could not be saved: a report ends in .pdf, .md or .json.", name=path.name))
    content = report(
        my_rig=my_rig,
        will_it_run=will_it_run,
        worth=worth,
        date=date,
        version=version,
        about=about,
        listed=listed,
    )
    if form in MARKDOWN:
        data = markdown_text(content).encode()
    elif form == JSON:
        data = json_text(content, profile_json=profile_json).encode()
    else:
        from advisor.report.pdf import pdf_bytes

        data = pdf_bytes(content, profile_json=profile_json, paper=paper)
    try:
        write_bytes(path, data)
    except StoreError as error:
        raise ReportError(in_words(error.reason)) from error
