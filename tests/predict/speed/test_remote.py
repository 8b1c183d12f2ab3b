"""One model dealt out to several computers."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.predict.speed.remote import CALL_S, Network, Place, deal, network_of

PLACES = st.lists(
    st.builds(Place, layers=st.integers(0, 6), layer_s=st.floats(1e-4, 1e-1)), min_size=1, max_size=4
)  # fmt: skip
LAYERS, CALL = 6, 0.005


def cost(dealt: tuple[tuple[int, int], ...], places: list[Place]) -> float:
    """Seconds of a token; endless where nothing was dealt."""
    if not dealt:
        return float("inf")
    return sum(places[index].layer_s * layers for index, layers in dealt) + (len(dealt) - 1) * CALL


def least(places: list[Place]) -> float:
    """The same by trying all divisions over two or more."""
    each = (range(min(one.layers, LAYERS) + 1) for one in places)
    ways = (tuple((at, own) for at, own in enumerate(way) if own) for way in product(*each) if sum(way) == LAYERS)
    return min((cost(way, places) for way in ways if len(way) > 1), default=float("inf"))


@given(PLACES)
@settings(max_examples=60, deadline=None)
def test_no_division_over_several_is_faster_and_none_holds_more_than_it_can(places: list[Place]) -> None:
    dealt = deal(LAYERS, places, call_s=CALL)
    assert cost(dealt, places) <= least(places) * (1 + 1e-9)
    assert all(0 < layers <= places[index].layers for index, layers in dealt)
    assert not dealt or sum(layers for _, layers in dealt) == LAYERS
    assert len({index for index, _ in dealt}) == len(dealt)


@given(PLACES)
@settings(max_examples=60, deadline=None)
def test_equally_fast_computers_hold_as_many_layers_as_each_other(places: list[Place]) -> None:
    twice = [*places, *places]
    dealt = dict(deal(LAYERS, twice, call_s=CALL))
    for one, other in zip(range(len(places)), range(len(places), len(twice)), strict=True):
        if one in dealt and other in dealt:
            assert abs(dealt[one] - dealt[other]) <= 1


@given(PLACES, st.builds(Place, layers=st.integers(0, 6), layer_s=st.floats(1e-4, 1e-1)))
@settings(max_examples=60, deadline=None)
def test_one_more_computer_never_makes_it_slower(places: list[Place], more: Place) -> None:
    before = cost(deal(LAYERS, places, call_s=CALL), places)
    assert cost(deal(LAYERS, [*places, more], call_s=CALL), [*places, more]) <= before * (1 + 1e-9)


@given(st.floats(1e6, 1e12), st.floats(1, 100), st.floats(0, 1e-2))
def test_a_better_network_never_costs_more(bit_per_s: float, faster: float, latency_s: float) -> None:
    slow, fast = Network(bit_per_s, latency_s), Network(bit_per_s * faster, latency_s / 2)
    assert fast.token_s(4096, CALL_S.middle) <= slow.token_s(4096, CALL_S.middle)
    parts = (0.5, 0.7)
    assert fast.prompt_s(parts, hidden=4096, tokens=2000) <= slow.prompt_s(parts, hidden=4096, tokens=2000)
    assert fast.sum_s(2) <= slow.sum_s(2) <= slow.sum_s(4)


def test_fast_adapters_are_taken_to_have_rdma_where_nothing_is_said_of_the_latency() -> None:
    slow, fast, told = network_of(25e9), network_of(100e9), network_of(100e9, 100.0)
    assert fast.sum_s(2) < told.sum_s(2) == slow.sum_s(2)
    assert fast.token_s(4096, CALL_S.middle) == told.token_s(4096, CALL_S.middle)


@given(st.lists(st.floats(0.01, 10), min_size=2, max_size=5), st.integers(1, 20000))
def test_micro_batches_that_overlap_take_from_the_slowest_part_to_all_of_them(parts: list[float], tokens: int) -> None:
    network = Network(1e18)
    waits = network.prompt_s([0.0] * len(parts), hidden=1, tokens=tokens)
    whole = network.prompt_s(parts, hidden=1, tokens=tokens) - waits
    one_by_one = network.prompt_s(parts, hidden=1, tokens=tokens, overlaps=False) - waits
    assert max(parts) - 1e-9 <= whole <= one_by_one + 1e-9
    assert abs(one_by_one - sum(parts)) < 1e-9
    if tokens <= 512:
        assert abs(whole - one_by_one) < 1e-9
