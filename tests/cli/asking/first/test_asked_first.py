"""What somebody asks beside a model or a card is answered before all figures."""

import pytest

from tests.answer_lines import Said, answer_lines


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (
            "i pay 20 a month for chatgpt, would a 2000 dollar pc pay off??",
            "No, not for the money: $2,000 is 100 months of the $20 you pay",
        ),
        ("i want claude at home, budget 3k, what do i buy", "No model that runs at home equals Claude"),
        (
            "thinking mode makes qwen take forever on my 6700xt, can i turn it off",
            "Yes, where the model has the switch: --reasoning-budget 0",
        ),
        ("my 3080 10gb runs out of memory in comfyui with wan 2.2 what can i do", "What helps: a smaller file (GGUF"),
        ("qwen3 32b runs out of vram on my 4070, help", "What helps: a smaller file, less context, a q8_0 cache"),
        (
            "does q8 kv cache hurt quality and how much context can i squeeze on 24gb with a 27b model",
            "In short: Q8_0 is fine",
        ),
        (
            "can i run deepseek on my laptop its a rtx 3050 4gb with 16 gigs of ram",
            "Small ones, which can do less: DeepSeek-R1-",
        ),
    ],
)
def test_the_question_itself_is_answered_first(words: str, first: str, capsys: Said) -> None:
    assert answer_lines(capsys, words)[0].startswith(first)


def test_families_that_film_do_so_in_comfyui_as_well(capsys: Said) -> None:
    """They were looked for among those that draw, and none was found."""
    lines = answer_lines(capsys, "my 3080 10gb runs out of memory in comfyui with wan 2.2 what can i do")
    assert any(one.startswith("Wan 2.2 ") for one in lines)


def test_all_recordings_are_counted_on_each_of_two_computers(capsys: Said) -> None:
    words = "transcribe 200 hours of interviews locally, got a rtx 3060 and a m1 air, how long will it take"
    assert any(one.startswith("All 200 hours of sound: RTX 3060 12GB") for one in answer_lines(capsys, words))


def test_a_card_that_is_named_is_weighed_beside_the_own_one(capsys: Said) -> None:
    """What both hold together was read as RAM, and the card as one in place of the other."""
    lines = answer_lines(capsys, "could i add a old gtx 1070 to my rtx 4070 to have 20gb, does it help")
    assert lines[0].startswith("No: an added GTX 1070 makes ")
    assert lines[1].startswith("Both cards together write about ")
    assert "Note: no new drivers after branch 580, CUDA 12 builds only." in lines
    assert not any("10 GB of RAM" in one for one in lines)


def test_documents_of_colleagues_are_looked_up(capsys: Said) -> None:
    words = "make a chatbot for my 5 coworkers over our company docs, we have a server with 2 a4000 16gb"
    lines = answer_lines(capsys, words)
    assert any("passages that are looked up (RAG)" in one for one in lines)
    assert any("--set prompt_tokens=3000" in one for one in lines)


def test_a_card_that_rocm_leaves_out_is_the_first_cause_of_a_slow_one(capsys: Said) -> None:
    """Four tokens a second are those of the CPU, and the trap of that card was not named."""
    lines = answer_lines(capsys, "why is ollama so slow on my 6700xt, it only gets like 4 tok/s on a 8b model")
    assert any(one.startswith("1. ROCm leaves this card out") and "10.3.0" in one for one in lines)
    lines = answer_lines(capsys, "why is ollama so slow on my 3060 12gb, it only gets like 4 tok/s on a 8b model")
    assert not any("ROCm" in one for one in lines)


def test_documents_of_a_company_are_no_computer_of_its_own(capsys: Said) -> None:
    """`our pdfs` made a virtual machine the computer that is asked about, and nothing was bought."""
    words = "serve 20 ppl in our office w/ a local chatbot over our pdfs, budget 6000 eur, what do i buy"
    lines = answer_lines(capsys, words)
    assert lines[1].startswith("Yes: ")
    assert not any(one.startswith("Not understood") for one in lines)
