"""How the time of a film grows with its length: by its tokens, or in steps where it is made in pieces."""

import pytest

from advisor.answer.tasks.ask import answer_question, usual_question
from advisor.catalog.cards.catalog import load_catalog
from advisor.present.tasks.shown import SHOWN
from tests.fakes.known_computers import known_computer

CATALOG = load_catalog()


@pytest.mark.parametrize(
    ("model_id", "words"),
    [
        ("video/wan2.2-animate-14b", "in pieces of one length, so time grows in steps"),
        ("video/wan2.2-t2v-a14b-lightning", "time grows faster than length"),
    ],
)
def test_the_sentence_below_a_film_s_chart_is_that_of_its_line(model_id: str, words: str) -> None:
    """Beside a flat line stood that time grows faster than length."""
    rig = known_computer(CATALOG.computers.find("PC with RTX 4090") or "", CATALOG).rig
    answer = answer_question(rig, CATALOG, usual_question("films", CATALOG).changed(model_id=model_id))
    chart = SHOWN["video"].steps(answer)
    assert chart is not None
    assert words in chart.sentence
