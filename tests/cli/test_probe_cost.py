"""What `rig-advisor probe` loads: a child that asks one driver starts as fast as detection itself."""

import subprocess
import sys
from itertools import takewhile
from pathlib import Path

from advisor.cli.frame.place import place
from advisor.cli.probe import machine_events
from advisor.facts.values.message import Message, Progress, Result
from advisor.run.watch import START_LIMIT_S

HEAVY = ("PySide6", "numpy", "psutil", "pynvml", "xml", "advisor.present", "advisor.predict", "advisor.answer")


def test_the_command_loads_nothing_that_a_driver_does_not_need() -> None:
    code = "import sys, advisor.cli.probe; print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.split() if name.startswith(HEAVY)}
    assert loaded == set()


def test_reading_the_cards_may_take_as_long_as_a_start(tmp_path: Path) -> None:
    """Where a virus scanner looks at each of two thousand files, the window must not end its child meanwhile."""
    said = list(machine_events(place(tmp_path), ()))

    def is_early(one: Message) -> bool:
        return not (isinstance(one, Result) and one.kind == "machine")

    early = list(takewhile(is_early, said))
    assert len(early) < len(said) - 1
    steps = [one for one in early if isinstance(one, Progress)]
    assert steps[-1].limit_s == START_LIMIT_S
    assert steps[-1].per_mille == max(one.per_mille for one in steps)
