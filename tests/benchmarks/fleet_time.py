"""Times `rig-advisor fleet` on many saved computers: every computer of the catalog, saved again and again.

Run from the folder of README.md: `python -m tests.benchmarks.fleet_time`; `--files 10000`, `--kinds 60`. Prints seconds
of CPU and the most memory of the command, and how that compares with a loop of Python on the same machine. With
`--window` prints how long page Rigs takes from the dropped folder to its rows, and from a typed word to those it finds.
"""

import argparse
import itertools
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.computer_machine import computer_machine
from advisor.run.command import advisor_command
from advisor.store.profile import save_machine

ROUNDS = 10_000_000
"""Of the loop that everything is compared with."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--kinds", type=int, default=60)
    parser.add_argument("--window", action="store_true")
    arguments = parser.parse_args()
    if arguments.window:
        time_window(arguments.files, arguments.kinds)
        return
    with tempfile.TemporaryDirectory() as folder:
        save_many(Path(folder), arguments.files, arguments.kinds)
        asked = advisor_command("fleet", folder, "--model", "Qwen3 8B", "--find", "RTX", "--limit", "20")
        subprocess.run(asked, stdout=subprocess.DEVNULL, check=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    began_s = time.process_time()
    for _ in itertools.repeat(None, ROUNDS):
        pass
    loop_s = time.process_time() - began_s
    cpu_s, most_mib = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    told = f"{cpu_s:.2f} s of CPU, {cpu_s / loop_s:.1f} times {ROUNDS:,} rounds of an empty loop, {most_mib:.0f} MiB"
    sys.stdout.write(f"{arguments.files} files of {arguments.kinds} kinds: {told}\n")


def time_window(files: int, kinds: int) -> None:
    """On a screen that is not seen; wall time, so on a machine that does nothing else."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from advisor.ui.rigs.page_rigs import RigsPage
    from tests.fakes.machines import machine
    from tests.fakes.sure import sure
    from tests.fakes.whole_window import Script, settle, wait_until, whole_window

    app = QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        rigs, script = Path(folder, "rigs"), Script(Path(folder, "script"))
        rigs.mkdir()
        save_many(rigs, files, kinds)
        script.read(machine())
        with whole_window(app, Path(folder, "data"), script) as window:
            settle(window)
            began_s = time.perf_counter()
            window.files_dropped.emit((str(rigs),))
            wait_until(lambda: window.page_name == "rigs", limit_s=60)
            page = sure(window.findChild(RigsPage))
            wait_until(lambda: len(page.rows.rows) == files, limit_s=60)
            shown_s = time.perf_counter() - began_s
            settle(window)
            began_s = time.perf_counter()
            page.words.setText("RTX")
            app.processEvents()
            found_s = time.perf_counter() - began_s
    sys.stdout.write(f"{files} files of {kinds} kinds: rows in {shown_s:.2f} s, filtered in {found_s:.3f} s\n")


def save_many(folder: Path, files: int, kinds: int) -> None:
    """Saved computers of so many kinds, in turn."""
    catalog = load_catalog()
    texts = []
    for computer_id in list(catalog.computers)[:kinds]:
        path = folder / "one.rig"
        save_machine(path, computer_machine(computer_id, catalog))
        texts.append(path.read_bytes())
        path.unlink()
    for number, text in zip(range(files), itertools.cycle(texts), strict=False):
        (folder / f"pc-{number:05}.rig").write_bytes(text)


if __name__ == "__main__":
    main()
