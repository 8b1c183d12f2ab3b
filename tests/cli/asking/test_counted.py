"""`rig-advisor ask` with a question that tells amounts, limits or prices: what follows from them is said."""

import pytest

from advisor.__main__ import main

Said = pytest.CaptureFixture[str]


def _asked(said: Said, words: str) -> str:
    main(["ask", words])
    told = said.readouterr()
    assert told.err == ""
    return told.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("classify 5 million emails x 300 tokens with qwen3 8b on a 3090", "All 5,000,000 emails: "),
        ("classify 5 million emails x 300 tokens with qwen3 8b on a 3090", "300 tokens read and 10 written for each"),
        ("translate 3000 articles of 800 words with gemma 3 12b on 4060 ti 16gb",
         "1,067 tokens read and 1,067 written"),
        ("qwen3 8b for 2000 support tickets per day on a 3060?", "2,000 tickets take "),
        ("qwen3 8b for 100k requests a day on a 3060?", "100,000 requests a day are too many"),
        ("embed 2 million emails with bge-m3 on an rtx 3060", "Counted: each as one text of 256 tokens."),
        ("how long does it take to embed 5000 pdfs on a ryzen 5600 without gpu",
         "Counted: each as 20 texts of 256 tokens (assumed: 10 pages of 500 tokens)."),
        ("embed 2 million docs with bge-m3 on an rtx 3060", "each as 10 texts of 256 tokens (assumed: 5 pages of 500"),
        ("how long to embed 1000 books with bge-m3 on a 3090", "(assumed: 300 pages of 500 tokens)"),
        ("embed 3000 pages with bge-m3 on a 3090", "each as 2 texts of 256 tokens (assumed: 500 tokens a page)."),
        ("make 500 images with sdxl on a 3060", "All 500 images: "),
        ("summarise 200 pdfs of 30 pages each with a 3060, how long", "All 200 pdfs: "),
        ("run whisper base on 300 hours of podcasts with a 2060", "All 300 hours of sound: "),
        ("im only getting 12 t/s with llama 3.1 8b on a 3060, is that normal",
         "Slower than it should be: 12 tokens/s against "),
        ("why is my 3080 10gb so slow with qwen3 32b? i get like 3 tok/s", "So 3 tokens/s are normal: "),
        ("i get 12 t/s with gpt-oss-120b on a 3090 + 64gb ddr4-3200 + 5800x, is that normal?",
         "Normal, but at the low end: 12 tokens/s, "),
        ("how many users can a 4090 serve with llama 3.1 8b", "At once: "),
        ("what context can i get with qwen3 30b a3b on a 3090 at q4", "Longest context: 40,960 tokens"),
    ],
)  # fmt: skip
def test_amounts_are_counted(words: str, told: str, capsys: Said) -> None:
    assert told in _asked(capsys, words)


def test_no_more_users_are_told_than_have_room_in_memory(capsys: Said) -> None:
    told = _asked(capsys, "how many people can use one 4090 at the same time with a 14b model?")
    room = int(told.split("room for ")[1].split()[0])
    assert f"At once: {room} users at " in told
    assert ", more have no room in memory and wait." in told


def test_a_limit_of_watts_is_counted_where_published_runs_say_what_it_does(capsys: Said) -> None:
    assert "Held to 200 W of 350 W: about " in _asked(capsys, "3090 at 200w power limit, qwen3.6 27b speed")
    assert "hardly slower" in _asked(capsys, "gpt-oss 20b on a 4090, power limit 70%")
    assert "no limit" in _asked(capsys, "3090 limited to 400w, qwen3 8b")
    assert "Not judged" in _asked(capsys, "rx 7900 xtx limited to 200w with qwen3 14b")


def test_what_lacks_memory_only_beside_other_programs_is_told_with_what_it_does_then(capsys: Said) -> None:
    told = _asked(capsys, "gpt-oss 20b on 16gb ram cpu only, i5-12400")
    assert told.startswith("Won't run beside other programs: gpt-oss 20B")
    assert "5.0 GiB are for other programs" in told
    assert "counted with 5.0 GiB of 16.0 GiB RAM. Close the programs, and it fits: " in told
    assert "Next: Close other programs, then run it: llama-server " in told


def test_files_held_against_each_other_are_told_with_their_memory(capsys: Said) -> None:
    told = _asked(capsys, "qwen3 14b q4 or q6 on a 3060 12gb")
    assert told.startswith("No, not Q6_K: it does not fit in VRAM ")
    assert any(line.startswith("Computer ") and line.endswith("Memory") for line in told.splitlines())
    assert "Q4_K_M fits in VRAM, Q6_K does not." in told


def test_a_card_that_was_told_at_a_price_is_compared_at_it(capsys: Said) -> None:
    told = _asked(capsys, "5070 ti or a 3090 now for 700$")
    assert "$700" in told
    assert "Over the budget" not in told


def test_more_memory_that_speeds_nothing_up_is_told_with_what_it_makes_possible(capsys: Said) -> None:
    told = _asked(capsys, "ram upgrade from 32gb to 128gb ddr5 worth it on my 4090?")
    assert told.startswith("It depends on the models you want: 128 GB of DDR5 RAM in all for about $1,400 also runs ")


def test_what_it_takes_is_told_as_memory_and_the_least_gpu(capsys: Said) -> None:
    told = _asked(capsys, "how much vram for qwen3 32b q4?")
    assert "Qwen3 32B needs 19.7 GiB as Q4_K_M, context included." in told
    assert "RTX 3090 is the least of the usual GPUs that does this well." in told


def test_three_cards_that_hold_it_whole_are_named_before_one_at_four_times_the_price(capsys: Said) -> None:
    told = _asked(capsys, "how much vram do i need for llama 3.3 70b q5_k_m")
    assert "3x RTX 3090 is the least that holds it whole." in told


def test_a_poor_file_does_no_work_well_where_nobody_named_it(capsys: Said) -> None:
    """An RTX 5090 runs it in three bits with a part in RAM; a long context is kept in eight bits before that."""
    told = _asked(capsys, "how much vram do i need for llama 3.3 70b with 32k context")
    assert "2x RTX 3090 is the least of the usual GPUs that does this well" in told


def test_sticks_that_fill_all_slots_are_said_to_run_slower_where_the_maker_states_no_rate(capsys: Said) -> None:
    assert "though so many sticks often run slower" in _asked(capsys, "llama 3.1 8b on i5-13600k 4x16gb ddr5")
    assert "Assumed: DDR5-3600." in _asked(capsys, "llama 3.1 8b on ryzen 7 8700g 4x16gb ddr5")


def test_models_that_are_loaded_at_once_are_added_up_and_speeds_of_two_kinds_not_compared(capsys: Said) -> None:
    told = _asked(capsys, "can i run two models at once on a 3090, qwen3 14b and whisper large v3?")
    assert "Both together take " in told
    assert "times as fast" not in told


def test_what_is_long_is_embedded_in_parts(capsys: Said) -> None:
    told = _asked(capsys, "embed 10k pdfs of 20 pages with bge-m3 on a 4090")
    assert "Counted: each as 40 texts of 256 tokens." in told


def test_a_speed_that_a_model_runs_at_is_no_wish(capsys: Said) -> None:
    assert "So 1.5 tokens/s are normal: " in _asked(capsys, "llama 3.3 70b q4 runs at 1.5 t/s on a 4090, 64gb")


def test_what_rent_costs_an_hour_is_no_budget(capsys: Said) -> None:
    """2.50 dollars were what may be spent, and every card was over it."""
    told = _asked(capsys, "rent an H100 for $2.5 per hour or buy a 5090 for qlora finetuning of 32b models?")
    assert "--budget" not in told
    assert "over budget" not in told
    assert "$2.5" in next(line for line in told.splitlines() if line.startswith("Not understood"))
