"""`rig-advisor ask` which file of a model fits: which to take first, then all that fit and what others lack."""

import pytest

from tests.answer_lines import Said, answer_lines


def test_all_files_that_fit_are_named_with_what_they_leave(capsys: Said) -> None:
    first, fits, not_whole, *rest = answer_lines(capsys, "which quant of Gemma 3 27B fits in 16GB VRAM?")
    assert first.startswith("Take IQ3_M: about ")
    assert first.endswith("; Q3_K_M fits, too, and is slower.")
    assert fits.startswith("Fits whole with 4,096 tokens of context: Q3_K_M (")
    assert "IQ3_XXS (" in fits
    assert not_whole.startswith("Not whole: IQ4_XS (")
    assert " too much for VRAM" in not_whole
    assert sum(one.startswith("Q3_K_M fits, too, with ") for one in rest) == 1


def test_a_larger_file_that_fits_is_named_beside_a_poorer_one_that_is_chosen(capsys: Said) -> None:
    (told,) = (one for one in answer_lines(capsys, "Gemma 3 27B on a 5060 ti 16gb") if "fits, too" in one)
    assert told.startswith("Q3_K_M fits, too, with ")
    assert "IQ3_M is 1.3 times as fast" in told
    assert told.endswith("In tests 8B models got 2.3 more of 100 answers wrong as Q3_K_M, 2.7 as IQ3_M.")


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("what quant should I use for qwen3 32b on a 3090", "Take Q4_K_M, the largest that fits whole: about "),
        ("best gguf of Llama 3.3 70B for 2x 3090", "Take Q4_K_M, the largest that fits whole: about "),
        ("which file of qwen3 8b fits on a 3060 12gb", "Take Q8_0, the largest that fits whole: about "),
        ("which quant of llama 3.3 70b on a 3060 12gb", "None is fast enough here; the best is Q3_K_M: about "),
        ("which quantization of gpt-oss 20b for a 4060 8gb", "Take MXFP4_MOE: gpt-oss 20B was released in it"),
        ("largest quant of mistral small 24b on a mac mini m4 24gb", "Take Q4_K_M: about "),
    ],
)
def test_the_file_to_take_stands_first(words: str, first: str, capsys: Said) -> None:
    assert answer_lines(capsys, words)[0].startswith(first)


@pytest.mark.parametrize("words", ["qwen3 14b q4_k_m on a 3060 12gb", "qwen3 8b on a 3060 12gb"])
def test_nothing_of_files_is_said_where_nobody_asks(words: str, capsys: Said) -> None:
    assert not any(one.startswith(("Take ", "Fits whole")) or "fits, too" in one for one in answer_lines(capsys, words))
