"""What `rig-advisor probe` loads: a child that asks one driver starts as fast as detection itself."""

import subprocess
import sys

HEAVY = ("PySide6", "numpy", "psutil", "pynvml", "xml", "advisor.present", "advisor.predict", "advisor.answer")


def test_the_command_loads_nothing_that_a_driver_does_not_need() -> None:
    code = "import sys, advisor.cli.probe; print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.split() if name.startswith(HEAVY)}
    assert loaded == set()
