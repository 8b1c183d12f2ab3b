"""`rig-advisor ask` where models that draw or film are held against each other."""

import pytest

from advisor.__main__ import main
from advisor.cli.asking.steps import Held
from tests.cli.asking.understood import lines_of, plan_of

Said = pytest.CaptureFixture[str]


def _asked(said: Said, words: str) -> list[str]:
    main(["ask", words])
    told = said.readouterr()
    assert told.err == ""
    return told.out.splitlines()


@pytest.mark.parametrize(
    ("words", "models"),
    [
        ("Stable Diffusion or FLUX on my 8 GB card?", ("Stable Diffusion XL", "FLUX.1 dev")),
        ("is flux better than sd on a 6gb gpu", ("FLUX.1 dev", "Stable Diffusion XL")),
        ("z-image turbo vs stable diffusion, rtx 4060", ("Z-Image Turbo", "Stable Diffusion XL")),
        ("is 8gb vram enough for stable diffusion and flux?", ("Stable Diffusion XL", "FLUX.1 dev")),
        ("flux and stable diffusion on a 3060 12gb, enough vram?", ("FLUX.1 dev", "Stable Diffusion XL")),
        ("can my 4060 do sd, flux and qwen image", ("Stable Diffusion XL", "FLUX.1 dev", "Qwen-Image")),
    ],
)
def test_the_first_name_for_pictures_is_a_model_where_another_stands_beside_it(
    words: str, models: tuple[str, ...]
) -> None:
    """It was taken as the work, and only the other one was answered."""
    assert lines_of(words)[0].startswith(f"held {', '.join(models)} on --gpu ")
    assert any(one.startswith("Assumed: Stable Diffusion XL for ") for one in plan_of(words).notes)


@pytest.mark.parametrize("words", ["stable diffusion on a 3060", "comfyui and stable diffusion on a 4060 ti 16gb"])
def test_alone_it_stays_the_work(words: str) -> None:
    assert lines_of(words)[0].startswith("rank --workload pictures ")


@pytest.mark.parametrize(
    "words",
    ["comfyui with stable diffusion for flux on a 3060", "i use stable diffusion and want to try flux on my 3080"],
)
def test_in_the_same_sentence_alone_it_stays_the_work_too(words: str) -> None:
    assert lines_of(words)[0].startswith("ask FLUX.1 dev")


@pytest.mark.parametrize(
    "words",
    [
        "Wan 2.2 or LTX or HunyuanVideo on a 4070 12GB?",
        "LTX vs Wan 2.2 for video on a 5090",
        "hunyuanvideo or ltx, rtx 4090",
    ],
)
def test_families_are_held_against_each_other_by_the_best_of_each(words: str, capsys: Said) -> None:
    """One of them was ranked, and the others were not understood."""
    lines = _asked(capsys, words)
    assert lines[0].startswith("Computer  ")
    assert sum("  LTX" in one for one in lines) == 1
    assert any(one.startswith("Chosen: LTX") and "OF LTX" in one.upper() for one in lines)
    assert not any(one.startswith("Not understood") for one in lines)


def test_a_family_that_is_not_answered_is_said_to_be_left_out() -> None:
    assert plan_of("should I buy a used 3090 for $700 for gemma or mistral models?").unknown == ("gemma",)


@pytest.mark.parametrize(
    ("words", "better"),
    [
        ("SDXL or FLUX or Qwen-Image for a 3060 12GB?", "Qwen-Image: Excellent text in pictures, large."),
        ("FLUX.1 dev vs sdxl on a 4090", "FLUX.1 dev: Very good pictures with readable text"),
        ("sd 1.5 vs sdxl on gtx 1660 super", "Stable Diffusion 1.5: Old, small"),
    ],
)
def test_what_each_draws_like_is_said_beside_how_fast_it_is(words: str, better: str, capsys: Said) -> None:
    assert better in " ".join(_asked(capsys, words))


@pytest.mark.parametrize(
    ("words", "quick"),
    [
        (
            "SDXL or FLUX or Qwen-Image for a 3060 12GB?",
            "FLUX.1 dev is slow; FLUX.1 schnell, its relative in fewer steps",
        ),
        ("flux dev or sdxl, 8gb rtx 4060", "FLUX.1 dev is slow; FLUX.1 schnell, its relative in fewer steps"),
        ("wan 2.2 14b vs ltx-2 on a 4070 12gb", "Wan 2.2 T2V A14B is slow; Wan 2.2 T2V A14B Lightning, the same"),
    ],
)
def test_of_a_slow_one_its_form_with_fewer_steps_is_told(words: str, quick: str, capsys: Said) -> None:
    assert quick in " ".join(_asked(capsys, words))


def test_more_than_two_that_are_held_against_each_other_are_all_answered_without_a_computer() -> None:
    """The third was left out without a word."""
    line = "held FLUX.1 dev, Stable Diffusion XL, Stable Diffusion 3.5 Large on"
    assert lines_of("flux vs sdxl vs sd 3.5 large, which is better?") == [line]


def test_computers_are_held_against_each_other_with_the_best_of_a_family() -> None:
    """The work of the family was not taken, and chats were compared."""
    (step,) = plan_of("3090 or 4090 for wan 2.2").steps
    assert isinstance(step, Held)
    assert (step.workload, step.families) == ("films", ("wan 2.2",))


@pytest.mark.parametrize(
    ("words", "each"),
    [
        ("How long does a 1024x1024 SDXL image take on a 3060 12gb vs 4060 ti 16gb?", "1024 x 1024, 30 steps"),
        ("sdxl speed rtx 3060 12gb or rtx 5060 ti 16gb", "1024 x 1024, 30 steps"),
        ("is sdxl much faster on a 4070 than on a 3060 12gb", "1024 x 1024, 30 steps"),
        ("stable diffusion xl: 3090 against 4090", "1024 x 1024, 30 steps"),
        ("z-image turbo on a 3090 vs a 5090", "9 steps"),
        ("sdxl 768x768 with 20 steps, 4060 ti 16gb vs 3060 12gb", "768 x 768, 20 steps"),
    ],
)
def test_one_model_on_several_cards_is_drawn_in_one_precision(words: str, each: str, capsys: Said) -> None:
    """The card that reckons in 8 bits was held against one in 16 bits, and the steps were not told."""
    lines = _asked(capsys, words)
    told = [one for one in lines if one.startswith("Each: ")]
    assert len(told) == 1
    assert each in told[0]
    assert "16 bits" in told[0]
    assert not any("takes the better file" in one for one in lines)


@pytest.mark.parametrize(
    ("words", "files"),
    [
        ("fp8 or gguf for FLUX on my 12GB card", ["fp8", "Q8_0", "Q4_K_M"]),
        ("flux dev gguf on a 3060 12gb", ["Q8_0", "Q4_K_M"]),
        ("wan 2.2 gguf or fp8 on a 4080 16gb", ["Q4_K_M", "fp8"]),
    ],
)
def test_the_format_of_quantized_files_stands_for_those_that_people_take(
    words: str, files: list[str], capsys: Said
) -> None:
    lines = _asked(capsys, words)
    rows = [one.split("  ") for one in lines if "an hour (" in one or "a minute (" in one]
    assert [next(part.strip() for part in row if part.strip() in files) for row in rows] == files
    assert sum(one.startswith("Take ") for one in lines) == 1
    assert not any("Not understood" in one for one in lines)


def test_models_that_write_mostly_come_in_that_format() -> None:
    assert lines_of("qwen3 8b gguf on a 3060") == ["ask Qwen3 8B --gpu RTX 3060 12GB"]
    assert lines_of("awq or gguf for qwen3 32b on a 3090") == ["held Qwen3 32B as awq/Q4_K_M on --gpu RTX 3090"]
