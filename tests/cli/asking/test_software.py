"""Plain questions about what runs on a card: a program, a kind of work, whether anything still supports it."""

import json

import pytest

from advisor.__main__ import main
from advisor.cli.asking.steps import Told
from tests.cli.asking.understood import plan_of

Said = pytest.CaptureFixture[str]


def first(words: str) -> str:
    step = plan_of(words).steps[0]
    assert isinstance(step, Told)
    return step.text


@pytest.mark.parametrize(
    ("words", "starts", "holds"),
    [
        ("does a 7900 XTX work for ComfyUI", "Yes: ComfyUI runs on RX 7900 XTX", "on Windows and Linux"),
        ("can an Arc B580 run ComfyUI", "Yes: ComfyUI runs on Arc B580", "xpu"),
        ("can an Arc B580 run vLLM", "Yes: vLLM runs on Arc B580 on Linux", "xpu"),
        ("can an Arc A770 run Ollama on linux", "Yes: Ollama runs on Arc A770", "Vulkan"),
        ("does vLLM work on a Tesla P40", "No: vLLM does not run on Tesla P40", "compute capability 7.5"),
        ("does vllm run on my 3060 under windows", "Not on Windows itself: vLLM", "WSL2"),
        ("can I use comfy ui with a GTX 1080", "Yes, in older builds: ComfyUI", "CUDA 12.6"),
        ("does an RX 580 work with ComfyUI", "No: ComfyUI", "stable-diffusion.cpp (Vulkan)"),
        ("does an RX 580 work for stable diffusion", "Yes: stable-diffusion.cpp", "Vulkan"),
        ("is a RX 6800 XT compatible with fine-tuning", "Yes: PyTorch", "ROCm"),
        ("does comfyui run on a M2 mac with 16 GB", "Yes: ComfyUI runs on M2", "FP8"),
    ],
)
def test_what_runs_on_a_card_is_answered_first(words: str, starts: str, holds: str) -> None:
    assert first(words).startswith(starts)
    assert holds in first(words)


@pytest.mark.parametrize(
    ("words", "starts", "holds"),
    [
        ("is my GTX 1080 still supported by CUDA", "In part: GTX 1080 runs CUDA 12, not CUDA 13.", "branch 580"),
        ("is the RX 6700 XT supported by ROCm", "Yes: RX 6700 XT runs ROCm", "10.3.0"),
        ("does an Arc A770 support CUDA", "No: Arc A770", "Vulkan"),
        ("does a MI50 work with ROCm", "No: Instinct MI50", "Vulkan"),
        ("is an RTX 3060 supported by CUDA", "Yes: RTX 3060 12GB runs CUDA 12 and CUDA 13.", ""),
    ],
)
def test_a_way_to_reach_a_card_is_answered_with_its_versions(words: str, starts: str, holds: str) -> None:
    assert first(words).startswith(starts)
    assert holds in first(words)


@pytest.mark.parametrize(
    ("words", "starts", "left_out"),
    [
        ("is a Tesla P40 still supported", "In part. Tesla P40: no new drivers", "Not: vLLM."),
        ("is the V100 deprecated", "In part. Tesla V100", "In older builds: ComfyUI, PyTorch and vLLM."),
        ("does a GTX 1060 still get driver updates", "In part. GTX 1060", "Not: vLLM."),
        ("is a K80 still usable", "No longer. Tesla K80", "Not: ComfyUI, llama.cpp"),
        ("is a RTX 3060 still supported", "Yes: nothing has ended for RTX 3060", ""),
    ],
)
def test_what_has_ended_for_a_card_is_told_with_what_is_left(words: str, starts: str, left_out: str) -> None:
    assert first(words).startswith(starts)
    assert left_out in first(words)


@pytest.mark.parametrize(
    "words",
    [
        "does my motherboard support two 3090s",
        "Qwen3 8B on an RTX 3060 with ollama",
        "best model for my RX 7900 XTX",
    ],
)
def test_other_questions_are_answered_as_before(words: str) -> None:
    assert not isinstance(plan_of(words).steps[0], Told)


def test_what_the_card_can_run_follows(capsys: Said) -> None:
    assert main(["ask", "does a 7900 XTX work for ComfyUI"]) == 0
    answer, empty, *rest = capsys.readouterr().out.splitlines()
    assert answer.startswith("Yes: ComfyUI")
    assert empty == ""
    assert any(one.startswith("Model ") for one in rest)


def test_one_document_holds_both(capsys: Said) -> None:
    assert main(["ask", "is a Tesla P40 still supported", "--json"]) == 0
    told, ranked = json.loads(capsys.readouterr().out)["answers"]
    assert told["sentence"].startswith("In part.")
    assert ranked["models"]


def test_a_purchase_is_told_what_runs_on_the_card() -> None:
    assert any(
        one.startswith("Yes: ComfyUI runs on Arc B580") for one in plan_of("should I buy an Arc B580 for ComfyUI").notes
    )
