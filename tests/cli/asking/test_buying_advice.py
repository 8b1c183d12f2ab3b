"""What an expert would say to who asks what to buy: cards beside the own one, memory, mixtures, rent, servers."""

import pytest

from advisor.__main__ import main
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.asking.sentence.said import said
from tests.cli.asking.understood import lines_of

Said = pytest.CaptureFixture[str]
CATALOG = load_catalog()


def _asked(capsys: Said, question: str) -> list[str]:
    main(["ask", question])
    return capsys.readouterr().out.splitlines()


def _told(lines: list[str], start: str) -> str:
    return next((one for one in lines if one.startswith(start)), "")


@pytest.mark.parametrize(
    "question",
    ["96 GB DDR5 or a used 3090 for big MoE models?", "a used RTX 3090 or 96GB of RAM for large mixtures of experts?"],
)
def test_memory_and_a_card_that_are_held_against_each_other_are_two_purchases(question: str, capsys: Said) -> None:
    told = said(question, CATALOG)
    assert [gpu.name for one in told.hardware.offered for gpu in one.gpus] == ["RTX 3090"]
    assert [one.told.gib for one in told.hardware.offered_rams] == [96.0]
    assert not told.hardware.rams
    lines = _asked(capsys, question)
    assert _told(lines, "First of both: RAM.")
    assert _told(lines, "GPU: an RTX 3090")
    assert "RAM: with 96 GB gpt-oss 120B" in _told(lines, "RAM: ")
    assert "gpt-oss 120B and GLM-4.5-Air 106B-A12B for " in _told(lines, "Assumed: gpt-oss")


def test_the_own_memory_and_card_stay_those_that_are_there() -> None:
    told = said("RTX 4070 with 32GB DDR5: 96 GB of RAM or a 5060 Ti 16GB for gpt-oss 120B?", CATALOG)
    assert [one.gpus[0].name for one in told.hardware.owned] == ["RTX 4070"]
    assert [one.gpus[0].name for one in told.hardware.offered] == ["RTX 5060 Ti 16GB"]
    assert [one.told.gib for one in told.hardware.rams] == [32.0]
    assert [one.told.gib for one in told.hardware.offered_rams] == [96.0]
    assert said("I have a 4070 and 32 GB. More RAM or a second GPU?", CATALOG).is_bought


@pytest.mark.parametrize(
    ("question", "models"),
    [
        ("what big moe models can I run on a RTX 3090 with 128GB DDR5?", 2),
        ("which mixture of experts is best on 64 GB of RAM?", 2),
        ("why are MoE models faster?", 0),
        ("Qwen3 30B-A3B is a MoE, does it run on a 3060?", 1),
    ],
)
def test_mixtures_are_wished_for_by_their_kind(question: str, models: int) -> None:
    assert len(said(question, CATALOG).models) == models


def test_who_owns_a_card_hears_both_sides_of_renting_and_of_buying_a_larger_one(capsys: Said) -> None:
    lines = _asked(capsys, "I own a 3060. Should I rent a GPU by the hour or buy one?")
    assert lines[0].startswith(("Rent: at 2 hours a day (assumed) RTX", "Buy: at 2 hours a day (assumed) RTX"))
    assert "RTX 3060" not in lines[0]
    assert " an hour, " in lines[0]
    assert "hours of use" in lines[0]
    assert lines[1].startswith("Renting is for some days")


def test_of_two_computers_the_one_within_the_money_is_named_with_its_price(capsys: Said) -> None:
    lines = _asked(capsys, "DGX Spark or Mac Studio, about $4000, for coding with a local LLM?")
    told = _told(lines, "Take the ")
    assert told.startswith("Take the Mac Studio M5 Max")
    assert ", the only one within $4,600." in told
    assert "Over the budget: DGX Spark 128GB." in told
    assert all("$" in one for one in lines if one.startswith(("DGX Spark 128GB  ", "Mac Studio M")))


def test_of_what_is_sold_the_better_value_is_named_where_no_money_is(capsys: Said) -> None:
    told = _told(_asked(capsys, "should I buy a DGX Spark or a Strix Halo 128GB for gpt-oss 120b?"), "Take the ")
    assert "DGX" not in told.split(" for $")[0]
    assert not _told(
        _asked(capsys, "I have an RTX 3090. Keep it or buy an RTX 5090 for Qwen3 32B?"), "Take the RTX 3090"
    )


def test_a_team_is_offered_few_large_cards_and_no_set_that_one_power_supply_does_not_carry(capsys: Said) -> None:
    lines = _asked(capsys, "Team of 50, all at once, budget $20,000. What should we buy for a local LLM server?")
    assert _told(lines, "PC with RTX PRO 6000 Blackwell")
    assert _told(lines, "Take the PC with RTX PRO 6000 Blackwell, ")
    assert "with a power supply of 1,000 W" in _told(lines, "RTX PRO 6000 Blackwell: its price")
    held = [one for one in lines if " held to " in one]
    assert all("nvidia-smi -pl" in one and "1,440 W" in one for one in held)


def test_a_small_computer_is_bought_with_room_beside_the_model(capsys: Said) -> None:
    for question in ("I want a mini PC for GLM 4.5 Air, which one?", "Which unified memory box for GLM 4.5 Air?"):
        lines = _asked(capsys, question)
        assert not [one for one in lines if "64GB  " in one or one.startswith("PC with")]
        assert [one for one in lines if one.startswith("Bosgame M5 128GB")]


def test_so_many_people_are_no_money() -> None:
    told = said("server for 10 developers coding, $12000", CATALOG)
    assert told.volume.people == 10
    assert told.spent is not None
    assert told.spent.amount == 12000


@pytest.mark.parametrize(
    ("question", "cpu", "ram"),
    [
        ("What can a Dell R720 with 128GB run?", "2x Xeon E5-2670 v2", "128 DDR3"),
        ("Dell PowerEdge R730xd with 256 GB, which models?", "2x Xeon E5-2680 v4", "256 DDR4"),
        ("Dell R730 with two E5-2690 v4 and 256GB DDR4: what can it run?", "2x E5-2690 v4", "256 DDR4"),
        ("HP DL380 Gen9 with 256GB RAM for DeepSeek?", "2x Xeon E5-2680 v4", "256 DDR4"),
        ("HPE ProLiant DL360 Gen10, 384 GB, gpt-oss 120b?", "2x Xeon Gold 6138", "384 DDR4"),
        ("I have two Dell R730 servers. What can I run?", "2x Xeon E5-2680 v4", "128 DDR4"),
        ("What can an old server with 256 GB of DDR4 and no GPU run?", "2x Xeon E5-2680 v4", "256 DDR4"),
    ],
)
def test_servers_are_known_by_their_name(question: str, cpu: str, ram: str) -> None:
    told = said(question, CATALOG)
    assert (told.hardware.cpu, str(told.hardware.ram)) == (cpu, ram)
    assert set(told.unknown) <= {"DeepSeek"}
    is_several = "two Dell" in question
    assert any("two computers are not one memory" in one for one in told.hardware.notes) == is_several


def test_a_server_beside_its_card_is_one_computer(capsys: Said) -> None:
    lines = _asked(capsys, "Dell R730 with 128GB and a Tesla P40, gpt-oss 120b?")
    asked = _told(lines, "Asked as: ")
    assert "--gpu 'Tesla P40'" in asked
    assert "--cpu '2x Xeon E5-2680 v4'" in asked


def test_a_server_that_would_be_bought_is_told_for_what_it_does(capsys: Said) -> None:
    lines = _asked(capsys, "Should I buy a used Dell R730 with 256GB for gpt-oss 120b?")
    assert "gpt-oss 120B" in lines[0]
    assert _told(lines, "What such a server costs is not in the list")
    assert said("I have a Dell R730 with 256GB. What GPU should I buy for it?", CATALOG).is_bought


def test_for_a_model_that_no_few_gpus_hold_macs_and_servers_are_named(capsys: Said) -> None:
    lines = _asked(capsys, "What hardware do I need for DeepSeek V3?")
    assert _told(lines, "Mac Studio M3 Ultra (80-core GPU) 512GB")
    assert [one for one in lines if one.startswith("Server, EPYC 7302, 512 GB of DDR4")]
    assert [one for one in lines if one.startswith("Server, EPYC 9334, ")]
    ending = "\n".join(lines)
    assert "Without several GPUs: Mac Studio" in ending
    assert "no price today" in ending
    assert "no price of them is in the list" in ending


def test_for_a_small_model_no_server_is_named(capsys: Said) -> None:
    assert not any(one.startswith(("Server", "Mac")) for one in _asked(capsys, "What hardware do I need for Qwen3 8B?"))


def test_of_two_cards_that_are_great_the_cheaper_speed_is_taken(capsys: Said) -> None:
    assert _told(_asked(capsys, "Two used 3090s or one 5090 for local coding?"), "Take the 2x RTX 3090 for $")


@pytest.mark.parametrize(
    "words", ["is 400 dollars for a used 3080 10gb a good deal for llms", "is a 3090 for 1800 too much"]
)
def test_a_card_above_its_usual_price_gets_no_yes(words: str, capsys: Said) -> None:
    told = _asked(capsys, words)
    assert any(one.startswith("No, not for $") and one.endswith("For that, yes.") for one in told)
    assert not any(one.startswith("Yes: ") for one in told)


@pytest.mark.parametrize(
    "words",
    [
        "is paying for claude max 200 a month dumber than buying two 3090s",
        "I pay 20 a month for chatgpt plus, would a 3060 12gb replace it",
    ],
)
def test_a_plan_that_gives_more_is_kept_whatever_is_held_against_it(words: str, capsys: Said) -> None:
    assert any(one.startswith("Keep the subscription: ") for one in _asked(capsys, words)[:4])


def test_what_is_taken_for_larger_models_is_not_called_useless(capsys: Said) -> None:
    told = " ".join(_asked(capsys, "mac mini m4 16gb or 24gb for llms, is the extra 200 dollars worth it"))
    assert "costs $200 more for larger models; at this one it is no faster." in told
    assert "not worth it" not in told


def test_a_sum_in_the_middle_of_a_question_is_a_price() -> None:
    assert lines_of("would a used tesla p40 for 200 be a smart buy")[0].endswith("--price Tesla P40=200")
