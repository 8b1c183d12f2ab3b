"""`rig-advisor ask` where it is asked what something takes, or whether one card in place of another is enough."""

import pytest

from advisor.__main__ import main
from tests.answer_lines import Said, answer_lines


@pytest.mark.parametrize(
    "words",
    [
        "how much vram do i need for qwen3.6 27b with 128k context",
        "vram requirements for qwen3.6 27b at 128k context?",
        "what gpu do i need for qwen3.6 27b with a context of 128k",
    ],
)
def test_the_least_card_holds_the_whole_context_and_is_of_use_with_it(words: str, capsys: Said) -> None:
    told = " ".join(answer_lines(capsys, words))
    assert "with its cache as q8_0, which nobody can tell apart, 20.3 GiB as Q4_K_M" in told
    assert "RTX 3090 is the least of the usual GPUs that does this well, with its cache as q8_0." in told
    assert "slow when full" in next(one for one in answer_lines(capsys, words) if one.startswith("RTX 5060 Ti 16GB"))


def test_without_a_context_nothing_is_said_of_the_cache(capsys: Said) -> None:
    assert "q8_0" not in " ".join(answer_lines(capsys, "how much vram for qwen3 32b q4?"))


@pytest.mark.parametrize(
    ("words", "four_bits"),
    [
        ("what do i need to finetune a 7b with lora", "RTX 4060 is enough."),
        (
            "what gpu do i need to fine-tune llama 3.1 8b with lora",
            "RTX 4060 is enough, but only just: it takes 7.4 GiB",
        ),
        ("what hardware is required to lora train mistral 7b", "RTX 4060 is enough"),
    ],
)
def test_qlora_is_named_beside_lora(words: str, four_bits: str, capsys: Said) -> None:
    told = " ".join(answer_lines(capsys, words))
    assert f"With QLoRA (4-bit model) {four_bits}" in told
    assert "With LoRA in 16 bits: " in told


def test_what_hardly_fits_is_said_to(capsys: Said) -> None:
    told = " ".join(answer_lines(capsys, "what do i need to finetune a 7b with lora"))
    assert "RTX 5060 Ti 16GB is the least of the usual GPUs that does this well, but only just: it takes 15.1" in told
    assert "RTX 3090 has room to spare." in told


@pytest.mark.parametrize(
    "words",
    [
        "is 8gb vram enough for qwen image edit",
        "qwen-image-edit on a 4060",
        "can a 8gb rtx 4060 do qwen image edit",
    ],
)
def test_a_model_that_changes_pictures_is_answered_as_one_of_pictures(words: str, capsys: Said) -> None:
    lines = answer_lines(capsys, words)
    main(["ask", "Qwen-Image-Edit", "--workload", "pictures", "--gpu", "RTX 4060", "--ram", "32"])
    assert capsys.readouterr().out.splitlines()[:5] == lines[:5]


def test_a_card_with_which_a_model_stays_slow_still_helps(capsys: Said) -> None:
    words = "is it worth upgrading from 3060 12gb to 5060 ti 16gb for sdxl and flux"
    _, second, third, *_ = answer_lines(capsys, words)
    assert second.startswith("FLUX.1 dev: helps, but stays slow; slow (1 min 56 s) now, slow (")
    assert third == "In all hardly: FLUX.1 dev gets faster with the RTX 5060 Ti 16GB, but stays slow."


@pytest.mark.parametrize(
    "words",
    [
        "is it worth upgrading from 3060 12gb to 5070 ti for sdxl and flux",
        "i have a 3060 12gb, is a 5070 ti worth it for sdxl and flux dev?",
        "worth going from an rtx 3060 12gb to an rtx 5070 ti? sdxl, flux.1 dev",
    ],
)
def test_several_models_get_a_verdict_each_and_one_in_all(words: str, capsys: Said) -> None:
    first, second, third, *rest = answer_lines(capsys, words)
    assert first.startswith("Stable Diffusion XL: not needed; great (")
    assert second.startswith("FLUX.1 dev: yes; slow (1 min 56 s) now, fine (")
    assert third == "In all yes, for FLUX.1 dev; for Stable Diffusion XL alone what you have is enough."
    assert not any(one.startswith(("Yes:", "No:")) for one in rest)
