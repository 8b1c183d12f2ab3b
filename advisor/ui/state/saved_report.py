"""The report of what the window shows; the room that writes it is imported when it is first wanted."""

import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from advisor.facts.kept.correction import Correction
from advisor.facts.kept.profile import Profile
from advisor.facts.kept.settings import Paper
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Measurements
from advisor.present.words.view import MyRigView, WillItRunView
from advisor.store.anonymized import anonymized_json
from advisor.version import __version__

if TYPE_CHECKING:
    from advisor.present.upgrade.view import WorthView


def save_as_report(
    path: Path,
    *,
    machine: Machine,
    measurements: Measurements | None,
    corrections: tuple[Correction, ...],
    my_rig: MyRigView,
    will_it_run: WillItRunView | None,
    worth: "WorthView | None" = None,
    paper: Paper | None = None,
) -> str:
    """Write the report in the form the file's name asks for; returns why it could not be written, or nothing."""
    from advisor.report.error import ReportError
    from advisor.report.write import write_report

    profile = Profile(machine=machine, measurements=measurements, corrections=corrections, app_version=__version__)
    try:
        write_report(
            path,
            my_rig=my_rig,
            will_it_run=will_it_run,
            worth=worth,
            profile_json=anonymized_json(profile),
            date=datetime.date.today(),
            version=__version__,
            paper=paper,
        )
    except ReportError as error:
        return str(error)
    return ""
