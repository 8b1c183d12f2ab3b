"""A figure with its range: what it knows, and how records write and read it."""

import pytest
from pydantic import ValidationError

from advisor.facts.values.range import Range, Ranged, middle


class Paced(Ranged):
    """A record with two ranges."""

    name: str
    items_per_s: Range | None = None
    usd: Range | None = None


FLAT = {"name": "one", "items_per_s": 4.0, "low_items_per_s": 2.0, "high_items_per_s": 8.0}
FLAT |= {"usd": None, "low_usd": None, "high_usd": None}


def test_time_is_shortest_where_the_rate_is_highest() -> None:
    assert Range(2.0, 4.0, 8.0).into(16.0) == (2.0, 4.0, 8.0)
    assert Range(1.0, 4.0, 5.0).into(1.0) == (0.2, 0.25, 1.0)


def test_ranges_add_and_scale_end_by_end() -> None:
    assert Range(1.0, 2.0, 3.0).plus(Range.exactly(1.0)).times(2) == (4.0, 6.0, 8.0)
    assert Range.around(10.0, (0.5, 3.0)) == (5.0, 10.0, 30.0)
    assert Range(1.0, 2.0, 3.0).at("high") == 3.0
    assert middle(None) is None


def test_a_range_is_written_as_three_keys_beside_each_other_and_read_back() -> None:
    record = Paced(name="one", items_per_s=Range(2.0, 4.0, 8.0))
    assert list(record.model_dump().items()) == list(FLAT.items())
    assert Paced.model_validate_json(record.model_dump_json()) == Paced.model_validate(FLAT) == record


def test_a_file_may_tell_the_middle_alone() -> None:
    assert Paced.model_validate_json('{"name": "one", "usd": 3.5}').usd == Range.exactly(3.5)


def test_no_end_is_infinite_and_no_other_key_is_taken() -> None:
    with pytest.raises(ValidationError, match="range_endless"):
        Paced(name="one", usd=Range(1.0, 2.0, float("inf")))
    with pytest.raises(ValidationError, match="low_name"):
        Paced.model_validate({**FLAT, "low_name": 1.0})


def test_the_schema_names_the_keys_that_are_written() -> None:
    assert set(Paced.model_json_schema()["properties"]) == set(FLAT)
