"""What `rig-advisor ask` tells beside the light: memory that is missing, settings, and the command that starts it."""

import math
import re
import shlex

import pytest

from advisor.__main__ import main
from tests.cli.test_ask import PC, Said, asked
from tests.fakes.sure import sure


@pytest.mark.parametrize(("model", "quant"), [("gpt-oss 120b", "MXFP4_MOE"), ("Llama 3.3 70B", "Q8_0")])
def test_the_memory_that_is_said_to_be_missing_is_enough(
    model: str, quant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["ask", model, "--gpu", "RTX 3060 12GB", "--quant", quant]
    assert main([*asked, "--ram", "16"]) == 2
    missing = re.search(r"It needs ([\d.]+) GiB more RAM", capsys.readouterr().out)
    assert missing
    enough = 16 + math.ceil(1.1 * float(missing[1]))  # a larger memory keeps a little more free
    assert main([*asked, "--ram", str(enough)]) in (0, 1)
    assert main([*asked, "--ram", str(16 + math.floor(0.8 * float(missing[1])))]) == 2


@pytest.mark.parametrize(
    ("model", "where"), [("Nemotron 3.5 Lightning 30B-A3B", "on the CPU (Apple M4 Pro)"), ("Gemma 4 12B", "on M4 Pro")]
)
def test_an_answer_says_that_the_cpu_does_it_though_a_gpu_is_there(model: str, where: str, capsys: Said) -> None:
    mac = ("--machine", "MacBook Pro M4 Pro (20-core GPU) 24GB")
    main(["ask", model, *mac])
    lines = capsys.readouterr().out.splitlines()
    assert where in lines[1]
    main(["rank", "--find", model, *mac])
    assert ("on the CPU" in capsys.readouterr().out) == ("-dev none" in lines[-1]) == ("CPU" in where)


@pytest.mark.parametrize(
    ("model", "parts"),
    [
        ("Kimi K2", ["--gpu", "none", "--cpu", "Ryzen 7 5800X", "--ram", "16"]),
        ("Gemma 4 31B", ["--gpu", "none", "--cpu", "Ryzen 5 5600", "--ram", "48"]),
        ("Kimi K2", ["--gpu", "RTX 3060 12GB", "--ram", "16"]),
    ],
)
def test_a_command_to_go_on_with_is_about_the_same_computer(model: str, parts: list[str], capsys: Said) -> None:
    found = asked(capsys, model, *parts)
    assert "rig-advisor" in found.next
    words = shlex.split(found.next.split("rig-advisor ")[1])
    assert all(one in words for one in parts)
    assert main(words) in (0, 1)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["Llama 3.3 70B", "--gpu", "RTX 3090", "--gpu", "RX 7900 XTX", "--ram", "64"], "Vulkan build"),
        (["Qwen3 32B", "--gpu", "2x RTX 3090", "--ram", "64"], ""),
        (
            ["Llama 3.3 70B", "--workload", "fine-tune-qlora", "--gpu", "RTX 4090", "--ram", "128"],
            "can leave them in RAM",
        ),
        (["Llama 3.1 8B", "--workload", "fine-tune-qlora", "--gpu", "RTX 4090", "--ram", "128"], ""),
        (["Qwen3 32B", "--gpu", "Tesla P40", "--ram", "64"], "CUDA 12 builds only; needs a blower"),
        (["FLUX.1 dev", "--gpu", "Tesla P40", "--ram", "64"], "CUDA 12 builds only; needs a blower"),
    ],
)
def test_what_programs_ask_for_or_cannot_do_is_said(asked: list[str], said: str, capsys: Said) -> None:
    main(["ask", *asked])
    found = capsys.readouterr().out
    assert found
    hints = [
        one for one in ("Vulkan build", "can leave them in RAM", "CUDA 12 builds only; needs a blower") if one in found
    ]
    assert hints == ([said] if said else [])


def test_a_longer_context_of_an_agent_is_read_once_and_then_added_to(capsys: Said) -> None:
    agent = ("Qwen3 Coder 30B-A3B", "--workload", "coding-agent", "--gpu", "RTX 3090", "--ram", "64")
    short, long, same = (
        asked(capsys, *agent, *more) for more in ((), ("--context", "64000"), ("--set", "context=64000"))
    )
    assert sure(long.first_token_s) < 4 * sure(short.first_token_s), "only what the last call added is read anew"
    assert long.usability in ("great", "fine")
    assert same == long


def test_a_context_beyond_what_the_model_is_made_for_takes_what_its_makers_document(capsys: Said) -> None:
    long = asked(capsys, "Qwen3 8B", "--gpu", "RTX 3090", "--context", "100k")
    assert long.settings.context_tokens == 102400
    assert (long.settings.command or "").endswith("--rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 32768")
    assert any("made for 40,960 tokens" in note and "YaRN" in note and "131,072" in note for note in long.notes)
    usual = asked(capsys, "Qwen3 8B", "--gpu", "RTX 3090", "--context", "32k")
    assert "yarn" not in (usual.settings.command or "")
    assert not any("YaRN" in note for note in usual.notes)


def test_a_headline_is_not_great_where_the_context_that_was_asked_for_is_slow_once_filled(capsys: Said) -> None:
    long = ("Qwen3 30B-A3B 2507", "--gpu", "RTX 3090", "--ram", "32", "--context", "256k")
    assert main(["ask", *long]) == 0
    title, *rest = capsys.readouterr().out.splitlines()
    assert title == "Great: Qwen3 30B-A3B 2507; slow with all 262,144 tokens filled"
    assert any(one.startswith("With all 262,144 tokens filled: first word after ") for one in rest)
    assert main(["ask", "gpt-oss 20b", *PC, "--context", "8k"]) == 0
    assert ";" not in capsys.readouterr().out.splitlines()[0]


@pytest.mark.parametrize(
    ("computer", "setting"),
    [
        (("gpt-oss 120b", "--gpu", "Radeon 890M", "--cpu", "Ryzen AI 9 HX 370", "--ram", "96"), "ttm.pages_limit"),
        (
            ("Llama 3.3 70B", "--quant", "Q4_K_M", "--machine", "Mac mini M4 Pro (20-core GPU) 48GB"),
            "sudo sysctl iogpu.wired_limit_mb=43008",
        ),
    ],
)
def test_a_gpu_that_may_use_more_of_the_shared_memory_is_told_with_its_setting(
    computer: tuple[str, ...], setting: str, capsys: Said
) -> None:
    """The CPU was judged without a word where a setting lets the GPU hold the model."""
    answer = asked(capsys, *computer)
    told = [one for one in answer.notes if one.startswith("On the GPU, if it may use ")]
    assert answer.settings.placement == "cpu"
    assert len(told) == 1
    assert setting in told[0]
    desktop = asked(capsys, "gpt-oss 120b", "--gpu", "RTX 4090", "--ram", "96")
    assert not any("if it may use" in one for one in desktop.notes)


def test_an_agent_on_a_mac_is_tried_in_a_smaller_file_before_it_does_not_run(capsys: Said) -> None:
    agent = asked(capsys, "Qwen3 Coder 480B", "--workload", "coding-agent", "--machine", "Mac Studio M3 Ultra 256GB")
    assert agent.usability == "slow"
    assert agent.settings.quant == "IQ3_XXS"


def test_a_server_is_started_with_the_program_that_is_named(capsys: Said) -> None:
    serve = ("Llama 3.1 8B", "--workload", "serve-a-team")
    card = asked(capsys, *serve, "--gpu", "RTX 4090").settings.command
    assert (card or "").startswith("vllm serve MODEL --max-model-len 4096 --max-num-seqs 8")
    pair = asked(capsys, "Qwen3.6 27B", *serve[1:], "--gpu", "2x RTX 3090").settings.command or ""
    assert pair.endswith("--tensor-parallel-size 2 --quantization fp8")
    assert (asked(capsys, *serve, "--gpu", "RX 7900 XTX").settings.command or "").startswith("llama-server ")


@pytest.mark.parametrize("model", ["DeepSeek R1", "Kimi K2"])
def test_what_no_line_starts_has_no_command(model: str, capsys: Said) -> None:
    found = asked(capsys, model, "--gpu", "RTX 3090")
    assert (found.usability, found.settings.command) == ("wont_run", None)


def test_memory_that_no_single_stick_holds_is_surely_read_over_both_channels(capsys: Said) -> None:
    """64 GB of DDR4 are two sticks at least: one of them was among the ends of the range."""
    card = ("--gpu", "RTX 3090", "--cpu", "Ryzen 9 5900X")
    large = asked(capsys, "gpt-oss 120b", *card, "--ram", "64").rate_per_s
    assert large is not None
    assert large.high / large.low < 3.5


def test_a_prompt_beyond_what_the_model_is_made_for_is_read_as_its_makers_document(capsys: Said) -> None:
    """It was told not to run, where the same length as a context did."""
    two = ("Qwen3 14B", "--gpu", "2x RTX 3090", "--ram", "64", "--workload", "long-documents")
    long = asked(capsys, *two, "--set", "prompt_tokens=128000")
    assert long.usability in ("great", "fine")
    assert long.settings.context_tokens == 131072
    assert (long.settings.command or "").endswith("--rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 32768")
    assert main(["ask", "Qwen3 8B", "--gpu", "RTX 3090", "--context", "64k"]) == 0
    assert "won't run with all" not in capsys.readouterr().out
