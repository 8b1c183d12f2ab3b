"""What stands beside a name belongs to it: the memory of a MacBook, the maker's words around a card's number."""

import pytest

from tests.cli.asking.understood import lines_of, plan_of


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("Can my MacBook Air M2 with 16 GB run Llama 3.1 8B?", "--gpu M2 --ram 16"),
        ("Will gpt-oss 20b run on my MacBook Air M3 with 24 GB?", "--gpu M3 --ram 24"),
        ("M3 Max 40-core 64 GB for qwen3 32b", "--gpu M3 Max (40-core GPU) --ram 64"),
        ("Can an RTX 6000 Pro 96GB run gpt-oss 120b?", "--gpu RTX PRO 6000 Blackwell"),
        ("Is an RTX 6000 Blackwell enough for gpt-oss 120b?", "--gpu RTX PRO 6000 Blackwell"),
        ("gpt-oss 120b on an RTX 6000 Pro Blackwell", "--gpu RTX PRO 6000 Blackwell"),
    ],
)
def test_it_is_read_with_the_name(words: str, options: str) -> None:
    [line] = lines_of(words)
    assert line.endswith(options)
    assert not plan_of(words).unknown


@pytest.mark.parametrize("words", ["do i need a faster cpu for my 4090", "does the cpu matter if my 4090 holds it all"])
def test_of_a_cpu_beside_a_card_that_holds_the_model_it_is_said_that_it_hardly_counts(words: str) -> None:
    assert lines_of(words)[0].startswith("told In short: Hardly, where VRAM holds the whole model")
