"""`rig-advisor ask` with a plain question: the answer, how it was understood, and the code of the answer."""

import json
import shlex

import pytest

from advisor.__main__ import main
from advisor.facts.answers.ask import AskAnswer

Said = pytest.CaptureFixture[str]


def _asked(said: Said, *words: str) -> tuple[int, list[str]]:
    code = main(["ask", *words])
    told = said.readouterr()
    assert told.err == ""
    return code, told.out.splitlines()


@pytest.mark.parametrize(
    "words",
    [
        "can I run Qwen3 8B on my RTX 3060 12GB, 32 GB?",
        "rtx3060 12 gig, 32 gigs ddr4: llama 3.3 70b at q4 ok?",
        "sdxl 1024x768 with 20 steps on a 3060 12gb",
        "best model for a coding agent with 64k context on an rtx 3090 and 64GB",
        "macbook air m2 8gb, which model for chat?",
    ],
)
def test_a_question_is_answered_and_its_last_line_gives_the_same_answer(words: str, capsys: Said) -> None:
    code, lines = _asked(capsys, words)
    start = "Asked as: rig-advisor "
    assert lines[-1].startswith(start)
    command = shlex.split(lines[-1].removeprefix(start))
    assert main(command) == code
    again = capsys.readouterr().out.splitlines()
    assert [one for one in lines if not one.startswith(("Asked as", "Chosen", "Not "))] == again


def test_a_document_says_how_it_was_understood(capsys: Said) -> None:
    words = "Qwen3 8B on an RTX 3090 in my Terra, 3 hours a day"
    code = main(["ask", words, "--json"])
    found = json.loads(capsys.readouterr().out)
    understood = found.pop("understood")
    assert code == 0
    assert AskAnswer.model_validate(found, strict=False).model == "Qwen3 8B"
    assert understood["unknown"] == ["Terra"]
    assert [one.replace('"', "'") for one in understood["commands"]] == ["rig-advisor ask 'Qwen3 8B' --gpu 'RTX 3090'"]
    assert "Not counted: 3 hours a day." in understood["notes"]


def test_documents_of_other_commands_and_of_tables_say_it_too(capsys: Said) -> None:
    main(["ask", "best model on a RTX 3060 12GB?", "--json"])
    ranking = json.loads(capsys.readouterr().out)
    assert len(ranking["models"]) == 10
    assert ranking["understood"]["unknown"] == []
    main(["ask", "RTX 3090 or RTX 3060 12GB for Qwen3 14B?", "--json"])
    held = json.loads(capsys.readouterr().out)
    assert [one["model"] for one in held["answers"]] == ["Qwen3 14B"] * 2
    assert "RTX 3090 is" in held["conclusion"]
    assert len(held["understood"]["commands"]) == 2


@pytest.mark.parametrize(
    ("words", "computers", "line"),
    [
        ("DGX Spark or Mac Studio for gpt-oss 120b?", ["DGX Spark 128GB", "Mac Studio"], "Both do this well."),
        ("RTX 5090 or two 3090s for Llama 3.3 70B?", ["RTX 5090", "2x RTX 3090"], "Only 2x RTX 3090 does this"),
        ("4060 or a pair of 5060 Ti 16GB for Qwen3.6 27B", ["RTX 4060", "2x RTX 5060 Ti 16GB"], "Only 2x RTX 5060 Ti"),
        ("should I buy a 5090 or two 3090s for coding?", ["RTX 5090", "2x RTX 3090"], "costs about"),
        ("Qwen3 32B or Gemma 3 27B on an RTX 3090", ["RTX 3090", "RTX 3090"], "do this well."),
        ("RTX 3090 or 2x RTX 5060 Ti 16GB?", ["RTX 3090", "2x RTX 5060 Ti 16GB"], "RTX 3090 is 1.7 times as fast"),
        ("Q4_K_M or Q8_0 for Qwen3 8B on an RTX 3060 12GB?", ["RTX 3060 12GB"] * 2, "Qwen3 8B as Q4_K_M is 1.4 times"),
        ("Llama 3.3 70B at Q2 or Qwen3 32B at Q4 on an RTX 3090?", ["RTX 3090"] * 2, "Only Qwen3 32B"),
        ("Q2 or Q4 for Llama 3.3 70B on 64GB and a 3060 12gb", ["RTX 3060 12GB"] * 2, "None of them does this well."),
        ("one or two sticks? 1x32 DDR5-5600 or 2x16 DDR5-5600, i5-12400, Qwen3 30B-A3B",
         ["1x32 DDR5-5600", "2x16 DDR5-5600"], "2x16 DDR5-5600 is 1.9 times"),
    ],
)  # fmt: skip
def test_what_is_held_against_each_other_is_answered_side_by_side(
    words: str, computers: list[str], line: str, capsys: Said
) -> None:
    code, table = _asked(capsys, words)
    assert code in (0, 1)
    rows = table[1 + next(place for place, row in enumerate(table) if row.startswith("Computer ")) :]
    assert [row.startswith(name) for row, name in zip(rows, computers, strict=False)] == [True] * len(computers)
    assert line in rows[len(computers)]
    assert sum(one.startswith("Asked as: rig-advisor ask ") for one in table) == len(computers)


def test_computers_without_a_model_are_compared_with_one_model_in_one_file(capsys: Said) -> None:
    """Each was shown with its own best, so that their speeds misled."""
    _, lines = _asked(capsys, "4x RTX 3090 or one RTX PRO 6000 96GB for a home lab?", "--json")
    found = json.loads(lines[0])["answers"]
    assert len({(one["model"], one["settings"]["quant"]) for one in found}) == 1
    assert all(one["usability"] == "great" for one in found)


@pytest.mark.parametrize(
    "words",
    [
        "mac studio m4 max 128gb or a pc with a 5090 for coding agents?",
        "M3 Ultra 96GB vs RTX PRO 6000 96GB for a coding agent",
    ],
)
def test_computers_without_a_file_that_programs_run_on_all_are_compared_each_in_its_own(
    words: str, capsys: Said
) -> None:
    """It ended with what the first cannot run, though no file was asked for."""
    code, lines = _asked(capsys, words, "--json")
    found = json.loads(lines[0])["answers"]
    assert code == 0
    assert [one["usability"] for one in found] == ["great", "great"]
    assert len({one["model"] for one in found}) == 1
    assert all(one["settings"]["quant"] for one in found)


def test_a_named_file_that_no_program_runs_on_one_of_them_is_answered_there_in_another(capsys: Said) -> None:
    code, lines = _asked(capsys, "RTX 5090 or mac studio m4 max 128gb for Qwen3.6 35B-A3B in AWQ as a coding agent")
    assert code == 0
    mac = next(one for one in lines if one.startswith("Mac Studio"))
    assert "AWQ" not in mac
    assert any(one.startswith("No program runs AWQ on Mac Studio") for one in lines)


def test_a_complete_computer_is_looked_for_in_the_list(capsys: Said) -> None:
    """The computer that the app runs on was judged instead."""
    code, lines = _asked(capsys, "4000 dollars for a quiet complete machine to run gpt-oss-120b, what should I buy?")
    assert code == 0
    assert "is the cheapest that does this well." in " ".join(lines)
    assert not any("Not understood" in one for one in lines)
    assert main(["ask", "100 dollars for a complete machine to run gpt-oss-120b"]) == 64
    assert "no complete computer of the list has a price within this budget" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    ["best gpu for $500", "is a used 3090 for 700 dollars worth it for Qwen3 32B?", "$800 to spend on faster chat"],
)
def test_money_without_a_computer_says_first_for_which_one_it_is_answered(
    words: str, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The virtual machine of the app was judged without a word."""
    monkeypatch.setattr("advisor.cli.asking.carried_out.is_closed", lambda *_: False)
    _, lines = _asked(capsys, words)
    assert lines[0] == "Answered for this computer: name another one, or say that you have none."


def test_money_where_nothing_goes_into_this_computer_is_for_a_usual_one(
    capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("advisor.cli.asking.carried_out.is_closed", lambda *_: True)
    _, lines = _asked(capsys, "best gpu for $500")
    first = "This computer takes no GPU; answered for a usual PC (--gpu none --ram 32): name yours."
    assert lines[0] == first
    assert "--gpu none --ram 32" in lines[-1]
    _, lines = _asked(capsys, "best gpu for this pc for $500")
    assert lines[0] != first


@pytest.mark.parametrize("words", ["best gpu for my pc for $500", "rtx 3060 12gb: $500 for qwen3 32b"])
def test_money_for_a_computer_that_is_named_says_nothing_of_this_one(words: str, capsys: Said) -> None:
    _, lines = _asked(capsys, words)
    assert not lines[0].startswith("Answered for this computer")


def test_no_complete_computer_is_called_good_for_hardly_two_bits(capsys: Said) -> None:
    _, lines = _asked(capsys, "$15000 server to run GLM 5 at home")
    assert "No complete computer of the list within the budget does this well." in lines
    assert not any("is the cheapest" in one for one in lines)


def test_two_that_are_as_fast_are_both_named_and_four_sticks_are_said_to_run_slower(capsys: Said) -> None:
    _, lines = _asked(capsys, "4x32 or 2x64 GB DDR5 on AM5 for qwen3 30b-a3b")
    told = " ".join(lines)
    assert "2x64 DDR5 and 4x32 DDR5 are about as fast." in told or "4x32 DDR5 and 2x64 DDR5 are about as fast." in told
    assert "Four sticks of DDR5 usually run slower than two" in told
    assert "Four sticks" not in " ".join(_asked(capsys, "4x32 DDR5-3600 or 2x64 GB DDR5-6000 for qwen3 8b")[1])


def test_a_purchase_of_ram_is_listed_and_says_where_it_stands(capsys: Said) -> None:
    pc = "rtx 3060 12gb, 16gb ddr4 ram, worth upgrading to 64gb"
    told = "Asked about 64 GB of RAM: see the rows with RAM."
    assert told in _asked(capsys, f"{pc} for gpt-oss 120b?")[1]
    lines = _asked(capsys, f"{pc} for qwen3 30b-a3b?")[1]
    assert told in lines
    assert any(one.startswith("64 GB of DDR4 RAM in all  ") for one in lines)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("q4 or q8 for qwen3.5 9b on a 12gb rtx 3060", "Q8_0 loses hardly anything and fits; take Q4_K_M only where"),
        ("Q6_K vs Q5_K_M for Qwen3 8B on an RTX 3060 12GB?", "Q6_K loses hardly anything and fits; take Q5_K_M only"),
        ("qwen3 8b q4 or q5 on a 3090?", "Q5_K_M keeps more of the model's quality; take Q4_K_M only where"),
    ],
)
def test_of_two_files_it_is_said_which_keeps_more(words: str, told: str, capsys: Said) -> None:
    """Only the speed was told, for which the smaller file is always the better one."""
    assert told in " ".join(_asked(capsys, words)[1])


def test_a_file_that_lies_partly_in_ram_is_not_said_to_fit(capsys: Said) -> None:
    told = " ".join(_asked(capsys, "q5 vs q8 for llama 3.1 8b on rtx 4060")[1])
    assert "and fits" not in told
    assert "Llama 3.1 8B as Q5_K_M is" in told


@pytest.mark.parametrize(
    ("words", "larger"),
    [
        ("is rtx 5070 12gb or rtx 5060 ti 16gb better for local llm", "RTX 5060 Ti 16GB"),
        ("3090 vs 4070 super for llms", "RTX 3090"),
    ],
)
def test_of_two_cards_it_is_said_what_only_the_larger_one_holds(words: str, larger: str, capsys: Said) -> None:
    lines = _asked(capsys, words)[1]
    assert any(one.startswith(f"Only {larger} holds ") and one.endswith(" whole.") for one in lines)


def test_of_cards_with_as_much_memory_nothing_is_said_of_what_only_one_holds(capsys: Said) -> None:
    assert not any(one.startswith("Only ") for one in _asked(capsys, "3090 vs 4090 for llms")[1])


@pytest.mark.parametrize(
    "words",
    [
        "SDXL lora training on an rtx 3070",
        "can I fine-tune Stable Diffusion XL on a 4090?",
        "train sdxl from scratch on 8x h100",
        "rtx 3090 for $700, worth it to train a LoRA for sdxl?",
    ],
)
def test_training_that_is_not_predicted_is_told_by_what_it_needs(words: str, capsys: Said) -> None:
    """Making pictures was answered as great, and the training left out in the last line."""
    _, lines = _asked(capsys, words)
    is_open = "scratch" in words or "worth" in words
    begin = "Unknown: How fast Stable Diffusion XL is trained is not predicted yet"
    assert lines[0].startswith(begin if is_open else "Yes: a LoRA of Stable Diffusion XL: ")
    assert is_open or lines[0].endswith("How long it takes is not predicted.")
    assert lines[1].startswith("What it is made for: rig-advisor ask ")
    assert not any(one.startswith(("Great", "Fine", "Not counted")) for one in lines)


def test_an_amount_of_work_is_counted(capsys: Said) -> None:
    words = "How long to embed 1 million chunks with Qwen3-Embedding-0.6B on an RTX 3060 12GB?"
    assert any(one.startswith("All 1,000,000 chunks: 5.0 hours (") for one in _asked(capsys, words)[1])
    reached = _asked(capsys, "qwen3 8b at 20 t/s possible on a 3060 12gb?")[1]
    assert "Wanted: 20 tokens/s; reached." in reached


def test_the_options_beside_a_question_are_taken_over(capsys: Said) -> None:
    _, lines = _asked(capsys, "what is the best for coding?", "--gpu", "none", "--ram", "16")
    assert lines[-1].replace('"', "'") == "Asked as: rig-advisor rank --workload coding --limit 10 --gpu none --ram 16"
    _, lines = _asked(capsys, "will Qwen3 8B run?", "--gpu", "RTX 3090", "--quant", "Q6_K", "--context", "8k")
    assert (
        lines[-1].replace('"', "'")
        == "Asked as: rig-advisor ask 'Qwen3 8B' --quant Q6_K --gpu 'RTX 3090' --context 8192"
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("Why does Ollama forget the beginning of my long chat?", "page Learn"),
        ("what is a transformer?", "page Learn"),
        ("blue sky and green grass all over", "not understood: name a model, a computer or what it is for"),
        ("Qwen3 8B with 999k context on an RTX 3090", "asked as: rig-advisor ask 'Qwen3 8B'"),
        ("Llama 9 900B on an RTX 3060", "no model is known as 'Llama 9 900B'"),
        ("which model is best " * 40, "not understood"),
        ("Foobar 8B", "no model is known as 'Foobar 8B'"),
        ("can I run Qwenn3 8B on an RTX 3060?", "no model is known as 'Qwenn3 8B'; nearest known: Qwen3 8B"),
    ],
)
def test_what_has_no_answer_is_said_in_one_sentence(words: str, why: str, capsys: Said) -> None:
    assert main(["ask", words]) == 64
    told = capsys.readouterr().err
    assert why in told.replace('"', "'")
    assert told.count("\n") == 1
    assert ", then " not in told


@pytest.mark.parametrize(
    ("words", "held"),
    [
        ("how much context can I fit with qwen3 8b q4 on a 3090", "all that the model is made for"),
        ("max context for qwen3 14b at q6 on a 3060 12gb?", "more does not go as well"),
    ],
)
def test_the_longest_context_is_told_and_holds(words: str, held: str, capsys: Said) -> None:
    _, lines = _asked(capsys, words)
    line = next(one for one in lines if one.startswith("Longest context: "))
    assert held in line
    longest = int(line.split()[2].replace(",", ""))
    command = shlex.split(lines[-1].removeprefix("Asked as: rig-advisor "))
    found = dict[int, AskAnswer]()
    for context in (longest, 2 * longest):
        main([*command, "--context", str(context), "--json"])
        if told := capsys.readouterr().out:
            found[context] = AskAnswer.model_validate_json(told)
    main([*command, "--json"])
    plain = AskAnswer.model_validate_json(capsys.readouterr().out)
    assert (found[longest].usability, found[longest].fit) == (plain.usability, plain.fit)
    further = found.get(2 * longest)
    assert further is None or held.startswith("all") or (further.usability, further.fit) != (plain.usability, plain.fit)


@pytest.mark.parametrize(
    ("words", "larger", "model"),
    [
        ("m4 mac mini 16gb vs 24gb for local llm", "Mac mini M4 24GB", "gpt-oss 20B"),
        ("32gb or 64gb ddr5 with a 4070 for local llm?", "64 GB DDR5", "gpt-oss 120B"),
        (
            "mac mini m4 24gb, m5 pro 24gb or m5 pro 48gb for coding",
            "Mac mini M5 Pro (16-core GPU) 48GB",
            "Qwen3 Coder",
        ),
    ],
)
def test_computers_of_more_memory_are_told_with_what_only_they_run(
    words: str, larger: str, model: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["ask", words])
    only = next(one for one in capsys.readouterr().out.splitlines() if one.startswith("Only "))
    assert only.startswith(f"Only {larger} runs well: ")
    assert model in only
