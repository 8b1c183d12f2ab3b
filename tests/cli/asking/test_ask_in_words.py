"""`rig-advisor ask` about longer prompts, and about what names no model: plain questions, a computer in the text."""

import re
import shlex

import pytest

from advisor.__main__ import main
from tests.cli.test_ask import PC, Said, asked

LONG = ("Qwen3.6 27B", "--workload", "long-documents", "--gpu", "RTX 5090", "--cpu", "Ryzen 9 7900", "--ram", "64")


def _asked_for(said: Said, *arguments: str) -> tuple[str, float]:
    """What the second line says was asked, and the wait for the first word."""
    first_s = asked(said, *arguments).first_token_s
    main(["ask", *arguments])
    assert first_s is not None
    return said.readouterr().out.splitlines()[1], first_s


def test_a_longer_context_for_documents_is_a_longer_document_and_a_longer_wait(capsys: Said) -> None:
    usual, usual_s = _asked_for(capsys, *LONG)
    same, same_s = _asked_for(capsys, *LONG, "--context", "16k")
    longer, longer_s = _asked_for(capsys, *LONG, "--context", "128k")
    told, told_s = _asked_for(capsys, *LONG, "--set", "prompt_tokens=126688")
    assert "prompt 12,000, context 16,384 tokens" in usual
    assert (same, same_s) == (usual, usual_s)
    assert "prompt 126,688, context 131,072 tokens" in longer
    assert (told, told_s) == (longer, longer_s)
    assert longer_s > 10 * usual_s


def test_a_longer_document_may_take_longer_and_not_for_ever(capsys: Said) -> None:
    assert asked(capsys, *LONG, "--context", "128k").usability == "great"
    mac = ("llama 3.3 70b", "--workload", "long-documents", "--context", "128k")
    slow = asked(capsys, *mac, "--machine", "Mac Studio M2 Ultra 192GB")
    assert slow.usability == "slow"
    assert slow.first_token_s is not None
    assert slow.first_token_s > 15 * 60
    assert "up to 6 min 15 s is fine" in slow.sentence
    assert "--context 131072" in slow.next or "--context" not in slow.next


def test_a_long_context_that_is_held_is_also_answered_as_full(capsys: Said) -> None:
    """128k of context were answered with the speed and the wait of a prompt of 512 tokens alone."""
    card = ("Qwen3.6 27B", "--gpu", "RTX 3090", "--cpu", "Ryzen 9 7900", "--ram", "64")
    (note,) = (one for one in asked(capsys, *card, "--context", "128k").notes if "filled" in one)
    told = re.fullmatch(
        r"With all 131,072 tokens filled: first word after (\d+) min [\d s]*, then (\d+) \(.*\) tokens/s\.", note
    )
    assert told is not None
    assert int(told[1]) >= 2
    assert int(told[2]) < 30
    assert not any("filled" in one for one in asked(capsys, *card).notes)
    assert not any("filled" in one for one in asked(capsys, *LONG, "--context", "128k").notes)


def test_the_length_of_a_question_can_be_set_and_more_than_a_model_holds_is_refused(capsys: Said) -> None:
    chat, wait_s = _asked_for(capsys, "Qwen3 8B", *PC, "--set", "prompt_tokens=8000")
    assert "prompt 8,000, context 11,584 tokens" in chat
    assert wait_s > _asked_for(capsys, "Qwen3 8B", *PC)[1]
    for refused, why in (
        ("prompt_tokens=140961", "at most 40,960 tokens"),
        ("prompt_tokens=0", "prompt_tokens"),
        ("prompt_tokens=lots", "prompt_tokens"),
        ("steps=20", "known: prompt_tokens, images"),
        ("images=1", "sees no pictures"),
    ):
        assert main(["ask", "Qwen3 8B", *PC, "--set", refused]) == 64
        assert why in capsys.readouterr().err
    assert main(["ask", "Qwen3 8B", *PC, "--context", "4k", "--set", "prompt_tokens=8000"]) == 64
    assert "--context" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "pointer"),
    [
        (["which model should I run first for chat", *PC], "rig-advisor rank --workload chat --gpu 'RTX 3060 12GB'"),
        (
            ["what is the best for coding?", "--gpu", "none", "--ram", "16"],
            "rank --workload coding --gpu none --ram 16",
        ),
        (["what", "should", "I", "run", *PC], "rig-advisor rank --workload chat"),
        (["qwen3.5 4b on i5-8500 16GB"], 'ask "Qwen3.5 4B" --gpu none --cpu i5-8500 --ram 16'),
        (["can I run Qwen3 8B on my RTX 3060 12GB, 32 GB"], "ask \"Qwen3 8B\" --gpu 'RTX 3060 12GB' --ram 32"),
        (
            ["Qwen3.6 35B-A3B on a Ryzen 7 7800X3D with one stick of 32 GB DDR5-4800?"],
            "ask \"Qwen3.6 35B-A3B\" --gpu none --cpu 'Ryzen 7 7800X3D' --ram '1x32 DDR5-4800'",
        ),
        (["qwen3 8b on 2x rtx 3090 64gb"], "ask \"Qwen3 8B\" --gpu '2x RTX 3090' --ram 64"),
        (["is an upgrade worth it for images", *PC], "rig-advisor worth --workload pictures --gpu"),
        (["can I run Qwen3 32B on my RTX 4060 Ti 16GB?"], "ask \"Qwen3 32B\" --gpu 'RTX 4060 Ti 16GB'\n"),
        (["RTX 3090 24GB VRAM, what model for coding?"], "rank --workload coding --gpu 'RTX 3090'\n"),
        (["RTX 3090 with 24 GB and 64GB RAM, best model?"], "rank --workload chat --gpu 'RTX 3090' --ram 64"),
        (["Mac mini M4 24GB: which coding model?"], "rank --workload coding --gpu M4 --ram 24"),
        (["best GPU for $500 for local LLMs"], "worth --budget 500\n"),
        (["Is a 3090 for 1,000 dollars worth it for Qwen3 32B?"], 'worth "Qwen3 32B" --budget 1000\n'),
        (
            ["worth upgrading my RTX 3060 12GB under 800 for Stable Diffusion"],
            "worth --workload pictures --gpu 'RTX 3060 12GB' --budget 800\n",
        ),
        (
            ["rent or buy a GPU for fine-tuning Llama 3.1 8B?"],
            'worth "Llama 3.1 8B" --workload fine-tune-lora --cloud\n',
        ),
        (
            ["Can my old Dell R730 with two E5-2680 v4 and 256GB DDR4-2400 without a GPU run Qwen3-235B-A22B?"],
            "--gpu none --cpu '2x E5-2680 v4' --ram '256 DDR4-2400'\n",
        ),
        (["Can I run Llama 3.1 8B on a MacBook Air M2 8GB?"], 'ask "Llama 3.1 8B" --gpu M2 --ram 8\n'),
        (
            ["How fast is Llama 3.3 70B at Q4 on a Mac mini M4 Pro 48GB?"],
            "ask \"Llama 3.3 70B\" --quant Q4_K_M --gpu 'M4 Pro' --ram 48\n",
        ),
        (
            ["How fast is Qwen3 32B on an RTX 3080 10GB and a GTX 1080 Ti together?"],
            "ask \"Qwen3 32B\" --gpu 'RTX 3080 10GB' --gpu 'GTX 1080 Ti'\n",
        ),
        (
            ["Framework Desktop with Ryzen AI Max 64GB: can it run GLM-4.5-Air?"],
            '--machine "Framework Desktop Ryzen AI Max+ 395 64GB"\n',
        ),
        (
            ["I have 32GB DDR5, an RTX 4070 and a 650W power supply. 1000 dollars to run 30B dense models?"],
            "--gpu 'RTX 4070' --ram '32 DDR5' --psu-w 650 --budget 1000\n",
        ),
        (
            ["RTX 3060 12GB with 16GB DDR4 in a Ryzen 5 3600. Spend 120 dollars on more RAM for Qwen3 30B-A3B?"],
            "--gpu 'RTX 3060 12GB' --cpu 'Ryzen 5 3600' --ram '16 DDR4' --budget 120\n",
        ),
        (
            ["I have a MacBook Pro M1 Max 64GB. Should I spend 3000 dollars on an M5 Max for chat?"],
            "worth --workload chat --gpu 'M1 Max' --ram 64 --budget 3000\n",
        ),
        (
            ["Laptop with RTX 4060 8GB and 16GB RAM, 400 dollars: eGPU or more RAM?"],
            "worth --gpu 'RTX 4060 Laptop' --ram 16 --budget 400\n",
        ),
        (
            ["4000 dollars for a quiet complete machine to run gpt-oss-120b, what should I buy?"],
            'worth "gpt-oss 120B" --machine "Laptop with Iris Xe 8GB" --budget 4000\n',
        ),
        (
            ["How long does whisper large-v3 need for one hour of audio on an i5-8500 without GPU, 16GB?"],
            'ask "Whisper large-v3" --gpu none --cpu i5-8500 --ram 16\n',
        ),
        (
            ["Can I do a full fine-tune of Mistral 7B on an RTX 4090 with 64GB RAM?"],
            "--workload fine-tune-full --gpu 'RTX 4090' --ram 64\n",
        ),
        (
            ["vLLM on one RTX 4090: can it serve Llama 3.1 8B to 50 users at once?"],
            "--workload serve-a-team --gpu 'RTX 4090' --set concurrency=50\n",
        ),
        (
            ["Rent or buy an H100 to fine-tune Llama 3.3 70B with QLoRA, 10 hours once a month?"],
            'worth "Llama 3.3 70B" --workload fine-tune-qlora --hours-per-day 0.33 --cloud\n',
        ),
        (
            ["Can I use Qwen3 30B-A3B with 128k context on an RTX 3090 with 32GB RAM?"],
            "ask \"Qwen3 30B-A3B\" --gpu 'RTX 3090' --ram 32 --context 128k\n",
        ),
        (["What can I run on an M1 MacBook Air with 8GB?"], "rank --workload chat --gpu M1 --ram 8\n"),
        (
            ["Is 24GB VRAM enough for Qwen3.6 27B at Q6 with 64k context?"],
            "ask \"Qwen3.6 27B\" --quant Q6_K --gpu 'RTX 3090' --context 64k\n",
        ),
        (["16GB RAM and a 12GB GPU: which coding model?"], "--workload coding --gpu 'RTX 3060 12GB' --ram 16\n"),
        (
            ["Qwen2.5-VL-7B for OCR on an RTX 3050 8GB with 16GB RAM"],
            "ask \"Qwen2.5-VL 7B\" --gpu 'RTX 3050 8GB' --ram 16 --set images=1\n",
        ),
    ],
)
def test_a_plain_question_is_shown_the_command_that_answers_it(words: list[str], pointer: str, capsys: Said) -> None:
    assert main(["ask", *words]) == 64
    told = capsys.readouterr().err
    assert pointer.replace("'", '"') in told.replace("'", '"')  # each system's shell has its quotes
    assert told.count("\n") == 1
    command = shlex.split(told.partition("ask instead: rig-advisor ")[2])
    assert main(command) in (0, 1, 2, 3)


def test_what_is_held_against_each_other_has_a_command_each(capsys: Said) -> None:
    for words, commands in (
        ("RTX 3090 or RTX 5070 Ti for Qwen3 32B?", [('"Qwen3 32B"', "'RTX 3090'"), ('"Qwen3 32B"', "'RTX 5070 Ti'")]),
        ("Qwen3 32B or Gemma 3 27B on an RTX 3090", [('"Qwen3 32B"', "'RTX 3090'"), ('"Gemma 3 27B"', "'RTX 3090'")]),
    ):
        assert main(["ask", words, "--json"]) == 64
        told = capsys.readouterr().err.strip().partition("ask instead: ")[2]
        wanted = ", then ".join(f"rig-advisor ask {model} --gpu {gpu}" for model, gpu in commands)
        assert told.replace("'", '"') == wanted.replace("'", '"')  # each system's shell has its quotes


@pytest.mark.parametrize(
    ("words", "computers", "line"),
    [
        ("DGX Spark or Mac Studio for gpt-oss 120b?", ["DGX Spark 128GB", "Mac Studio"], "Both do this well."),
        ("RTX 5090 or two 3090s for Llama 3.3 70B?", ["RTX 5090", "2x RTX 3090"], "takes the better file: Q4_K_M"),
        ("4060 or a pair of 5060 Ti 16GB for Qwen3.6 27B", ["RTX 4060", "2x RTX 5060 Ti 16GB"], "Only 2x RTX 5060 Ti"),
        ("should I buy a 5090 or two 3090s for coding?", ["RTX 5090", "2x RTX 3090"], "costs about"),
        (
            "I have a 3060, should I buy a 4090 or a 3090 for Qwen3 32B?",
            ["RTX 3060", "RTX 4090", "RTX 3090"],
            "do this",
        ),
        ("Qwen3 32B or Gemma 3 27B on an RTX 3090", ["RTX 3090", "RTX 3090"], "do this well."),
        (
            "My DDR5-6000 runs at 4800 because XMP is off. Ryzen 7 7700, 64GB. How much slower is Qwen3 30B-A3B?",
            ["64 DDR5-4800", "64 DDR5-6000"],
            "64 DDR5-6000 is 1.2 times as fast as 64 DDR5-4800.",
        ),
        (
            "Is one stick of 32GB DDR5-5600 slower than two 16GB sticks for Qwen3 30B-A3B on an i5-12400?",
            ["1x32 DDR5-5600", "2x16 DDR5-5600"],
            "2x16 DDR5-5600 is ",
        ),
        ("RTX 3090 or 2x RTX 5060 Ti 16GB?", ["RTX 3090", "2x RTX 5060 Ti 16GB"], "RTX 3090 is 1.5 times as fast"),
        ("Q4_K_M or Q8_0 for Qwen3 8B on an RTX 3060 12GB?", ["RTX 3060 12GB"] * 2, "Qwen3 8B as Q4_K_M is 1.4 times"),
        ("Llama 3.3 70B at Q2 or Qwen3 32B at Q4 on an RTX 3090?", ["RTX 3090"] * 2, "Qwen3 32B is"),
    ],
)
def test_computers_and_models_held_against_each_other_are_answered_side_by_side(
    words: str, computers: list[str], line: str, capsys: Said
) -> None:
    """The first of them was answered alone, the others were lost."""
    assert main(["ask", words]) == 0
    table = capsys.readouterr().out.splitlines()
    assert [row.startswith(name) for row, name in zip(table[1:], computers, strict=False)] == [True] * len(computers)
    assert line in table[len(computers) + 1]


@pytest.mark.parametrize(
    ("words", "pointer"),
    [
        ("can I run DeepSeek on my laptop with RTX 4060?", "--find DeepSeek --gpu 'RTX 4060 Laptop'\n"),
        ("best model for my notebook, RTX 5070 Ti", "--gpu 'RTX 5070 Ti Laptop'\n"),
        ("Ryzen 5 5600 RTX 3060 32 GB best model?", "--gpu 'RTX 3060 12GB' --cpu 'Ryzen 5 5600' --ram 32\n"),
    ],
)
def test_a_laptop_has_its_own_gpu_and_a_family_of_models_is_looked_for(words: str, pointer: str, capsys: Said) -> None:
    assert main(["ask", words]) == 64
    assert pointer in capsys.readouterr().err.replace('"', "'")


@pytest.mark.parametrize(("words", "currency"), [("a card under 800 euros?", "EUR"), ("what is best for £700?", "GBP")])
def test_another_currency_is_named_with_what_is_missing(words: str, currency: str, capsys: Said) -> None:
    assert main(["ask", words]) == 64
    told = capsys.readouterr().err
    assert f" --currency {currency} (with --rate, how many US dollars one unit is)" in told


@pytest.mark.parametrize(
    ("given", "left_out"),
    [(["--quant", "Q4_K_M"], "--quant"), (["--quant", "Q4_K_M", "--set", "kv_type=q8_0"], "--quant and --set kv_type")],
)
def test_what_was_given_and_stands_in_the_way_is_to_be_left_out(given: list[str], left_out: str, capsys: Said) -> None:
    agent = ("Qwen3 Coder 30B", "--workload", "agent", "--gpu", "RTX 4060", "--ram", "32")
    assert asked(capsys, *agent, *given).next == f"Try the best that fits: leave out {left_out}"


def test_a_quantization_that_no_list_has_is_answered_like_another_and_says_so(capsys: Said) -> None:
    assert "Q9 is no stock file type: treated like UD-Q8_K_XL." in asked(capsys, "Qwen3 8B", "--quant", "Q9", *PC).notes
    assert not any("stock" in one for one in asked(capsys, "Qwen3 8B", "--quant", "q4_k_m", *PC).notes)


def test_a_path_is_no_model_of_a_like_name_and_a_repository_is_no_path(capsys: Said) -> None:
    assert main(["ask", "/nowhere/piper.onnx"]) == 64
    assert "there is no file /nowhere/piper.onnx" in capsys.readouterr().err
    assert main(["ask", "nobody/Nowhere-GGUF"]) == 64
    assert "no model is known as 'nobody/Nowhere-GGUF'" in capsys.readouterr().err


def test_a_version_that_another_one_answers_for_is_said(capsys: Said) -> None:
    """DeepSeek V3.1 was answered under the name of V3 without a word."""
    mac = ("--machine", "Mac Studio M3 Ultra (80-core GPU) 512GB")
    told = "DeepSeek V3.1 is answered as DeepSeek-V3 671B: same size and layers, so as fast."
    assert told in asked(capsys, "DeepSeek V3.1", *mac).notes
    for name in ("DeepSeek-V3 671B", "Qwen2.5 1.5B", "qwen3.5 4b", "llama 3.1 8b", "Hermes 3 70B"):
        assert not any("answered as" in one for one in asked(capsys, name, *PC).notes)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Why does Ollama forget the beginning of my long chat?", "page Learn"),
        ("what is quantization?", "page Learn"),
        ("what is the best model?", "rank --workload chat"),
        ("how to run Qwen3 8B on my RTX 3060", 'ask "Qwen3 8B"'),
    ],
)
def test_who_asks_why_is_shown_where_that_is_explained(words: str, said: str, capsys: Said) -> None:
    assert main(["ask", words]) == 64
    assert said in capsys.readouterr().err


def test_a_lora_that_no_way_fits_says_what_it_takes_in_four_bits(capsys: Said) -> None:
    card = ("--workload", "fine-tune-lora", "--gpu", "RTX 3090", "--ram", "64")
    told = [one for one in asked(capsys, "Llama 3.3 70B", *card).notes if "QLoRA" in one]
    assert len(told) == 1
    assert re.fullmatch(r"With QLoRA \(4-bit model\) it needs 4\d\.\d GiB, too much here, too\.", told[0])
    assert not any("QLoRA" in one for one in asked(capsys, "Qwen3 14B", *card).notes)  # its next step is QLoRA


def test_a_picture_in_the_prompt_takes_the_part_that_sees_and_its_tokens(capsys: Said) -> None:
    """Reading a page was answered as a chat of 512 words."""
    card = ("Qwen2.5-VL 7B", "--gpu", "RTX 3050 8GB", "--ram", "16", "--quant", "Q4_K_M")
    plain, seeing = asked(capsys, *card), asked(capsys, *card, "--set", "images=1")
    assert sum(seeing.need_bytes.values()) > sum(plain.need_bytes.values()) + 0.5e9
    assert (seeing.first_token_s or 0.0) > 2 * (plain.first_token_s or 0.0)
    assert (seeing.settings.command or "").endswith("--mmproj MMPROJ.gguf")
