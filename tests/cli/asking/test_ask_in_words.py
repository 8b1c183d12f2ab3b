"""`rig-advisor ask` about longer prompts, and about names that are no model of the list."""

import re

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
    ("given", "left_out"),
    [(["--quant", "Q8_0"], "--quant"), (["--quant", "Q8_0", "--set", "kv_type=q8_0"], "--quant and --set kv_type")],
)
def test_what_was_given_and_stands_in_the_way_is_to_be_left_out(given: list[str], left_out: str, capsys: Said) -> None:
    agent = ("Qwen3.6 35B-A3B", "--workload", "agent", "--gpu", "RTX 4060", "--ram", "32")
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
    commands = [one.settings.command or "" for one in (plain, seeing)]
    assert ["--no-mmproj" in one for one in commands] == [True, False], "the repository brings the part that sees"
