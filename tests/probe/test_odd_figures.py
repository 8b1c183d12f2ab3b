"""Figures that no hardware has, in every kind of file that detection reads."""

import re

import pytest

from advisor.present.rig.fact_rows import machine_text
from advisor.probe.source.tar_root import MemoryRoot
from tests.fakes.trees import TREES, replayed, tree_parts

pytestmark = pytest.mark.broad

ODD = (b"9" * 5000, b"-1", b"18446744073709551616", b"0")


@pytest.mark.parametrize("odd", ODD, ids=("5,000 digits", "negative", "64 bits", "zero"))
@pytest.mark.parametrize("tree", sorted(one.stem for one in TREES.glob("*.tree")))
def test_a_machine_with_an_odd_figure_is_still_told(tree: str, odd: bytes) -> None:
    files, links = tree_parts(tree)
    kinds = {re.sub(r"\d+", "#", path): path for path in files}
    for path in kinds.values():
        found = re.sub(rb"\d+", odd, files[path], count=200)
        assert machine_text(replayed(MemoryRoot({**files, path: found}, links))), path
