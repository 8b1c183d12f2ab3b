"""`rig-advisor ask` whether a computer is good for some work: a verdict first, then what counts against it."""

import pytest

from tests.answer_lines import Said, answer_lines


def test_an_agent_is_told_with_its_first_prompt_and_dense_models(capsys: Said) -> None:
    first, prompt, dense, *_ = answer_lines(capsys, "is a Ryzen AI Max+ 395 with 128 GB good for coding agents?")
    assert first.startswith("Yes (coding agent): the best here is Qwen3 Coder Next 80B-A3B as Q4_K_M, about ")
    assert prompt.startswith("The first prompt, 24,000 tokens, takes ")
    assert dense.startswith("Dense models are slow: ")


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("is the RTX 3060 12GB good for Stable Diffusion?", "Yes (images): the best here is "),
        ("is an RTX 5090 any good for training LoRAs", "Yes (fine-tune): the best here is "),
        ("is the 4060 8gb good enough for coding", "Yes (coding): the best here is "),
        ("is the 5060 ti 16gb enough for coding with local llms", "Yes (coding): the best here is "),
        ("is my gtx 1060 6gb good for stable diffusion?", "Partly (images): the best here is "),
        ("is a raspberry pi 5 good for transcription", "Yes (transcription): the best here is "),
        ("is a raspberry pi 5 ok for video generation", "No (video): nothing runs well. The nearest is "),
    ],
)
def test_the_verdict_stands_first(words: str, first: str, capsys: Said) -> None:
    assert answer_lines(capsys, words)[0].startswith(first)


def test_a_family_that_is_named_is_what_the_verdict_is_about(capsys: Said) -> None:
    """The best of all others stood beside the Yes, of a question about Qwen."""
    first, slow, large, *_ = answer_lines(capsys, "is a mac mini m4 16gb enough for coding with qwen?")
    assert first.startswith("Partly (coding): the best Qwen here is Qwen3.5 9B as ")
    assert slow.startswith("Larger ones are slow: Qwen")
    assert large.startswith("Larger ones do not fit: Qwen3.8 27B")
    assert answer_lines(capsys, "is a 3060 12gb good enough for gemma?")[0].startswith(
        "Yes (chat): the best Gemma here is Gemma 4 26B-A4B as "
    )


def test_what_has_no_cuda_is_said_for_films(capsys: Said) -> None:
    assert "It has no CUDA: fewer programs for this run there." in answer_lines(capsys, "is an mi50 32gb ok for video")


@pytest.mark.parametrize(
    "words",
    [
        "which models are good for coding on a 3060",
        "is a 3090 or a 4070 better for coding",
        "are 2x 3090 good for llama 70b",
    ],
)
def test_another_question_is_answered_as_before(words: str, capsys: Said) -> None:
    assert ": the best here is " not in answer_lines(capsys, words)[0]
