"""`rig-advisor ask` where a language is named, or only the CPU is to do it."""

import pytest

from advisor.__main__ import main
from advisor.catalog.cards.catalog import load_catalog
from tests.cli.asking.understood import lines_of, plan_of

Said = pytest.CaptureFixture[str]
ON_CPU = "--gpu none --cpu Ryzen 5 5600 --ram 32"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("best embedding model for german documents on cpu",
         f"rank --workload embeddings --language german --limit 10 {ON_CPU}"),
        ("which embedding model for french texts on a 3060 12gb",
         "rank --workload embeddings --language french --limit 10 --gpu RTX 3060 12GB"),
        ("best model to transcribe spanish on a 4060",
         "rank --workload speech --language spanish --limit 10 --gpu RTX 4060"),
        ("good reranker for polish on a rtx 3060 12gb",
         "rank --workload rerank --language polish --limit 10 --gpu RTX 3060 12GB"),
    ],
)  # fmt: skip
def test_a_language_that_is_named_is_asked_for(words: str, line: str) -> None:
    assert lines_of(words) == [line]
    assert not any("how well it knows a language" in one for one in plan_of(words).notes)
    assert not plan_of(words).unknown


def test_models_of_another_language_are_left_out_and_the_cpu_is_named(capsys: Said) -> None:
    main(["ask", "best embedding model for german documents on cpu"])
    told = capsys.readouterr().out
    assert "multilingual-e5-small" in told
    assert not any(name in told for name in ("-en-v1.5", "-zh-v1.5", "e5-small-v2", "all-MiniLM"))
    assert "Only models whose makers say that they know German; how well is not judged." in told
    assert "Answered for a usual CPU, Ryzen 5 5600 with 32 GB of RAM: name yours (--cpu)." in told


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("what llm can i run on cpu", ON_CPU),
        ("best chat model just on the cpu, ryzen 7 5700g 32gb", "--cpu ryzen 7 5700g"),
        ("best llm only on a cpu with 64gb ddr5", "--gpu none --ram 64 DDR5"),
    ],
)
def test_on_cpu_means_no_gpu(words: str, options: str) -> None:
    assert options in lines_of(words)[0]


def test_a_part_on_the_cpu_beside_a_card_leaves_the_card() -> None:
    assert "--gpu RTX 3090" in lines_of("gpt-oss 120b on a 3090 with the experts on cpu, 64gb ram")[0]


def test_what_cards_say_of_languages() -> None:
    models = load_catalog().other_models

    def knows(name: str, language: str) -> bool | None:
        return models[models.find(name) or ""].knows_language(language)

    assert knows("bge-m3", "german") is True
    assert knows("bge-small-en-v1.5", "german") is False
    assert knows("bge-small-zh-v1.5", "chinese") is True
    assert knows("Canary 1B v2", "polish") is True
    assert knows("Canary 1B v2", "japanese") is False
    assert knows("gtr-t5-base", "german") is None
