"""`rig-advisor ask` where somebody tells how fast it is: a verdict first, and what may hold it back."""

import pytest

from advisor.__main__ import main
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.asking.sentence.said import said
from tests.answer_lines import Said, answer_lines


@pytest.mark.parametrize(
    ("words", "had"),
    [
        ("getting 3 tok/s on qwen3.6 27b q4 with my rtx 3090, is it my settings", 3),
        ("my 5060 ti 16gb only gets 45 t/s on gpt-oss 20b normal?", 45),
        ("qwen3 8b runs at 20 t/s on my 4070, slow?", 20),
        ("stuck at 8 tokens/s with qwen3 14b on a 3060 12gb", 8),
        ("my 4090 gives me 30 t/s with qwen3 32b", 30),
        ("ollama is crawling at 2 t/s with gemma 3 27b, rtx 3090", 2),
        ("i'm at 12 t/s with qwen3 14b on a 5070, is that right", 12),
        ("is 45 t/s normal for gpt-oss 20b on a 5060 ti 16gb", 45),
        ("mistral small 24b on rtx 3060: 5 tokens/sec, what am i doing wrong", 5),
        ("ollama gemma3:27b only 3 t/s rtx 4070", 3),
        ("my rig manages barely 5 tok/s, llama 3.3 70b, 2x 3090", 5),
    ],
)
def test_a_speed_that_somebody_has_is_no_wish(words: str, had: float) -> None:
    volume = said(words, load_catalog()).volume
    assert (volume.had_per_s, volume.wanted_per_s) == (had, None)


@pytest.mark.parametrize(
    "words",
    [
        "what gpu gets 30 t/s with qwen3 32b",
        "i want 20 t/s with llama 3.3 70b, what do i need",
        "can my 3090 get 40 t/s with qwen3 32b",
        "I only need 5 t/s with qwen3 32b, which gpu",
        "at least 15 t/s with gpt-oss 120b, which computer",
    ],
)
def test_a_speed_that_is_wanted_stays_a_wish(words: str) -> None:
    volume = said(words, load_catalog()).volume
    assert volume.had_per_s is None
    assert volume.wanted_per_s


def test_what_is_too_slow_is_told_first_with_its_causes_in_order(capsys: Said) -> None:
    lines = answer_lines(capsys, "getting 3 tok/s on qwen3.6 27b q4 with my rtx 3090, is it my settings")
    assert lines[0].startswith(
        "Slower than it should be: 3 tokens/s against 30 to 50 tokens/s of Qwen3.6 27B as Q4_K_M on RTX"
    )
    assert lines[1] == "Likely causes, the most likely first:"
    assert lines[2].startswith("1. Layers or context in RAM: -ngl 99")
    assert "ollama ps" in lines[2]
    assert any("nvidia-smi" in one for one in lines)
    assert not any("Not understood" in one for one in lines)


def test_what_is_normal_and_what_is_faster_is_said_without_causes(capsys: Said) -> None:
    lines = answer_lines(capsys, "my 3090 gets 36 t/s on qwen3.6 27b q4, normal?")
    assert lines[0].startswith("Normal: 36 tokens/s, 30 to 50 tokens/s are expected")
    assert not any("Likely causes" in one for one in lines)
    lines = answer_lines(capsys, "i'm at 90 t/s with qwen3.6 27b q4 on a 3090, is that right")
    assert lines[0].startswith("Faster than expected: 90 tokens/s against 30 to 50")


def test_a_card_of_another_maker_and_a_cpu_have_their_own_causes(capsys: Said) -> None:
    told = " ".join(answer_lines(capsys, "why does my 7900 xtx only get 10 t/s on qwen3 14b q4"))
    assert "rocm-smi" in told
    assert "nvidia-smi" not in told
    told = " ".join(answer_lines(capsys, "getting 1 t/s with qwen3 8b q4 on my ryzen 5 5600, 32gb, no gpu, normal?"))
    assert "one channel" in told
    assert "-ngl" not in told


@pytest.mark.parametrize(
    "words",
    [
        "ollama is slow on my 8gb 3070 with qwen3 14b, only 9 tokens per second, why",
        "I get 9 t/s with qwen3 14b on a 3070 8gb, is that normal?",
    ],
)
def test_a_speed_that_is_normal_for_what_lies_in_ram_is_told_with_what_mends_it(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["ask", words])
    why, verdict, *lines = capsys.readouterr().out.splitlines()
    assert why.startswith("Qwen3 14B as Q4_K_M takes 9.8 GiB: ")
    assert why.endswith("are read from RAM for each token.")
    assert verdict.startswith("So 9 tokens/s are normal: ")
    assert lines[0] == "What mends it:"
    assert any("A smaller model: Qwen3 8B as Q4_K_M fits whole, " in one for one in lines)
    assert any("ollama ps" in one for one in lines)


@pytest.mark.parametrize(
    "words",
    [
        "why is my qwen3 32b so slow on rtx 4070 12gb? only getting 4 tok/s",
        "qwen3 32b on a 4070 12gb gives me 4 tokens per second, is that expected?",
        "my 4070 crawls at 4 t/s with qwen3 32b",
        "i'm stuck at 3 t/s, qwen3 32b, rtx 4070, what's wrong",
    ],
)
def test_who_names_no_file_has_the_usual_one_and_is_told_why_it_is_slow_first(words: str, capsys: Said) -> None:
    why, verdict, *lines = answer_lines(capsys, words)
    assert why.startswith("Qwen3 32B as Q4_K_M takes 20.1 GiB: 10.8 GiB lie in VRAM, 9.3 GiB are read from RAM")
    assert "tokens/s are normal: 1.4 to 5.8 tokens/s are expected" in verdict
    assert any("A smaller file: Qwen3 32B as IQ3_XXS" in one for one in lines)
    assert any("A better model here: " in one for one in lines)
    assert not any("Likely causes" in one or "Not understood" in one for one in lines)
    assert any(one.startswith("Taken as Q4_K_M") for one in lines)
    assert lines[-1].endswith("--quant Q4_K_M")


def test_a_speed_that_only_the_chosen_file_reaches_is_that_of_the_chosen_file(capsys: Said) -> None:
    told = answer_lines(capsys, "12 t/s with qwen3 32b on a 4070, normal?")
    assert told[0].startswith("Qwen3 32B as IQ3_XXS takes")


def test_the_only_file_of_a_model_and_one_that_is_named_are_kept(capsys: Said) -> None:
    assert not any("Taken as" in one for one in answer_lines(capsys, "gpt-oss 20b only does 45 t/s on my 5060 ti 16gb"))
    assert "as Q8_0" in answer_lines(capsys, "why only 20 t/s with qwen3 8b q8_0 on my 3090")[0]


@pytest.mark.parametrize(
    "words", ["why is qwen3 32b so slow on my 4070?", "qwen3 32b runs painfully slow on my rtx 4070"]
)
def test_what_is_slow_without_a_number_is_told_why(words: str, capsys: Said) -> None:
    assert answer_lines(capsys, words)[0].startswith("Qwen3 32B as Q4_K_M takes 20.1 GiB")


def test_what_should_be_fast_is_told_with_its_speed_and_what_may_be_wrong(capsys: Said) -> None:
    lines = answer_lines(capsys, "why is qwen3 8b so slow on my 3090")
    assert lines[0].startswith("Expected: ")
    assert "of Qwen3 8B as Q4_K_M on RTX 3090" in lines[0]
    assert lines[1] == "Likely causes, the most likely first:"


def test_what_lies_in_ram_is_told_to_who_asks_how_to_make_it_faster(capsys: pytest.CaptureFixture[str]) -> None:
    main(["ask", "qwen3 14b on rtx 3070 8gb spills into ram, how do i make it faster"])
    assert capsys.readouterr().out.startswith("Qwen3 14B as Q4_K_M takes 9.8 GiB: ")
