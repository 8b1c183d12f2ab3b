"""Kills writers at random moments, lets many write at once, and counts what was lost of what was said to be kept.

Run from the folder of README.md: `python -m tests.benchmarks.kills [--kills 1000] [--rounds 200] [--writers 10]`.
POSIX only. Ends with 1 where anything said to be kept is not there, or where anything is left behind.
"""

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from advisor.facts.kept.history import Crash
from advisor.facts.machine.measurement import OwnRun
from advisor.facts.values.reason import told
from advisor.facts.values.units import MEGA
from advisor.store.crashes import CRASHES, MOST_CRASHES, save_crash
from advisor.store.folder import CARDS, FOLDER_VARIABLE, data_folder
from advisor.store.history import load_history, save_own_run
from advisor.store.litter import clear_litter
from advisor.store.own_cards import add_card, remove_own
from advisor.store.profile import open_machine, save_machine
from advisor.store.settings import SETTINGS
from tests.fakes.machines import machine

LONGEST_S = 0.15
CARD = b'name = "Acme X%d"\nvendor = "acme"\n'


class Kept:
    """One kind of thing: `keep` keeps a number, `number` is the one found there now."""

    def __init__(self, keep: Callable[[int], object], number: Callable[[], int]) -> None:
        self.keep, self.number = keep, number


def _ran(number: int) -> None:
    run = OwnRun(model_id="a/b", quant="Q4_K_M", processor="gpu0", tokens_per_s=float(number), ran_on="2026-11-20")
    save_own_run(machine(), run)


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
    return {
        "settings": Kept(
            lambda number: SETTINGS.change(lambda kept: kept.changed(context_tokens=512 + number)),
            lambda: (SETTINGS.read().record.context_tokens or 512) - 512,
        ),
        "measurements": Kept(_ran, _ran_number),
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
    }


def _in_child(work: Callable[[], None]) -> int:
    """The number of a forked process that does it and ends."""
    if child := os.fork():
        return child
    try:
        work()
    finally:
        os._exit(0)


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
        time.sleep(chance.random() * LONGEST_S)
        os.kill(child, signal.SIGKILL)
        if not os.WIFSIGNALED(os.waitpid(child, 0)[1]):
            faults.append(f"{name}: its writer ended by itself")
        with open(read, "rb") as pipe:
            told_numbers = pipe.read()
        last = int.from_bytes(told_numbers[-8:], "big")
        clear_litter()
        if kept.number() < last:
            faults.append(f"{name}: {last} was said to be kept, {kept.number()} is there")
        faults += [f"{name}: {left} is left" for left in _litter(own.parent)]
    return faults


def _litter(*folders: Path) -> list[Path]:
    everything = (one for folder in (data_folder(), *folders) for one in folder.rglob(".*"))
    return [one for one in everything if one.name != ".lock"]


def write_at_once(writers: int, own: Path) -> list[str]:
    """All writers keep one crash and one setting each at the same moment; what is missing, one line each."""
    CRASHES.change(lambda kept: kept.model_copy(update={"crashes": ()}))
    children = [_in_child(partial(save_crash, _crash(1, writer))) for writer in range(writers)]
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    there = len(CRASHES.read().record.crashes)
    faults = [f"{writers} writers, {there} crashes"] if there != writers or any(codes) else []
    return faults + [f"{left} is left" for left in _litter(own.parent)]


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
        remove_own("gpus/acme/x")
        for _ in range(asked.rounds):
            faults += write_at_once(asked.writers, own)
        size_mb = sum(one.stat().st_size for one in data_folder().rglob("*") if one.is_file()) / MEGA
        sys.stdout.write(f"{asked.rounds} rounds of {asked.writers} writers; {size_mb:.1f} MB are kept\n")
    sys.stdout.write("".join(f"{fault}\n" for fault in faults) or "nothing lost, nothing left\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
