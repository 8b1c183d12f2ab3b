"""Plain questions on unlike GPUs in one computer: whether that works is said first."""

import json

import pytest

from advisor.__main__ import main
from advisor.cli.asking.steps import Told
from tests.cli.asking.understood import lines_of, plan_of

Said = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("words", "told", "then"),
    [
        ("can I mix a 3090 and a 1080 ti", "together they hold 35 GB", "--gpu RTX 3090 --gpu GTX 1080 Ti"),
        ("3090 plus 3060 together", "RTX 3090 reads its memory 2.6 times as",
         "--gpu RTX 3090 --gpu RTX 3060 12GB"),
        ("mixing 3090 and p40 good idea?", "Tesla P40: no new drivers", "--gpu RTX 3090 --gpu Tesla P40"),
        ("does it work to run a 4070 alongside a 2080 ti for llms", "23 GB", "--gpu RTX 4070 --gpu RTX 2080 Ti"),
        ("two different gpus: 5060 ti 16gb + 3060 12gb, works?", "28 GB",
         "--gpu RTX 5060 Ti 16GB --gpu RTX 3060 12GB"),
        ("can i run a 3090 with a 1080 ti in one pc", "CUDA 12 builds only", "--gpu RTX 3090 --gpu GTX 1080 Ti"),
        ("can i pair a 5060 ti 16gb with my old 1070", "GTX 1070: no new drivers",
         "--gpu RTX 5060 Ti 16GB --gpu GTX 1070"),
        ("mix 2x 3090 and a 4090", "over all of them; together they hold 72 GB", "--gpu 2x RTX 3090 --gpu RTX 4090"),
        ("can i combine an rx 7900 xtx with an rtx 3090", "only in the Vulkan build of llama.cpp",
         "--gpu RX 7900 XTX --gpu RTX 3090"),
    ],
)  # fmt: skip
def test_whether_unlike_gpus_work_together_is_said_before_the_ranking(words: str, told: str, then: str) -> None:
    first, ranking = lines_of(words)
    assert first.startswith("told Yes: llama.cpp divides a model by layers over ")
    assert told in first
    assert ranking == f"rank --workload chat --limit 10 {then}"
    assert not plan_of(words).unknown


def test_what_is_made_on_one_gpu_is_not_divided() -> None:
    first, _ = lines_of("can i mix a 3090 and a 1080 ti for stable diffusion")
    assert first.startswith("told Yes, side by side: this work is done on one GPU at a time")


def test_a_model_that_is_named_is_answered_as_ever_where_nothing_is_mixed() -> None:
    assert not any(isinstance(one, Told) for one in plan_of("can i run qwen3 32b on a 3080 + 1080 ti").steps)
    told, answer = plan_of("can i mix a 3080 and a 1080 ti for qwen3 32b").steps
    assert isinstance(told, Told)
    assert not isinstance(answer, Told)


def test_what_is_said_first_is_a_note_of_a_document(capsys: Said) -> None:
    main(["ask", "can i mix a 3090 and a 1080 ti", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert len(found["models"]) == 10
    assert found["understood"]["notes"][0].startswith("Yes: llama.cpp divides")


def told(words: str) -> str:
    step = plan_of(words).steps[0]
    assert isinstance(step, Told)
    return step.text


def test_how_a_model_is_split_is_answered_with_the_settings_of_usual_programs() -> None:
    text = told("How do I split a model across a 3090 and a 3060?")
    assert "together they hold 36 GB" in text
    assert "2.6 times as fast" in text
    assert "llama.cpp -ts 24,12" in text
    assert "KoboldCpp --tensor_split 24 12" in text
    assert not plan_of("How do I split a model across a 3090 and a 3060?").unknown


def test_without_a_model_one_gpu_is_held_against_all_of_them() -> None:
    assert lines_of("how do i make it use my second gpu, 3060 and 1660")[1] == (
        "held any on --gpu RTX 3060 12GB | --gpu RTX 3060 12GB --gpu GTX 1660 chat"
    )
    assert lines_of("split a model over 2x 3090")[1] == "held any on --gpu RTX 3090 | --gpu 2x RTX 3090 chat"


def test_with_a_model_it_is_answered_on_both() -> None:
    lines = lines_of("how to split llama 3.3 70b over a 3090 and a 4060 ti 16gb")
    assert lines[1] == "ask Llama 3.3 70B --gpu RTX 3090 --gpu RTX 4060 Ti 16GB"


def test_pictures_are_not_split() -> None:
    assert told("can i split flux across 2x 3060").startswith("Yes, side by side: this work is done on one GPU")
    assert "-ts" not in told("can i split flux across 2x 3060")
