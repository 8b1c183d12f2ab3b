"""`rig-advisor ask` where two things are held against each other: what each is given, and what is said of them."""

import pytest

from advisor.__main__ import main
from tests.cli.asking.understood import lines_of

Said = pytest.CaptureFixture[str]


def _asked(said: Said, words: str) -> list[str]:
    main(["ask", words])
    told = said.readouterr()
    assert told.err == ""
    return told.out.splitlines()


@pytest.mark.parametrize(
    "words",
    ["prompts around 20k", "my prompts are usually 20k tokens", "inputs of 20000 tokens", "prompt length about 20000"],
)
def test_the_length_of_a_prompt_may_stand_behind_it(words: str) -> None:
    """`prompts around 20k` was taken for money."""
    held = "held Qwen3 8B on --gpu RTX 3090 | --gpu RTX 4090  --set prompt_tokens=20000"
    assert lines_of(f"3090 or 4090 for qwen3 8b, {words}") == [held]


def test_no_file_of_two_bits_takes_the_place_of_a_better_one_that_fits(capsys: Said) -> None:
    lines = _asked(capsys, "a used epyc 7532 with 512gb ddr4-3200 and a 3090: kimi k2 or deepseek v3?")
    assert "  Q4_K_M  " in next(one for one in lines if "  DeepSeek-V3" in one)
    assert "None of them does this well." in " ".join(lines)
    assert not any("  IQ2_XXS  " in one for one in lines if "  DeepSeek-V3" in one)


def test_cards_are_held_against_each_other_with_usual_ram_and_with_what_each_needs(capsys: Said) -> None:
    """256 GB that nobody has were put beside a single card, and nothing was said of the old ones."""
    lines = _asked(capsys, "four mi50 32gb vs one used 3090 for qwen3 235b")
    assert any("Only 4x Instinct MI50 32GB does this well, not RTX 3090" in one for one in lines)
    assert any("needs a blower" in one and not one.startswith("4x") for one in lines)
    assert "4x Instinct MI50 32GB: the cards alone take up to 1,200 W." in lines
    assert any("Assumed: 32 GB of DDR4 RAM" in one for one in lines)


def test_answers_in_unlike_files_are_told_in_one(capsys: Said) -> None:
    lines = _asked(capsys, "rtx 5060 ti 16gb or rtx 4070 super 12gb for qwen3 14b?")
    assert any(one.startswith("Both as Q4_K_M: RTX 5060 Ti 16GB ") and "tokens/s" in one for one in lines)


def test_a_difference_in_price_that_is_told_is_no_budget(capsys: Said) -> None:
    told = " ".join(_asked(capsys, "is the 4090 worth the extra $1000 over a 3090 for llm inference?"))
    assert "RTX 4090 costs $1,000 more for 1.2 times the speed: hardly worth it for the speed." in told
    assert "budget" not in told
    told = " ".join(_asked(capsys, "rx 9070 xt or 5070 ti for qwen3 14b, the 9070 is 150 cheaper"))
    assert "RTX 5070 Ti costs $150 more" in told
    assert "Not understood" not in told


def test_computers_that_cost_the_same_are_not_told_apart_by_list_prices(capsys: Said) -> None:
    lines = _asked(
        capsys, "mac studio m4 max 36gb or pc with 5070 ti and 64gb ram, both cost about 2200, for qwen3 14b"
    )
    assert "Price" not in lines[0]
    assert not any(" less than " in one for one in lines)
    assert "Told: each costs about $2,200." in lines
    lines = _asked(capsys, "four mi50 32gb for 1000 total or one 3090 for qwen3 14b")
    assert lines[1].endswith("$1,000")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("is the 64gb strix halo enough for gpt-oss 120b or do i need the 128gb one?",
         "held gpt-oss 120B on --machine Framework Desktop Ryzen AI Max+ 395 64GB"
         " | --machine Framework Desktop Ryzen AI Max+ 395 128GB"),
        ("is 16gb macbook air m4 enough for qwen3 8b or is 32gb better",
         "held Qwen3 8B on --machine MacBook Air M4 16GB | --machine MacBook Air M4 32GB"),
        ("rtx 5060 ti 8gb or the 16gb one for qwen3 14b?",
         "held Qwen3 14B on --gpu RTX 5060 Ti 8GB | --gpu RTX 5060 Ti 16GB"),
        ("rtx 4060 8gb with 32gb ram or rx 7600 xt 16gb with 16gb ram for gpt-oss 20b",
         "held gpt-oss 20B on --gpu RTX 4060 --ram 32 | --gpu RX 7600 XT --ram 16"),
        ("threadripper 7960x 256gb ddr5 vs epyc 7763 512gb ddr4 for deepseek r1",
         "held DeepSeek-R1 671B on --gpu none --cpu threadripper 7960x --ram 256 DDR5"
         " | --gpu none --cpu epyc 7763 --ram 512 DDR4"),
        ("8700g igpu with 64gb ddr5-6000 or add an rtx 3060 12gb for qwen3 30b a3b",
         "held Qwen3 30B-A3B on --cpu Ryzen 7 8700G --ram 64 DDR5-6000"
         " | --gpu RTX 3060 12GB --cpu Ryzen 7 8700G --ram 64 DDR5-6000"),
        ("epyc 9354 with 384gb ddr5 vs 4x 3090 for glm 4.6",
         "held GLM-4.6 355B-A32B on --cpu epyc 9354 --ram 384 DDR5 | --gpu 4x RTX 3090"),
        ("qwen3.6 27b q4 with q8 kv cache or the 35b a3b on a 3090, which is better?",
         "held Qwen3.6 27B as Q4_K_M, Qwen3.6 35B-A3B on --gpu RTX 3090  --set kv_type=q8_0"),
        ("m4 max 64gb macbook or a 4090 laptop for llama 3.3 70b",
         "held Llama 3.3 70B on --machine MacBook Pro M4 Max (40-core GPU) 64GB | --gpu RTX 4090 Laptop"),
        ("gaming laptop rtx 4080 12gb vs desktop 3090, same price, for qwen3 14b",
         "held Qwen3 14B on --gpu RTX 4080 Laptop | --gpu RTX 3090"),
        ("whisper large v3 vs turbo on a 3060 12gb",
         "held Whisper large-v3, Whisper large-v3-turbo on --gpu RTX 3060 12GB"),
        ("rx 9070 xt or 5070 ti for qwen3 14b, both 16gb, the 9070 is cheaper",
         "held Qwen3 14B on --gpu RX 9070 XT | --gpu RTX 5070 Ti"),
    ],
)  # fmt: skip
def test_each_of_two_has_its_own_size_and_parts(words: str, line: str) -> None:
    assert lines_of(words)[-1] == line


def test_of_two_models_the_ratings_are_told_and_what_a_slow_better_one_is_good_for(capsys: Said) -> None:
    words = "which is better for coding agents with 100k context on a 3090, qwen3.6 27b or the 35b a3b, q8 kv cache?"
    told = " ".join(_asked(capsys, words))
    assert "Public ratings, 0 to 100: Qwen3.6 27B " in told
    assert "Qwen3.6 27B is the better by that: take it where answers are worth the wait (" in told


def test_computers_of_unlike_memory_are_told_with_the_best_of_each(capsys: Said) -> None:
    """Both were judged by a small model that neither needs to take."""
    words = "laptop with rtx 5060 8gb and 32gb ram vs macbook pro m4 pro 24gb for local coding models?"
    told = " ".join(_asked(capsys, words))
    assert "Granite 4.2 3B" not in told
    assert "The best that each runs: RTX 5060 Laptop " in told


def test_a_voice_assistant_is_held_against_another_by_when_it_begins_to_speak(capsys: Said) -> None:
    words = "can a raspberry pi 5 16gb run an llm as a voice assistant or should i buy a jetson orin nano super?"
    lines = _asked(capsys, words)
    assert lines[0].startswith("For a voice assistant Jetson Orin Nano Super. Raspberry Pi 5: slow, begins to speak")


def test_cards_that_need_tuned_programs_for_pictures_are_said_to(capsys: Said) -> None:
    lines = _asked(capsys, "rx 9070 xt or 5070 ti for comfyui?")
    assert any("only with a tuned PyTorch for ROCm" in one for one in lines)
    (headline,) = (one for one in lines if one.startswith("Take the "))
    assert headline.startswith("Take the RTX 5070 Ti: about as fast, and needs no tuned PyTorch for ROCm, for about ")
    assert " more (used against new)." in headline


def test_several_models_on_several_computers_are_told_model_by_model(capsys: Said) -> None:
    told = " ".join(_asked(capsys, "is a 3090 24gb better than 4070 ti super 16gb for sdxl and flux?"))
    assert "Stable Diffusion XL: Both do this well." in told
    assert "FLUX.1 dev: Both do this well." in told
    assert "costs about" in told
    assert "Stable Diffusion XL on" not in told


def test_more_ram_that_is_told_with_its_sticks_is_one(capsys: Said) -> None:
    words = "buying 128gb ddr5 (2x64) to run glm 4.5 air with my 5070 ti 16gb, i have 32gb now. good idea?"
    lines = _asked(capsys, words)
    assert [one.split("  ")[0] for one in lines[1:3]] == ["32 GB DDR5", "2x64 DDR5"]
    assert lines[3].startswith("Only 2x64 DDR5 does this well, not 32 GB DDR5 (fast enough, but UD-Q2_K_XL")
