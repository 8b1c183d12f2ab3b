"""What people type in a hurry is read as it is meant: memory, channels, amounts, seats and contexts."""

import pytest

from tests.answer_lines import Said, answer_lines
from tests.cli.asking.understood import lines_of, plan_of


@pytest.mark.parametrize(
    ("words", "option"),
    [
        ("is dgx spark worth 4 grand", None),
        ("i have 3 grand, what gpu for qwen3 32b", "--budget 3000"),
        ("would 1.5 grand get me a gpu for qwen3 32b", "--budget 1500"),
    ],
)
def test_a_grand_is_a_thousand(words: str, option: str | None) -> None:
    assert not plan_of(words).unknown
    assert option is None or any(option in one for one in lines_of(words))


def test_a_price_in_grands_is_judged(capsys: Said) -> None:
    first, *_ = answer_lines(capsys, "is dgx spark worth 4 grand")
    assert first.startswith("Yes, good for this: for $4,000 DGX Spark 128GB")


def test_the_number_of_a_card_is_no_speed() -> None:
    [line] = lines_of("rx 7900 xtx vs 4090 tokens per sec, is amd ok now")
    assert "RX 7900 XTX" in line
    assert "RTX 4090" in line
    assert not plan_of("rx 7900 xtx vs 4090 tokens per sec").unknown


def test_a_context_may_be_asked_as_how_big_of_a(capsys: Said) -> None:
    first, *_ = answer_lines(capsys, "how big of a context can i get with gemma 4 31b on a 5090")
    assert first.startswith("Longest context: 262,144 tokens")


def test_memory_that_cuda_runs_out_of_is_that_of_a_card() -> None:
    lines = lines_of("i get CUDA out of memory with comfyui qwen image on 12gb, what to do")
    assert lines[-1] == "ask Qwen-Image --workload pictures --gpu RTX 3060 12GB"


@pytest.mark.parametrize(
    ("words", "cpu"),
    [
        ("what would a threadripper with 8 channel ddr5 do on kimi k2?", "Ryzen Threadripper PRO 7975WX"),
        ("what would a threadripper with ddr5 do on qwen3 8b?", "Ryzen Threadripper 7970X"),
    ],
)
def test_of_threadripper_only_pro_has_eight_channels(words: str, cpu: str) -> None:
    assert lines_of(words)[-1].endswith(f"--cpu {cpu}")


def test_a_server_has_the_memory_that_the_model_takes(capsys: Said) -> None:
    """Kimi K2 was answered with 64 GB, and would not run."""
    first, *lines = answer_lines(capsys, "what would a threadripper with 8 channel ddr5 do on kimi k2?")
    assert not first.startswith("Won't run")
    note = next(one for one in lines if one.startswith("Assumed: 1,024 GB of RAM, the least usual that holds it as "))
    assert f"as {next(one for one in lines if one.startswith('Chat: ')).split(', ')[0].removeprefix('Chat: ')} " in note


def test_memory_that_was_told_stays_and_a_desktop_has_the_usual(capsys: Said) -> None:
    assert answer_lines(capsys, "kimi k2 on an epyc 7302 with 128 gb")[0].startswith("Won't run")
    lines = answer_lines(capsys, "kimi k2 on a ryzen 9 7950x without a gpu")
    assert lines[0].startswith("Won't run")
    assert any(one.startswith("Assumed: 32 GB of RAM (--ram)") for one in lines)


@pytest.mark.parametrize(
    ("words", "bill"),
    [
        ("whats better for a team of 5 devs, one rtx pro 6000 or claude/openrouter api?", "--bill 100"),
        ("for a team of 5 devs, one rtx pro 6000 or just pay for claude?", "--bill 100"),
        ("one rtx pro 6000 or claude?", "--bill 20"),
    ],
)
def test_a_plan_counts_once_for_each_who_uses_it(words: str, bill: str) -> None:
    [line] = [one for one in lines_of(words) if one.startswith("worth ")]
    assert bill in line
    assert "--consider RTX PRO 6000 Blackwell" in line


def test_what_no_budget_reaches_is_told_with_the_ways_there_are(capsys: Said) -> None:
    """A card with 16 GB stood as the only option for a model of 200."""
    lines = answer_lines(capsys, "can i run glm 4.6 or whatever the big one at home for under 5000$")
    ways = next(place for place, one in enumerate(lines) if one.startswith("The cheapest ways to GLM-4.6 355B-A32B"))
    assert "used server, EPYC" in lines[ways + 2]
    assert "No: nothing within $5,000 does this well." in lines


def test_a_second_card_of_another_kind_goes_beside_the_own_one(capsys: Said) -> None:
    """A second 3060 beside a 3080 was taken for two 3060."""
    [held] = lines_of("i have a 3080 10gb, should i add a second 3060 12gb or sell it and get a 3090")
    assert "--gpu RTX 3080 10GB --gpu RTX 3060 12GB" in held
    assert "2x RTX 3060" not in held
    lines = answer_lines(capsys, "i have a 3080 10gb, should i add a second 3060 12gb or sell it and get a 3090")
    assert any(one.startswith("- RTX 3080 10GB + RTX 3060 12GB: ") and "the old card stays" in one for one in lines)


def test_what_a_server_costs_is_no_budget(capsys: Said) -> None:
    lines = answer_lines(capsys, "4x V100 32gb server for 2000 euros vs one 5090, for glm 4.5 air")
    assert not any("None of them is within" in one for one in lines)
    assert any(one.startswith("Take the 4x Tesla V100 PCIe 32GB for $2,254.") for one in lines)


def test_films_beside_pictures_are_counted_and_five_times_the_price_is_no_better_buy(capsys: Said) -> None:
    lines = answer_lines(capsys, "is it dumb to get a 5090 just for flux and some wan videos or is 5070 ti ok")
    assert lines[0].startswith("For both: take the RTX 5070 Ti")
    assert not any(one.startswith("Not counted") for one in lines)


def test_a_gpu_that_is_to_be_put_in_is_a_card() -> None:
    [line] = lines_of("my office pc is an optiplex 7050 sff i5-7500 16gb, can i put a gpu in it for llms, budget 200")
    assert "--part card" in line


def test_older_models_that_draw_well_on_a_small_card_are_named(capsys: Said) -> None:
    lines = answer_lines(capsys, "kids want to make pictures of dragons on the family pc, gtx 1060 6gb, which model?")
    assert any(one.startswith("Older, but great here: SDXL ") for one in lines)


def test_what_people_mean_by_stable_diffusion_is_told_beside_newer_models(capsys: Said) -> None:
    """Most styles are made for two old models, which a list of the newest left out."""
    for words in ("rx 6700 xt stable diffusion how long for one picture", "anime pics on an old gtx 1060 6gb"):
        (line,) = (one for one in answer_lines(capsys, words) if one.startswith("Older, what most styles"))
        assert "Stable Diffusion 1.5 in " in line
        assert "Stable Diffusion XL in " in line
