"""Kills writers at random moments, lets many write at once, and counts what was lost of what was said to be kept.

Run from the folder of README.md: `python -m tests.benchmarks.kills [--kills 1000] [--rounds 200] [--writers 10]`.
POSIX only. Ends with 1 where anything said to be kept is not there, or where anything is left behind.
"""

import argparse
import datetime
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from advisor.catalog.cards.pack import Pack, packed
from advisor.facts.cards.price import PriceCard
from advisor.facts.kept.card_pack import PackManifest
from advisor.facts.kept.history import Crash
from advisor.facts.kept.price_pack import PricePack
from advisor.facts.kept.settings import Money, Settings
from advisor.facts.kept.shared_result import KeptResult, SharedCpu, SharedResult, SharedResults
from advisor.facts.machine.measurement import OwnRun
from advisor.facts.values.reason import told
from advisor.facts.values.units import MEGA
from advisor.store.atomic_file import StoreError
from advisor.store.crashes import CRASHES, MOST_CRASHES, save_crash
from advisor.store.folder import CARDS, FOLDER_VARIABLE, PACKS, data_folder
from advisor.store.history import load_history, save_own_run
from advisor.store.litter import clear_litter
from advisor.store.own_cards import add_card, add_pack, open_pack, remove_own
from advisor.store.profile import open_machine, save_machine
from advisor.store.settings import SETTINGS, keep_choices
from advisor.store.shared_results import SHARED, with_results
from tests.fakes.machines import machine

MOST_WRITINGS, FIRST_S = 8, 0.05
TOLD_ROUNDS, _BROKEN = 20, 255
"""After so many rounds it says how far it is; what a writer ends with that an error ended."""
DAY = datetime.date(2026, 11, 20)
CARD = b'name = "Acme X%d"\nvendor = "acme"\n'


class Kept:
    """One kind of thing: `keep` keeps a number, `number` is the one found there now."""

    def __init__(self, keep: Callable[[int], object], number: Callable[[], int]) -> None:
        self.keep, self.number = keep, number


def _own_run(number: int) -> OwnRun:
    return OwnRun(model_id="a/b", quant="Q4_K_M", processor="gpu0", tokens_per_s=float(number), ran_on="2026-11-20")


def _pack(number: int, name: str = "Lab") -> bytes:
    return packed(Pack(PackManifest(name=name, date=DAY, about=f"pack {number}"), {"gpus/acme/x.toml": CARD % number}))


def _prices(number: int) -> PricePack:
    about = {"name": "RTX 4090", "kind": "card", "of": "gpus/nvidia/rtx-4090", "source": "a shop", "checked": DAY}
    one = PriceCard.model_validate({**about, "as_of": DAY, "low_price": float(number), "high_price": float(number)})
    return PricePack(name="Shop", as_of=DAY, prices=(one,))


def _result(number: int) -> KeptResult:
    cpu = SharedCpu(threads=number + 1)
    return KeptResult(
        key=f"{number}", result=SharedResult(kind="rig-advisor-result", app_version="1.0.0", day=DAY, cpu=cpu)
    )


def _ran_number() -> int:
    runs = [run for one in load_history().record.machines for run in one.own_runs]
    return int(max((run.tokens_per_s or 0 for run in runs), default=0))


def _crash(number: int, writer: int = 0) -> Crash:
    return Crash(part="graphics", what=f"{writer}, {number}", driver="1", sentence=told("x"), seen_at="2026-11-22")


def _crash_number() -> int:
    return max((int(one.what.split()[1]) for one in CRASHES.read().record.crashes), default=0)


def kinds(own: Path) -> dict[str, Kept]:
    """All that is kept, and a saved machine in a folder of the person's own."""
    card = data_folder() / CARDS / "gpus/acme/x.toml"
    pack = data_folder() / PACKS / "lab.zip"
    return {
        "settings": Kept(
            lambda number: SETTINGS.change(lambda kept: kept.changed(context_tokens=512 + number)),
            lambda: (SETTINGS.read().record.context_tokens or 512) - 512,
        ),
        "measurements": Kept(lambda number: save_own_run(machine(), _own_run(number)), _ran_number),
        "crashes": Kept(lambda number: save_crash(_crash(number)), _crash_number),
        "saved machine": Kept(
            lambda number: save_machine(own, machine(cpu_name=f"CPU {number}")),
            lambda: (
                int((open_machine(own).profile.machine.cpu.name.value or "CPU 0").split()[1]) if own.exists() else 0
            ),
        ),
        "own card": Kept(
            lambda number: add_card("gpus/acme/x", CARD % number),
            lambda: int(card.read_text().split("X")[1].split('"')[0]),
        ),
        "pack": Kept(lambda number: add_pack(_pack(number)), lambda: int(open_pack(pack).manifest.about.split()[1])),
        "prices": Kept(
            lambda number: SETTINGS.change(lambda kept: kept.changed(money=Money(pack=_prices(number)))),
            lambda: int(found.prices[0].low_price or 0) if (found := SETTINGS.read().record.money.pack) else 0,
        ),
        "folders of models": Kept(
            lambda number: SETTINGS.change(lambda kept: kept.changed(model_folders=(f"/m/{number}",))),
            lambda: max((int(one.split("/")[2]) for one in SETTINGS.read().record.model_folders), default=0),
        ),
        "shared results": Kept(
            lambda number: SHARED.change(lambda kept: with_results(SharedResults(), (_result(number),))),
            lambda: max((int(one.key) for one in SHARED.read().record.results), default=0),
        ),
    }


def _in_child(work: Callable[[], int | None]) -> int:
    """The number of a forked process that does it and ends."""
    if child := os.fork():
        return child
    code = _BROKEN
    try:
        code = work() or 0
    finally:
        os._exit(code)


def _keep_on(kept: Kept, first: int, said: int) -> None:
    for number in range(first, first + 10_000):
        kept.keep(number)
        os.write(said, number.to_bytes(8, "big"))


def kill_writers(times: int, own: Path, chance: random.Random) -> list[str]:
    """Each kind in turn; what was lost or left, one line each."""
    places, faults = kinds(own), list[str]()
    for kept in places.values():
        kept.keep(1)
    for turn in range(times):
        name = list(places)[turn % len(places)]
        kept = places[name]
        read, said = os.pipe()
        child = _in_child(partial(_keep_on, kept, kept.number() + 1, said))
        os.close(said)
        told_numbers = _wait(read, chance)
        os.kill(child, signal.SIGKILL)
        if not os.WIFSIGNALED(os.waitpid(child, 0)[1]):
            faults.append(f"{name}: its writer ended by itself")
        with open(read, "rb") as pipe:
            told_numbers += pipe.read()
        last = int.from_bytes(told_numbers[-8:], "big")
        clear_litter()
        if kept.number() < last:
            faults.append(f"{name}: {last} was said to be kept, {kept.number()} is there")
        faults += [f"{name}: {left} is left" for left in _litter(own.parent)]
    return faults


def _wait(said: int, chance: random.Random) -> bytes:
    """What a writer says until a moment within its next few writings, however slow the computer is now."""
    wanted, told_numbers, begun_s = 8 * chance.randrange(MOST_WRITINGS), b"", time.monotonic()
    while len(told_numbers) < wanted and (more := os.read(said, wanted - len(told_numbers))):
        told_numbers += more
    each_s = (time.monotonic() - begun_s) / (wanted / 8) if wanted else FIRST_S
    time.sleep(chance.random() * each_s)
    return told_numbers


def _litter(*folders: Path) -> list[Path]:
    everything = (one for folder in (data_folder(), *folders) for one in folder.rglob(".*"))
    return [one for one in everything if one.name != ".lock"]


def write_at_once(writers: int, own: Path) -> tuple[list[str], int]:
    """All writers keep one thing of each kind at the same moment: what is missing, one line each, and how many changes
    were refused with a sentence, which nobody looks for.
    """
    for name in ("crashes.json", "measurements.json", "shared.json", "settings.json"):
        (data_folder() / name).unlink(missing_ok=True)
    for number in range(writers):
        remove_own(f"lab-{number}")
        remove_own(f"gpus/acme/y{number}")
    children = [_in_child(partial(_keep_all, writer)) for writer in range(writers)]
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    kept, packs, cards = SETTINGS.read().record, data_folder() / PACKS, data_folder() / CARDS / "gpus/acme"
    there = {
        "crashes": {int(one.what.split(",")[0]) for one in CRASHES.read().record.crashes},
        "runs": {int(run.tokens_per_s) - 1 for one in load_history().record.machines for run in one.own_runs},
        "shared results": {int(one.key) for one in SHARED.read().record.results},
        "folders of models": {int(one.split("/")[2]) for one in kept.model_folders},
        "settings": {
            number
            for number in range(writers)
            if (kept.money.hours_per_day == 3 if number % 2 else kept.context_tokens == 512)
        },
        "packs": {int(one.stem.split("-")[1]) for one in packs.glob("lab-*.zip")},
        "cards": {int(one.stem[1:]) for one in cards.glob("y*.toml")},
    }
    faults = [f"writer {number} ended with {code}" for number, code in enumerate(codes) if not 0 <= code < _BROKEN]
    for bit, (name, found) in enumerate(there.items()):
        said = {number for number, code in enumerate(codes) if 0 <= code < _BROKEN and not code >> bit & 1}
        faults += [f"{name}: {sorted(lost)} were said to be kept" for lost in (said - found,) if lost]
    refused = sum(code.bit_count() for code in codes if 0 <= code < _BROKEN)
    return faults + [f"{left} is left" for left in _litter(own.parent)], refused


def _keep_all(writer: int) -> int:
    """What the writer of this number keeps; every second one changes an amount of money, the others a number.

    A bit for each change that was refused.
    """
    before = Settings()
    works: tuple[Callable[[], object], ...] = (
        lambda: save_crash(_crash(1, writer)),
        lambda: save_own_run(machine(), _own_run(writer + 1)),
        lambda: SHARED.change(lambda kept: with_results(kept, (_result(writer),))),
        lambda: keep_choices(before, {"model_folders": (f"/m/{writer}",)}),
        lambda: keep_choices(before, {"money": Money(hours_per_day=3)} if writer % 2 else {"context_tokens": 512}),
        lambda: add_pack(_pack(writer, f"Lab {writer}")),
        lambda: add_card(f"gpus/acme/y{writer}", CARD % writer),
    )
    refused = 0
    for bit, keep in enumerate(works):
        try:
            keep()
        except StoreError:
            refused |= 1 << bit
    return refused


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, number in (("kills", 1000), ("rounds", 200), ("writers", 10), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=number)
    asked = parser.parse_args()
    if asked.writers > MOST_CRASHES:
        parser.error(f"at most {MOST_CRASHES} writers")
    with tempfile.TemporaryDirectory() as folder:
        os.environ[FOLDER_VARIABLE] = f"{folder}/data"
        own = Path(folder) / "mine" / "machine.rig"
        own.parent.mkdir()
        data_folder().mkdir()
        begun_s = time.monotonic()
        faults = kill_writers(asked.kills, own, random.Random(asked.seed))
        counts = {name: kept.number() for name, kept in kinds(own).items()}
        sys.stdout.write(f"{asked.kills} kills in {time.monotonic() - begun_s:.0f} s, kept until then: {counts}\n")
        begun_s, refused = time.monotonic(), 0
        for number in range(1, asked.rounds + 1):
            found, more = write_at_once(asked.writers, own)
            faults, refused = faults + found, refused + more
            if number % TOLD_ROUNDS == 0:
                sys.stdout.write(f"{number} rounds, {time.monotonic() - begun_s:.0f} s, {len(faults)} faults\n")
                sys.stdout.flush()
        size_mb = sum(one.stat().st_size for one in data_folder().rglob("*") if one.is_file()) / MEGA
        sys.stdout.write(
            f"{asked.rounds} rounds of {asked.writers} writers; {refused} refused; {size_mb:.1f} MB are kept\n"
        )
    sys.stdout.write("".join(f"{fault}\n" for fault in faults) or "nothing lost, nothing left\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
