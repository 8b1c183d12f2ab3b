"""How long `rig-advisor rank --machine FILE` works, from its arguments to the last byte, in new processes.

Run from the folder of README.md: `python -m tests.benchmarks.rank_time [FILE]`. Without a file it ranks for a desktop
with one graphics card. Reading the cards is part of the work; starting Python and importing modules is not.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from advisor.store.profile import save_machine
from tests.fakes.machines import machine, nvidia_card

RUNS = 5

_CHILD = """
import contextlib, io, sys, time
import advisor.cli.rank
from advisor.cli.frame.command import run_command

counting = time.process_time()
for _ in range(1_000_000):
    pass
busy, start = time.process_time(), time.perf_counter()
with contextlib.redirect_stdout(io.StringIO()):
    code = run_command(["rank", "--machine", *sys.argv[1:]])
end = time.perf_counter()
print(code, end - start, time.process_time() - busy, busy - counting)
"""


class Times(NamedTuple):
    """Seconds of one ranking as they pass and on the processor, and of counting to a million just before.

    Other programs make the first two differ; the last tells how fast a core is at the moment.
    """

    wall_s: float
    processor_s: float
    counting_s: float


def measured(file: Path, *options: str) -> Times:
    """One ranking in a process of its own."""
    command = [sys.executable, "-c", _CHILD, str(file), *options]
    child = subprocess.run(command, capture_output=True, text=True, check=True)
    code, *seconds = child.stdout.split()
    assert code == "0", child.stderr
    return Times(*map(float, seconds))


def save_desktop(folder: Path) -> Path:
    """A machine profile of a desktop with a graphics card of 12 GiB, on which most models have to be divided."""
    file = folder / "desktop.json"
    save_machine(file, machine(gpus=(nvidia_card(),)))
    return file


def main(arguments: list[str]) -> int:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(arguments[0]) if arguments else save_desktop(Path(folder))
        found = sorted(measured(file) for _ in range(RUNS))
    best = Times(*map(min, zip(*found, strict=True)))
    sys.stdout.write(
        f"rank: {best.wall_s:.2f} s at best, {found[RUNS // 2].wall_s:.2f} s in the median of {RUNS} runs; "
        f"on the processor {best.processor_s:.2f} s; counting to a million took {best.counting_s:.3f} s\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
