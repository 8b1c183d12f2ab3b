"""Memory as people write it: what is read of it, and what is not taken for it."""

import pytest

from advisor.catalog.hardware.named_memory import named_memory


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("32", "32"),
        ("32GB", "32"),
        ("32 GiB", "32"),
        ("1024", "1024"),
        ("1x32", "1x32"),
        ("2x16 DDR5-6000", "2x16 DDR5-6000"),
        ("1 x 32 GB DDR5-4800", "1x32 DDR5-4800"),
        ("one stick of 32 GB DDR5-4800", "1x32 DDR5-4800"),
        ("2 sticks of 16", "2x16"),
        ("32GB (2x16GB) DDR5-6000 MT/s", "2x16 DDR5-6000"),
        ("2x16 3600", "2x16 3600"),
        ("DDR4 3200 64 GB", "64 DDR4-3200"),
        ("64GB LPDDR5X-7500", "64 LPDDR5X-7500"),
        ("64 GB, 4800 MT/s", "64 4800"),
        ("32 GB single channel", "1x32"),
        ("1x8 + 1x16", "1x8 + 1x16"),
    ],
)
def test_memory_is_read_as_people_write_it_and_written_as_it_is_read(text: str, read: str) -> None:
    found = named_memory(text)
    assert found is not None
    assert str(found) == read
    assert named_memory(read) == found


@pytest.mark.parametrize(
    "text",
    ["", "banana", "nan", "1e308", "0", "0x16", "2x0", "999x4", "99999x4", "32GB (2x8GB)", "2x16 DDR5-6000 3200 MHz",
     "DDR5-99999 32", "24 GB VRAM", "with Radeon Graphics"],
)  # fmt: skip
def test_what_is_no_memory_or_cannot_be_is_not_taken_for_it(text: str) -> None:
    assert named_memory(text) is None


def test_what_two_places_say_is_joined() -> None:
    sticks, size = named_memory("one stick DDR5-4800"), named_memory("32")
    assert sticks is not None
    assert size is not None
    assert str(size.filled_from(sticks)) == "1x32 DDR5-4800"
