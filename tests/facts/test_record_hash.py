"""The hash of a record, which is worked out once."""

import pickle

from advisor.facts.values.record import Record


class Layer(Record):
    """A small record."""

    width: int
    parts: tuple[int, ...] = ()


class Model(Layer):
    """One with a record inside."""

    first: Layer


def test_equal_records_have_one_hash_also_after_they_were_asked() -> None:
    one = Model(width=2, first=Layer(width=1, parts=(1, 2)))
    assert hash(one) == hash(one) == hash(Model(width=2, first=Layer(width=1, parts=(1, 2))))
    assert one == Model(width=2, first=Layer(width=1, parts=(1, 2)))


def test_a_changed_record_has_a_hash_of_its_own() -> None:
    one = Model(width=2, first=Layer(width=1))
    assert len({one, one.changed(width=3), one.changed(first=Layer(width=2))}) == 3


def test_what_is_written_knows_nothing_of_it() -> None:
    one = Layer(width=1)
    hash(one)
    again = pickle.loads(pickle.dumps(one))
    assert again == one
    assert hash(again) == hash(one)
    assert one.model_dump() == {"width": 1, "parts": ()}
