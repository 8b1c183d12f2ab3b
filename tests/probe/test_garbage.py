"""Whatever a file holds, detection ends with a machine, and garbage never becomes a number."""

from collections.abc import Iterator

import pytest

from advisor.facts.machine.machine import Machine
from advisor.probe.source.tar_root import MemoryRoot
from tests.fakes.trees import TREES, replayed, tree_parts

GARBAGE = (
    b"",
    b"\0\0",
    b"garbage",
    b"-1",
    b"0",
    b"255",
    b"N/A",
    b"[Unknown]",
    b"0xFFFFFFFFFFFFFFFF",
    b"9" * 40,
    b"\xff\xfe",
)


def negative(value: object) -> Iterator[float]:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from negative(item)
    elif isinstance(value, int | float) and value < 0:
        yield value


@pytest.mark.broad
@pytest.mark.parametrize("name", sorted(file.stem for file in TREES.glob("*.tree")))
def test_one_broken_file_at_a_time(name: str) -> None:
    files, links = tree_parts(name)
    for path in files:
        for content in GARBAGE:
            machine = replayed(MemoryRoot({**files, path: content}, links))
            assert Machine.model_validate_json(machine.model_dump_json()) == machine
            assert not list(negative(machine.model_dump(mode="json")))


@pytest.mark.parametrize("content", GARBAGE, ids=repr)
def test_every_file_broken(content: bytes) -> None:
    files, links = tree_parts("apu")
    memory = replayed(MemoryRoot(dict.fromkeys(files, content), links)).memory
    assert memory.usable_bytes.value is None
    assert memory.channels.value is None


def test_lines_cut_in_half() -> None:
    for name in ("one-stick", "gb10", "apu"):
        files, links = tree_parts(name)
        for path, content in files.items():
            replayed(MemoryRoot({**files, path: content[: len(content) // 2]}, links))
