"""Misspelled words for work and parts are put right, names and words of their own are left alone."""

import pytest

from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.asking.sentence.kinds.spelling import with_spelling
from tests.answer_lines import Said, answer_lines
from tests.cli.asking.understood import lines_of, plan_of

CATALOG = load_catalog()


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("stable difusion on amd 6700xt", "rank --workload pictures --limit 10 --gpu RX 6700 XT"),
        ("how to transcibe meetings on a 3060", "rank --workload speech --limit 10 --gpu RTX 3060 12GB"),
        ("best embeding model on a 4070", "rank --workload embeddings --limit 10 --gpu RTX 4070"),
    ],
)
def test_a_slip_in_a_word_for_work_changes_no_answer(words: str, line: str) -> None:
    """One letter less, and pictures were answered with models for chat."""
    assert line in lines_of(words)
    assert any(note.startswith('Read "') for note in plan_of(words).notes)


@pytest.mark.parametrize(
    "words",
    [
        "is the compute of a 3090 worth it",
        "will imagen run on a 3060",
        "granite on a laptop",
        "what voices does kokoro have",
        "ministral 3 on an rtx 3060",
        "trainer for a 4090",
    ],
)
def test_words_and_names_of_their_own_are_left_as_they_are(words: str) -> None:
    assert with_spelling(words, CATALOG) == (words, "")


def test_what_was_not_understood_comes_first_where_chat_stands_for_it(capsys: Said) -> None:
    first, *_ = answer_lines(capsys, "frobnication on a 3060")
    assert first == "Not understood: frobnication. Answered for chat."
