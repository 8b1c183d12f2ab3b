"""`rig-advisor cards`: cards of a person's own, packs of them, and files of prices."""

import argparse
import datetime
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from advisor.advice.added_cards import Added, add_file, check_cards, keep_card, listed_cards, pack_folder, remove_added
from advisor.catalog.cards.pack import MANIFEST
from advisor.cli.frame.cards import all_cards
from advisor.cli.frame.command import FAILED, CommandError, UsageError
from advisor.cli.frame.profile import read_profile
from advisor.facts.kept.card_pack import CardList, PackManifest
from advisor.facts.values.local_time import local_today
from advisor.facts.values.message import Done, Failure, Message, Progress, Result
from advisor.facts.values.reason import Reason, ReasonError, reason
from advisor.present.words.reasons.in_words import in_words, told_json
from advisor.present.words.words import ended
from advisor.run.emit import emit_all
from advisor.run.limits import bounded
from advisor.run.watch import REFUSED_CODE
from advisor.store.atomic_file import write_bytes
from advisor.store.settings import SETTINGS

READ_LIMIT_S = 10.0
"""A network folder may never answer."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    listing = actions.add_parser("list", help="show own cards, packs, prices, and what is wrong with them")
    listing.add_argument("--json", action="store_true", help="print one JSON document")
    check = actions.add_parser("check", help="tell everything that is wrong with a card, a folder or a pack")
    check.add_argument("path", type=Path, metavar="PATH")
    add = actions.add_parser("add", help="keep a pack (.zip), a card (.toml) or prices (.csv, .toml)")
    add.add_argument("files", nargs="+", type=Path, metavar="FILE")
    add.add_argument("--events", action="store_true", help=argparse.SUPPRESS)
    remove = actions.add_parser("remove", help="forget a pack, a card or prices, by the name in the list")
    remove.add_argument("name", metavar="NAME")
    new = actions.add_parser("new", help="begin a card for a GPU that is not known, with what was read and measured")
    new.add_argument("--gpu", type=int, metavar="N", help="which GPU, from 0; else the first that is not known")
    new.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="say what the card lacks; repeatable"
    )
    new.add_argument("--save", action="store_true", help="keep it among your own cards")
    pack = actions.add_parser("pack", help="make one zip file of a folder of cards, to share")
    pack.add_argument("folder", type=Path, metavar="DIR")
    pack.add_argument("out", type=Path, metavar="OUT.zip")
    pack.add_argument("--name", metavar="NAME", help="what the pack is called; else its pack.toml says")
    pack.add_argument("--about", metavar="TEXT", help="one line that says what is in it")
    pack.add_argument("--date", type=datetime.date.fromisoformat, metavar="DAY", help="of its figures; else today")
    pack.set_defaults(wrong_usage=pack.error)


def run(arguments: argparse.Namespace) -> int:
    """Do what was asked."""
    return _ACTIONS[arguments.action](arguments)


def _list(arguments: argparse.Namespace) -> int:
    found = listed_cards()
    sys.stdout.write(told_json(found, indent=2) + "\n" if arguments.json else _listed(found))
    return 0


def _listed(found: CardList) -> str:
    lines = [f"{one.date}  {one.name}: {one.about}" for one in found.packs]
    if found.prices is not None:
        lines.append(f"{found.prices.as_of}  {found.prices.name}: {found.prices.count} prices")
    width = max((len(one.full_id) for one in found.cards), default=0)
    for card in found.cards:
        place = card.where.removesuffix(f"/{card.full_id}.toml")
        lines.append(f"{card.full_id:{width}}  {card.name}  ({place}{', replaces ours' if card.replaces else ''})")
    lines += (f"Left out: {in_words(one)}" for one in found.faults)
    return "".join(f"{line}\n" for line in lines) or "Nothing was added.\n"


def _check(arguments: argparse.Namespace) -> int:
    with bounded(arguments.path):
        count, faults = check_cards(arguments.path)
    for fault in faults:
        sys.stdout.write(f"{in_words(fault)}\n")
    sys.stdout.write(f"{count} cards can be used.\n" if count != 1 else "1 card can be used.\n")
    return 1 if faults or not count else 0


def _add(arguments: argparse.Namespace) -> int:
    if arguments.events:
        emit_all(_events(arguments.files))
    return FAILED if [one for one in arguments.files if not _is_added(one)] else 0


def _is_added(path: Path) -> bool:
    """Keep what a file holds, and say so, or why not: one that is none costs only itself."""
    try:
        added = _added(path)
    except ReasonError as error:
        sys.stderr.write(f"rig-advisor: {ended(in_words(error.reason))}\n")
        return False
    if added.prices is not None:
        pack = added.prices
        SETTINGS.change(lambda kept: kept.changed(money=kept.money.changed(pack=pack)))
    sys.stdout.write(f"{added.sentence}\n")
    for line in (*added.remarks, *(f"Left out: {in_words(one)}" for one in added.faults)):
        sys.stderr.write(f"rig-advisor: {line}\n")
    return True


def _added(path: Path) -> Added:
    money = SETTINGS.read().record.money
    with bounded(path):
        return add_file(path, money)


def _events(paths: Sequence[Path]) -> Iterator[Message]:
    """What the window asks for; prices it keeps itself, with what it knows of money."""
    said: list[str] = []
    refused: list[Reason] = []
    prices = None
    for path in paths:
        yield Progress(per_mille=0, phase=reason("reading_file"), limit_s=READ_LIMIT_S)
        try:
            added = _added(path)
        except ReasonError as error:
            refused.append(error.reason)
        else:
            said += (added.sentence, *added.remarks, *map(in_words, added.faults))
            prices = added.prices or prices
    if said:
        told = [*said, *(ended(in_words(one)) for one in refused)][:12]
        yield Result(kind="added", body={"said": told, "prices": prices.model_dump(mode="json") if prices else None})
    elif refused:
        yield Failure(code=REFUSED_CODE, sentence=refused[0])
    yield Done()


def _remove(arguments: argparse.Namespace) -> int:
    if not remove_added(arguments.name):
        raise CommandError(f"nothing was added as {arguments.name!r}; rig-advisor cards list shows what was")
    sys.stdout.write(f"Removed {arguments.name}.\n")
    return 0


def _pack(arguments: argparse.Namespace) -> int:
    manifest = None
    if arguments.name or arguments.about:
        if not (arguments.name and arguments.about):
            arguments.wrong_usage("--name and --about belong together")
        manifest = PackManifest(name=arguments.name, about=arguments.about, date=arguments.date or local_today())
    elif arguments.folder.is_dir() and not (arguments.folder / MANIFEST).exists():
        arguments.wrong_usage(f"no {MANIFEST} is in the folder; --name and --about say what the pack is")
    write_bytes(arguments.out, pack_folder(arguments.folder, manifest))
    sys.stdout.write(f"Saved {arguments.out}.\n")
    return 0


def _new(arguments: argparse.Namespace) -> int:
    # imported here: they read hardware, and no other action does
    from advisor.advice.assembled import assembled
    from advisor.advice.new_card import faults_of, new_card, unknown_gpus, with_values

    catalog = all_cards()
    profile = read_profile(None, catalog)
    machine = assembled(profile, catalog).machine
    place = arguments.gpu if arguments.gpu is not None else next(iter(unknown_gpus(machine)), None)
    if place is None or not 0 <= place < len(machine.gpus):
        raise CommandError("every GPU of this computer is known; --gpu N names one all the same")
    draft = new_card(machine, place, profile.measurements, catalog, today=local_today())
    pairs = [one.partition("=") for one in arguments.set]
    if any(not key.isidentifier() or not sign for key, sign, _ in pairs):
        raise UsageError("--set takes KEY=VALUE")
    draft = with_values(draft, [(key, value) for key, _, value in pairs])
    sys.stdout.write(f"# {draft.full_id}.toml\n{draft.text}")
    if arguments.save:
        sys.stderr.write(f"rig-advisor: {keep_card(draft.full_id, draft.text.encode()).sentence}\n")
    else:
        sys.stderr.writelines(f"rig-advisor: {in_words(one)}\n" for one in faults_of(draft))
    return 0


_ACTIONS = {"new": _new, "list": _list, "check": _check, "add": _add, "remove": _remove, "pack": _pack}
