"""Programs that tests start in the place of the app's own children: their paths."""

from pathlib import Path

FOLDER = Path(__file__).parent
CHILD = str(FOLDER / "child.py")
APP_CHILD = str(FOLDER / "app_child.py")
BENCH_CHILD = str(FOLDER / "bench_child.py")
LEAF_CHILD = str(FOLDER / "leaf_child.py")
