"""What plain questions choose: makers, kinds of computers, a bill, cards and caches that are named."""

import json

import pytest

from advisor.__main__ import main

Said = pytest.CaptureFixture[str]
_PC = ("--gpu", "none", "--ram", "32")


def _asked(capsys: Said, *words: str) -> tuple[int, list[str]]:
    code = main([*words])
    return code, capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(("maker", "others"), [("amd", ("RTX ", "Arc ", "Mac ")), ("intel", ("RTX ", "RX ", "Mac "))])
def test_only_cards_of_a_maker_that_is_named_are_listed(maker: str, others: tuple[str, ...], capsys: Said) -> None:
    code, lines = _asked(capsys, "worth", "Qwen3 14B", *_PC, "--budget", "600", "--maker", maker, "--json")
    assert code == 0
    names = [one["candidate"] for one in json.loads(lines[0])["candidates"]]
    assert len(names) > 1
    assert not [name for name in names for other in others if other in name]


def test_a_card_that_is_named_is_listed_in_any_case(capsys: Said) -> None:
    asked = ("worth", "Qwen3 8B", "--gpu", "RTX 3090", "--ram", "64")
    named = "An RTX 4090"
    _, before = _asked(capsys, *asked, "--json")
    _, lines = _asked(capsys, *asked, "--consider", "RTX 4090", "--json")
    names = [[one["candidate"] for one in json.loads(found[0])["candidates"]] for found in (before, lines)]
    assert [named in one for one in names] == [False, True]
    assert main([*asked, "--consider", "RTX 9999"]) == 1
    assert "nothing is known as 'RTX 9999'" in capsys.readouterr().err


def test_a_rented_card_that_is_named_is_listed_though_it_does_not_hold_the_model(capsys: Said) -> None:
    tuned = ("worth", "Llama 3.3 70B", "--workload", "fine-tune-lora", *_PC, "--cloud", "--consider", "H100")
    _, lines = _asked(capsys, *tuned)
    row = next(one for one in lines if one.startswith("Rented H100"))
    assert "Won't run" in row
    assert "add price" not in row


def test_training_once_is_rather_rented_than_bought_for_much(capsys: Said) -> None:
    tuned = ("worth", "Llama 3.3 70B", "--workload", "fine-tune-qlora", *_PC, "--cloud")
    _, lines = _asked(capsys, *tuned)
    assert lines[0].startswith("No: a rented ")


def test_what_is_paid_today_is_what_a_purchase_is_held_against(capsys: Said) -> None:
    asked = ("worth", "Qwen3.6 27B", *_PC, "--consider", "RTX 4090")
    days = {}
    for bill in ("50", "200"):
        _, lines = _asked(capsys, *asked, "--bill", bill, "--json")
        found = {one["candidate"]: one for one in json.loads(lines[0])["candidates"]}
        days[bill] = found["An RTX 4090"]["break_even_days"]
    assert days["50"] > 3.5 * days["200"] > 0
    _, lines = _asked(capsys, *asked, "--bill", "200")
    told = next(one for one in lines if "an RTX 4090 pays for itself after" in one)
    assert told.startswith("Your bill of $200 a month: ")
    assert told.endswith("but only if Qwen3.6 27B does what you pay for.")


def test_which_mac_lists_macs_alone_and_a_mac_or_a_pc_the_cheapest_of_both(capsys: Said) -> None:
    code, lines = _asked(capsys, "ask", "which mac for $4000")
    rows = [one for one in lines[1:] if "  " in one]
    assert code == 0
    assert rows
    assert all(one.startswith("Mac") for one in rows)
    _, lines = _asked(capsys, "ask", "mac studio or a pc for $5000")
    assert any("Mac: Mac Studio" in one and "PC: " in one for one in lines)


def test_laptops_with_a_price_are_held_against_the_budget(capsys: Said) -> None:
    code, lines = _asked(capsys, "ask", "best laptop under $2000 for qwen3 8b")
    assert code == 0
    assert any(" is the cheapest that does this well." in one for one in lines)


def test_without_a_known_price_of_laptops_those_that_do_it_are_named(capsys: Said) -> None:
    code, lines = _asked(capsys, "ask", "best gaming laptop with nvidia under $2000 for qwen3 8b")
    assert code == 3
    assert "No price is known for any of these computers, so the budget is not checked." in lines
    assert any(one.endswith(" is the least that does this well.") for one in lines)


def test_two_sizes_of_ram_are_two_rows(capsys: Said) -> None:
    _, lines = _asked(capsys, "ask", "from 32 to 64gb ram for gpt-oss 120b with a 3090")
    assert lines[1].startswith("32 GB ")
    assert lines[2].startswith("64 GB ")
    assert "Only 64 GB does this well, not 32 GB (won't run)." in lines


def test_two_caches_are_held_against_each_other_in_one_file(capsys: Said) -> None:
    _, lines = _asked(capsys, "ask", "kv cache q8 or f16 for qwen3.6 27b on a 3090 at 64k")
    small, whole = lines[1:3]
    assert small.startswith("q8_0 cache ")
    assert whole.startswith("f16 cache ")
    assert small.split()[4] == whole.split()[4] == "Q4_K_M"
    assert any(one.startswith("The q8_0 cache takes ") and one.endswith(" less than the f16 cache.") for one in lines)


def test_a_cache_that_is_named_is_in_the_command_and_no_other_word_is(capsys: Said) -> None:
    asked = ("ask", "Qwen3 14B", "--gpu", "RTX 3060 12GB", "--context", "32k", "--set")
    _, lines = _asked(capsys, *asked, "kv_type=q8_0")
    assert any("-ctk q8_0 -ctv q8_0" in one for one in lines)
    assert main([*asked, "kv_type=foo"]) == 64
    assert "--set kv_type takes a type of llama.cpp's cache" in capsys.readouterr().err


def test_when_a_card_that_is_asked_about_has_paid_for_itself_is_said_first(
    capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("advisor.cli.asking.carried_out.is_closed", lambda *_: True)
    _, lines = _asked(capsys, "ask", "our api bill is 200 dollars a month, would a 3090 pay off for qwen3.6 27b?")
    assert "answered for a usual PC" in lines[0]
    assert lines[1].startswith("Your bill of $200 a month: an RTX 3090 pays for itself after ")


def test_fine_tuning_of_no_named_kind_is_qlora_where_lora_does_not_fit(capsys: Said) -> None:
    told = "llama 3.1 8b on my 4060 ti 16gb"
    code, lines = _asked(capsys, "ask", f"can i fine tune {told}")
    assert code == 0
    assert lines[1].startswith("Fine-tune with QLoRA")
    assert "Taken as QLoRA: LoRA with weights of 16 bits does not fit." in lines
    code, lines = _asked(capsys, "ask", f"can i train a lora of {told}")
    assert lines[0] == "Won't run: Llama 3.1 8B"


def test_an_agent_takes_the_file_that_the_card_holds_before_a_larger_one_that_it_does_not(capsys: Said) -> None:
    asked = ("ask", "Laguna XS.2 33B-A3B", "--workload", "coding-agent", "--ram", "32")
    for card in ("RX 7900 XTX", "RTX 3090"):
        _, lines = _asked(capsys, *asked, "--gpu", card, "--json")
        assert json.loads(lines[0])["settings"]["placement"] == "gpu"


@pytest.mark.parametrize(
    "words",
    ["rent an H100 or buy two 3090s to finetune a 70b", "buy 2x rtx 3090 or rent an h100 for qlora of llama 3.3 70b"],
)
def test_two_cards_that_would_be_bought_are_what_is_compared(words: str, capsys: Said) -> None:
    _, lines = _asked(capsys, "ask", words)
    assert "buying 2x RTX 3090 takes $" in lines[0]
    assert any(one.startswith("Asked as: ") and "--gpu '2x RTX 3090'" in one for one in lines)
    assert not any("--gpu 'RTX 3090'" in one for one in lines)
