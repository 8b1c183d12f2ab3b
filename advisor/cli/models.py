"""`rig-advisor models`: the models on this computer, which programs have them, and how they run here."""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from advisor.advice.local_models import LIMIT_S, LOCAL_MODEL, LOOKED, models_on_this_computer
from advisor.cli.frame.cards import all_cards
from advisor.cli.frame.command import CommandError
from advisor.cli.frame.profile import DEFAULT_WORKLOAD, find_workload_id
from advisor.cli.frame.rig_options import add_rig_options, asked_rig
from advisor.cli.frame.table import add_forms, aligned, csv_text
from advisor.facts.answers.local_model import LocalModelList
from advisor.facts.values.message import Done, Message, Progress, Result
from advisor.facts.values.reason import reason
from advisor.run.emit import emit_all


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument("--workload", default=DEFAULT_WORKLOAD, metavar="ID", help="what the models are used for")
    folder, forget = "look in this folder, too, from now on", "look in this folder no more"
    parser.add_argument("--folder", action="append", default=[], type=Path, metavar="DIR", help=folder)
    parser.add_argument("--forget", action="append", default=[], type=Path, metavar="DIR", help=forget)
    add_rig_options(parser)
    add_forms(parser, "print the table as CSV, figures in base units")
    parser.add_argument("--events", action="store_true", help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    """Print the models; none is an answer, too."""
    if arguments.events:
        emit_all(_events(arguments.folder))
    # imported here: a child that only looks needs no predictions
    from advisor.advice.assembled import assembled
    from advisor.answer.rig.local_models import judged_locals, local_record
    from advisor.present.rank.local_models import local_table, looked_lines

    catalog = all_cards()
    workload_id = find_workload_id(arguments.workload, catalog)
    found = models_on_this_computer(_folders(arguments.folder, arguments.forget))
    asked = asked_rig(arguments, catalog)
    rig = assembled(asked.profile, catalog, name=asked.name).rig
    judged = sorted(judged_locals(rig, catalog, found.models, workload_id), key=lambda one: one.place)
    if arguments.json or arguments.csv:
        models = tuple(local_record(one, catalog) for one in judged)
        listed = LocalModelList(models=models, looked=found.looked)
        sys.stdout.write(_csv(listed) if arguments.csv else listed.model_dump_json() + "\n")
        return 0
    nothing = _NOT_FOUND if found.looked.stopped else _NOTHING
    table = aligned(local_table(judged, catalog)) if judged else nothing
    lines = "".join(f"{line}\n" for line in (*looked_lines(found.looked), asked.note) if line)
    sys.stdout.write(f"{table}\n{lines}" if lines else table)
    return 0


_NOTHING = "No model lies where programs keep theirs; --folder DIR names another place.\n"


_NOT_FOUND = "No model was found.\n"
"""Where the search did not come to its end."""


def _csv(listed: LocalModelList) -> str:
    """A line for each model, its programs in one cell."""
    rows = (
        {**one.model_dump(mode="json"), "holders": [f"{holder.program}: {holder.name}" for holder in one.holders]}
        for one in listed.models
    )
    return csv_text(rows)


def _folders(named: Sequence[Path], forgotten: Sequence[Path]) -> tuple[str, ...]:
    """The folders of a person, from now on with those named and without those forgotten.

    Raises:
        CommandError: what is named is no folder.
    """
    from advisor.facts.kept.settings import Settings
    from advisor.store.settings import SETTINGS

    if missing := next((one for one in named if not one.is_dir()), None):
        raise CommandError(f"{missing} is no folder that can be read")
    gone = {str(one.absolute()) for one in forgotten}

    def changed(kept: Settings) -> Settings:
        folders = dict.fromkeys((*kept.model_folders, *(str(one.absolute()) for one in named)))
        return kept.changed(model_folders=tuple(one for one in folders if one not in gone))

    kept = SETTINGS.read().record
    return (kept if changed(kept) == kept else SETTINGS.change(changed)).model_folders


def _events(folders: Sequence[Path]) -> Iterator[Message]:
    """What a search finds, model by model, and what else it met."""
    from advisor.catalog.on_disk.finder import find_models
    from advisor.catalog.on_disk.moved import places_here
    from advisor.catalog.on_disk.walk import Search
    from advisor.probe.shared.host import running_kind
    from advisor.run.limits import bounded

    yield Progress(per_mille=0, phase=reason("looking_for_models"), limit_s=LIMIT_S)
    places = places_here(running_kind(), Path.home(), os.environ, folders)
    found = find_models(places, all_cards(), Search(), guard=bounded)
    while True:
        try:
            yield Result(kind=LOCAL_MODEL, body=next(found).model_dump(mode="json"))
        except StopIteration as end:
            yield Result(kind=LOOKED, body=end.value.model_dump(mode="json"))
            break
    yield Done()
