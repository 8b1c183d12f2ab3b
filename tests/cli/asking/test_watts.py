"""What a plain question tells of watts, hours, heat and amounts of training: what follows from them is said."""

import pytest

from tests.cli.asking.understood import lines_of, plan_of


def test_a_limit_of_power_counts_for_the_supply_and_leads_to_one_that_does() -> None:
    [line] = lines_of("will my 1000w psu handle 3x 3090 if i power limit them to 250w each? cpu is a 5950x")
    assert "suggested for 3x RTX 3090 held to 250 W each + Ryzen 9 5950X, as the GPUs alone take 750 W" in line
    assert "1,000 W is less than that: hold each card to 190 W, or take a larger one." in line


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("will my 650W PSU carry a 3090", "told Not as it is: 750 W is suggested for RTX 3090; 650 W is less"),
        ("can my 650W power supply run a 3090 with Qwen3 32B", "told Not as it is: 750 W is suggested"),
        ("is 550w enough for a 5060 ti 16gb and qwen3 8b", "told Yes: 450 W is suggested for RTX 5060 Ti 16GB; 550 W"),
    ],
)
def test_whether_the_supply_is_enough_comes_before_what_a_model_does(words: str, first: str) -> None:
    lines = lines_of(words)
    assert lines[0].startswith(first)
    assert not any(one.startswith("rank ") for one in lines)
    assert not any("W is suggested" in one for one in plan_of(words).notes)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("do i need a bigger psu to put a 5090 in my pc with a 750w supply",
         "Yes: 950 W is suggested for RTX 5090; 750 W is less than that"),
        ("my pc has a rtx 3070 and 850w psu, do i need a bigger psu for a 4090",
         "No: 850 W is suggested for RTX 4090;"),
        ("I have a 3090 and a 1000w psu, do i need a new psu to add a second 3090?",
         "Yes: 1,100 W is suggested for 2x RTX 3090"),
        ("would i need a better psu for a 5070 ti?", "700 W is suggested for RTX 5070 Ti: with less, take a larger"),
    ],
)  # fmt: skip
def test_whether_a_larger_supply_is_needed_is_no_question_about_the_card(words: str, said: str) -> None:
    """It was answered "No: what you have is enough", which was about the card."""
    [line] = lines_of(words)
    assert line.startswith(f"told {said}")


def test_a_card_that_is_held_to_less_wants_no_supply_for_all_of_its_power() -> None:
    [line] = lines_of("is an 850w psu ok for a 5090 limited to 400w and a 9950x")
    assert line.endswith("850 W is enough.")
    assert "850 W is less" in lines_of("is an 850w psu ok for a 5090 and a 9950x")[0]


def test_a_night_costs_and_heats() -> None:
    [line] = lines_of(
        "if i run 2x 3090 all night, how much does it heat my room and what does it cost at 0.30 per kwh?"
    )
    assert "2x RTX 3090 alone 700 W, $51; a night of 8 hours $1.92 ($1.80 to $2.04)." in line
    assert (
        "Heat: all of it ends in the room: 2x RTX 3090 at full load warms it like an electric heater of 700 W." in line
    )
    plan = plan_of("is a p40 too loud and hot for my bedroom? qwen3 8b")
    assert "Not judged here: noise." in plan.notes
    assert any(note.startswith("Heat: ") and note.endswith("250 W.") for note in plan.notes)


def test_what_an_idle_computer_draws_costs_all_year() -> None:
    plan = plan_of("i have 2x p40 in a box that draws 180w idle at 0.35 euro per kwh, swap both for one used 3090?")
    told = "Standing idle: 180 W all year take 1,577 kWh, €552 at €0.35 per kWh"
    assert any(note.startswith(told) for note in plan.notes)
    assert not any("Power supply" in note or "price of electricity" in note for note in plan.notes)


@pytest.mark.parametrize(
    ("words", "tokens"),
    [
        ("qlora llama 3.1 8b on a 4070 laptop, 5k examples of 500 tokens each, 3 epochs", 7_500_000),
        ("qlora llama 3.1 8b on a 3090 with 2.5 million tokens", 2_500_000),
        ("qlora llama 3.1 8b on a 3090, 2 epochs of 2.5 million tokens", 5_000_000),
    ],
)
def test_epochs_and_tokens_of_training_count(words: str, tokens: int) -> None:
    assert lines_of(words)[0].endswith(f"--set data_tokens={tokens}")
    assert not plan_of(words).unknown


def test_who_asks_what_would_make_it_faster_gets_a_purchase_judged() -> None:
    words = "i get 12 t/s with gpt-oss 120b on a 3090 + 64gb ddr4-3200 + 5800x, normal? what would make it faster?"
    first, then = lines_of(words)
    assert first.startswith("ask gpt-oss 120B --gpu RTX 3090")
    assert then.startswith("worth gpt-oss 120B --gpu RTX 3090")


@pytest.mark.parametrize(
    ("words", "then"),
    [
        ("how much faster is an rtx 5090 than my 4090 for flux dev, is it worth 3500 bucks?",
         "worth FLUX.1 dev --gpu RTX 4090 --budget 3500 --consider RTX 5090 --price RTX 5090=3500"),
        ("should i buy a used 3090 or keep my 4070 ti super", "worth --gpu RTX 4070 Ti SUPER --consider RTX 3090"),
    ],
)  # fmt: skip
def test_my_card_is_there_wherever_it_stands(words: str, then: str) -> None:
    assert lines_of(words) == [then]


def test_a_size_of_language_models_stands_beside_pictures() -> None:
    first, then = lines_of("should i buy a used 4090 now? mostly 32b models and some sdxl")
    assert first.startswith("worth Stable Diffusion XL")
    assert then.startswith("worth Qwen3 32B")
    assert lines_of("wan 2.2 14b on a 4090") == ["ask Wan 2.2 T2V A14B --gpu RTX 4090"]
    assert lines_of("good gpu for 30b models")[0].startswith("needs ")


@pytest.mark.parametrize(
    ("words", "price"),
    [
        ("power cost of running a 3090 24/7 as llm server in germany", "at €0.38 per kWh"),
        ("electricity of a 4090 rig in the uk, 8 hours a day", "at £0.26 per kWh"),
        ("what does my 3090 cost to run per month in the us", "at $0.18 per kWh"),
    ],
)
def test_a_country_has_its_price_of_electricity(words: str, price: str) -> None:
    assert any(price in one for one in lines_of(words))
    assert not plan_of(words).unknown


def test_we_are_no_country() -> None:
    assert not any("homes in" in one for one in plan_of("does qwen3 8b on a 3060 do for us in a small office").notes)


@pytest.mark.parametrize(
    ("words", "cards", "watts"),
    [
        ("Is my 650W power supply enough for a second 3090?", "2x RTX 3090", "650 W is less than that"),
        ("Can my 850W PSU handle another 3090 next to my 3090?", "2x RTX 3090", "850 W is less than that"),
        ("Is 1000W enough for two 3090?", "2x RTX 3090", "1,000 W is less than that"),
        ("will a 1600 w psu do for a third 3090, i have two 3090", "3x RTX 3090", "1,600 W is enough"),
        ("I have a 3060 and a 750W PSU, is that enough to add a 3090?", "RTX 3060 12GB + RTX 3090", "750 W is less"),
    ],
)
def test_one_more_card_is_fed_beside_those_that_are_there(words: str, cards: str, watts: str) -> None:
    first = lines_of(words)[0]
    assert f" W is suggested for {cards}, as the GPUs alone take " in first
    assert watts in first


def test_a_card_in_place_of_another_is_fed_alone() -> None:
    first = lines_of("is a 650W PSU enough to replace my 3060 with a 3090?")[0]
    assert first.startswith("told Not as it is: 750 W is suggested for RTX 3090; 650 W is less")
