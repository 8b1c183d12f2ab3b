"""Plain questions that had a wrong reading: one job taken as two, a percentage as money, RAM as newer than its card."""

import pytest

from advisor.__main__ import main
from tests.cli.asking.understood import lines_of, plan_of

Said = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            "claude code costs me $100 a month, or a 5090 for local coding?",
            "worth  --workload coding-agent --bill 100 --consider RTX 5090 best on --gpu RTX 5090 --ram 32",
        ),
        ("chatgpt plus 20 bucks or local on my 4070?", "worth --gpu RTX 4070 --bill 20"),
        (
            "should I drop my $20 ChatGPT Plus and buy a 3090",
            "worth  --bill 20 --consider RTX 3090 best on --gpu RTX 3090 --ram 32",
        ),
        (
            "copilot at $10 a month or a 3060",
            "worth  --workload coding --bill 10 --consider RTX 3060 12GB best on --gpu RTX 3060 12GB --ram 32",
        ),
        ("my gpu is 30% busy with qwen3 32b on a 3080 10gb", "ask Qwen3 32B --gpu RTX 3080 10GB"),
    ],
)
def test_one_job_with_its_bill_or_none_is_one_question(words: str, line: str) -> None:
    # What is told beside the answer, as that no model at home equals the service, is no question.
    assert [asked for asked in lines_of(words) if not asked.startswith("told ")] == [line]


@pytest.mark.parametrize(
    ("words", "holds"),
    [
        ("what can a GTX 1070 run", "DDR4"),
        ("best model for a tesla p40", "DDR4"),
        ("gtx 970 with 16 gb ram, which llm", "DDR3"),
        ("best model for my 3060", "DDR5"),
        ("1080 ti and a 3060, which model", "DDR5"),
        ("best model for a gtx 1070 with 16 gb of ddr3", "DDR3"),
    ],
)
def test_beside_old_cards_alone_the_ram_is_of_their_time_and_said(words: str, holds: str, capsys: Said) -> None:
    main(["ask", words])
    assumed = next(one for one in capsys.readouterr().out.splitlines() if one.startswith("Assumed: "))
    assert holds in assumed


def test_cards_held_against_each_other_stand_in_one_pc(capsys: Said) -> None:
    main(["ask", "1080 ti or 3060 12gb for qwen3 30b a3b"])
    printed = capsys.readouterr().out
    assert printed.count("--ram '32 DDR4'") == 2
    assert "Assumed: 32 GB of DDR4 RAM (--ram)" in printed


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("14b q8 or 32b q4 on 24gb", "Qwen3 32B is the more capable: take Qwen3 14B only where you need the speed."),
        ("qwen3 32b or qwen3.8 27b on a 3090", "Qwen3.8 27B is the more capable, too."),
    ],
)
def test_of_two_models_the_more_capable_is_named_not_only_the_faster(words: str, says: str, capsys: Said) -> None:
    main(["ask", words])
    assert says in capsys.readouterr().out


def test_a_plan_that_is_named_tells_the_work() -> None:
    assert "--workload coding-agent" in lines_of("is cursor pro worth it vs a 4090")[0]
    assert not plan_of("is cursor pro worth it vs a 4090").unknown


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("Will Whisper run on my laptop with a 3060?", "Assumed: Whisper large-v3-turbo for Whisper."),
        ("faster-whisper on a GTX 1060", "Assumed: Whisper large-v3-turbo for faster-whisper."),
        ("gemma 3 q4 on a 3060", "Assumed: Gemma 3 4B for gemma 3."),
        ("flux on a 4070", "Assumed: FLUX.1 dev for flux."),
        ("FLUX.2 klein on a 3060", "Assumed: FLUX.2 klein 4B for FLUX.2 klein."),
    ],
)
def test_a_name_for_several_sizes_is_taken_as_the_usual_one_and_said(words: str, says: str, capsys: Said) -> None:
    main(["ask", words])
    assert says in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("words", ["whisper base on a 3060", "Qwen3 8B on a 3060", "kimi k2 on 2x 3090", "deepseek v3"])
def test_nothing_is_assumed_of_a_name_that_tells_the_size(words: str, capsys: Said) -> None:
    main(["ask", words])
    printed = capsys.readouterr()
    assert "Assumed: " not in printed.out or " for " not in printed.out.split("Assumed: ", 1)[1].splitlines()[0]


def test_the_same_is_said_of_a_bare_name(capsys: Said) -> None:
    main(["ask", "whisper", "--gpu", "RTX 3060 12GB"])
    assert "Assumed: Whisper large-v3-turbo for whisper." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            "got 16gigs vram and 32 ram, whats the best coding model",
            "rank --workload coding --limit 10 --gpu RTX 5060 Ti 16GB --ram 32",
        ),
        (
            "deepseek r1 671b q4 on m3 ultra 512",
            "ask DeepSeek-R1 671B --quant Q4_K_M --machine Mac Studio M3 Ultra (80-core GPU) 512GB",
        ),
        (
            "mac mini m4 pro 48 or ryzen ai max 395 128gb framework desktop for gpt-oss 120b",
            "held gpt-oss 120B on --machine Mac mini M4 Pro (16-core GPU) 48GB"
            " | --machine Framework Desktop Ryzen AI Max+ 395 128GB",
        ),
        ("3090 and 64 ddr5, best model", "rank --workload chat --limit 10 --gpu RTX 3090 --ram 64 DDR5"),
        ("m1 max 32 core what can i run", "rank --workload chat --limit 10 --gpu M1 Max (32-core GPU)"),
    ],
)
def test_sizes_are_read_without_their_unit(words: str, line: str) -> None:
    assert lines_of(words) == [line]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("best model for my thinkpad t480 with 16gb", "rank --workload chat --limit 10 --cpu Core i5-8250U --ram 16"),
        ("my hp elitebook 840 16gb, which llm", "rank --workload chat --limit 10 --cpu Core i5-1335U --ram 16"),
        ("what runs with 8gb vram and 16gb ram, a laptop",
         "rank --workload chat --limit 10 --gpu RTX 4060 Laptop --ram 16"),
    ],
)  # fmt: skip
def test_memory_of_a_laptop_is_none_of_a_desktop_card(words: str, line: str) -> None:
    assert lines_of(words) == [line]
    assert not plan_of(words).unknown


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            "why is my gpu slow with llama 3.1 8b, rtx 3060 12gb only 5 tokens per second",
            "Slower than it should be: 5",
        ),
        ("i need at least 20 t/s with qwen3 8b on a 3060", "Wanted: 20 tokens/s; reached."),
    ],
)
def test_a_speed_that_is_complained_about_is_what_there_is(words: str, says: str, capsys: Said) -> None:
    main(["ask", words])
    assert says in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("coding or chat on a 3060, what is it better for?",
         [f"rank --workload {one} --limit 10 --gpu RTX 3060 12GB" for one in ("coding", "chat")]),
        ("3090 or claude code for coding",
         ["worth  --workload coding-agent --bill 20 --consider RTX 3090 best on --gpu RTX 3090 --ram 32"]),
        ("local llm on my 3060 or chatgpt", ["worth --workload chat --gpu RTX 3060 12GB --bill 20"]),
        ("my 3090 or chatgpt plus", ["worth --gpu RTX 3090 --bill 20"]),
        ("copilot or qwen3 coder 30b a3b on my 4090, which is better for coding",
         ["worth Qwen3 Coder 30B-A3B --workload coding --gpu RTX 4090 --bill 10"]),
    ],
)  # fmt: skip
def test_a_job_or_a_service_may_be_the_alternative(words: str, lines: list[str]) -> None:
    assert lines_of(words) == lines


def test_what_a_service_costs_is_said_where_it_is_assumed() -> None:
    assert "Assumed: $20 a month for ChatGPT Plus (May 2026)." in plan_of("local llm on my 3060 or chatgpt").notes


@pytest.mark.parametrize("name", ["DeepSeek V3", "deepseek v3.2"])
def test_a_file_of_four_bits_or_more_is_taken_where_it_fits(name: str, capsys: Said) -> None:
    assert main(["ask", f"{name} on a mac studio m3 ultra 512gb"]) == 0
    assert "Q5_K_M" in capsys.readouterr().out
