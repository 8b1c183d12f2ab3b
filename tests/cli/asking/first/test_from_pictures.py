"""Films that begin with a picture: only models that take one are listed."""

import pytest

from advisor.__main__ import main
from advisor.catalog.cards.catalog import load_catalog
from tests.answer_lines import Said
from tests.cli.asking.understood import lines_of


@pytest.mark.parametrize(
    "words",
    [
        "make videos from photos on rtx 3060 12gb, how long does it take",
        "animate a photo on a rtx 3060 12gb",
        "bring old family photos to life on an rtx 3060 12gb",
        "image to video on a 3060 12gb",
    ],
)
def test_photos_to_be_set_in_motion_are_one_work(words: str) -> None:
    """They were answered with models that take none, and with those that draw."""
    assert lines_of(words) == ["rank --workload films --only from-picture --limit 10 --gpu RTX 3060 12GB"]


@pytest.mark.parametrize("words", ["make videos on a 3060", "pictures and videos on a 3060"])
def test_films_alone_are_of_all_models(words: str) -> None:
    assert not any("from-picture" in one for one in lines_of(words))


def test_the_list_has_no_model_that_takes_words_alone(capsys: Said) -> None:
    main(["rank", "--workload", "films", "--only", "from-picture", "--gpu", "RTX 4090", "--all"])
    told = capsys.readouterr().out
    cards = [one for one in load_catalog().other_models.values() if one.name in told and one.pipeline is not None]
    assert cards
    assert all(one.pipeline and (one.pipeline.takes_picture or one.pipeline.starts_from) for one in cards)
    assert "Only models that a picture may begin." in told
