"""The walk of docs/architecture.md names files that run, in the order in which they run."""

import re
from pathlib import Path

from tools.walk import walked

PLAN = Path(__file__).parents[2] / "docs" / "architecture.md"
PLACE = re.compile(r"`advisor/([\w/]+\.py)`")


def test_the_walk_names_files_that_run_in_their_order() -> None:
    walk = PLAN.read_text(encoding="utf-8").split("\n## One walk", 1)[1].split("\n## ", 1)[0]
    steps = [PLACE.findall(step) for step in re.split(r"\n\d+\. ", walk)[1:]]
    ran = [f"{name}" for name in walked("question").calls]
    named = [name for step in steps for name in step]
    assert len(named) == len(set(named))
    assert f"These {len(named)} are" in walk
    assert [name for name in named if name not in ran] == []
    first = [min(map(ran.index, step)) for step in steps]
    assert first == sorted(first)
