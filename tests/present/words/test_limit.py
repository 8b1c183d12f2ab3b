"""What limits a speed, and what would help: the words follow the what-if figures."""

from typing import Any, cast

import pytest

from advisor.facts.answers.estimate import Limit, Speed, Term
from advisor.present.words.limit import limit_sentence
from tests.fakes.estimates import speed


def phase(limit: Limit = "memory_bandwidth", **times_ms: float) -> Speed:
    terms = tuple(Term(name=cast("Any", name), s=time / 1000) for name, time in times_ms.items())
    return speed(1 / sum(term.s for term in terms), limit=limit, terms=terms)


@pytest.mark.parametrize(
    ("times_ms", "helps"),
    [
        ({"weights": 9.0, "unpacking": 1.0}, "Faster memory would help; more compute would not."),
        ({"weights": 6.0, "unpacking": 4.0}, "Faster memory and more compute would both help."),
        ({"kv_cache": 1.0, "arithmetic": 9.0}, "More compute would help; faster memory would not."),
        ({"weights": 1.0, "attention": 1.0, "overhead": 8.0}, "Neither faster memory nor "
                                                                "more compute would help much."),
    ],
)  # fmt: skip
def test_what_would_help_follows_the_figures(times_ms: dict[str, float], helps: str) -> None:
    for limit in ("memory_bandwidth", "compute", "launch_overhead", "interconnect"):
        assert limit_sentence(phase(limit, **times_ms), pool="vram").endswith(f". {helps}")


@pytest.mark.parametrize(
    ("limit", "start"),
    [
        ("memory_bandwidth", "What limits it: how fast RAM can be read."),
        ("compute", "What limits it: how fast the chip computes."),
        ("launch_overhead", "What limits it: a fixed time per layer."),
        ("interconnect", "What limits it: the link over which parts of the model reach RAM."),
        ("capacity", "What limits it: the size of RAM. A smaller quantization, a shorter context or a "
                     "smaller model may fit."),
    ],
)  # fmt: skip
def test_every_limit_has_its_cause(limit: Limit, start: str) -> None:
    assert limit_sentence(phase(limit, weights=1.0), pool="ram").startswith(start)
    assert limit_sentence(speed(None, limit=limit), pool="ram") == start
