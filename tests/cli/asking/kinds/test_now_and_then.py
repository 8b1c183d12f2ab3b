"""`rig-advisor ask` where one card is to be rented now and then, or another one bought."""

import pytest

from tests.cli.asking.understood import lines_of, plan_of


@pytest.mark.parametrize(
    ("words", "runs"),
    [
        ("rent an h100 or buy a 5090 for finetuning 8b once a month", "1 run a month"),
        ("buy an rtx 5090 or rent an h100, finetuning llama 3.1 8b twice a month?", "2 runs a month"),
        ("i fine-tune llama 3.1 8b 4 times a month: rent an a100 80gb or buy a 4090", "4 runs a month"),
    ],
)
def test_how_often_it_is_done_decides(words: str, runs: str) -> None:
    first, *rest = lines_of(words)
    assert first.startswith("told Rent: one run on a rented ")
    assert f" a month for {runs}; buying an RTX " in first
    assert "of that rent" in first
    assert all(one.startswith("ask ") for one in rest)
    assert not plan_of(words).unknown


def test_what_is_done_all_day_pays_for_a_card() -> None:
    words = "rent an a100 80gb or buy a 3090, i fine-tune llama 3.1 8b 30 times per day"
    assert lines_of(words)[0].startswith("told Buy: one run on a rented ")


@pytest.mark.parametrize(
    ("words", "start", "part"),
    [
        ("rent an h100 or buy a 5090 to train loras for flux a few times a month?", "Rent: a rented H100", "3 runs a"),
        (
            "should I rent an A100 80gb or buy a 4090 for flux lora training once a week",
            "Rent: a rented A100",
            "4.3 runs",
        ),
        ("buy a 3090 or rent one to train sdxl loras twice a month?", "Rent: a rented RTX 3090", "2 runs a month"),
        ("rent h100 vs buy 5090 for training flux loras", "Rent below about 5", "Above, buying pays within 3 years"),
        ("rent an A100 80gb or buy a 3090, i train flux loras 30 times per day", "Buy: a rented A100", "many runs"),
        (
            "rent a 4090 or buy a 3090 for sdxl lora training 5 times a month",
            "Rent: a rented RTX 4090",
            "5 runs a month",
        ),
    ],
)
def test_training_that_is_not_predicted_is_weighed_by_hours(words: str, start: str, part: str) -> None:
    first, second = lines_of(words)
    assert first.startswith(f"told {start}")
    assert part in first
    assert " hours of that rent" in first
    assert second.startswith("untold ")
    assert not any("fine tune" in one for one in plan_of(words).notes)


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("rent an H100 or buy a 5090 to run Qwen3 32B", ["H100 SXM 80GB", "RTX 5090"]),
        ("rent an H100 or buy a 5090 to fine-tune Llama 3.1 8B", ["H100 SXM 80GB", "RTX 5090"]),
        ("rent an h100 or buy a 5090?", []),
    ],
)
def test_of_two_that_are_named_no_third_card_is_judged(words: str, asked: list[str]) -> None:
    first, *rest = lines_of(words)
    assert first.startswith("told Rent below about 50 hours a month: a rented H100 SXM 80GB costs $")
    assert [one.split("--gpu ")[1].split(" --")[0] for one in rest] == asked


def test_what_the_card_to_be_bought_does_not_run_is_rented() -> None:
    first, *rest = lines_of("rent an H100 or buy a 3060 12gb for finetuning 70b")
    assert first.startswith(
        "told Rent: Llama 3.3 70B does not run on RTX 3060 12GB, and does on H100 SXM 80GB, about $"
    )
    assert [one.split(" --gpu ")[0] for one in rest] == ["ask Llama 3.3 70B --workload fine-tune-qlora"] * 2


def test_two_cards_get_the_ram_that_is_usual_beside_them() -> None:
    first, *_ = lines_of("rent an H100 or buy two 3090s for finetuning 70b")
    assert first.startswith("told Rent below about 27 hours a month: ")
