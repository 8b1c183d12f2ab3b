"""One model over several computers by llama.cpp's RPC: layers in turn, and what each computer beside the first costs.

Each works on its layers while the others wait (docs/physics.md 6.9, 7.6): a token takes the sum of their parts, and for
every computer beside the first one a call, and the hidden states there and back.
"""

from collections.abc import Sequence
from heapq import heappush, heapreplace
from math import inf
from typing import NamedTuple

from advisor.facts.values.range import Range
from advisor.facts.values.units import GIGA, MICROSECOND, MILLISECOND

CALL_S = Range(2.5 * MILLISECOND, 5.4 * MILLISECOND, 7.6 * MILLISECOND)
"""What a computer beside the first adds to a token, however fast the network: median of 13 rows of data/rpc.csv, and
what four of five lie between."""

TCP_SHARE = 0.94
"""Of an Ethernet link's rate: 1,448 of 1,538 bytes of a full frame."""
MOST_BYTES_PER_S = 17.8 * GIGA / 8
"""One TCP stream between two DGX Spark whose link carries 109 Gbit/s (github.com/defilantech/LLMKube/issues/1423)."""
WAITS = 2
"""Of a token for the network's latency, one way each: hidden states there, and back."""
RDMA_S = 2 * MICROSECOND
"""One way between adapters that write into each other's memory, as NCCL has them do (data/tensor.csv)."""
_TCP_S = 100 * MICROSECOND
_RDMA_BIT_PER_S = 100 * GIGA
REMOTE_SUM_S = 80 * MICROSECOND
"""A sum over computers beside its bytes and the network's latency (data/tensor.csv, two DGX Spark with RDMA)."""
_HIDDEN_BYTES, _MICRO_BATCH = 4, 512
"""Hidden states are fp32; prompts go in micro batches of so many tokens."""
_MOST_RIGS = 16


class Network(NamedTuple):
    """What joins the computers: bits a second of the link, and seconds one way; `has_rdma` for sums over all."""

    bit_per_s: float
    latency_s: float = 0.0
    has_rdma: bool = False

    @property
    def link_bytes_per_s(self) -> float:
        """What several streams carry together."""
        return self.bit_per_s / 8 * TCP_SHARE

    @property
    def bytes_per_s(self) -> float:
        """What one stream carries."""
        return min(self.link_bytes_per_s, MOST_BYTES_PER_S)

    def sum_s(self, rigs: int) -> float:
        """Seconds of one sum over so many computers beside its bytes: in a ring each waits for all others twice."""
        one_way_s = min(self.latency_s, RDMA_S) if self.has_rdma else self.latency_s
        return REMOTE_SUM_S + 2 * (rigs - 1) * one_way_s

    def token_s(self, hidden: int, call_s: float) -> float:
        """Seconds of a token for one computer beside the first."""
        return call_s + WAITS * self.latency_s + 2 * hidden * _HIDDEN_BYTES / self.bytes_per_s

    def prompt_s(self, parts_s: Sequence[float], *, hidden: int, tokens: int, overlaps: bool = True) -> float:
        """Seconds of a prompt of which each computer takes `parts_s` for its layers (docs/physics.md 6.9).

        Micro batches follow each other through the computers, where those that call do not wait for the answer.
        """
        batches, others = -(-tokens // _MICRO_BATCH), len(parts_s) - 1
        waits_s = (
            batches * (CALL_S.middle + WAITS * self.latency_s) + 2 * tokens * hidden * _HIDDEN_BYTES / self.bytes_per_s
        )
        works_s = (sum(parts_s) + (batches - 1) * max(parts_s)) / batches if overlaps else sum(parts_s)
        return works_s + others * waits_s


def network_of(bit_per_s: float, latency_us: float | None = None) -> Network:
    """A network with so many microseconds one way; where nothing is said of that, of TCP, and of RDMA where it has it.

    Adapters of 100 Gbit/s and more write into each other's memory (RoCE, InfiniBand).
    """
    if latency_us is not None:
        return Network(bit_per_s, latency_us * MICROSECOND)
    return Network(bit_per_s, _TCP_S, has_rdma=bit_per_s >= _RDMA_BIT_PER_S)


class Place(NamedTuple):
    """A computer that may take part: the layers that it holds, and its seconds of a token for one of them."""

    layers: int
    layer_s: float


Dealt = tuple[tuple[int, int], ...]
"""Places in their order with their layers."""


def deal(layers: int, places: Sequence[Place], *, call_s: float) -> Dealt:
    """The division over two computers or more with the least time of a token; empty where they do not hold it.

    Each computer beside the first one costs `call_s`. Of equal ones the first in order take part, each with as many
    layers: prompts pass through them the sooner, and so llama.cpp divides them by itself.
    """
    none: tuple[float, Dealt] = (inf, ())
    one, more = [none] * (layers + 1), [none] * (layers + 1)
    for index in _worth_asking(places):
        most, layer_s = min(places[index].layers, layers), places[index].layer_s
        for whole in range(layers, 0, -1):  # downwards: each takes part once
            for own in range(1, min(most, whole - 1) + 1):
                for before in (more[whole - own], one[whole - own]):
                    cost = before[0] + own * layer_s + call_s
                    if cost < more[whole][0]:
                        more[whole] = (cost, (*before[1], (index, own)))
            if whole <= most and whole * layer_s < one[whole][0]:
                one[whole] = (whole * layer_s, ((index, whole),))
    return _evened(more[layers][1], places)


def _evened(dealt: Dealt, places: Sequence[Place]) -> Dealt:
    """The same with the layers of equally fast places dealt out in equal numbers, as far as each holds them."""
    found = dict(dealt)
    for layer_s in {places[index].layer_s for index in found}:
        group = sorted((one for one in found if places[one].layer_s == layer_s), key=lambda one: places[one].layers)
        left = sum(found[one] for one in group)
        for place, one in enumerate(group):
            found[one] = min(places[one].layers, left // (len(group) - place))
            left -= found[one]
    return tuple(found.items())


def _worth_asking(places: Sequence[Place]) -> list[int]:
    """Those that fewer than the most that take part are both as fast as and as large as, in their order."""
    largest: list[int] = []
    found = []
    for index in sorted(range(len(places)), key=lambda one: (places[one].layer_s, -places[one].layers, one)):
        layers = places[index].layers
        if layers < 1 or (len(largest) == _MOST_RIGS and layers <= largest[0]):
            continue
        found.append(index)
        if len(largest) == _MOST_RIGS:
            heapreplace(largest, layers)
        else:
            heappush(largest, layers)
    return found
