"""Plain questions about cards: one at a told price, with a least memory, for several models or kinds of work."""

import pytest

from advisor.__main__ import main
from advisor.cli.asking.buying.add_or_replace import asks_add_or_replace
from advisor.cli.asking.steps import Held, Machines
from tests.cli.asking.understood import lines_of, plan_of

Said = pytest.CaptureFixture[str]


def _asked(said: Said, words: str) -> list[str]:
    main(["ask", words])
    told = said.readouterr()
    assert told.err == ""
    return told.out.splitlines()


@pytest.mark.parametrize(
    ("words", "least"),
    [
        ("which gpu under 1500 with 24 GB or more, not nvidia", "24"),
        ("best 16gb gpu under $500 for stable diffusion", "16"),
        ("gpu with 24GB+ for my ryzen 5 5600 with 32 GB, $900", "24"),
        ("I have a 3060 with 12 GB, what gpu with 24gb or more should i buy for 1000", "24"),
        ("what graphics card with minimum 20 GB of vram for 800 dollars", "20"),
    ],
)
def test_the_memory_that_a_card_is_to_have_is_no_card_that_is_there(words: str, least: str) -> None:
    (line,) = lines_of(words)
    assert line.endswith(f"--least-vram {least}")
    assert "--gpu RTX 3090" not in line


@pytest.mark.parametrize(
    "words",
    [
        "which card should I buy with $500, I have a gpu with 8 GB",
        "my pc has 32 GB or more ram, best gpu for 500",
        "best upgrade for my 3090 with 24 GB for $1000",
    ],
)
def test_the_memory_of_what_is_there_is_no_condition(words: str) -> None:
    assert "--least-vram" not in " ".join(lines_of(words))


def test_only_cards_with_that_memory_are_options(capsys: Said) -> None:
    lines = _asked(capsys, "which amd or intel gpu under 1500 with 24 GB or more for my ryzen 5 5600 with 32GB")
    first = next(place for place, one in enumerate(lines) if one.startswith("Option"))
    rows = [one for one in lines[first + 1 :] if "  " in one]
    assert len(rows) > 2
    for row in rows:
        assert row.startswith(
            ("This computer", "RX 7900 XTX", "Arc Pro B", "Radeon AI PRO R97", "Instinct MI", "Radeon PRO")
        )


@pytest.mark.parametrize(
    ("words", "priced"),
    [
        ("is $250 for a used Tesla P100 16GB a good idea for stable diffusion", "Tesla P100 PCIe 16GB=250"),
        ("should I pay 250 dollars for a second-hand Tesla P100 16GB for SDXL", "Tesla P100 PCIe 16GB=250"),
        ("Tesla P100 16GB for $250, good for stable diffusion?", "Tesla P100 PCIe 16GB=250"),
    ],
)
def test_a_card_at_a_told_price_is_judged_first(words: str, priced: str, capsys: Said) -> None:
    (line,) = lines_of(words)
    assert line.endswith(f"--price {priced}")
    lines = _asked(capsys, words)
    said = "\n".join(lines[:4])
    assert "No: not the Tesla P100 PCIe 16GB for $250." in said
    assert all(one in said for one in ("usually sells for $", "Slow", "fan", "Better: an RTX"))


def test_a_card_that_is_fast_but_dear_is_too_much(capsys: Said) -> None:
    said = "\n".join(_asked(capsys, "is 2500 dollars for a used RTX 3090 worth it for Qwen3 32B, i have 32 GB")[:4])
    assert "is too much for a RTX 3090" in said


def test_a_price_of_each_of_two_cards_and_two_works_are_all_counted(capsys: Said) -> None:
    lines = _asked(capsys, "should i buy a new 5070 Ti for 850 or a used 3090 for 900 for LLM and flux")
    assert lines[0].startswith("For both: take the RTX ")
    assert "It alone holds " in lines[0]
    rows = [one for one in lines if one.startswith("RTX ") and "$" in one and "  " in one]
    assert [one.rsplit("$", 1)[1].strip() for one in rows] == ["850", "900"] * 2
    assert not any(one.startswith("Not ") for one in lines)


def test_one_card_is_advised_for_two_models_of_one_work(capsys: Said) -> None:
    lines = _asked(capsys, "which card for 700 euros for image generation with Flux and SDXL?")
    assert sum(one.startswith(("Yes:", "No:", "It depends")) for one in lines) == 1
    assert "Judged with FLUX.1 dev: 1024 x 1024." in lines
    assert any(one.startswith("Stable Diffusion XL with ") for one in lines)


def test_one_card_is_named_for_two_kinds_of_work(capsys: Said) -> None:
    assert _asked(capsys, "best gpu for $600 for chat and pictures")[0].startswith("One for both: ")


@pytest.mark.parametrize(
    "words",
    [
        "I have a 3060, should I add a second card or get a better one?",
        "4060 with 16 gb ram, should i buy ram or a gpu for coding",
        "I have 1500 dollars, pc with 850w psu, rtx 3080 10gb, second card or replace it?",
        "I have a 5090, add a second card or replace it",
    ],
)
def test_which_comes_first_and_the_verdict_agree(words: str, capsys: Said) -> None:
    first, *others = _asked(capsys, words)
    is_no = any(one.startswith("No: ") for one in others)
    assert first.startswith(("Neither is ", "First of both: neither") if is_no else "First of both: ")
    assert is_no or "neither" not in first


@pytest.mark.parametrize(
    ("words", "computers"),
    [
        ("I have a 3090, add a second 3090 or replace it with a 5090?", ["RTX 3090", "2x RTX 3090", "RTX 5090"]),
        ("should I add a second 3090 or replace with a 5090", ["RTX 3090", "2x RTX 3090", "RTX 5090"]),
        ("I have two 3090, add a third 3090 or get a 5090", ["2x RTX 3090", "3x RTX 3090", "RTX 5090"]),
        ("my 4070 ti super: buy another 4070 ti super or a 3090 instead",
         ["RTX 4070 Ti SUPER", "2x RTX 4070 Ti SUPER", "RTX 3090"]),
    ],
)  # fmt: skip
def test_one_more_of_a_card_is_held_beside_the_own(words: str, computers: list[str]) -> None:
    (held,) = plan_of(words).steps
    assert isinstance(held, Held)
    ways = [one[0] for one in held.computers]
    assert [one.name for one in ways] == computers
    assert [bool(one.priced) for one in ways] == [False, True, True]
    assert [one.number for one in ways[1:]] == [1, 1]


@pytest.mark.parametrize(
    "words",
    [
        "RAM or GPU: I have $700, a Ryzen 7 5700X with 32 GB and a GTX 1660, want to chat",
        "should I upgrade the ram or the graphics card? $700, Ryzen 7 5700X 32 GB, GTX 1660, chat",
        "gpu or more ram first? GTX 1660, 32 GB, $700 for LLMs",
    ],
)
def test_either_or_is_answered_though_nothing_is_needed(words: str, capsys: Said) -> None:
    lines = _asked(capsys, words)
    place = next(place for place, one in enumerate(lines) if one.startswith("Neither is needed for "))
    assert lines[place].endswith("; for more than that, first the GPU.")
    assert [one.split(":")[0] for one in lines[place + 1 : place + 3]] == ["GPU", "RAM"]


def test_what_was_paid_is_no_budget() -> None:
    assert lines_of("I bought a 3090 for 700, what can it run") == ["rank --workload chat --limit 10 --gpu RTX 3090"]
    assert "Not counted: 700 USD, which is paid." in plan_of("I bought a 3090 for 700, what can it run").notes


@pytest.mark.parametrize(
    ("words", "prices"),
    [
        ("two 3090 for 1400 or one 5090 for 4000 for qwen3 32b", [700.0, 4000.0]),
        ("2x 3090 for $700 each or a 5090 for $4000 for qwen3 32b", [700.0, 4000.0]),
    ],
)
def test_a_price_of_a_pair_is_one_for_both_unless_it_is_of_each(words: str, prices: list[float]) -> None:
    (held,) = plan_of(words).steps
    assert isinstance(held, Held)
    assert [usd for _, usd in held.told_prices] == prices


def test_ram_comes_first_where_it_alone_makes_the_model_usable(capsys: Said) -> None:
    words = "would adding 32gb ram help more than a used 3060 for 200 for gpt-oss 120b, i have 32gb and a 1660"
    lines = _asked(capsys, words)
    assert lines[0] == "First of both: RAM, though not for $200."
    assert lines[2].startswith("RAM: with 64 GB gpt-oss 120B is ")


def test_a_third_kind_of_work_is_said_not_to_be_counted() -> None:
    assert "Not counted: films." in plan_of("gpu for $400 for llm, image generation and video").notes


def test_the_memory_that_a_computer_is_to_have_is_a_condition() -> None:
    (machines,) = plan_of("which mac with at least 48 GB for LLMs under 3000 dollars").steps
    assert isinstance(machines, Machines)
    assert machines.least_gib == 48
    (machines,) = plan_of("laptop with 32GB+ ram for qwen3 30b-a3b, budget 1500").steps
    assert isinstance(machines, Machines)
    assert (machines.forms, machines.least_gib) == (("laptop",), 32)


@pytest.mark.parametrize(
    ("words", "ending"),
    [
        ("I have $800 for a 4070 super, is it good for flux", "--budget 800 --consider RTX 4070 SUPER"),
        ("is 700 too much for a used 3090, I want to run qwen3 32b", "--consider RTX 3090 --price RTX 3090=700"),
    ],
)
def test_a_card_that_money_is_for_is_not_there_yet(words: str, ending: str) -> None:
    (line,) = lines_of(words)
    assert line.endswith(ending)
    assert "--gpu" not in line


def test_seconds_are_no_money() -> None:
    (line,) = lines_of("cheapest nvidia card with 12gb or more that does SDXL in under 30 seconds")
    assert "--budget" not in line


def test_a_card_that_is_to_be_bought_goes_into_a_slot() -> None:
    assert "P100 PCIe" in " ".join(plan_of("is a used Tesla P100 16GB for $130 worth it").steps[0].words)  # type: ignore[union-attr]


def test_a_second_card_or_another_in_its_place_is_answered_first(capsys: Said) -> None:
    lines = _asked(capsys, "I have 1500 dollars, pc with 850w psu, rtx 3080 10gb, second card or replace it?")
    assert lines[0].endswith((", first a second card.", ", first another card in its place."))
    assert lines[1].startswith("A second card: an added ")
    assert lines[2].startswith("In its place: an ")
    neither = _asked(capsys, "3090, 1000 dollars: buy a second gpu or sell it for a bigger card")
    assert neither[0] == "First of both: neither."


@pytest.mark.parametrize(
    ("words", "is_asked"),
    [
        ("replace my 3060 12gb or add another card?", True),
        ("upgrade my 3060 or add a second one", True),
        ("add another gpu or one bigger gpu", True),
        ("another card or more ram", False),
        ("can I replace it with a 3090 or a 4090", False),
    ],
)
def test_adding_and_replacing_are_told_from_other_choices(words: str, is_asked: bool) -> None:
    assert asks_add_or_replace(words) is is_asked
