"""Watch it type: how many tokens are there when, and what is said where nothing types."""

import pytest

from advisor.present.text.typing_view import SAMPLE, TypingLane, tokens_of, typing_view
from tests.fakes.estimates import answer, cpu_estimate, estimate, spilled, too_big

LANE = TypingLane("this", "", wait_s=0.5, tokens_per_s=10.0, marked="")


def test_the_pieces_are_the_text_and_about_four_for_three_words() -> None:
    pieces = tokens_of(SAMPLE)
    assert "".join(pieces) == SAMPLE
    assert 1.2 < len(pieces) / len(SAMPLE.split()) < 1.5


@pytest.mark.parametrize(("elapsed_s", "shown"), [(0.0, 0), (0.49, 0), (0.5, 1), (0.65, 2), (1.5, 11)])
def test_tokens_come_after_the_wait_at_the_speed(elapsed_s: float, shown: int) -> None:
    assert LANE.shown_tokens(elapsed_s) == shown


def test_the_rig_the_processor_alone_and_a_card_stand_beside_each_other() -> None:
    found = answer()
    view = typing_view(found, found.fastest_candidate)
    assert [lane.name for lane in view.lanes] == [
        "This rig: RTX 4070 SUPER",
        "CPU alone: Ryzen 7 7700",
        "With another GPU: RTX 4090",
    ]
    assert view.lanes[0].pace == "65 tokens/s, first word after 0.3 s"
    assert view.lanes[0].marked.startswith("[0.3 s] A language model writes")
    assert view.lanes[0].marked.endswith("s]")
    assert f"{len(view.pieces)} tokens" in view.sentence
    assert len(typing_view(answer(cpu_estimate())).lanes) == 1


def test_what_is_unknown_or_does_not_fit_says_so() -> None:
    assert typing_view(answer(estimate(None))).lanes[0].pace.startswith("Speed unknown")
    assert typing_view(answer(too_big())).lanes[0].pace == "The model won't fit there."
    offloaded = spilled()
    assert typing_view(answer(offloaded, offloaded=offloaded)).lanes[0].name == "This rig: RTX 4070 SUPER and RAM"
    card = typing_view(answer(), spilled()).lanes[-1]
    assert card.tokens_per_s is None
