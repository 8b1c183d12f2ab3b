"""`rig-advisor ask` for several works at the same time on one computer: each, the sum, one verdict."""

import pytest

from tests.answer_lines import Said, answer_lines
from tests.cli.asking.understood import lines_of


@pytest.mark.parametrize(
    ("words", "understood"),
    [
        (
            "can a jetson orin nano 8gb run yolo and llama 3.2 3b at the same time",
            "at once chat Llama 3.2 3B, detect-objects yolo on --machine",
        ),
        ("jetson orin nano for frigate and a small llm at the same time?", "at once detect-objects, chat on --machine"),
        ("a 3090 for qwen3 14b while whisper listens", "at once chat Qwen3 14B, speech Whisper large-v3-turbo on"),
        ("gemma 3 12b alongside bge-m3 on a 4060 ti 16gb", "at once chat Gemma 3 12B, embeddings bge-m3 on"),
        ("can my 3060 12gb run qwen3 8b and whisper", "at once chat Qwen3 8B, speech Whisper large-v3-turbo on"),
        ("can a 3090 run stable diffusion and an llm simultaneously", "at once pictures, chat on --gpu RTX 3090"),
    ],
)
def test_several_works_at_once_are_one_question(words: str, understood: str) -> None:
    (line,) = lines_of(words)
    assert line.startswith(understood)


@pytest.mark.parametrize(
    "words", ["qwen3 14b or gemma 3 12b on a 3090 at the same time", "is an rtx a4000 and a gtx 1080 together useful?"]
)
def test_models_against_each_other_or_two_cards_are_none(words: str) -> None:
    assert not any(one.startswith("at once") for one in lines_of(words))


def test_each_work_has_its_model_and_the_sum_decides(capsys: Said) -> None:
    lines = answer_lines(capsys, "can a jetson orin nano 8gb run yolo and llama 3.2 3b at the same time")
    assert " GiB of " in lines[0]
    assert " free" in lines[0]
    assert lines[1].startswith("Chat: Llama 3.2 3B as ")
    assert lines[2].startswith("Detect objects: YOLO")
    assert lines[3].startswith("Both together take ")
    assert answer_lines(capsys, "frigate and a small llm on a jetson orin nano at the same time")[0].startswith(
        "Yes: both "
    )


def test_what_has_no_room_at_once_is_not_called_well(capsys: Said) -> None:
    lines = answer_lines(capsys, "qwen3 32b and flux dev at the same time on a 3060 12gb")
    assert lines[0].startswith("Not at once: both on RTX 3060 12GB need ")
