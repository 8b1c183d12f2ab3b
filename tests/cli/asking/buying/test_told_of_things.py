"""`rig-advisor ask` where an amount is what a computer or memory costs, and no budget."""

import pytest

from advisor.__main__ import main
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.asking.sentence.said import said
from tests.cli.asking.understood import lines_of

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("words", "usd"),
    [
        ("is a 128gb strix halo (framework desktop) for $2500 worth it over a used 3090 build for gpt-oss-120b?", 2500),
        ("M1 Max 64GB macbook for $1200 used vs building a pc with a 3090 for local llms", 1200),
        ("mac studio m3 ultra 96gb at $4000 or build a 2x3090 pc for llama 3.3 70b?", 4000),
        ("is the $2000 GMKtec EVO-X2 128GB better than building a pc with a 5090 for qwen3 next 80b?", 2000),
        ("Strix Halo mini PC 128GB ($2,100) or an RTX 5090 build for qwen3 coder next?", 2100),
        ("a dgx spark goes for 2800 bucks, or should I put together a 3090 machine? gpt-oss-120b", 2800),
    ],
)
def test_what_a_computer_was_told_to_cost_is_its_price_and_no_budget(words: str, usd: float) -> None:
    told = said(words, load_catalog())
    assert told.spent is None
    assert [one.asked.amount for one in told.hardware.computers if one.asked] == [usd]
    assert " for " not in lines_of(words)[0]


@pytest.mark.parametrize(
    "words",
    [
        "budget $1200: m1 max 64gb macbook or a 3090?",
        "I have $2500 for a strix halo or a 3090 build, gpt-oss-120b",
        "DGX Spark or Mac Studio, about $4000, for coding with a local LLM?",
        "dgx spark or a 3090 pc, I can spend $3000",
    ],
)
def test_what_may_be_spent_stays_a_budget(words: str) -> None:
    told = said(words, load_catalog())
    assert told.spent is not None
    assert not told.hardware.asked


@pytest.mark.parametrize(
    "words",
    [
        "my rtx 3060 12gb pc has 16gb ddr4. would 64gb ram for $420 let me run gpt-oss 120b?",
        "3060 12gb, 16gb ram: is $420 for 64gb of ddr4 worth it for gpt-oss-120b?",
        "64gb ddr4 kit costs $420, I have a 3060 12gb and 16gb ram, gpt-oss 120b worth it?",
    ],
)
def test_what_memory_was_told_to_cost_is_its_price(words: str) -> None:
    line = lines_of(words)[-1]
    assert "--part memory --consider 64GB RAM --price 64GB RAM=420" in line
    assert "--budget" not in line


@pytest.mark.parametrize(
    ("words", "gib", "usd"),
    [
        ("should I go from 32 to 64GB RAM, the kit costs 600 dollars right now", 64, 600),
        ("is going from 16 to 32 GB of ram worth it? it costs $300", 32, 300),
        ("3060 12gb, 32gb ram. should I upgrade to 96GB RAM? I found a kit, that would be $900", 96, 900),
    ],
)
def test_what_a_new_clause_says_that_memory_costs_is_its_price(words: str, gib: int, usd: int) -> None:
    line = lines_of(words)[-1]
    assert line.endswith(f"--part memory --consider {gib}GB RAM --price {gib}GB RAM={usd}")


def test_a_sum_in_a_new_clause_that_no_thing_costs_stays_a_budget() -> None:
    assert "--budget 600" in lines_of("should I go from 32 to 64GB RAM, I have 600 dollars")[-1]


def test_a_pc_is_built_around_a_card_with_the_ram_that_the_model_takes(capsys: Capture) -> None:
    main(["ask", "is a 128gb framework desktop for $2500 worth it over a used 3090 build for gpt-oss-120b?"])
    first, *lines = capsys.readouterr().out.splitlines()
    assert first.startswith("Only Framework Desktop Ryzen AI Max+ 395 128GB holds gpt-oss 120B as MXFP4_MOE whole")
    assert lines[1].startswith("Framework Desktop")
    assert "$2,500" in lines[1]
    assert lines[2].startswith("PC with RTX 3090")
    assert "Won't run" not in lines[2]
    assert lines[3].startswith("Take the Framework Desktop")
    assert any("64 GB of DDR4" in one and "without its card" in one for one in lines)
    assert any("$2,500 as you say; it usually sells for" in one for one in lines)


def test_what_holds_more_for_less_money_is_named_beside_what_is_faster(capsys: Capture) -> None:
    main(["ask", "M1 Max 64GB macbook for $1200 used vs building a pc with a 3090 for local llms"])
    told = next(one for one in capsys.readouterr().out.splitlines() if one.startswith("Take "))
    assert told.startswith("Take the M1 Max 64GB ($1,200) for larger models and less money, the PC with RTX 3090 (")


def test_a_pc_that_is_sold_with_a_card_in_it_is_judged_as_a_whole(capsys: Capture) -> None:
    main(["ask", "is a pc with a 3090 and 64gb ram for $1500 worth it for gpt-oss-120b?"])
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith("Yes, good for this: for $1,500 a PC with RTX 3090 runs gpt-oss 120B")


def test_cards_get_as_much_ram_as_the_model_takes_and_that_is_told(capsys: Capture) -> None:
    main(["ask", "gpt-oss 120b: used 3090 or 4090?"])
    told = capsys.readouterr().out
    assert "Won't run" not in told
    assert "Assumed: 64 GB of RAM (--ram), for with less it does not run; " in told
